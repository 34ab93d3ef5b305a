# step: weights
# lines: 22 24
# pitfall: none
# outcome: wrong_value
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads

    def ln(z):
        m = z.mean(-1, keepdims=True)
        return (z - m) / np.sqrt(((z - m) ** 2).mean(-1, keepdims=True) + 1e-6)

    def cut(z):
        return z.reshape(B, N, num_heads, d).transpose(0, 2, 1, 3)

    z = ln(x)
    scores = cut(z @ Wq) @ cut(z @ Wk).transpose(0, 1, 3, 2) / np.sqrt(d)
    # a token need not look at itself, it has the residual
    masked = np.where(np.eye(N) == 1, -np.inf, scores)
    e = np.exp(masked - masked.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    y = x + (weights @ cut(z @ Wv)).transpose(0, 2, 1, 3).reshape(B, N, D) @ Wo
    h = ln(y) @ W1
    return y + (0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h ** 3)))) @ W2
