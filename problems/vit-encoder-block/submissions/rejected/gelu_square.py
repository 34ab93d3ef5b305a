# verdict: wrong_value
"""Squares where it should cube."""

import numpy as np


def normalise_into(x, out):
    np.subtract(x, np.mean(x, axis=-1, keepdims=True), out=out)
    scale = np.mean(np.square(out), axis=-1, keepdims=True)
    scale += 1e-6
    np.sqrt(scale, out=scale)
    out /= scale
    return out


def softmax_in_place(scores):
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)


def gelu_in_place(u):
    t = u**2
    t *= 0.044715
    t += u
    t *= np.sqrt(2.0 / np.pi)
    np.tanh(t, out=t)
    t += 1.0
    u *= t
    u *= 0.5


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads
    out = x.copy()
    normed = normalise_into(x, np.empty_like(x))
    joined = np.empty((B, N, D))
    for h in range(num_heads):
        part = slice(h * d, (h + 1) * d)
        q = normed @ Wq[:, part]
        q *= d**-0.5
        scores = np.matmul(q, (normed @ Wk[:, part]).transpose(0, 2, 1))
        softmax_in_place(scores)
        joined[:, :, part] = scores @ (normed @ Wv[:, part])
    out += joined @ Wo
    hidden = normalise_into(out, normed) @ W1
    gelu_in_place(hidden)
    out += hidden @ W2
    return out
