# step: ln1
# lines: 11 16
# pitfall: none
# outcome: exception
import numpy as np


def layer_norm(x):
    mean = x.mean(axis=-1)
    var = x.var(axis=-1)
    return (x - mean) / np.sqrt(var + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    h = layer_norm(x)
    q, k, v = (np.stack(np.split(h @ W, num_heads, -1), 1) for W in (Wq, Wk, Wv))
    a = np.exp(q @ k.swapaxes(2, 3) / np.sqrt(D // num_heads))
    a = a / a.sum(-1)[..., None]
    y = x + np.concatenate(list((a @ v).swapaxes(0, 1)), -1) @ Wo
    u = layer_norm(y) @ W1
    return y + 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3))) @ W2
