# verdict: input_modified
"""Shifts the caller's array."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    logits -= logits.max(axis=1, keepdims=True)
    p = np.exp(logits)
    p /= p.sum(axis=1, keepdims=True)
    p[np.arange(len(p)), labels] -= 1
    return p / len(p)
