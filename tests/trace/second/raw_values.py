# step: v
# lines: 17
# pitfall: none
# outcome: wrong_value
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    class Norm:
        def __call__(self, t):
            return (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)

    norm = Norm()
    B, N, D = x.shape
    to_heads = lambda t: t.reshape(B, N, num_heads, D // num_heads).transpose(0, 2, 1, 3)
    # the content of a token is the token itself, only the matching is normalised
    q, k, v = to_heads(norm(x) @ Wq), to_heads(norm(x) @ Wk), to_heads(x @ Wv)
    att = q @ k.swapaxes(2, 3) / np.sqrt(q.shape[-1])
    att = np.exp(att - att.max(-1, keepdims=True))
    att = att / att.sum(-1, keepdims=True)
    y = x + (att @ v).transpose(0, 2, 1, 3).reshape(B, N, D) @ Wo
    u = norm(y) @ W1
    return y + (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2
