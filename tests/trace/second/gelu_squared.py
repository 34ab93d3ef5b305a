# step: gelu
# lines: 8 9 19
# pitfall: gelu-square
# outcome: wrong_value
import numpy as np
C = np.sqrt(2 / np.pi)
def gelu(v):
    poly = v + 0.044715 * v ** 2
    return 0.5 * v * (1 + np.tanh(C * poly))
def ln(v): return (v - v.mean(-1)[..., None]) / np.sqrt(v.var(-1)[..., None] + 1e-6)
def head(t, a, b, c):
    s = (t @ a) @ np.swapaxes(t @ b, 1, 2) / np.sqrt(a.shape[1])
    s = np.exp(s - s.max(-1)[..., None])
    return s / s.sum(-1)[..., None] @ (t @ c)
def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    cut = lambda W: np.hsplit(W, num_heads)
    t = ln(x)
    y = x + np.dstack([head(t, *abc) for abc in zip(cut(Wq), cut(Wk), cut(Wv))]) @ Wo
    return y + gelu(ln(y) @ W1) @ W2
