# verdict: wrong_value
"""Computes in single precision and returns doubles."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    z = logits.astype(np.float32)
    p = np.exp(z - z.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    p[np.arange(len(p)), labels] -= 1
    return (p / len(p)).astype(np.float64)
