# step: q | k | v | ln1
# lines: 15 16 17
# pitfall: none
# outcome: wrong_value
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    size = D // num_heads
    all_heads = np.zeros((B, num_heads, N, size))
    for b in range(B):
        for h in range(num_heads):
            cols = range(h * size, (h + 1) * size)
            Q = x[b] @ Wq[:, cols]
            K = x[b] @ Wk[:, cols]
            V = x[b] @ Wv[:, cols]
            S = Q @ K.T / np.sqrt(size)
            for i in range(N):
                row = np.exp(S[i] - max(S[i]))
                all_heads[b, h, i] = row / sum(row) @ V
    y = x + np.concatenate([all_heads[:, h] for h in range(num_heads)], axis=-1) @ Wo
    yn = (y - y.mean(-1, keepdims=True)) / np.sqrt(y.var(-1, keepdims=True) + 1e-6)
    u = yn @ W1
    act = 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u ** 3)))
    return y + act @ W2
