# step: output
# lines: 25 28
# pitfall: none
# outcome: wrong_value
import numpy as np


def normalise(a):
    return (a - a.mean(-1, keepdims=True)) / np.sqrt(a.var(-1, keepdims=True) + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads
    a = normalise(x)
    q, k, v = a @ Wq, a @ Wk, a @ Wv
    q = q.reshape(B, N, num_heads, d)
    k = k.reshape(B, N, num_heads, d)
    v = v.reshape(B, N, num_heads, d)
    s = np.einsum("bnhd,bmhd->bnhm", q, k) / np.sqrt(d)
    s = s - s.max(-1, keepdims=True)
    p = np.exp(s) / np.exp(s).sum(-1, keepdims=True)
    o = np.einsum("bnhm,bmhd->bnhd", p, v)
    y = x + o.reshape(B, N, D) @ Wo
    y = normalise(y)
    u = y @ W1
    g = 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))
    return y + g @ W2
