# outcome: correct
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    # columns are tokens here: everything is (B, D, N)
    z = x.transpose(0, 2, 1)
    B, D, N = z.shape
    d = D // num_heads

    def ln(m):
        return (m - m.mean(1, keepdims=True)) / np.sqrt(m.var(1, keepdims=True) + 1e-6)

    n = ln(z)
    q, k, v = ((W.T @ n).reshape(B, num_heads, d, N) for W in (Wq, Wk, Wv))
    s = k.transpose(0, 1, 3, 2) @ q / np.sqrt(d)
    s = np.exp(s - s.max(2, keepdims=True))
    s = s / s.sum(2, keepdims=True)
    y = z + Wo.T @ (v @ s).reshape(B, D, N)
    u = W1.T @ ln(y)
    g = 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))
    return np.ascontiguousarray((y + W2.T @ g).transpose(0, 2, 1))
