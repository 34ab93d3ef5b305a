import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    # more digits inside, float64 at the end
    big = np.longdouble
    x, Wq, Wk, Wv, Wo, W1, W2 = (a.astype(big) for a in (x, Wq, Wk, Wv, Wo, W1, W2))
    B, N, D = x.shape
    dh = D // num_heads

    def ln(t):
        return (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + big("1e-6"))

    def split(t):
        return t.reshape(B, N, num_heads, dh).transpose(0, 2, 1, 3)

    n = ln(x)
    s = split(n @ Wq) @ split(n @ Wk).transpose(0, 1, 3, 2) / np.sqrt(big(dh))
    e = np.exp(s - s.max(-1, keepdims=True))
    o = (e / e.sum(-1, keepdims=True)) @ split(n @ Wv)
    y = x + o.transpose(0, 2, 1, 3).reshape(B, N, D) @ Wo
    u = ln(y) @ W1
    g = u / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))
    return (y + g @ W2).astype(np.float64)
