# step: scores
# lines: 15
# pitfall: none
# outcome: wrong_value
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    ln = lambda t: (t - t.mean(-1, keepdims=True)) / (t.var(-1, keepdims=True) + 1e-6) ** 0.5
    t = ln(x)
    q = (t @ Wq).reshape(B, N, num_heads, -1).transpose(0, 2, 1, 3)
    k = (t @ Wk).reshape(B, N, num_heads, -1).transpose(0, 2, 1, 3)
    v = (t @ Wv).reshape(B, N, num_heads, -1).transpose(0, 2, 1, 3)
    s = (q @ k.swapaxes(-1, -2)) / np.sqrt(q.shape[2])   # d_h
    s = np.exp(s - s.max(axis=-1, keepdims=True))
    s = s / s.sum(axis=-1, keepdims=True)
    y = x + (s @ v).transpose(0, 2, 1, 3).reshape(B, N, D) @ Wo
    h = ln(y) @ W1
    return y + (0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))) @ W2
