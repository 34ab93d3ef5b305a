import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    d = D // num_heads
    average = np.full((D, 1), 1.0 / D)
    ones_n = np.ones((N, 1))

    def ln(t):
        c = t - np.matmul(t, average)
        return c / np.sqrt(np.matmul(c * c, average) + 1e-6)

    n1 = ln(x)
    parts = []
    for h in range(num_heads):
        pick = np.eye(D)[:, h * d:(h + 1) * d]
        qh = np.matmul(n1, np.matmul(Wq, pick))
        kh = np.matmul(n1, np.matmul(Wk, pick))
        vh = np.matmul(n1, np.matmul(Wv, pick))
        sh = np.matmul(qh, kh.transpose(0, 2, 1)) / np.sqrt(d)
        eh = np.exp(sh - sh.max(axis=2, keepdims=True))
        ah = eh / np.matmul(eh, ones_n)
        oh = np.matmul(ah, vh)
        parts.append(np.matmul(oh, pick.T))
    joined = sum(parts)
    y = x + np.matmul(joined, Wo)
    u = np.matmul(ln(y), W1)
    cubic = u + 0.044715 * u * u * u
    g = 0.5 * u * (1.0 + np.tanh(np.sqrt(2.0 / np.pi) * cubic))
    return y + np.matmul(g, W2)
