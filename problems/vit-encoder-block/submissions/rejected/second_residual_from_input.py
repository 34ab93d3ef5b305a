# verdict: wrong_value
"""Adds the MLP to the input of the block."""

import numpy as np


def norm_columns(X):
    centred = X - X.mean(axis=0)
    return centred / np.sqrt((centred**2).mean(axis=0) + 1e-6)


def softmax_columns(S):
    E = np.exp(S - S.max(axis=0))
    return E / E.sum(axis=0)


def one_image(X, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    D, N = X.shape
    Z = norm_columns(X)
    Q, K, V = Wq.T @ Z, Wk.T @ Z, Wv.T @ Z
    heads = []
    for q, k, v in zip(np.split(Q, num_heads), np.split(K, num_heads), np.split(V, num_heads)):
        # Column j of the scores holds what token j asks of every token.
        S = k.T @ q / np.sqrt(D / num_heads)
        heads.append(v @ softmax_columns(S))
    Y = X + Wo.T @ np.vstack(heads)
    U = W1.T @ norm_columns(Y)
    G = U / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (U + 0.044715 * np.power(U, 3))))
    return X + W2.T @ G


def vit_encoder_block(x, num_heads, *weights):
    return np.stack([one_image(image.T, num_heads, *weights).T for image in x])
