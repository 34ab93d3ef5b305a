# step: weights
# lines: 15
# pitfall: softmax-wrong-axis
# outcome: wrong_value
import numpy as np
def vit_encoder_block(x, H, A, B, C, O, P, R):
    b, n, d = x.shape
    w = d // H
    l = lambda t: (t - t.mean(2)[:, :, None]) / (t.var(2)[:, :, None] + 1e-6) ** .5
    z = l(x)
    g = lambda W: (z @ W).reshape(b, n, H, w).transpose(0, 2, 1, 3)
    q, k, v = map(g, (A, B, C))
    s = q @ k.transpose(0, 1, 3, 2) / w ** .5
    e = np.exp(s - s.max(2, keepdims=True))
    p = e / e.sum(2, keepdims=True)
    y = x + (p @ v).transpose(0, 2, 1, 3).reshape(b, n, d) @ O
    u = l(y) @ P
    return y + (.5 * u * (1 + np.tanh((2 / np.pi) ** .5 * (u + .044715 * u ** 3)))) @ R
