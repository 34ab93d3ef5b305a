# step: scores | weights
# lines: 15 17
# pitfall: none
# outcome: wrong_value
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    head_dim = D // num_heads
    ln1 = (x - x.mean(2, keepdims=True)) / np.sqrt(x.var(2, keepdims=True) + 1e-6)
    q = (ln1 @ Wq).reshape(B, N, num_heads, head_dim).transpose(0, 2, 1, 3)
    k = (ln1 @ Wk).reshape(B, N, num_heads, head_dim).transpose(0, 2, 1, 3)
    v = (ln1 @ Wv).reshape(B, N, num_heads, head_dim).transpose(0, 2, 1, 3)
    scores = q @ k.transpose(0, 1, 3, 2)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights = weights / weights.sum(-1, keepdims=True) / np.sqrt(head_dim)
    heads = weights @ v
    concat = heads.transpose(0, 2, 1, 3).reshape(B, N, D)
    msa = concat @ Wo
    resid1 = x + msa
    ln2 = (resid1 - resid1.mean(2, keepdims=True)) / np.sqrt(resid1.var(2, keepdims=True) + 1e-6)
    hidden = ln2 @ W1
    gelu = 0.5 * hidden * (1 + np.tanh(np.sqrt(2 / np.pi) * (hidden + 0.044715 * hidden ** 3)))
    mlp = gelu @ W2
    return resid1 + mlp
