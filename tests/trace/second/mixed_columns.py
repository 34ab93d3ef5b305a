# step: heads
# lines: 23
# pitfall: none
# outcome: wrong_value
from numpy import *


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    H = num_heads
    d = D // H

    def ln(a):
        mu = einsum('bnd->bn', a) / D
        a = a - mu[:, :, newaxis]
        return a / sqrt(einsum('bnd,bnd->bn', a, a) / D + 1e-6)[:, :, newaxis]

    a = ln(x)
    q, k, v = [einsum('bnc,chd->bhnd', a, W.reshape(D, H, d)) for W in (Wq, Wk, Wv)]
    s = einsum('bhid,bhjd->bhij', q, k) / sqrt(d)
    p = exp(s - s.max(axis=-1, keepdims=True))
    p /= p.sum(axis=-1, keepdims=True)
    o = einsum('bhij,bhid->bhjd', p, v)
    c = einsum('bhid->bihd', o).reshape(B, N, D)
    y = x + c @ Wo
    u = ln(y) @ W1
    u = .5 * u * (1 + tanh(sqrt(2 / pi) * (u + .044715 * u ** 3)))
    return y + u @ W2
