import numpy as np


def norm(t):
    return (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    """Heads by masking features instead of cutting them."""
    B, N, D = x.shape
    which = np.arange(D) // (D // num_heads)
    n = norm(x)
    q, k, v = n @ Wq, n @ Wk, n @ Wv
    joined = np.zeros((B, N, D))
    for h in range(num_heads):
        mine = (which == h).astype(float)
        s = (q * mine) @ k.transpose(0, 2, 1) / np.sqrt(mine.sum())
        e = np.exp(s - s.max(-1, keepdims=True))
        joined += (e / e.sum(-1, keepdims=True)) @ (v * mine)
    y = x + joined @ Wo
    u = norm(y) @ W1
    g = 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))
    return y + g @ W2
