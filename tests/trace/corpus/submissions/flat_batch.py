import numpy as np


def norm_rows(t):
    mu = t.mean(axis=1, keepdims=True)
    return (t - mu) / np.sqrt(t.var(axis=1, keepdims=True) + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads
    flat = x.reshape(B * N, D)
    n = norm_rows(flat)
    q = (n @ Wq).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3).reshape(B * num_heads, N, d)
    k = (n @ Wk).reshape(B, N, num_heads, d).transpose(0, 2, 3, 1).reshape(B * num_heads, d, N)
    v = (n @ Wv).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3).reshape(B * num_heads, N, d)
    s = (q @ k) / np.sqrt(d)
    s = s - np.amax(s, axis=2, keepdims=True)
    p = np.exp(s) / np.exp(s).sum(axis=2, keepdims=True)
    o = (p @ v).reshape(B, num_heads, N, d)
    o = o.transpose(0, 2, 1, 3).reshape(B * N, D)
    y = flat + o @ Wo
    u = norm_rows(y) @ W1
    t = np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3))
    g = 0.5 * u + 0.5 * u * t
    z = y + g @ W2
    return z.reshape(B, N, D)
