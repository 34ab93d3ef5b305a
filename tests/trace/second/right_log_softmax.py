# outcome: correct
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    def ln(t):
        m1 = t.mean(-1, keepdims=True)
        m2 = np.square(t).mean(-1, keepdims=True)
        return (t - m1) / np.sqrt(m2 - m1 * m1 + 1e-6)

    B, N, D = x.shape
    q, k, v = (np.stack(np.split(ln(x) @ W, num_heads, axis=2)) for W in (Wq, Wk, Wv))
    s = q @ k.transpose(0, 1, 3, 2) / np.sqrt(D // num_heads)
    logp = s - np.logaddexp.reduce(s, axis=-1, keepdims=True)
    o = np.exp(logp) @ v
    y = x + sum(o[h] @ W for h, W in enumerate(np.vsplit(Wo, num_heads)))
    u = ln(y) @ W1
    t = np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)
    return y + (u * 0.5 * (1 + np.tanh(t))) @ W2
