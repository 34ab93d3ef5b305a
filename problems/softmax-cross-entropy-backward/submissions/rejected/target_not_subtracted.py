# verdict: wrong_value
"""Forgets the labels."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    e = np.exp(logits - logits.max(axis=1)[:, np.newaxis])
    p = e / e.sum(axis=1)[:, np.newaxis]
    return p / p.shape[0]
