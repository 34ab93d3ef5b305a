# step: concat
# lines: 21 25
# pitfall: concat-not-transposed no-second-residual
# outcome: wrong_value
# also: output
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads
    m = x.mean(-1, keepdims=True)
    s = x.std(-1, keepdims=True)
    xn = (x - m) / np.sqrt(s ** 2 + 1e-6)
    q = (xn @ Wq).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3)
    k = (xn @ Wk).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3)
    v = (xn @ Wv).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3)
    z = np.einsum("...id,...jd->...ij", q, k) / np.sqrt(d)
    z = np.exp(z - z.max(-1, keepdims=True))
    z = np.einsum("...ij,...jd->...id", z / z.sum(-1, keepdims=True), v)
    y = x + z.reshape(x.shape) @ Wo
    m = y.mean(-1, keepdims=True)
    s = y.std(-1, keepdims=True)
    u = (y - m) / np.sqrt(s ** 2 + 1e-6) @ W1
    return (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u ** 3)))) @ W2
