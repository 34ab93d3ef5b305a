# verdict: wrong_value
"""Divides by the number of all entries."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    B, C = logits.shape
    y = np.zeros((B, C))
    y[np.arange(B), labels] = 1
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    diff = e / e.sum(axis=1, keepdims=True) - y
    return diff / diff.size
