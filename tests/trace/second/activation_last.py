# step: gelu | mlp
# lines: 32 33
# pitfall: none
# outcome: wrong_value
import numpy as np


def act(a):
    return 0.5 * a * (1 + np.tanh(np.sqrt(2 / np.pi) * (a + 0.044715 * a ** 3)))


def dense(a, w, activation=None):
    a = np.tensordot(a, w, axes=1)
    return activation(a) if activation else a


def norm(a):
    return (a - a.mean(axis=2, keepdims=True)) / np.sqrt(a.var(axis=2, keepdims=True) + 1e-6)


def softmax(a):
    a = np.exp(a - a.max(axis=-1, keepdims=True))
    return a / a.sum(axis=-1, keepdims=True)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    b, n, d = x.shape
    t = norm(x)
    q, k, v = (dense(t, w).reshape(b, n, num_heads, d // num_heads).transpose(0, 2, 1, 3) for w in (Wq, Wk, Wv))
    a = softmax(q @ k.transpose(0, 1, 3, 2) / np.sqrt(d // num_heads))
    x = x + dense((a @ v).transpose(0, 2, 1, 3).reshape(b, n, d), Wo)
    t = dense(norm(x), W1)
    t = dense(t, W2, activation=act)
    return x + t
