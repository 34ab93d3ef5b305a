# verdict: wrong_value
"""Forgets that the loss is a mean."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    grad = np.exp(logits - logits.max(axis=1, keepdims=True))
    grad /= grad.sum(axis=1, keepdims=True)
    grad[np.arange(len(grad)), labels] -= 1
    return grad
