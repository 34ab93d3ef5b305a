# step: q | k | v
# lines: 21 44 45 46
# pitfall: heads-not-transposed
# outcome: wrong_value
from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def layer_norm(tokens: Floats, eps: float = 1e-6) -> Floats:
    mu: Floats = tokens.mean(axis=-1, keepdims=True)
    sigma2: Floats = tokens.var(axis=-1, keepdims=True)
    return (tokens - mu) / np.sqrt(sigma2 + eps)


def split_heads(t: Floats, heads: int) -> Floats:
    batch, length, width = t.shape
    return t.reshape(batch, heads, length, width // heads)


def join_heads(t: Floats) -> Floats:
    batch, heads, length, width = t.shape
    return t.transpose(0, 2, 1, 3).reshape(batch, length, heads * width)


def attention(q: Floats, k: Floats, v: Floats) -> Floats:
    logits: Floats = q @ np.moveaxis(k, -1, -2) / np.sqrt(q.shape[-1])
    logits -= logits.max(axis=-1, keepdims=True)
    probs: Floats = np.exp(logits)
    probs /= probs.sum(axis=-1, keepdims=True)
    return probs @ v


def gelu(u: Floats) -> Floats:
    return 0.5 * u * (1.0 + np.tanh(np.sqrt(2.0 / np.pi) * (u + 0.044715 * u**3)))


def vit_encoder_block(x: Floats, num_heads: int, Wq: Floats, Wk: Floats, Wv: Floats,
                      Wo: Floats, W1: Floats, W2: Floats) -> Floats:
    normed = layer_norm(x)
    q = split_heads(normed @ Wq, num_heads)
    k = split_heads(normed @ Wk, num_heads)
    v = split_heads(normed @ Wv, num_heads)
    y = x + join_heads(attention(q, k, v)) @ Wo
    return y + gelu(layer_norm(y) @ W1) @ W2
