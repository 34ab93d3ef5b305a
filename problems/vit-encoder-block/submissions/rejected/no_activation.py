# verdict: wrong_value
"""Has nothing between the two layers of the MLP."""

import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    H, d = num_heads, D // num_heads
    norm = lambda t: (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)
    q, k, v = (np.einsum("bnc,chd->bhnd", norm(x), W.reshape(D, H, d)) for W in (Wq, Wk, Wv))
    s = np.einsum("bhqd,bhkd->bhqk", q, k) * d**-0.5
    a = np.exp(s - s.max(-1, keepdims=True))
    y = x + np.einsum("bhqk,bhkd,hdc->bqc", a / a.sum(-1, keepdims=True), v, Wo.reshape(H, d, D), optimize=True)
    u = np.einsum("bnd,dm->bnm", norm(y), W1)
    return y + np.einsum("bnm,md->bnd", u, W2)
