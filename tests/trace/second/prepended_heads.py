# step: concat
# lines: 24
# pitfall: none
# outcome: wrong_value
import numpy as np


def ln(t):
    return (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    D = x.shape[-1]
    d = D // num_heads
    t = ln(x)
    joined = np.zeros(x.shape[:2] + (0,))
    for h in range(num_heads):
        q = (t @ Wq)[:, :, h * d : h * d + d]
        k = (t @ Wk)[:, :, h * d : h * d + d]
        v = (t @ Wv)[:, :, h * d : h * d + d]
        s = q @ np.transpose(k, [0, 2, 1]) / np.sqrt(d)
        e = np.exp(s - s.max(-1, keepdims=True))
        o = e / e.sum(-1, keepdims=True) @ v
        joined = np.concatenate([o, joined], axis=-1)
    y = x + joined @ Wo
    u = ln(y) @ W1
    return y + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2
