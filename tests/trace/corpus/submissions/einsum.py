import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    D = x.shape[2]
    H, d = num_heads, D // num_heads
    ln = lambda t: (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)
    n = ln(x)
    q = np.einsum("bni,ihd->bhnd", n, Wq.reshape(D, H, d))
    k = np.einsum("bni,ihd->bhnd", n, Wk.reshape(D, H, d))
    v = np.einsum("bni,ihd->bhnd", n, Wv.reshape(D, H, d))
    s = np.einsum("bhid,bhjd->bhij", q, k) / d**0.5
    a = np.exp(s - s.max(-1, keepdims=True))
    a = a / a.sum(-1, keepdims=True)
    o = np.einsum("bhij,bhjd->bihd", a, v)
    y = x + np.einsum("bihd,hde->bie", o, Wo.reshape(H, d, D))
    u = np.einsum("bni,im->bnm", ln(y), W1)
    g = 0.5 * u * (1 + np.tanh((2 / np.pi) ** 0.5 * (u + 0.044715 * u**3)))
    return y + np.einsum("bnm,mi->bni", g, W2)
