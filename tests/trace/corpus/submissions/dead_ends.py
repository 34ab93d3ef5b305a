import numpy as np

DEBUG = False


def layer_norm(x, eps=1e-6):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)


def old_gelu(u):
    return np.maximum(u, 0)  # first try, not used any more


def gelu(u):
    return 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads
    n = layer_norm(x)
    # tried it without the scale to compare:
    q = (n @ Wq).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3)
    k = (n @ Wk).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3)
    v = (n @ Wv).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3)
    unscaled = q @ k.transpose(0, 1, 3, 2)
    too_small = unscaled / d
    scores = unscaled / np.sqrt(d)
    wrong_axis = np.exp(scores) / np.exp(scores).sum(-2, keepdims=True)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights = weights / weights.sum(-1, keepdims=True)
    if DEBUG:
        print(too_small.shape, wrong_axis.shape)
    heads = weights @ v
    wrong = heads.reshape(B, N, D)
    concat = heads.transpose(0, 2, 1, 3).reshape(B, N, D)
    assert wrong.shape == concat.shape
    y = x + concat @ Wo
    hidden = layer_norm(y) @ W1
    relu = old_gelu(hidden)
    hidden = gelu(hidden)
    assert relu.shape == hidden.shape
    return y + hidden @ W2
