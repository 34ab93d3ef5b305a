# step: scores
# lines: 16
# pitfall: none
# outcome: wrong_value
import numpy as np
def LN(m): return (m - m.mean(1, keepdims=True)) / np.sqrt(m.var(1, keepdims=True) + 1e-6)
def S(m):
    m = np.exp(m - m.max(1, keepdims=True))
    return m / m.sum(1, keepdims=True)
def G(m): return m / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (m + 0.044715 * m ** 3)))
def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    r = []
    for X in x:
        L = LN(X)
        Q, K, V = (np.split(L @ w, num_heads, 1) for w in (Wq, Wk, Wv))
        O = np.hstack([S(k @ q.T / np.sqrt(q.shape[1])) @ v for q, k, v in zip(Q, K, V)])
        Y = X + O @ Wo
        r += [Y + G(LN(Y) @ W1) @ W2]
    return np.array(r)
