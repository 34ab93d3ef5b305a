# step: hidden
# lines: 10 18 19
# pitfall: none
# outcome: exception
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    M = 4 * D
    norm = lambda t: (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)
    t = norm(x)
    y = x.copy()
    for Q, K, V, O in zip(*(np.hsplit(W, num_heads) for W in (Wq, Wk, Wv)), np.vsplit(Wo, num_heads)):
        s = (t @ Q) @ (t @ K).transpose(0, 2, 1) / np.sqrt(D // num_heads)
        s = np.exp(s - s.max(-1, keepdims=True))
        y = y + s / s.sum(-1, keepdims=True) @ (t @ V) @ O
    hidden = np.zeros((B, N, M))
    hidden[:, :, :] = norm(y) @ W1
    hidden = 0.5 * hidden * (1 + np.tanh(np.sqrt(2 / np.pi) * (hidden + 0.044715 * hidden**3)))
    return y + hidden @ W2
