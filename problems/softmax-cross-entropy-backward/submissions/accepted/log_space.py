"""The softmax by way of the logarithm of the sum, as libraries do."""

import numpy as np


def log_softmax(z):
    m = np.amax(z, axis=-1, keepdims=True)
    return z - (m + np.log(np.sum(np.exp(z - m), axis=-1, keepdims=True)))


def softmax_cross_entropy_backward(logits, labels):
    target = np.eye(logits.shape[1])[labels]
    return (np.exp(log_softmax(logits)) - target) / len(logits)
