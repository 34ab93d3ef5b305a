# step: ln1
# lines: 10 13
# pitfall: none
# outcome: wrong_value
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    def ln(t):
        return (t - t.mean(axis=(1, 2), keepdims=True)) / np.sqrt(t.var(axis=(1, 2), keepdims=True) + 1e-6)

    B, N, D = x.shape
    t = ln(x)
    q, k, v = (np.array(np.split(t @ W, num_heads, axis=-1)) for W in (Wq, Wk, Wv))
    s = np.matmul(q, np.transpose(k, (0, 1, 3, 2))) / np.sqrt(D // num_heads)
    s = np.exp(s - s.max(-1, keepdims=True))
    s /= s.sum(-1, keepdims=True)
    o = np.transpose(np.matmul(s, v), (1, 2, 0, 3)).reshape(B, N, D)
    y = np.add(x, o @ Wo)
    u = ln(y) @ W1
    return np.add(y, np.multiply(u / 2, 1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3))) @ W2)
