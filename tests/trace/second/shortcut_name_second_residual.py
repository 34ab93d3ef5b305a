# step: output
# lines: 11 26
# pitfall: second-residual-from-input
# outcome: wrong_value
import numpy as np

def LN(z, eps=1e-6):
    return (z - np.mean(z, axis=-1, keepdims=True)) / np.sqrt(np.var(z, axis=-1, keepdims=True) + eps)

def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    shortcut = x
    b, n, d = x.shape
    hd = d // num_heads
    x = LN(x)
    q = (x @ Wq).reshape((b, n, num_heads, hd))
    k = (x @ Wk).reshape((b, n, num_heads, hd))
    v = (x @ Wv).reshape((b, n, num_heads, hd))
    a = np.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(hd)
    a = np.exp(a - a.max(axis=-1, keepdims=True))
    a = a / a.sum(axis=-1, keepdims=True)
    x = np.einsum("bhqk,bkhd->bqhd", a, v).reshape((b, n, d))
    x = x @ Wo + shortcut
    x = LN(x)
    x = x @ W1
    x = 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3)))
    x = x @ W2 + shortcut
    return x
