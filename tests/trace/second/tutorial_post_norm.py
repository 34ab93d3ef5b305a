# step: q | k | v | ln1
# lines: 18 19 20 35
# pitfall: post-norm
# outcome: wrong_value
# translated from a transformer tutorial
import numpy as np


def layer_norm(x):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(var + 1e-6)


def multi_head_attention(x, num_heads, Wq, Wk, Wv, Wo):
    B, N, D = x.shape
    depth = D // num_heads
    q = (x @ Wq).reshape(B, N, num_heads, depth).transpose(0, 2, 1, 3)
    k = (x @ Wk).reshape(B, N, num_heads, depth).transpose(0, 2, 1, 3)
    v = (x @ Wv).reshape(B, N, num_heads, depth).transpose(0, 2, 1, 3)
    logits = q @ k.transpose(0, 1, 3, 2) / np.sqrt(depth)
    logits = logits - logits.max(axis=-1, keepdims=True)
    w = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
    out = (w @ v).transpose(0, 2, 1, 3).reshape(B, N, D)
    return out @ Wo


def feed_forward(x, W1, W2):
    h = x @ W1
    h = 0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))
    return h @ W2


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    attn = multi_head_attention(x, num_heads, Wq, Wk, Wv, Wo)
    x = layer_norm(x + attn)
    ff = feed_forward(x, W1, W2)
    return layer_norm(x + ff)
