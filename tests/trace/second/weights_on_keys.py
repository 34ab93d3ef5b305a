# step: heads
# lines: 12 26
# pitfall: none
# outcome: wrong_value
import numpy as np


def sdpa(q, k, v):
    w = q @ k.transpose(0, 1, 3, 2) / np.sqrt(k.shape[-1])
    w = np.exp(w - w.max(axis=-1, keepdims=True))
    w = w / w.sum(axis=-1, keepdims=True)
    return w @ k


def norm(t):
    return (t - t.mean(axis=-1, keepdims=True)) / np.sqrt(t.var(axis=-1, keepdims=True) + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    shape = (B, N, num_heads, D // num_heads)
    t = norm(x)
    q = (t @ Wq).reshape(shape).swapaxes(1, 2)
    k = (t @ Wk).reshape(shape).swapaxes(1, 2)
    v = (t @ Wv).reshape(shape).swapaxes(1, 2)
    o = sdpa(q, k, v)
    y = x + o.swapaxes(1, 2).reshape(B, N, D) @ Wo
    h = norm(y) @ W1
    h *= 0.5 * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h ** 3)))
    return y + h @ W2
