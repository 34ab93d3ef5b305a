# outcome: correct
import numpy as np


def stages(x, H, Wq, Wk, Wv, Wo, W1, W2):
    def ln(t):
        return (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)

    t = yield ln(x)
    B, N, D = x.shape
    q, k, v = (np.swapaxes((t @ W).reshape(B, N, H, D // H), 1, 2) for W in (Wq, Wk, Wv))
    s = yield q @ np.swapaxes(k, 2, 3) / np.sqrt(D // H)
    a = yield np.exp(s - s.max(-1, keepdims=True))
    y = yield x + np.swapaxes(a / a.sum(-1, keepdims=True) @ v, 1, 2).reshape(B, N, D) @ Wo
    u = yield ln(y) @ W1
    yield y + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2


def vit_encoder_block(*args):
    run = stages(*args)
    value = next(run)
    for _ in range(5):
        value = run.send(value)
    return value
