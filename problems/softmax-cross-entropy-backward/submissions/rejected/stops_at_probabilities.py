# verdict: wrong_value
"""Returns the derivative with respect to the probabilities."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    B, C = logits.shape
    rows = np.arange(B)
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    grad = np.zeros((B, C))
    grad[rows, labels] = -1 / p[rows, labels]
    return grad / B
