# outcome: correct
import numpy as np


def ln(t):
    return (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    if len(x) > 1:
        half = len(x) // 2
        rest = (num_heads, Wq, Wk, Wv, Wo, W1, W2)
        return np.concatenate([vit_encoder_block(x[:half], *rest), vit_encoder_block(x[half:], *rest)])
    t = ln(x[0])
    d = x.shape[2] // num_heads
    c = []
    for a in range(0, x.shape[2], d):
        s = (t @ Wq[:, a : a + d]) @ (t @ Wk[:, a : a + d]).T / np.sqrt(d)
        s = np.exp(s - s.max(1)[:, None])
        c.append(s @ (t @ Wv[:, a : a + d]) / s.sum(1)[:, None])
    y = x[0] + np.hstack(c) @ Wo
    u = ln(y) @ W1
    return (y + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2)[None]
