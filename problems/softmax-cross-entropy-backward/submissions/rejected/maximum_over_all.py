# verdict: not_finite
"""Takes off the maximum of the whole batch."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    e = np.exp(logits - np.max(logits))
    p = e / e.sum(axis=1, keepdims=True)
    p[np.arange(len(p)), labels] -= 1
    return p / len(p)
