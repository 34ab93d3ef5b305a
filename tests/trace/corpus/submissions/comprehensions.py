import numpy as np


def ln(v):
    return (v - np.mean(v)) / np.sqrt(np.var(v) + 1e-6)


def soft(v):
    e = np.exp(v - max(v))
    return e / sum(e)


def gelu(u):
    return u / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))


def attention(tokens, H, Wq, Wk, Wv, Wo):
    qs = np.split(tokens @ Wq, H, axis=-1)
    ks = np.split(tokens @ Wk, H, axis=-1)
    vs = np.split(tokens @ Wv, H, axis=-1)
    outs = []
    for q, k, v in zip(qs, ks, vs):
        rows = [soft(k @ qi / np.sqrt(len(qi))) for qi in q]
        outs.append(np.stack([row @ v for row in rows]))
    return np.hstack(outs) @ Wo


def mlp(tokens, W1, W2):
    return np.stack([gelu(t @ W1) @ W2 for t in tokens])


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    images = []
    for image in x:
        normed = np.stack([ln(t) for t in image])
        image = image + attention(normed, num_heads, Wq, Wk, Wv, Wo)
        normed = np.stack([ln(t) for t in image])
        image = image + mlp(normed, W1, W2)
        images.append(image)
    return np.stack(images)
