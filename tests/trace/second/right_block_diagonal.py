# outcome: correct
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads
    t = x - x.mean(-1, keepdims=True)
    t = t / np.sqrt((t * t).sum(-1, keepdims=True) / D + 1e-6)
    flat = t.reshape(-1, D)
    q, k, v = ((flat @ W).reshape(-1, num_heads, d).swapaxes(0, 1) for W in (Wq, Wk, Wv))
    # all images at once; tokens of other images get -inf
    image = np.repeat(np.arange(B), N)
    s = np.where(image[:, None] == image, q @ k.swapaxes(1, 2) / np.sqrt(d), -np.inf)
    e = np.exp(s - s.max(-1, keepdims=True))
    o = (e / e.sum(-1, keepdims=True)) @ v
    y = x.reshape(-1, D) + o.swapaxes(0, 1).reshape(-1, D) @ Wo
    r = y - y.mean(-1, keepdims=True)
    u = r / np.sqrt((r * r).sum(-1, keepdims=True) / D + 1e-6) @ W1
    return (y + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2).reshape(B, N, D)
