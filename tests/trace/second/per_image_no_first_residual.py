# step: resid1
# lines: 24 25
# pitfall: no-first-residual
# outcome: wrong_value
import numpy as np


def norm_rows(M):
    c = M - M.mean(axis=1).reshape(-1, 1)
    return c / np.sqrt((c ** 2).mean(axis=1).reshape(-1, 1) + 1e-6)


def one_image(X, H, Wq, Wk, Wv, Wo, W1, W2):
    n, d = X.shape
    w = d // H
    Xn = norm_rows(X)
    parts = []
    for h in range(H):
        c = slice(h * w, (h + 1) * w)
        S = (Xn @ Wq[:, c]) @ (Xn @ Wk[:, c]).T / np.sqrt(w)
        E = np.exp(S - S.max(axis=1).reshape(-1, 1))
        A = E / E.sum(axis=1).reshape(-1, 1)
        parts.append(A @ (Xn @ Wv[:, c]))
    Y = np.hstack(parts) @ Wo
    U = norm_rows(Y) @ W1
    G = 0.5 * U * (1 + np.tanh(np.sqrt(2 / np.pi) * (U + 0.044715 * U ** 3)))
    return Y + G @ W2


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    return np.stack([one_image(img, num_heads, Wq, Wk, Wv, Wo, W1, W2) for img in x])
