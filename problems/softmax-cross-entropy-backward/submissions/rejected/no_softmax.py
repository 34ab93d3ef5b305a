# verdict: wrong_value
"""Takes the logits for probabilities."""

import numpy as np


def softmax_cross_entropy_backward(logits, labels):
    n = logits.shape[0]
    grad = logits.copy()
    grad[range(n), labels] -= 1
    return grad / n
