# outcome: correct
import math
import numpy as np


def running_average(q, keys, values):
    top, total, acc = -math.inf, 0.0, np.zeros(values.shape[1])
    for k, v in zip(keys, values):
        s = float(q @ k) / math.sqrt(len(q))
        new = max(top, s)
        keep = math.exp(top - new)
        add = math.exp(s - new)
        total = total * keep + add
        acc = acc * keep + add * v
        top = new
    return acc / total


def ln(t):
    t = t - t.mean(-1, keepdims=True)
    return t / np.sqrt((t**2).mean(-1, keepdims=True) + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    d = x.shape[2] // num_heads
    joined = np.zeros(x.shape)
    t = ln(x)
    Q, K, V = t @ Wq, t @ Wk, t @ Wv
    for b, i, h in np.ndindex(x.shape[0], x.shape[1], num_heads):
        c = slice(h * d, (h + 1) * d)
        joined[b, i, c] = running_average(Q[b, i, c], K[b, :, c], V[b, :, c])
    y = x + joined @ Wo
    u = ln(y) @ W1
    return y + (0.5 * u * (1 + np.tanh(math.sqrt(2 / math.pi) * (u + 0.044715 * u**3)))) @ W2
