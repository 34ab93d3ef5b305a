# step: gelu
# lines: 23 24 45
# pitfall: exact-gelu
# outcome: wrong_value
import math
import numpy as np


class F:
    """stand-ins for torch.nn.functional"""

    @staticmethod
    def softmax(t, dim):
        t = np.exp(t - np.max(t, axis=dim, keepdims=True))
        return t / np.sum(t, axis=dim, keepdims=True)

    @staticmethod
    def layer_norm(t, eps=1e-6):
        return (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + eps)

    @staticmethod
    def gelu(t):
        cdf = 0.5 * (1.0 + np.vectorize(math.erf)(t / math.sqrt(2.0)))
        return t * cdf


class Attention:
    def __init__(self, heads, wq, wk, wv, wo):
        self.heads, self.wq, self.wk, self.wv, self.wo = heads, wq, wk, wv, wo

    def __call__(self, t):
        B, N, C = t.shape
        view = lambda z: np.swapaxes(z.reshape(B, N, self.heads, C // self.heads), 1, 2)
        q, k, v = view(t @ self.wq), view(t @ self.wk), view(t @ self.wv)
        attn = F.softmax(q @ np.swapaxes(k, -2, -1) * (C // self.heads) ** -0.5, dim=-1)
        return np.swapaxes(attn @ v, 1, 2).reshape(B, N, C) @ self.wo


class Mlp:
    def __init__(self, w1, w2):
        self.fc1, self.fc2 = w1, w2

    def __call__(self, t):
        t = t @ self.fc1
        t = F.gelu(t)
        t = t @ self.fc2
        return t


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    attn = Attention(num_heads, Wq, Wk, Wv, Wo)
    mlp = Mlp(W1, W2)
    x = x + attn(F.layer_norm(x))
    x = x + mlp(F.layer_norm(x))
    return x
