import numpy as np


class LayerNorm:
    def __init__(self, eps=1e-6):
        self.eps = eps

    def __call__(self, x):
        centred = x - x.mean(axis=-1, keepdims=True)
        variance = np.square(centred).mean(axis=-1, keepdims=True)
        return centred / np.sqrt(variance + self.eps)


class Linear:
    def __init__(self, weight):
        self.weight = weight

    def __call__(self, x):
        return x @ self.weight


class GELU:
    def __call__(self, x):
        inner = np.sqrt(2 / np.pi) * (x + 0.044715 * np.power(x, 3))
        return 0.5 * x * (1 + np.tanh(inner))


class MultiHeadAttention:
    def __init__(self, num_heads, Wq, Wk, Wv, Wo):
        self.num_heads = num_heads
        self.to_q = Linear(Wq)
        self.to_k = Linear(Wk)
        self.to_v = Linear(Wv)
        self.proj = Linear(Wo)

    def split(self, t):
        B, N, D = t.shape
        return np.swapaxes(t.reshape(B, N, self.num_heads, D // self.num_heads), 1, 2)

    def __call__(self, x):
        B, N, D = x.shape
        q = self.split(self.to_q(x))
        k = self.split(self.to_k(x))
        v = self.split(self.to_v(x))
        scale = (D // self.num_heads) ** -0.5
        attn = (q @ np.swapaxes(k, -1, -2)) * scale
        attn = self.softmax(attn)
        out = np.swapaxes(attn @ v, 1, 2).reshape(B, N, D)
        return self.proj(out)

    @staticmethod
    def softmax(scores):
        e = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True)


class MLP:
    def __init__(self, W1, W2):
        self.fc1 = Linear(W1)
        self.act = GELU()
        self.fc2 = Linear(W2)

    def __call__(self, x):
        x = self.fc1(x)
        x = self.act(x)
        return self.fc2(x)


class EncoderBlock:
    def __init__(self, num_heads, Wq, Wk, Wv, Wo, W1, W2):
        self.norm1 = LayerNorm()
        self.attn = MultiHeadAttention(num_heads, Wq, Wk, Wv, Wo)
        self.norm2 = LayerNorm()
        self.mlp = MLP(W1, W2)

    def __call__(self, x):
        x = x + self.attn(self.norm1(x))
        x = x + self.mlp(self.norm2(x))
        return x


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    block = EncoderBlock(num_heads, Wq, Wk, Wv, Wo, W1, W2)
    return block(x)
