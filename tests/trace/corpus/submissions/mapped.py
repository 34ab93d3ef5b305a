import numpy as np


def vmap(f):
    def mapped(batch, *args):
        return np.stack([f(item, *args) for item in batch])
    return mapped


def standardise(tokens):
    mean = tokens.mean(axis=1)
    std = np.sqrt(tokens.var(axis=1) + 1e-6)
    return (tokens - mean[:, None]) / std[:, None]


def one_head(qkv):
    q, k, v = qkv
    logits = q @ k.T / np.sqrt(q.shape[1])
    logits = logits - logits.max(axis=1)[:, None]
    p = np.exp(logits)
    p = p / p.sum(axis=1)[:, None]
    return p @ v


def to_heads(t, num_heads):
    return np.stack(np.split(t, num_heads, axis=1))


def self_attention(tokens, num_heads, Wq, Wk, Wv, Wo):
    q = to_heads(tokens @ Wq, num_heads)
    k = to_heads(tokens @ Wk, num_heads)
    v = to_heads(tokens @ Wv, num_heads)
    outs = vmap(one_head)(list(zip(q, k, v)))
    joined = np.concatenate(list(outs), axis=1)
    return joined @ Wo


def feed_forward(tokens, W1, W2):
    u = tokens @ W1
    act = 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))
    return act @ W2


def block(image, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    image = image + self_attention(standardise(image), num_heads, Wq, Wk, Wv, Wo)
    image = image + feed_forward(standardise(image), W1, W2)
    return image


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    return vmap(block)(x, num_heads, Wq, Wk, Wv, Wo, W1, W2)
