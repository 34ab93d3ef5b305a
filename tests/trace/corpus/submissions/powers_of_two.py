import numpy as np

LOG2E = np.log2(np.e)


def softmax2(s):
    # e^s = 2^(s log2 e)
    s = s * LOG2E
    p = np.exp2(s - s.max(axis=-1, keepdims=True))
    return p / p.sum(axis=-1, keepdims=True)


def ln(t):
    m = np.add.reduce(t, axis=-1, keepdims=True) / t.shape[-1]
    t = np.subtract(t, m)
    return np.divide(t, np.sqrt(np.add.reduce(t * t, axis=-1, keepdims=True) / t.shape[-1] + 1e-6))


def gelu(u):
    z = np.exp(2 * np.sqrt(2 / np.pi) * (u + 0.044715 * u**3))
    # tanh(a) = (e^2a - 1) / (e^2a + 1)
    return 0.5 * u * (1 + (z - 1) / (z + 1))


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    to = lambda t: t.reshape(B, N, num_heads, D // num_heads).transpose(2, 0, 1, 3)
    n = ln(x)
    q, k, v = to(n @ Wq), to(n @ Wk), to(n @ Wv)
    a = softmax2(q @ k.transpose(0, 1, 3, 2) / np.sqrt(D // num_heads))
    o = (a @ v).transpose(1, 2, 0, 3).reshape(B, N, D)
    y = x + o @ Wo
    return y + gelu(ln(y) @ W1) @ W2
