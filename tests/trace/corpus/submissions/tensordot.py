import numpy as np


def apply(t, W):
    return np.tensordot(t, W, axes=([-1], [0]))


def ln(t):
    d = t - t.mean(-1)[..., None]
    return d / np.sqrt(np.einsum("...i,...i->...", d, d)[..., None] / t.shape[-1] + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    D = x.shape[-1]
    shape = (D, num_heads, D // num_heads)
    n = ln(x)
    q, k, v = (apply(n, W.reshape(shape)) for W in (Wq, Wk, Wv))
    result = np.empty_like(x)
    for b in range(len(x)):
        for h in range(num_heads):
            s = np.inner(q[b, :, h], k[b, :, h]) / np.sqrt(D // num_heads)
            p = np.exp(s - np.max(s, axis=1, keepdims=True))
            p = p / np.sum(p, axis=1, keepdims=True)
            result[b, :, h * shape[2]:(h + 1) * shape[2]] = np.dot(p, v[b, :, h])
    y = np.add(x, apply(result, Wo))
    u = apply(ln(y), W1)
    g = np.multiply(0.5 * u, 1 + np.tanh(np.sqrt(2 / np.pi) * np.add(u, 0.044715 * u**3)))
    return np.add(y, apply(g, W2))
