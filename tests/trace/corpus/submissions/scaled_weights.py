import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    """The scale goes into the query weights, once and for all."""
    B, N, D = x.shape
    d = D // num_heads
    Wq = Wq / np.sqrt(d)

    def ln(t):
        t = t - t.mean(-1, keepdims=True)
        return t / np.sqrt((t * t).mean(-1, keepdims=True) + 1e-6)

    def heads(t):
        return t.reshape(B, N, num_heads, d).transpose(0, 2, 1, 3)

    n = ln(x)
    s = heads(n @ Wq) @ heads(n @ Wk).swapaxes(-1, -2)
    s = np.exp(s - s.max(-1, keepdims=True))
    s /= s.sum(-1, keepdims=True)
    o = (s @ heads(n @ Wv)).transpose(0, 2, 1, 3).reshape(B, N, D)
    y = x + o @ Wo
    u = ln(y) @ W1
    return y + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2
