# step: msa
# lines: 15 22 36
# pitfall: none
# outcome: wrong_value
import numpy as np


class Linear:
    """like nn.Linear: y = x A^T"""

    def __init__(self, weight):
        self.weight = weight

    def __call__(self, t):
        return t @ self.weight.T


class Block:
    def __init__(self, heads, Wq, Wk, Wv, Wo, W1, W2):
        self.heads = heads
        self.to_qkv = [Linear(W.T) for W in (Wq, Wk, Wv)]
        self.proj = Linear(Wo)
        self.fc1, self.fc2 = Linear(W1.T), Linear(W2.T)

    @staticmethod
    def norm(t):
        return (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)

    def attention(self, t):
        b, n, d = t.shape
        q, k, v = [lin(t).reshape(b, n, self.heads, -1).transpose(0, 2, 1, 3) for lin in self.to_qkv]
        dots = q @ k.transpose(0, 1, 3, 2) * q.shape[-1] ** -0.5
        dots = np.exp(dots - dots.max(-1, keepdims=True))
        attn = dots / dots.sum(-1, keepdims=True)
        out = (attn @ v).transpose(0, 2, 1, 3).reshape(b, n, d)
        return self.proj(out)

    def mlp(self, t):
        t = self.fc1(t)
        t = 0.5 * t * (1 + np.tanh(np.sqrt(2 / np.pi) * (t + 0.044715 * t**3)))
        return self.fc2(t)

    def __call__(self, x):
        x = x + self.attention(self.norm(x))
        return x + self.mlp(self.norm(x))


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    return Block(num_heads, Wq, Wk, Wv, Wo, W1, W2)(x)
