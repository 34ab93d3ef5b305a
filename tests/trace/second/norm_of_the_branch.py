# step: ln2
# lines: 22
# pitfall: none
# outcome: wrong_value
import numpy as np

def ln(a):
    return (a - a.mean(-1, keepdims=True)) / np.sqrt(a.var(-1, keepdims=True) + 1e-6)

def self_attention(a, nh, Wq, Wk, Wv, Wo):
    B, T, C = a.shape
    q, k, v = a @ Wq, a @ Wk, a @ Wv
    q, k, v = [t.reshape(B, T, nh, C // nh).transpose(0, 2, 1, 3) for t in (q, k, v)]
    att = q @ k.transpose(0, 1, 3, 2) * (1.0 / np.sqrt(k.shape[-1]))
    att = np.exp(att - att.max(-1, keepdims=True))
    att = att / att.sum(-1, keepdims=True)
    return (att @ v).transpose(0, 2, 1, 3).reshape(B, T, C) @ Wo

def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    a = self_attention(ln(x), num_heads, Wq, Wk, Wv, Wo)
    x = x + a
    h = ln(a) @ W1
    h = 0.5 * h * (1.0 + np.tanh(np.sqrt(2.0 / np.pi) * (h + 0.044715 * h ** 3)))
    return x + h @ W2
