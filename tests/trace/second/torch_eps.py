# step: ln1
# lines: 14 20 56 59
# pitfall: wrong-eps
# outcome: wrong_value
import numpy as np


class Module:
    def __call__(self, *a):
        return self.forward(*a)


class LayerNorm(Module):
    def __init__(self, eps=1e-5):
        self.eps = eps

    def forward(self, x):
        mean = x.mean(-1, keepdims=True)
        var = x.var(-1, keepdims=True)
        return (x - mean) / np.sqrt(var + self.eps)


class GELU(Module):
    def forward(self, x):
        return 0.5 * x * (1.0 + np.tanh(np.sqrt(2.0 / np.pi) * (x + 0.044715 * np.power(x, 3.0))))


class MHSA(Module):
    def __init__(self, num_heads, *weights):
        self.num_heads = num_heads
        self.Wq, self.Wk, self.Wv, self.Wo = weights

    def forward(self, x):
        B, N, D = x.shape
        H, d = self.num_heads, D // self.num_heads
        q = (x @ self.Wq).reshape(B, N, H, d).transpose(0, 2, 1, 3)
        k = (x @ self.Wk).reshape(B, N, H, d).transpose(0, 2, 3, 1)
        v = (x @ self.Wv).reshape(B, N, H, d).transpose(0, 2, 1, 3)
        a = q @ k / d**0.5
        a = np.exp(a - a.max(-1, keepdims=True))
        a = a / a.sum(-1, keepdims=True)
        return (a @ v).transpose(0, 2, 1, 3).reshape(B, N, D) @ self.Wo


class Sequential(Module):
    def __init__(self, *layers):
        self.layers = layers

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    norm1, norm2 = LayerNorm(), LayerNorm()
    attn = MHSA(num_heads, Wq, Wk, Wv, Wo)
    mlp = Sequential(lambda t: t @ W1, GELU(), lambda t: t @ W2)
    x = x + attn(norm1(x))
    return x + mlp(norm2(x))
