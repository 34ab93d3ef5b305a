import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    """Keeps everything as (N, B, ...) : tokens first, like sequence-first libraries."""
    x = x.transpose(1, 0, 2)
    N, B, D = x.shape
    d = D // num_heads

    def ln(t):
        return (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)

    n = ln(x)
    q = (n @ Wq).reshape(N, B * num_heads, d).transpose(1, 0, 2)
    k = (n @ Wk).reshape(N, B * num_heads, d).transpose(1, 0, 2)
    v = (n @ Wv).reshape(N, B * num_heads, d).transpose(1, 0, 2)
    s = np.matmul(q, k.transpose(0, 2, 1)) / np.sqrt(d)
    s = np.exp(s - s.max(-1, keepdims=True))
    s = s / s.sum(-1, keepdims=True)
    o = np.matmul(s, v).transpose(1, 0, 2).reshape(N, B, D)
    x = x + o @ Wo
    u = ln(x) @ W1
    x = x + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2
    return np.ascontiguousarray(x.transpose(1, 0, 2))
