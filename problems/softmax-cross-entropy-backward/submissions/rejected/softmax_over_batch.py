# verdict: wrong_value
"""Lets the examples compete for each class."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    e = np.exp(logits - np.max(logits, axis=0))
    p = e / np.sum(e, axis=0)
    p[np.arange(len(labels)), labels] -= 1
    return p / len(labels)
