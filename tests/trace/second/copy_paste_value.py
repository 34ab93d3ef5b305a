# step: v
# lines: 18
# pitfall: none
# outcome: wrong_value
import numpy as np


def layer_norm(inputs):
    mean = np.mean(inputs, axis=-1, keepdims=True)
    var = np.mean(np.square(inputs - mean), axis=-1, keepdims=True)
    return (inputs - mean) / np.sqrt(var + 1e-6)


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    normed = layer_norm(x)
    Q = np.dot(normed, Wq)
    K = np.dot(normed, Wk)
    V = np.dot(normed, Wk)

    Qs = np.array_split(Q, num_heads, axis=-1)
    Ks = np.array_split(K, num_heads, axis=-1)
    Vs = np.array_split(V, num_heads, axis=-1)

    outputs = []
    for Qh, Kh, Vh in zip(Qs, Ks, Vs):
        sim = np.einsum("bic,bjc->bij", Qh, Kh) / np.sqrt(Qh.shape[-1])
        sim = np.exp(sim - sim.max(axis=-1, keepdims=True))
        prob = sim / sim.sum(axis=-1, keepdims=True)
        outputs.append(np.einsum("bij,bjc->bic", prob, Vh))

    y = x + np.dot(np.concatenate(outputs, axis=-1), Wo)
    hidden = np.dot(layer_norm(y), W1)
    gelu = 0.5 * hidden * (1 + np.tanh(np.sqrt(2 / np.pi) * (hidden + 0.044715 * hidden**3)))
    return y + np.dot(gelu, W2)
