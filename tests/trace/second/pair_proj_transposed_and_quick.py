# step: msa
# lines: 18 20
# pitfall: sigmoid-gelu
# outcome: wrong_value
# also: gelu
import numpy as np

def fc(t, W):
    return np.einsum("...i,ij->...j", t, W)

def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    ln = lambda t: (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)
    q, k, v = (fc(ln(x), W).reshape(B, N, num_heads, -1) for W in (Wq, Wk, Wv))
    s = np.einsum("bihd,bjhd->bhij", q, k) / np.sqrt(q.shape[-1])
    e = np.exp(s - s.max(-1, keepdims=True))
    c = np.einsum("bhij,bjhd->bihd", e / e.sum(-1, keepdims=True), v).reshape(B, N, D)
    y = x + np.einsum("bni,ji->bnj", c, Wo)
    u = fc(ln(y), W1)
    return y + fc(u / (1 + np.exp(-1.702 * u)), W2)
