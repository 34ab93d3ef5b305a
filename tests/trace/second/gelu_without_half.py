# step: gelu
# lines: 18 28
# pitfall: none
# outcome: wrong_value
import numpy as np


def block_parts(num_heads, Wq, Wk, Wv, Wo, W1, W2):
    def attention(t):
        for_heads = lambda m: np.stack(np.split(m, num_heads, axis=-1))
        q, k, v = for_heads(t @ Wq), for_heads(t @ Wk), for_heads(t @ Wv)
        s = np.einsum("hbid,hbjd->hbij", q, k) / np.sqrt(q.shape[-1])
        e = np.exp(s - s.max(-1, keepdims=True))
        return np.concatenate((e / e.sum(-1, keepdims=True)) @ v, axis=-1) @ Wo

    def mlp(t):
        u = t @ W1
        return (u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2

    return [attention, mlp]


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    state = x
    for part in block_parts(num_heads, Wq, Wk, Wv, Wo, W1, W2):
        mu = state.mean(-1, keepdims=True)
        sd = np.sqrt(np.mean((state - mu) ** 2, -1, keepdims=True) + 1e-6)
        state = state + part((state - mu) / sd)
    return state
