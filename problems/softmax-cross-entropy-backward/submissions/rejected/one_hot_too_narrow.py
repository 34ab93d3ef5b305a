# verdict: exception
"""Makes the one-hot array as wide as the largest label."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    y = np.eye(labels.max() + 1)[labels]
    return (p - y) / len(p)
