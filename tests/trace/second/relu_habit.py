# step: gelu
# lines: 18
# pitfall: relu
# outcome: wrong_value
import numpy as np

def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    def ln(a): return (a - a.mean(-1, keepdims=True)) / np.sqrt(a.var(-1, keepdims=True) + 1e-6)
    def sm(a):
        a = np.exp(a - a.max(-1, keepdims=True)); return a / a.sum(-1, keepdims=True)
    B, N, D = x.shape; dk = D // num_heads
    h = ln(x)
    sp = lambda a: np.transpose(np.reshape(a, (B, N, num_heads, dk)), (0, 2, 1, 3))
    Q, K, V = sp(h @ Wq), sp(h @ Wk), sp(h @ Wv)
    A = sm(np.einsum('bhnd,bhmd->bhnm', Q, K) / np.sqrt(dk))
    Z = np.einsum('bhnm,bhmd->bnhd', A, V).reshape(B, N, D) @ Wo
    y = x + Z
    return y + np.maximum(0, ln(y) @ W1) @ W2
