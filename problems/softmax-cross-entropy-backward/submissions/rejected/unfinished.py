# verdict: syntax_error
"""Leaves a bracket open."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    p[np.arange(len(p), labels] -= 1
    return p / len(p)
