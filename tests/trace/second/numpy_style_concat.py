# step: concat
# lines: 20
# pitfall: concat-not-transposed
# outcome: wrong_value
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d_head = D // num_heads
    W = np.concatenate((Wq, Wk, Wv), axis=1)
    mu, sd = x.mean(-1, keepdims=True), np.sqrt(x.var(-1, keepdims=True) + 1e-6)
    qkv = ((x - mu) / sd) @ W
    qkv = qkv.reshape(B, N, 3, num_heads, d_head).transpose(2, 0, 3, 1, 4)
    q, k, v = qkv
    scores = np.matmul(q, k.transpose(0, 1, 3, 2)) / np.sqrt(d_head)
    scores = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    scores = scores / np.sum(scores, axis=-1, keepdims=True)
    context = np.matmul(scores, v)
    context = context.reshape(B, N, D)
    y = x + context @ Wo
    mu, sd = y.mean(-1, keepdims=True), np.sqrt(y.var(-1, keepdims=True) + 1e-6)
    u = ((y - mu) / sd) @ W1
    t = np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3))
    return y + (0.5 * u * (1 + t)) @ W2
