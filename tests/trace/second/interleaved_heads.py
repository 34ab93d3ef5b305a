# step: q | k | v
# lines: 10 19 20 21
# pitfall: none
# outcome: wrong_value
import numpy as np


def split(z, h):
    # every h-th column is one head
    return np.stack([z[:, :, i::h] for i in range(h)], axis=1)


def ln(z):
    return (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    z = ln(x)
    q = split(z @ Wq, num_heads)
    k = split(z @ Wk, num_heads)
    v = split(z @ Wv, num_heads)
    s = q @ k.transpose(0, 1, 3, 2)
    s /= np.sqrt(q.shape[3])
    s -= s.max(axis=3, keepdims=True)
    e = np.exp(s)
    o = (e / e.sum(axis=3, keepdims=True)) @ v
    y = x + np.concatenate(np.rollaxis(o, 1), axis=-1) @ Wo
    u = ln(y) @ W1
    return y + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u ** 3)))) @ W2
