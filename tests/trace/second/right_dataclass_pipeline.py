# outcome: correct
from dataclasses import dataclass, field
import numpy as np


@dataclass
class Params:
    heads: int
    matrices: dict = field(default_factory=dict)

    def __getattr__(self, name):
        try:
            return self.__dict__["matrices"][name]
        except KeyError:
            raise AttributeError(name) from None


def ln(t, axis=-1):
    return (t - t.mean(axis, keepdims=True)) / np.sqrt(t.var(axis, keepdims=True) + 1e-6)


def attention(p, t):
    shape = (*t.shape[:-1], p.heads, t.shape[-1] // p.heads)
    q, k, v = (np.moveaxis((t @ W).reshape(shape), -2, 0) for W in (p.Wq, p.Wk, p.Wv))
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(shape[-1])
    e = np.exp(s - np.amax(s, -1, keepdims=True))
    return np.moveaxis(e @ v / e.sum(-1, keepdims=True), 0, -2).reshape(t.shape) @ p.Wo


def mlp(p, t):
    u = t @ p.W1
    return (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ p.W2


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    p = Params(num_heads, dict(Wq=Wq, Wk=Wk, Wv=Wv, Wo=Wo, W1=W1, W2=W2))
    for branch in (attention, mlp):
        x = x + branch(p, ln(x))
    return x
