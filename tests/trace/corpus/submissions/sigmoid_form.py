import numpy as np


def sigmoid(t):
    return 1 / (1 + np.exp(-t))


def layer_norm(t, eps=1e-6):
    t = t - np.mean(t, -1, keepdims=True)
    return t * (1 / np.sqrt(np.mean(t**2, -1, keepdims=True) + eps))


def gelu(u):
    # 0.5 (1 + tanh z) == sigmoid(2 z)
    return u * sigmoid(2 * np.sqrt(2 / np.pi) * u * (1 + 0.044715 * u**2))


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    def to_heads(t):
        return np.array_split(t, num_heads, axis=2)

    n = layer_norm(x)
    outputs = []
    for q, k, v in zip(to_heads(n @ Wq), to_heads(n @ Wk), to_heads(n @ Wv)):
        scores = np.matmul(q, np.swapaxes(k, 1, 2)) * q.shape[2] ** -0.5
        scores -= np.max(scores, axis=2)[:, :, None]
        odds = np.exp(scores)
        outputs.append(np.matmul(odds / np.sum(odds, axis=2)[:, :, None], v))
    y = x + np.dot(np.dstack(outputs), Wo)
    return y + np.dot(gelu(np.dot(layer_norm(y), W1)), W2)
