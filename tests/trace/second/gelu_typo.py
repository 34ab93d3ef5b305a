# step: gelu
# lines: 10 14 31
# pitfall: gelu-constant
# outcome: wrong_value
import numpy as np
import operator
from functools import partial, reduce

matmul_all = partial(reduce, operator.matmul)
K0, K1 = (2 / np.pi) ** 0.5, 0.04471


def gelu(u):
    return u * (np.tanh(K0 * u * (1 + K1 * u * u)) + 1) / 2


def ln(t, axis=-1):
    t = t - np.expand_dims(t.mean(axis), axis)
    return t / np.expand_dims(np.sqrt((t * t).mean(axis) + 1e-6), axis)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    split = lambda t: np.moveaxis(t.reshape(B, N, num_heads, -1), 2, 1)
    n = ln(x)
    q, k, v = split(n @ Wq), split(n @ Wk), split(n @ Wv)
    s = q @ np.swapaxes(k, 2, 3) * (num_heads / D) ** 0.5
    s = np.exp(s - np.expand_dims(s.max(-1), -1))
    a = s / np.expand_dims(s.sum(-1), -1)
    y = x + matmul_all([np.moveaxis(a @ v, 1, 2).reshape(B, N, D), Wo])
    return y + matmul_all([gelu(matmul_all([ln(y), W1])), W2])
