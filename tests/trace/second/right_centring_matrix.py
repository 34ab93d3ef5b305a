# outcome: correct
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    D = x.shape[-1]
    C = np.eye(D) - np.full((D, D), 1 / D)
    d = D // num_heads
    out = []
    for X in x:
        X0 = X @ C
        Xh = np.diag(1 / np.sqrt(np.diag(X0 @ X0.T) / D + 1e-6)) @ X0
        y = X.copy()
        for h in range(num_heads):
            E = np.eye(D)[:, h * d : (h + 1) * d]
            S = Xh @ Wq @ E @ E.T @ Wk.T @ Xh.T / np.sqrt(d)
            P = np.exp(S - S.max(1, keepdims=True))
            y += (P / P.sum(1, keepdims=True)) @ Xh @ Wv @ E @ E.T @ Wo
        Y0 = y @ C
        U = np.diag(1 / np.sqrt(np.diag(Y0 @ Y0.T) / D + 1e-6)) @ Y0 @ W1
        out.append(y + (0.5 * U * (1 + np.tanh(np.sqrt(2 / np.pi) * (U + 0.044715 * U**3)))) @ W2)
    return np.stack(out)
