# verdict: wrong_value
"""Gives the MLP its input without a norm."""

from dataclasses import dataclass

import numpy as np


class LayerNorm:
    def __init__(self, eps=1e-6):
        self.eps = eps

    def __call__(self, x):
        centred = x - np.average(x, axis=-1)[..., None]
        return centred * (np.average(centred**2, axis=-1)[..., None] + self.eps) ** -0.5


@dataclass
class SelfAttention:
    num_heads: int
    Wqkv: np.ndarray
    Wo: np.ndarray

    def __call__(self, x):
        B, N, D = x.shape
        qkv = (x @ self.Wqkv).reshape(B, N, 3, self.num_heads, D // self.num_heads)
        q, k, v = qkv.transpose(2, 0, 3, 1, 4)
        weights = self.softmax(np.matmul(q, k.swapaxes(-2, -1)) / np.sqrt(D // self.num_heads))
        return np.concatenate(list((weights @ v).swapaxes(0, 1)), axis=-1) @ self.Wo

    @staticmethod
    def softmax(scores):
        shifted = scores - np.max(scores, axis=-1, keepdims=True)
        return np.exp(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)))


@dataclass
class MLP:
    W1: np.ndarray
    W2: np.ndarray

    def __call__(self, x):
        return self.gelu(x @ self.W1) @ self.W2

    @staticmethod
    def gelu(u):
        inner = np.sqrt(2 / np.pi) * u * (1 + 0.044715 * u**2)
        return 0.5 * u * (1 + np.tanh(inner))


class EncoderBlock:
    def __init__(self, attention, mlp):
        self.norm1, self.norm2 = LayerNorm(), LayerNorm()
        self.attention, self.mlp = attention, mlp

    def __call__(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(x)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    attention = SelfAttention(num_heads, np.concatenate([Wq, Wk, Wv], axis=1), Wo)
    return EncoderBlock(attention, MLP(W1, W2))(x)
