# step: output
# lines: 22 23
# pitfall: none
# outcome: wrong_shape
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    rows = []
    for image in x:
        t = np.array([(r - r.mean()) / np.sqrt(r.var() + 1e-6) for r in image])
        d = t.shape[1] // num_heads
        c = np.zeros(t.shape)
        for h in range(num_heads):
            s = slice(d * h, d * (h + 1))
            a = (t @ Wq)[:, s] @ (t @ Wk)[:, s].T / np.sqrt(d)
            a = np.exp(a - a.max(axis=1, keepdims=True))
            c[:, s] = (a / a.sum(axis=1, keepdims=True)) @ (t @ Wv)[:, s]
        y = image + c @ Wo
        for r in y:
            u = (r - r.mean()) / np.sqrt(r.var() + 1e-6) @ W1
            rows.append(r + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2)
    return np.array(rows)
