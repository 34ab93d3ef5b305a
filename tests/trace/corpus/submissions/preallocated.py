import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads
    normed = np.zeros((B, N, D))
    mixed = np.zeros((B, N, D))
    y = np.zeros((B, N, D))
    z = np.zeros((B, N, D))
    weights = np.zeros((B, num_heads, N, N))
    for b in range(B):
        for n in range(N):
            normed[b, n, :] = x[b, n, :] - x[b, n, :].mean()
            normed[b, n, :] /= np.sqrt(x[b, n, :].var() + 1e-6)
    for b, h in np.ndindex(B, num_heads):
        cols = range(h * d, (h + 1) * d)
        keys = normed[b] @ Wk[:, cols]
        for i in range(N):
            weights[b, h, i] = keys @ (normed[b, i] @ Wq[:, cols]) / np.sqrt(d)
            weights[b, h, i] = np.exp(weights[b, h, i] - weights[b, h, i].max())
            weights[b, h, i] /= weights[b, h, i].sum()
        mixed[b, :, cols] = (weights[b, h] @ normed[b] @ Wv[:, cols]).T
    for b, n in np.ndindex(B, N):
        y[b, n] = x[b, n] + mixed[b, n] @ Wo
        t = y[b, n]
        u = (t - t.mean()) / np.sqrt(t.var() + 1e-6) @ W1
        z[b, n] = t + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2
    return z
