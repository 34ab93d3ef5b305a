"""Examples as columns: the whole computation on the transposed array."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    z = logits.T
    e = np.exp(z - z.max(0))
    p = e / e.sum(0)
    y = np.arange(z.shape[0])[:, None] == labels
    return np.ascontiguousarray(((p - y) / z.shape[1]).T)
