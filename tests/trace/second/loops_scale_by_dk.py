# step: scores
# lines: 18 43
# pitfall: scale-by-dk
# outcome: wrong_value
import math
import numpy as np


def normalize(vec):
    mu = sum(vec) / len(vec)
    var = sum((c - mu) ** 2 for c in vec) / len(vec)
    return np.array([(c - mu) / math.sqrt(var + 1e-6) for c in vec])


def attend(i, q, k, v, width):
    logits = []
    for j in range(len(k)):
        logits.append(np.dot(q[i], k[j]) / width)
    biggest = max(logits)
    ex = [math.exp(l - biggest) for l in logits]
    total = sum(ex)
    acc = np.zeros(v.shape[1])
    for j in range(len(k)):
        acc += ex[j] / total * v[j]
    return acc


def gelu(u):
    return 0.5 * u * (1 + math.tanh(math.sqrt(2 / math.pi) * (u + 0.044715 * u ** 3)))


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    width = D // num_heads
    out = np.zeros((B, N, D))
    for b in range(B):
        hat = np.array([normalize(x[b, n]) for n in range(N)])
        Q, K, V = hat.dot(Wq), hat.dot(Wk), hat.dot(Wv)
        joined = np.zeros((N, D))
        for h in range(num_heads):
            lo, hi = h * width, (h + 1) * width
            for i in range(N):
                joined[i, lo:hi] = attend(i, Q[:, lo:hi], K[:, lo:hi], V[:, lo:hi], width)
        for i in range(N):
            y = x[b, i] + joined[i].dot(Wo)
            hid = normalize(y).dot(W1)
            out[b, i] = y + np.array([gelu(u) for u in hid]).dot(W2)
    return out
