# step: ln1
# lines: 9 15
# pitfall: none
# outcome: wrong_value
import numpy as np


def rms(t):
    return t / np.sqrt(np.mean(t * t, axis=-1, keepdims=True) + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads
    flat = rms(x).reshape(B * N, D)
    q, k, v = ((flat @ W).reshape(B, N, num_heads, d) for W in (Wq, Wk, Wv))
    ctx = np.zeros((B, N, num_heads, d))
    for b in range(B):
        for h in range(num_heads):
            z = q[b, :, h] @ k[b, :, h].T / np.sqrt(d)
            z = np.exp(z - z.max(axis=1)[:, None])
            ctx[b, :, h] = (z / z.sum(axis=1)[:, None]) @ v[b, :, h]
    y = x.reshape(B * N, D) + ctx.reshape(B * N, D) @ Wo
    u = rms(y) @ W1
    u = 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))
    return (y + u @ W2).reshape(B, N, D)
