import numpy as np

SQRT_2_OVER_PI = 0.79788456  # as printed in the paper's code, enough digits


def ln(x):
    return (x - x.mean(-1, keepdims=True)) * (x.var(-1, keepdims=True) + 1e-6) ** (-1 / 2)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    n = ln(x)
    q = (n @ Wq).reshape(B, N, num_heads, -1)
    k = (n @ Wk).reshape(B, N, num_heads, -1)
    v = (n @ Wv).reshape(B, N, num_heads, -1)
    s = np.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(q.shape[-1])
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    o = np.einsum("bhqk,bkhd->bqhd", w, v).reshape(B, N, D)
    y = x + o @ Wo
    h = ln(y) @ W1
    h = 0.5 * h * (1 + np.tanh(SQRT_2_OVER_PI * h * (1 + 0.044715 * h * h)))
    return y + h @ W2
