# verdict: wrong_value
"""Uses the error function."""

import math

import numpy as np


def normalised(token):
    D = len(token)
    mean = sum(token) / D
    variance = sum((value - mean) ** 2 for value in token) / D
    return (token - mean) / math.sqrt(variance + 1e-6)


def softmax(scores):
    top = max(scores)
    exponentials = [math.exp(score - top) for score in scores]
    total = sum(exponentials)
    return np.array([e / total for e in exponentials])


def gelu(u):
    return 0.5 * u * (1.0 + math.erf(u / math.sqrt(2.0)))


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    width = D // num_heads
    result = np.zeros((B, N, D))
    for b in range(B):
        normed = np.array([normalised(x[b, n]) for n in range(N)])
        queries, keys, values = normed @ Wq, normed @ Wk, normed @ Wv
        joined = np.zeros((N, D))
        for h in range(num_heads):
            features = slice(h * width, (h + 1) * width)
            for n in range(N):
                scores = keys[:, features] @ queries[n, features] / math.sqrt(width)
                joined[n, features] = softmax(scores) @ values[:, features]
        for n in range(N):
            y = x[b, n] + joined[n] @ Wo
            hidden = normalised(y) @ W1
            result[b, n] = y + np.array([gelu(u) for u in hidden]) @ W2
    return result
