# verdict: wrong_dtype
"""Returns single precision."""

import numpy as np


def layer_norm(x, eps=1e-6):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + eps)


def softmax(scores):
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def gelu(u):
    return 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))


def split_heads(x, num_heads):
    B, N, D = x.shape
    return x.reshape(B, N, num_heads, D // num_heads).transpose(0, 2, 1, 3)


def join_heads(x):
    B, H, N, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, N, H * d)


def attention(x, num_heads, Wq, Wk, Wv, Wo):
    q = split_heads(x @ Wq, num_heads)
    k = split_heads(x @ Wk, num_heads)
    v = split_heads(x @ Wv, num_heads)
    weights = softmax(q @ k.transpose(0, 1, 3, 2) / np.sqrt(q.shape[-1]))
    return join_heads(weights @ v) @ Wo


def mlp(x, W1, W2):
    return gelu(x @ W1) @ W2


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    y = x + attention(layer_norm(x), num_heads, Wq, Wk, Wv, Wo)
    return (y + mlp(layer_norm(y), W1, W2)).astype(np.float32)
