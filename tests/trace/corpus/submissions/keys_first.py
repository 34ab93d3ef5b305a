import numpy as np

EPS = 1e-6


def ln(t):
    m = t.mean(axis=2, keepdims=True)
    s2 = np.mean(np.abs(t - m) ** 2, axis=2, keepdims=True)
    return (t - m) * (s2 + EPS) ** -0.5


def attend(x, heads, Wq, Wk, Wv):
    B, N, D = x.shape
    d = D // heads
    result = np.zeros_like(x)
    for h in range(heads):
        sl = np.s_[:, h * d : h * d + d]
        q, k, v = x @ Wq[sl], x @ Wk[sl], x @ Wv[sl]
        # scores_T[b, j, i]: key j, query i
        scores_T = k @ q.transpose(0, 2, 1)
        scores_T = scores_T / d**0.5
        w_T = np.exp(scores_T - scores_T.max(axis=1, keepdims=True))
        w_T = w_T / w_T.sum(axis=1, keepdims=True)
        result[:, :, h * d : h * d + d] = w_T.transpose(0, 2, 1) @ v
    return result


def gelu(u):
    a = (2 / np.pi) ** 0.5
    return u * 0.5 * (1 + np.tanh(a * u + a * 0.044715 * u**3))


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    att = attend(ln(x), num_heads, Wq, Wk, Wv) @ Wo
    y = att + x
    z = ln(y) @ W1
    return gelu(z) @ W2 + y
