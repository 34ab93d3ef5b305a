# step: ln1 | q | k | v
# lines: 7 11 15 18 19
# pitfall: float32
# outcome: wrong_value
import numpy as np

DTYPE = np.float32


def ln(t):
    return (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + DTYPE(1e-6))


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    x, Wq, Wk, Wv, Wo, W1, W2 = (a.astype(DTYPE) for a in (x, Wq, Wk, Wv, Wo, W1, W2))
    B, N, D = x.shape
    d = D // num_heads
    n = ln(x)
    q, k, v = ((n @ W).reshape(B, N, num_heads, d).swapaxes(1, 2) for W in (Wq, Wk, Wv))
    s = q @ k.swapaxes(2, 3) / DTYPE(d) ** DTYPE(0.5)
    e = np.exp(s - s.max(-1, keepdims=True))
    a = e / e.sum(-1, keepdims=True)
    y = x + (a @ v).swapaxes(1, 2).reshape(B, N, D) @ Wo
    u = ln(y) @ W1
    c = DTYPE(np.sqrt(2 / np.pi))
    g = DTYPE(0.5) * u * (1 + np.tanh(c * (u + DTYPE(0.044715) * u**3)))
    return (y + g @ W2).astype(np.float64)
