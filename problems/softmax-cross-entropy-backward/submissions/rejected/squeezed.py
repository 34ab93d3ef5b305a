# verdict: wrong_shape
"""Drops axes of length 1 on the way out."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    p[np.arange(len(p)), labels] -= 1
    return np.squeeze(p / len(p))
