import numpy as np


def layer_norm_(buf, x):
    np.subtract(x, x.mean(axis=-1, keepdims=True), out=buf)
    var = np.mean(buf * buf, axis=-1, keepdims=True)
    var += 1e-6
    np.sqrt(var, out=var)
    np.divide(buf, var, out=buf)


def gelu_(u):
    t = u * u
    t *= u
    t *= 0.044715
    t += u
    t *= np.sqrt(2 / np.pi)
    np.tanh(t, out=t)
    t += 1
    u *= t
    u *= 0.5


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    H = num_heads
    d = D // H
    y = np.array(x)
    buf = np.empty_like(x)
    layer_norm_(buf, x)
    q = np.empty((B, H, N, d))
    k = np.empty((B, H, N, d))
    v = np.empty((B, H, N, d))
    for h in range(H):
        cols = slice(h * d, h * d + d)
        np.matmul(buf, Wq[:, cols], out=q[:, h])
        np.matmul(buf, Wk[:, cols], out=k[:, h])
        np.matmul(buf, Wv[:, cols], out=v[:, h])
    att = np.empty((B, H, N, N))
    np.matmul(q, k.transpose(0, 1, 3, 2), out=att)
    att /= np.sqrt(d)
    att -= att.max(axis=-1, keepdims=True)
    np.exp(att, out=att)
    att /= att.sum(axis=-1, keepdims=True)
    joined = np.empty((B, N, D))
    for h in range(H):
        joined[:, :, h * d:(h + 1) * d] = att[:, h] @ v[:, h]
    y += joined @ Wo
    layer_norm_(buf, y)
    hid = buf @ W1
    gelu_(hid)
    y += hid @ W2
    return y
