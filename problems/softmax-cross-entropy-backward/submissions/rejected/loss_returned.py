# verdict: wrong_type
"""Returns the loss."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    return -np.log(p[np.arange(len(p)), labels]).mean()
