import numpy as np


def ln(t):
    D = t.shape[-1]
    s = t * D - t.sum(-1, keepdims=True)  # D (t - mean)
    return s / np.sqrt((s * s).mean(-1, keepdims=True) + 1e-6 * D * D)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads
    r = d**0.25
    # both sides of the product get half of the scale
    q = (ln(x) @ Wq / r).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3)
    kT = (ln(x) @ Wk / r).reshape(B, N, num_heads, d).transpose(0, 2, 3, 1)
    v = (ln(x) @ Wv).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3)
    s = q @ kT
    p = np.exp(s - s.max(-1, keepdims=True))
    p = p / p.sum(-1, keepdims=True)
    y = x + np.moveaxis(p @ v, 1, 2).reshape(B, N, D) @ Wo
    u = ln(y) @ W1
    return y + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2
