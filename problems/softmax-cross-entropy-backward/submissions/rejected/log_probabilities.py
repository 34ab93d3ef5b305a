# verdict: wrong_value
"""Subtracts the targets from the logarithm of the probabilities."""

import numpy as np


def log_softmax(z):
    z = z - z.max(-1, keepdims=True)
    return z - np.log(np.exp(z).sum(-1, keepdims=True))


def softmax_cross_entropy_backward(logits, labels):
    grad = log_softmax(logits)
    grad[np.arange(len(labels)), labels] -= 1.0
    return grad / len(labels)
