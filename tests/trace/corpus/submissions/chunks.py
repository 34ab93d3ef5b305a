import numpy as np


def norm(t):
    c = t - t.mean(-1, keepdims=True)
    return c / np.sqrt((c**2).mean(-1, keepdims=True) + 1e-6)


def attend_in_chunks(q, k, v, chunk=2):
    """Softmax over a few keys at a time, with a running maximum."""
    top = np.full(q.shape[:-1] + (1,), -np.inf)
    total = np.zeros_like(top)
    mixed = np.zeros_like(q)
    for start in range(0, k.shape[-2], chunk):
        s = q @ k[..., start:start + chunk, :].swapaxes(-1, -2)
        new_top = np.maximum(top, s.max(-1, keepdims=True))
        shrink = np.exp(top - new_top)
        e = np.exp(s - new_top)
        total = total * shrink + e.sum(-1, keepdims=True)
        mixed = mixed * shrink + e @ v[..., start:start + chunk, :]
        top = new_top
    return mixed / total


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads
    n = norm(x)
    q, k, v = ((n @ W).reshape(B, N, num_heads, d).swapaxes(1, 2) for W in (Wq, Wk, Wv))
    o = attend_in_chunks(q / np.sqrt(d), k, v).swapaxes(1, 2).reshape(B, N, D)
    y = x + o @ Wo
    u = norm(y) @ W1
    return y + (u * 0.5 * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2
