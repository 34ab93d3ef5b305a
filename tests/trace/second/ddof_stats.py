# step: ln1
# lines: 11 12 18 19
# pitfall: sample-variance
# outcome: wrong_value
import numpy as np
import statistics


def standardise(token):
    mu = statistics.fmean(token)
    s2 = statistics.variance(token)
    return (token - mu) / (s2 + 1e-6) ** 0.5


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    w = D // num_heads
    ln = lambda a: np.apply_along_axis(standardise, -1, a)
    t = ln(x)
    q, k, v = [(t @ W).reshape(B, N, num_heads, w) for W in (Wq, Wk, Wv)]
    out = np.zeros((B, N, num_heads, w))
    for h in range(num_heads):
        s = q[:, :, h] @ k[:, :, h].transpose(0, 2, 1) / np.sqrt(w)
        s = np.exp(s - s.max(2, keepdims=True))
        out[:, :, h] = s / s.sum(2, keepdims=True) @ v[:, :, h]
    y = x + out.reshape(B, N, D) @ Wo
    u = ln(y) @ W1
    return y + 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3))) @ W2
