# verdict: wrong_value
"""Subtracts at the columns of all labels in every row."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    batch_size = logits.shape[0]
    exps = np.exp(logits - np.max(logits, axis=1, keepdims=True))
    probs = exps / np.sum(exps, axis=1, keepdims=True)
    probs[:, labels] -= 1
    return probs / batch_size
