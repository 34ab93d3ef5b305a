# outcome: correct
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    f = D // num_heads
    ln = lambda t: (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)
    t = ln(x)
    q = (t @ (Wq / f**0.25)).reshape(B, N, num_heads, f)
    k = (t @ (Wk / f**0.25)).reshape(B, N, num_heads, f)
    v = (t @ Wv).reshape(B, N, num_heads, f)
    s = np.einsum("bjhf,bihf->bhji", k, q)
    e = np.exp(s - s.max(axis=2, keepdims=True))
    o = np.einsum("bhji,bjhf->bihf", e, v) / e.sum(axis=2).transpose(0, 2, 1)[..., None]
    y = x + o.reshape(B, N, D) @ Wo
    u = ln(y) @ W1
    return y + (u - u / (1 + np.exp(2 * np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2
