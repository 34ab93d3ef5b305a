# verdict: wrong_value
"""Multiplies by the diagonal of the softmax's derivative alone."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    B, C = logits.shape
    out = np.zeros((B, C))
    for b in range(B):
        e = np.exp(logits[b] - logits[b].max())
        p = e / e.sum()
        t = labels[b]
        d_loss = -1 / p[t]
        d_softmax = p[t] * (1 - p[t])
        out[b, t] = d_loss * d_softmax / B
    return out
