import math

import numpy as np


@np.vectorize
def gelu(u):
    return 0.5 * u * (1 + math.tanh(math.sqrt(2 / math.pi) * (u + 0.044715 * u**3)))


normalise = np.vectorize(
    lambda t: (t - t.mean()) / math.sqrt(t.var() + 1e-6), signature="(d)->(d)"
)


@np.vectorize(signature="(n)->(n)")
def softmax(s):
    e = np.exp(s - s.max())
    return e / e.sum()


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    split = lambda t: t.reshape(B, N, num_heads, -1).swapaxes(1, 2)
    a = normalise(x)
    q, k, v = split(a @ Wq), split(a @ Wk), split(a @ Wv)
    w = softmax(q @ k.swapaxes(2, 3) / math.sqrt(D / num_heads))
    y = x + (w @ v).swapaxes(1, 2).reshape(B, N, D) @ Wo
    return y + gelu(normalise(y) @ W1) @ W2
