# step: scores
# lines: 16
# pitfall: none
# outcome: exception
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads
    ln = lambda t: (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)
    h = ln(x)
    q = (h @ Wq).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3)
    k = (h @ Wk).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3)
    v = (h @ Wv).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3)
    s = q @ k.T / np.sqrt(d)
    e = np.exp(s - s.max(-1, keepdims=True))
    o = (e / e.sum(-1, keepdims=True)) @ v
    y = x + o.transpose(0, 2, 1, 3).reshape(B, N, D) @ Wo
    u = ln(y) @ W1
    return y + 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3))) @ W2
