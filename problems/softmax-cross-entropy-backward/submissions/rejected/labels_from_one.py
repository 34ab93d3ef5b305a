# verdict: wrong_value
"""Takes the labels to count from 1."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    B, C = logits.shape
    e = np.exp(logits - logits.max(1, keepdims=True))
    p = e / e.sum(1, keepdims=True)
    y = np.eye(C)[labels - 1]
    return (p - y) / B
