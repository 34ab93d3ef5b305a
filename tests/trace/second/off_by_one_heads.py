# step: heads | concat
# lines: 11 20 24
# pitfall: none
# outcome: wrong_value
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    dh = D // num_heads
    buf = np.zeros((B, N, D))
    norm = np.zeros((B, N, D))
    for b in range(B):
        for n in range(N):
            t = x[b, n]
            norm[b, n] = (t - t.mean()) / np.sqrt(t.var() + 1e-6)
    q, k, v = norm @ Wq, norm @ Wk, norm @ Wv
    for b in range(B):
        h = 0
        while h < num_heads - 1:
            i, j = h * dh, (h + 1) * dh
            s = q[b, :, i:j] @ k[b, :, i:j].T / np.sqrt(dh)
            e = np.exp(s - s.max(1, keepdims=True))
            buf[b, :, i:j] = e / e.sum(1, keepdims=True) @ v[b, :, i:j]
            h += 1
    y = x + buf @ Wo
    for b in range(B):
        for n in range(N):
            t = y[b, n]
            norm[b, n] = (t - t.mean()) / np.sqrt(t.var() + 1e-6)
    u = norm @ W1
    return y + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2
