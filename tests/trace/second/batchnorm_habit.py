# step: ln1
# lines: 8 9 10 15
# pitfall: norm-over-tokens
# outcome: wrong_value
import numpy as np

def normalise_tokens(a):
    mu = a.mean(axis=1)
    va = a.var(axis=1)
    return (a - mu[:, None, :]) / np.sqrt(va[:, None, :] + 1e-6)

def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    k_ = D // num_heads
    z = normalise_tokens(x)
    Q, K, V = z @ Wq, z @ Wk, z @ Wv
    result = []
    for b in range(B):
        row = []
        for h in range(num_heads):
            q = Q[b][:, h*k_:(h+1)*k_]
            k = K[b][:, h*k_:(h+1)*k_]
            v = V[b][:, h*k_:(h+1)*k_]
            s = q.dot(k.T) / np.sqrt(k_)
            s = np.exp(s - s.max(axis=1, keepdims=True))
            row.append((s / s.sum(axis=1, keepdims=True)).dot(v))
        result.append(np.concatenate(row, axis=1))
    y = x + np.array(result) @ Wo
    u = normalise_tokens(y) @ W1
    return y + (u * 0.5 * (1 + np.tanh(np.sqrt(2/np.pi) * (u + 0.044715*u**3)))) @ W2
