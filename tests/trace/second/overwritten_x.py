# step: resid1
# lines: 15 29
# pitfall: residual-from-normalised
# outcome: wrong_value
import numpy as np

def layernorm(x):
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-6)

def gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3)))

def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    x = layernorm(x)
    Q = x @ Wq
    K = x @ Wk
    V = x @ Wv
    d = D // num_heads
    out = np.empty_like(x)
    for i in range(num_heads):
        q = Q[..., i*d:(i+1)*d]
        k = K[..., i*d:(i+1)*d]
        v = V[..., i*d:(i+1)*d]
        s = np.einsum('bid,bjd->bij', q, k) / d**0.5
        s = np.exp(s - s.max(-1, keepdims=True))
        s /= s.sum(-1, keepdims=True)
        out[..., i*d:(i+1)*d] = s @ v
    x = x + out @ Wo
    res = x
    x = layernorm(x)
    x = gelu(x @ W1) @ W2
    return res + x
