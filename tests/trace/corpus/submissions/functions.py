import numpy as np


def layer_norm(x, eps=1e-6):
    mean = np.mean(x, axis=-1, keepdims=True)
    var = np.var(x, axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(var + eps)


def softmax(x, axis=-1):
    x = x - np.max(x, axis=axis, keepdims=True)
    e = np.exp(x)
    return e / np.sum(e, axis=axis, keepdims=True)


def gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def split_heads(t, num_heads):
    B, N, D = t.shape
    t = t.reshape(B, N, num_heads, D // num_heads)
    return t.transpose(0, 2, 1, 3)


def merge_heads(t):
    B, H, N, d = t.shape
    t = t.transpose(0, 2, 1, 3)
    return t.reshape(B, N, H * d)


def attention(x, num_heads, Wq, Wk, Wv, Wo):
    q = split_heads(x @ Wq, num_heads)
    k = split_heads(x @ Wk, num_heads)
    v = split_heads(x @ Wv, num_heads)
    d_h = q.shape[-1]
    scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(d_h)
    weights = softmax(scores)
    heads = weights @ v
    concat = merge_heads(heads)
    return concat @ Wo


def mlp(x, W1, W2):
    h = x @ W1
    h = gelu(h)
    return h @ W2


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    normed = layer_norm(x)
    y = x + attention(normed, num_heads, Wq, Wk, Wv, Wo)
    normed2 = layer_norm(y)
    return y + mlp(normed2, W1, W2)
