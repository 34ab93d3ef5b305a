import numpy as np


def layernorm(t):
    t = t - t.mean(-1)[:, :, None]
    return t / np.sqrt((t**2).mean(-1)[:, :, None] + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    head_dim = D // num_heads
    Wqkv = np.concatenate([Wq, Wk, Wv], axis=1)
    qkv = layernorm(x) @ Wqkv
    qkv = qkv.reshape(B, N, 3, num_heads, head_dim)
    qkv = qkv.transpose(2, 0, 3, 1, 4)
    q, k, v = qkv[0], qkv[1], qkv[2]
    attn = q @ k.swapaxes(-2, -1)
    attn = attn * head_dim**-0.5
    attn = np.exp(attn - attn.max(-1, keepdims=True))
    attn = attn / attn.sum(-1, keepdims=True)
    out = attn @ v
    out = out.transpose(0, 2, 1, 3).reshape(B, N, D)
    out = out @ Wo
    x = x + out
    h = layernorm(x) @ W1
    h = 0.5 * h * (1.0 + np.tanh(np.sqrt(2.0 / np.pi) * (h + 0.044715 * h**3)))
    h = h @ W2
    return x + h
