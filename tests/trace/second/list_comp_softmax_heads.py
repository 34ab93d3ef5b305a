# step: weights
# lines: 17
# pitfall: softmax-over-heads
# outcome: wrong_value
import numpy as np


def ln(a):
    return (a - np.mean(a, -1, keepdims=True)) / np.sqrt(np.var(a, -1, keepdims=True) + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    xn = ln(x)
    qs, ks, vs = [np.split(xn @ W, num_heads, axis=-1) for W in (Wq, Wk, Wv)]
    raw = np.stack([q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1]) for q, k in zip(qs, ks)])
    raw = np.exp(raw - raw.max(0))
    att = raw / raw.sum(0)
    joined = np.concatenate([a @ v for a, v in zip(att, vs)], axis=-1)
    y = x + joined @ Wo
    h = ln(y) @ W1
    h = 0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))
    return y + h @ W2
