# verdict: wrong_value
"""Applies the softmax once more to what is one."""

import numpy as np


def softmax(x):
    # numerically stable
    x = x - x.max(axis=1, keepdims=True)
    return np.exp(x) / np.exp(x).sum(axis=1, keepdims=True)


def softmax_cross_entropy_backward(logits, labels):
    predictions = softmax(logits)
    targets = np.zeros_like(logits)
    for i, label in enumerate(labels):
        targets[i, label] = 1
    return (softmax(predictions) - targets) / len(targets)
