# verdict: wrong_value
"""Calls max and sum without an axis."""

import numpy as np


def softmax(x):
    e = np.exp(x - np.max(x))
    return e / np.sum(e)


def softmax_cross_entropy_backward(logits, labels):
    B, C = logits.shape
    return (softmax(logits) - np.eye(C)[labels]) / B
