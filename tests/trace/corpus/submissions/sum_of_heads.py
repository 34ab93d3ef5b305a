import numpy as np


def norm(x):
    x = x - np.average(x, axis=-1)[..., np.newaxis]
    return x / np.sqrt(np.average(x**2, axis=-1)[..., np.newaxis] + 1e-6)


def head(n, Wq, Wk, Wv, Wo):
    """One head: its own columns of Wq, Wk, Wv and its own rows of Wo."""
    q = n @ Wq
    k = n @ Wk
    v = n @ Wv
    a = q @ k.swapaxes(1, 2) / np.sqrt(Wq.shape[1])
    a = np.exp(a - a.max(-1, keepdims=True))
    a = a / a.sum(-1, keepdims=True)
    o = a @ v
    return o @ Wo


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    d = x.shape[-1] // num_heads
    n = norm(x)
    y = x.copy()
    for h in range(num_heads):
        c = np.arange(h * d, (h + 1) * d)
        y = y + head(n, Wq[:, c], Wk[:, c], Wv[:, c], Wo[c])
    u = norm(y) @ W1
    w = np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)
    return y + (0.5 * u * (1 + np.tanh(w))) @ W2
