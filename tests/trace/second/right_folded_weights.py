# outcome: correct
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    # Wq Wk^T and Wv Wo of a head are one matrix each, so no q, k or v is ever made
    D = x.shape[-1]
    d = D // num_heads
    norm = lambda t: (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)
    t = norm(x)
    y = x
    for h in range(num_heads):
        c = np.arange(h * d, (h + 1) * d)
        s = t @ (Wq[:, c] @ Wk[:, c].T / d**0.5) @ t.swapaxes(1, 2)
        e = np.exp(s - s.max(-1, keepdims=True))
        y = y + e / e.sum(-1, keepdims=True) @ t @ (Wv[:, c] @ Wo[c])
    u = norm(y) @ W1
    return y + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2
