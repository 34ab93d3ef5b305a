# step: scores
# lines: 16 20
# pitfall: no-scale relu
# outcome: wrong_value
# also: gelu
import numpy as np

ln = lambda a: (a - a.mean(-1, keepdims=True)) / np.sqrt(a.var(-1, keepdims=True) + 1e-6)

def soft(a):
    a = np.exp(a - a.max(-1, keepdims=True))
    return a / a.sum(-1, keepdims=True)

def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    t = ln(x)
    hs = [soft((t @ q) @ (t @ k).swapaxes(1, 2)) @ (t @ v)
          for q, k, v in zip(*(np.hsplit(W, num_heads) for W in (Wq, Wk, Wv)))]
    y = x + np.concatenate(hs, 2) @ Wo
    u = ln(y) @ W1
    return y + u * (u > 0) @ W2
