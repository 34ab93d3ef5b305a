import numpy as np


def logsumexp(a):
    top = a.max(axis=-1, keepdims=True)
    return np.log(np.exp(a - top).sum(axis=-1, keepdims=True)) + top


def layer_norm(a):
    return (a - a.mean(axis=-1, keepdims=True)) / np.sqrt(a.var(axis=-1, keepdims=True) + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    normed = layer_norm(x)
    q = np.array(np.split(normed @ Wq, num_heads, axis=-1))
    k = np.array(np.split(normed @ Wk, num_heads, axis=-1))
    v = np.array(np.split(normed @ Wv, num_heads, axis=-1))
    # (H, B, N, N): the heads come first here
    scores = np.einsum("hbic,hbjc->hbij", q, k) / np.sqrt(q.shape[-1])
    weights = np.exp(scores - logsumexp(scores))
    joined = np.concatenate(np.einsum("hbij,hbjc->hbic", weights, v), axis=-1)
    x = x + joined @ Wo
    hidden = layer_norm(x) @ W1
    hidden *= 0.5 * (1 + np.tanh(np.sqrt(2 / np.pi) * (hidden + 0.044715 * hidden**3)))
    return x + hidden @ W2
