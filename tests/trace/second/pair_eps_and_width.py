# step: ln1
# lines: 9 10 18 20
# pitfall: wrong-eps scale-by-width
# outcome: wrong_value
# also: scores
import numpy as np


def layer_norm(t, eps=1e-5):
    return (t - np.mean(t, -1, keepdims=True)) / np.sqrt(np.var(t, -1, keepdims=True) + eps)


def heads_first(t, heads):
    return np.moveaxis(np.stack(np.split(t, heads, axis=-1)), 0, 1)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    t = layer_norm(x)
    Q, K, V = [heads_first(t @ W, num_heads) for W in (Wq, Wk, Wv)]
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(x.shape[-1])
    P = np.exp(S - S.max(-1, keepdims=True))
    P = P / P.sum(-1, keepdims=True)
    O = P @ V
    y = x + np.concatenate([O[:, i] for i in range(num_heads)], -1) @ Wo
    U = layer_norm(y) @ W1
    return y + (0.5 * U * (1 + np.tanh(np.sqrt(2 / np.pi) * (U + 0.044715 * U**3)))) @ W2
