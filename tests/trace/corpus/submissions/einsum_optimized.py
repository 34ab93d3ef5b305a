import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    D = x.shape[-1]
    H, d = num_heads, D // num_heads
    wq, wk, wv = (w.reshape(D, H, d) for w in (Wq, Wk, Wv))
    z = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-6)
    s = np.einsum("bic,chd,bje,ehd->bhij", z, wq, z, wk, optimize=True) / np.sqrt(d)
    a = np.exp(s - s.max(-1, keepdims=True))
    a /= a.sum(-1, keepdims=True)
    y = x + np.einsum("bhij,bjc,chd,hde->bie", a, z, wv, Wo.reshape(H, d, D), optimize="greedy")
    z = (y - y.mean(-1, keepdims=True)) / np.sqrt(y.var(-1, keepdims=True) + 1e-6)
    u = np.einsum("bic,cm->bim", z, W1, optimize=True)
    g = 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))
    return np.einsum("bim,mc->bic", g, W2, optimize=True) + y
