# step: output
# lines: 23
# pitfall: none
# outcome: wrong_value
import numpy as np

def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    norm = lambda t: (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)
    B, N, D = x.shape
    d_h = D // num_heads
    n1 = norm(x)
    heads_out = []
    for h in range(num_heads):
        sl = slice(h * d_h, (h + 1) * d_h)
        A = (n1 @ Wq[:, sl]) @ (n1 @ Wk[:, sl]).transpose(0, 2, 1) / np.sqrt(d_h)
        A = np.exp(A - A.max(-1, keepdims=True))
        A = A / A.sum(-1, keepdims=True)
        heads_out.append(A @ (n1 @ Wv[:, sl]))
    attn_out = np.concatenate(heads_out, -1) @ Wo
    y = x + attn_out
    u = norm(y) @ W1
    mlp_out = (0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))) @ W2
    return x + y + mlp_out
