import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    """Divides by the softmax's sum only after the values are mixed."""
    B, N, D = x.shape
    dh = D // num_heads

    def norm(a):
        a = a - a.mean(axis=2, keepdims=True)
        return a / np.sqrt(np.mean(a**2, axis=2, keepdims=True) + 1e-6)

    def split(a):
        return a.reshape(B, N, num_heads, dh).transpose(0, 2, 1, 3)

    a = norm(x)
    q, k, v = split(a @ Wq), split(a @ Wk), split(a @ Wv)
    e = q @ k.transpose(0, 1, 3, 2)
    e = e - e.max(axis=3, keepdims=True)
    e = np.exp(e / np.sqrt(dh))
    mixed = e @ v
    mixed = mixed / e.sum(axis=3)[..., None]
    y = mixed.transpose(0, 2, 1, 3).reshape(B, N, D) @ Wo + x
    u = norm(y) @ W1
    u = u * 0.5 * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * np.power(u, 3))))
    return u @ W2 + y
