# verdict: wrong_value
"""Multiplies the error by a derivative once more."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    n, k = logits.shape
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    a = e / e.sum(axis=1, keepdims=True)
    delta = (a - np.eye(k)[labels]) * a * (1 - a)
    return delta / n
