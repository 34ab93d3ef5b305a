# step: ln1
# lines: 10 16 17 22
# pitfall: residual-from-normalised
# outcome: wrong_value
# also: resid1
import numpy as np


def rmsnorm(v):
    return v / np.sqrt((v**2).mean(-1, keepdims=True) + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    hd = D // num_heads
    x = rmsnorm(x)
    y = np.copy(x)
    for h in range(num_heads):
        s = slice(h * hd, (h + 1) * hd)
        a = x @ Wq[:, s] @ (x @ Wk[:, s]).swapaxes(1, 2) / np.sqrt(hd)
        a = np.exp(a - a.max(2, keepdims=True))
        y += a / a.sum(2, keepdims=True) @ (x @ Wv[:, s]) @ Wo[s, :]
    u = rmsnorm(y) @ W1
    return y + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2
