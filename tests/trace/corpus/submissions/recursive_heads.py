import numpy as np


def norm(t):
    return (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)


def attend(q, k, v, num_heads):
    """The first head, then the others by recursion."""
    if num_heads == 0:
        return []
    d = q.shape[-1] // num_heads
    s = q[..., :d] @ k[..., :d].swapaxes(1, 2) / d**0.5
    s = np.exp(s - s.max(-1, keepdims=True))
    s = s / s.sum(-1, keepdims=True)
    return [s @ v[..., :d]] + attend(q[..., d:], k[..., d:], v[..., d:], num_heads - 1)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    n = norm(x)
    x = x + np.concatenate(attend(n @ Wq, n @ Wk, n @ Wv, num_heads), axis=-1) @ Wo
    u = norm(x) @ W1
    return x + (0.5 * u * (1 + np.tanh((2 / np.pi) ** 0.5 * (u + 0.044715 * u**3)))) @ W2
