import numpy as np


def ln_cols(X):
    M = X - X.mean(axis=0, keepdims=True)
    return M / np.sqrt((M * M).mean(axis=0, keepdims=True) + 1e-6)


def softmax_cols(S):
    P = np.exp(S - S.max(axis=0, keepdims=True))
    return P / P.sum(axis=0, keepdims=True)


def encode(X, H, Wq, Wk, Wv, Wo, W1, W2):
    # X is (D, N): one column per token
    D, N = X.shape
    d = D // H
    Z = ln_cols(X)
    Q = (Wq.T @ Z).reshape(H, d, N)
    K = (Wk.T @ Z).reshape(H, d, N)
    V = (Wv.T @ Z).reshape(H, d, N)
    O = np.empty((H, d, N))
    for h in range(H):
        S = K[h].T @ Q[h]
        S = S / np.sqrt(d)
        A = softmax_cols(S)
        O[h] = V[h] @ A
    Y = X + Wo.T @ O.reshape(D, N)
    U = W1.T @ ln_cols(Y)
    G = U * 0.5 * (1 + np.tanh(np.sqrt(2 / np.pi) * (U + 0.044715 * U**3)))
    return Y + W2.T @ G


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    result = np.empty(x.shape)
    for b in range(x.shape[0]):
        result[b] = encode(x[b].T, num_heads, Wq, Wk, Wv, Wo, W1, W2).T
    return result
