# step: ln2 | hidden
# lines: 24
# pitfall: second-norm-of-input
# outcome: wrong_value
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    n_img, n_tok, width = x.shape
    per = width // num_heads
    normed = (x - x.mean(2, keepdims=True)) / np.sqrt(x.var(2, keepdims=True) + 1e-6)

    def heads_of(W):
        cols = normed @ W
        return np.array([[cols[i, :, h * per:(h + 1) * per] for h in range(num_heads)] for i in range(n_img)])

    q, k, v = heads_of(Wq), heads_of(Wk), heads_of(Wv)
    s = np.matmul(q, k.swapaxes(2, 3)) / np.sqrt(per)
    p = np.exp(s - s.max(3, keepdims=True))
    p = p / p.sum(3, keepdims=True)
    o = np.matmul(p, v)
    joined = np.concatenate(list(o.swapaxes(0, 1)), axis=2)
    y = x + np.matmul(joined, Wo)
    u = np.matmul(normed, W1)
    u3 = u * u * u
    act = 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u3)))
    return y + np.matmul(act, W2)
