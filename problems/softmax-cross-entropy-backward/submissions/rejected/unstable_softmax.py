# verdict: not_finite
"""Takes the exponential of the logits as they are."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    p = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    p[np.arange(len(p)), labels] -= 1
    return p / len(p)
