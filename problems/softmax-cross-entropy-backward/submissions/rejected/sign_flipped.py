# verdict: wrong_value
"""Subtracts what the network said from what it should have said."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    B, C = logits.shape
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    truth = (labels[:, None] == np.arange(C)).astype(float)
    error = truth - p
    return error / B
