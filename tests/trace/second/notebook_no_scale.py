# step: scores
# lines: 27
# pitfall: no-scale
# outcome: wrong_value
import numpy as np

# In [3]: helpers from the lecture
def ln(t):
    m = t.mean(-1, keepdims=True)
    s = ((t - m) ** 2).mean(-1, keepdims=True)
    return (t - m) / np.sqrt(s + 1e-6)

# In [4]:
def softmax(z):
    z = z - z.max(-1, keepdims=True)
    e = np.exp(z)
    return e / e.sum(-1, keepdims=True)

# In [7]:
def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    dh = D // num_heads
    h = ln(x)
    q = (h @ Wq).reshape(B, N, num_heads, dh).transpose(0, 2, 1, 3)
    k = (h @ Wk).reshape(B, N, num_heads, dh).transpose(0, 2, 1, 3)
    v = (h @ Wv).reshape(B, N, num_heads, dh).transpose(0, 2, 1, 3)
    att = q @ k.transpose(0, 1, 3, 2)
    att = softmax(att)
    o = (att @ v).transpose(0, 2, 1, 3).reshape(B, N, D)
    x = x + o @ Wo
    u = ln(x) @ W1
    g = 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u ** 3)))
    return x + g @ W2
