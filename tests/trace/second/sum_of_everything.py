# step: weights
# lines: 10 25
# pitfall: none
# outcome: wrong_value
import numpy as np


def softmax(m):
    e = np.exp(m - m.max())
    return e / e.sum()


def ln(m):
    return ((m.T - m.mean(1)) / np.sqrt(m.var(1) + 1e-6)).T


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    out = np.empty(x.shape)
    d = x.shape[2] // num_heads
    for b, img in enumerate(x):
        n = ln(img)
        c = np.empty(img.shape)
        for h in range(num_heads):
            part = np.s_[:, h * d:(h + 1) * d]
            a = softmax((n @ Wq)[part] @ (n @ Wk)[part].T / d ** 0.5)
            c[part] = a @ (n @ Wv)[part]
        y = img + c @ Wo
        u = ln(y) @ W1
        out[b] = y + 0.5 * u * (1 + np.tanh((2 / np.pi) ** 0.5 * (u + 0.044715 * u ** 3))) @ W2
    return out
