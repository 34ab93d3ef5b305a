# step: msa
# lines: 44 59
# pitfall: no-output-projection
# outcome: wrong_value
import numpy as np


class Linear:
    def __init__(self, weight):
        self.weight = weight

    def forward(self, z):
        return z @ self.weight


class LayerNorm:
    eps = 1e-6

    def forward(self, z):
        z = z - z.mean(axis=-1, keepdims=True)
        return z / np.sqrt((z * z).mean(axis=-1, keepdims=True) + self.eps)


class Softmax:
    def forward(self, z):
        z = np.exp(z - z.max(axis=-1, keepdims=True))
        return z / z.sum(axis=-1, keepdims=True)


class MultiHead:
    def __init__(self, heads, Wq, Wk, Wv, Wo):
        self.heads = heads
        self.q, self.k, self.v = Linear(Wq), Linear(Wk), Linear(Wv)
        self.out = Linear(Wo)
        self.softmax = Softmax()

    def cut(self, z):
        b, n, d = z.shape
        return z.reshape(b, n, self.heads, d // self.heads).swapaxes(1, 2)

    def forward(self, z):
        q, k, v = (self.cut(layer.forward(z)) for layer in (self.q, self.k, self.v))
        a = self.softmax.forward(q @ k.swapaxes(2, 3) / np.sqrt(q.shape[-1]))
        return (a @ v).swapaxes(1, 2).reshape(z.shape)


class Gelu:
    def forward(self, u):
        return u / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u ** 3)))


class Block:
    def __init__(self, heads, Wq, Wk, Wv, Wo, W1, W2):
        self.norm1, self.norm2 = LayerNorm(), LayerNorm()
        self.attn = MultiHead(heads, Wq, Wk, Wv, Wo)
        self.mlp = [Linear(W1), Gelu(), Linear(W2)]

    def forward(self, x):
        x = x + self.attn.forward(self.norm1.forward(x))
        z = self.norm2.forward(x)
        for layer in self.mlp:
            z = layer.forward(z)
        return x + z


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    return Block(num_heads, Wq, Wk, Wv, Wo, W1, W2).forward(x)
