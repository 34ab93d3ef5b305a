# step: ln1
# lines: 16 23 25 33
# pitfall: sample-variance causal-mask
# outcome: wrong_value
# also: weights
import numpy as np


class GPTStyleBlock:
    def __init__(self, n_head, Wq, Wk, Wv, Wo, W1, W2):
        self.n_head = n_head
        self.Wqkv = np.concatenate([Wq, Wk, Wv], axis=1)
        self.Wo, self.W1, self.W2 = Wo, W1, W2

    def ln(self, x):
        return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True, ddof=1) + 1e-6)

    def attn(self, x):
        B, T, C = x.shape
        q, k, v = np.split(x @ self.Wqkv, 3, axis=2)
        q, k, v = (t.reshape(B, T, self.n_head, C // self.n_head).swapaxes(1, 2) for t in (q, k, v))
        att = q @ k.swapaxes(-2, -1) / np.sqrt(k.shape[-1])
        att[:, :, np.triu(np.ones((T, T)), 1) == 1] = -np.inf
        att = np.exp(att - att.max(-1, keepdims=True))
        att = att / att.sum(-1, keepdims=True)
        return (att @ v).swapaxes(1, 2).reshape(B, T, C) @ self.Wo

    def mlp(self, x):
        h = x @ self.W1
        return (0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))) @ self.W2

    def __call__(self, x):
        x = x + self.attn(self.ln(x))
        return x + self.mlp(self.ln(x))


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    return GPTStyleBlock(num_heads, Wq, Wk, Wv, Wo, W1, W2)(x)
