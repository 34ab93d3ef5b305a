from math import exp, pi, sqrt, tanh

import numpy as np


def matmul(A, B):
    return [[sum(a * b for a, b in zip(row, column)) for column in zip(*B)] for row in A]


def norm(row):
    m = sum(row) / len(row)
    v = sum((r - m) ** 2 for r in row) / len(row)
    return [(r - m) / sqrt(v + 1e-6) for r in row]


def softmax(row):
    top = max(row)
    e = [exp(r - top) for r in row]
    return [a / sum(e) for a in e]


def gelu(u):
    return 0.5 * u * (1 + tanh(sqrt(2 / pi) * (u + 0.044715 * u**3)))


def add(A, B):
    return [[a + b for a, b in zip(r, s)] for r, s in zip(A, B)]


def image_block(X, H, Wq, Wk, Wv, Wo, W1, W2):
    n = [norm(row) for row in X]
    Q, K, V = matmul(n, Wq), matmul(n, Wk), matmul(n, Wv)
    d = len(X[0]) // H
    joined = [[] for _ in X]
    for h in range(H):
        q, k, v = ([row[h * d:(h + 1) * d] for row in M] for M in (Q, K, V))
        scores = [[s / sqrt(d) for s in row] for row in matmul(q, list(zip(*k)))]
        for i, row in enumerate(matmul([softmax(row) for row in scores], v)):
            joined[i] += row
    Y = add(X, matmul(joined, Wo))
    hidden = matmul([norm(row) for row in Y], W1)
    return add(Y, matmul([[gelu(u) for u in row] for row in hidden], W2))


def vit_encoder_block(x, num_heads, *weights):
    weights = [W.tolist() for W in weights]
    return np.array([image_block(image, num_heads, *weights) for image in x.tolist()])
