# step: ln1
# lines: 11 34
# pitfall: none
# outcome: wrong_value
import numpy as np


def layernorm(t, eps=1e-6):
    mu = t.mean(axis=-1, keepdims=True)
    var = ((t - mu) ** 2).mean(axis=-1, keepdims=True)
    return (t - mu) / (var + eps)


def softmax(t):
    t = np.exp(t - t.max(axis=-1, keepdims=True))
    return t / t.sum(axis=-1, keepdims=True)


def mha(t, num_heads, Wq, Wk, Wv, Wo):
    def one(h):
        w = t.shape[-1] // num_heads
        cols = np.arange(w) + h * w
        q, k, v = t @ Wq[:, cols], t @ Wk[:, cols], t @ Wv[:, cols]
        return softmax(q @ k.swapaxes(1, 2) / np.sqrt(w)) @ v
    return np.concatenate([one(h) for h in range(num_heads)], axis=2) @ Wo


def ffn(t, W1, W2):
    u = t @ W1
    return 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3))) @ W2


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    y = x + mha(layernorm(x), num_heads, Wq, Wk, Wv, Wo)
    return y + ffn(layernorm(y), W1, W2)
