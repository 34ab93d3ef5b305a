# verdict: no_function
"""Renames the function."""

import numpy as np


def backward(logits, labels):
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    p[np.arange(len(p)), labels] -= 1
    return p / len(p)
