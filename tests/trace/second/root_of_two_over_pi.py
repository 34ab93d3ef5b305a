# step: gelu
# lines: 10 11 29
# pitfall: none
# outcome: wrong_value
import numpy as np
import math


def tanh_gelu(z: float) -> float:
    inner = math.sqrt(2) / math.pi * (z + 0.044715 * z**3)
    return 0.5 * z * (1 + math.tanh(inner))


gelu = np.frompyfunc(tanh_gelu, 1, 1)


def ln(t):
    return np.divide(t - t.mean(-1, keepdims=True), np.sqrt(t.var(-1, keepdims=True) + 1e-6))


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    heads = np.reshape(ln(x) @ np.hstack([Wq, Wk, Wv]), (B, N, 3, num_heads, D // num_heads))
    q, k, v = (heads[:, :, i].swapaxes(1, 2) for i in range(3))
    logits = q @ k.swapaxes(-2, -1) / math.sqrt(D / num_heads)
    probs = np.exp(logits - logits.max(-1, keepdims=True))
    probs /= probs.sum(-1, keepdims=True)
    y = x + (probs @ v).swapaxes(1, 2).reshape(x.shape) @ Wo
    hidden = gelu(ln(y) @ W1).astype(float)
    return y + hidden @ W2
