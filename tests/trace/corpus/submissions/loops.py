import math

import numpy as np


def norm(token):
    mu = token.mean()
    var = ((token - mu) ** 2).mean()
    return (token - mu) / math.sqrt(var + 1e-6)


def gelu(u):
    return 0.5 * u * (1 + np.tanh(math.sqrt(2 / math.pi) * (u + 0.044715 * u**3)))


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads
    out = np.zeros((B, N, D))
    for b in range(B):
        normed = np.zeros((N, D))
        for i in range(N):
            normed[i] = norm(x[b, i])
        Q = normed @ Wq
        K = normed @ Wk
        V = normed @ Wv
        concat = np.zeros((N, D))
        for h in range(num_heads):
            lo = h * d
            hi = lo + d
            for i in range(N):
                scores = np.zeros(N)
                for j in range(N):
                    scores[j] = Q[i, lo:hi] @ K[j, lo:hi] / math.sqrt(d)
                e = np.exp(scores - scores.max())
                w = e / e.sum()
                for j in range(N):
                    concat[i, lo:hi] += w[j] * V[j, lo:hi]
        for i in range(N):
            attended = concat[i] @ Wo
            y = x[b, i] + attended
            hidden = norm(y) @ W1
            activated = gelu(hidden)
            out[b, i] = y + activated @ W2
    return out
