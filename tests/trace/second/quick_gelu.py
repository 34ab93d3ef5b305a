# step: gelu
# lines: 14 43
# pitfall: sigmoid-gelu
# outcome: wrong_value
import numpy as np
from math import sqrt


def sigmoid(a):
    return 1 / (1 + np.exp(-a))


def quick_gelu(a):
    return a * sigmoid(1.702 * a)


def softmax_(a):
    np.subtract(a, a.max(axis=-1, keepdims=True), out=a)
    np.exp(a, out=a)
    np.divide(a, a.sum(axis=-1, keepdims=True), out=a)
    return a


def ln_(a):
    a = a.copy()
    a -= a.mean(axis=-1, keepdims=True)
    a /= np.sqrt(np.square(a).mean(axis=-1, keepdims=True) + 1e-6)
    return a


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads
    qkv = np.empty((3, B, num_heads, N, d))
    xn = ln_(x)
    for slot, W in zip(qkv, (Wq, Wk, Wv)):
        slot[...] = (xn @ W).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3)
    att = softmax_(qkv[0] @ qkv[1].transpose(0, 1, 3, 2) / sqrt(d))
    joined = np.empty((B, N, D))
    joined.reshape(B, N, num_heads, d)[...] = (att @ qkv[2]).transpose(0, 2, 1, 3)
    y = joined @ Wo
    y += x
    z = quick_gelu(ln_(y) @ W1) @ W2
    z += y
    return z
