import numpy as np


def ln(t):
    # Var = E[t^2] - E[t]^2
    m1 = t.mean(-1, keepdims=True)
    m2 = (t * t).mean(-1, keepdims=True)
    return (t - m1) / np.sqrt(m2 - m1 * m1 + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads
    t = ln(x)
    Q, K, V = t @ Wq, t @ Wk, t @ Wv
    out = []
    for h in range(num_heads):
        part = slice(h * d, (h + 1) * d)
        S = Q[..., part] @ K[..., part].transpose(0, 2, 1) / np.sqrt(d)
        P = np.exp(S - S.max(-1, keepdims=True))
        out.append(P @ V[..., part] / P.sum(-1, keepdims=True))
    y = x + np.concatenate(out, -1) @ Wo
    U = ln(y) @ W1
    inner = np.sqrt(2 / np.pi) * (U + 0.044715 * U**3)
    return y + (0.5 * U * (1 + np.tanh(inner))) @ W2
