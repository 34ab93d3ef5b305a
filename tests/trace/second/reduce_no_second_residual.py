# step: output
# lines: 53 55 56
# pitfall: no-second-residual
# outcome: wrong_value
from functools import reduce

import numpy as np


def compose(*functions):
    return lambda value: reduce(lambda acc, f: f(acc), functions, value)


def centre(t):
    return t - t.mean(axis=-1, keepdims=True)


def unit(t):
    return t / np.sqrt(np.mean(t**2, axis=-1, keepdims=True) + 1e-6)


norm = compose(centre, unit)


def times(matrix):
    return lambda t: t @ matrix


def plus(branch):
    return lambda t: t + branch(t)


def bend(u):
    return 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))


def soft(s):
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def attend(heads, Wq, Wk, Wv):
    def run(t):
        b, n, d = t.shape
        q, k, v = ((t @ W).reshape(b, n, heads, d // heads).transpose(0, 2, 1, 3) for W in (Wq, Wk, Wv))
        mixed = soft(q @ k.transpose(0, 1, 3, 2) / np.sqrt(d // heads)) @ v
        return mixed.transpose(0, 2, 1, 3).reshape(b, n, d)

    return run


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    return compose(
        plus(compose(norm, attend(num_heads, Wq, Wk, Wv), times(Wo))),
        compose(norm, times(W1), bend, times(W2)),
    )(x)
