# verdict: wrong_value
"""Takes the wrong axis for the batch."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    num_rows, num_classes = logits.shape
    e = np.exp(logits.T - logits.max(axis=1))
    p = (e / e.sum(axis=0)).T
    p[np.arange(num_rows), labels] -= 1
    p /= num_classes
    return p
