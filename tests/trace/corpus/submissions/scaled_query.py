import numpy as np


def normalize(a):
    return (a - a.mean(-1, keepdims=True)) / (a.var(-1, keepdims=True) + 1e-6) ** 0.5


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    dh = D // num_heads
    split = lambda t: t.reshape(B, N, num_heads, dh).swapaxes(1, 2)
    xn = normalize(x)
    q = split(xn @ Wq) / np.sqrt(dh)
    k = split(xn @ Wk)
    v = split(xn @ Wv)
    logits = q @ k.swapaxes(2, 3)
    probs = np.exp(logits - logits.max(3, keepdims=True))
    probs /= probs.sum(3, keepdims=True)
    ctx = (probs @ v).swapaxes(1, 2).reshape(B, N, D)
    x = x + ctx @ Wo
    h = normalize(x) @ W1
    h = h * (np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)) + 1) / 2
    return x + h @ W2
