# step: ln1
# lines: 13 27
# pitfall: eps-outside-root
# outcome: wrong_value
import numpy as np

EPS = 1e-6


def ln(a):
    if a.ndim > 1:
        return np.array([ln(row) for row in a])
    return (a - a.mean()) / (a.std() + EPS)


def heads(qs, ks, vs, h):
    if h == 0:
        return []
    w = qs.shape[-1] // h
    s = qs[..., :w] @ ks[..., :w].swapaxes(-1, -2) / np.sqrt(w)
    p = np.exp(s - s.max(-1, keepdims=True))
    first = p / p.sum(-1, keepdims=True) @ vs[..., :w]
    return [first] + heads(qs[..., w:], ks[..., w:], vs[..., w:], h - 1)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    t = ln(x)
    y = x + np.concatenate(heads(t @ Wq, t @ Wk, t @ Wv, num_heads), axis=-1) @ Wo
    u = ln(y) @ W1
    return y + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u ** 3)))) @ W2
