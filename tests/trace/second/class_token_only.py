# step: output
# lines: 18
# pitfall: none
# outcome: wrong_shape
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    ln = lambda t: (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)
    parts = (ln(x) @ np.stack([Wq, Wk, Wv])[:, None]).reshape(3, B, N, num_heads, -1)
    q, k, v = parts.transpose(0, 1, 3, 2, 4)
    s = q @ k.swapaxes(2, 3) / np.sqrt(q.shape[-1])
    s = np.exp(s - s.max(-1, keepdims=True))
    y = x + (s / s.sum(-1, keepdims=True) @ v).swapaxes(1, 2).reshape(B, N, D) @ Wo
    u = ln(y) @ W1
    z = y + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2
    return z[:, 0]
