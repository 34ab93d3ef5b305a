from functools import partial, reduce

import numpy as np

mean = partial(np.mean, axis=-1, keepdims=True)
total = partial(np.sum, axis=-1, keepdims=True)
largest = partial(np.max, axis=-1, keepdims=True)


def compose(*functions):
    return lambda value: reduce(lambda v, f: f(v), functions, value)


def centre(t):
    return t - mean(t)


def unit(t):
    return t / np.sqrt(mean(t * t) + 1e-6)


norm = compose(centre, unit)


def share(t):
    return t / total(t)


softmax = compose(lambda s: s - largest(s), np.exp, share)


def times(W, t):
    return t @ W


def split(H, t):
    return t.reshape(*t.shape[:-1], H, -1).swapaxes(-2, -3)


def attention(H, Wq, Wk, Wv, Wo, t):
    q, k, v = (compose(partial(times, W), partial(split, H))(t) for W in (Wq, Wk, Wv))
    a = softmax(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]))
    return (a @ v).swapaxes(-2, -3).reshape(t.shape) @ Wo


def gelu(u):
    return 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))


def residual(branch, t):
    return t + branch(t)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    first = compose(norm, partial(attention, num_heads, Wq, Wk, Wv, Wo))
    second = compose(norm, partial(times, W1), gelu, partial(times, W2))
    return compose(partial(residual, first), partial(residual, second))(x)
