# step: hidden | ln2
# lines: 22
# pitfall: no-second-norm
# outcome: wrong_value
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    B, N, D = x.shape
    cache = {}
    cache["mean"] = x.mean(-1, keepdims=True)
    cache["std"] = np.sqrt(x.var(-1, keepdims=True) + 1e-6)
    cache["norm"] = (x - cache["mean"]) / cache["std"]
    for name, W in (("q", Wq), ("k", Wk), ("v", Wv)):
        cache[name] = np.stack(np.split(cache["norm"] @ W, num_heads, axis=2), axis=1)
    cache["s"] = cache["q"] @ cache["k"].transpose(0, 1, 3, 2) / np.sqrt(D / num_heads)
    e = np.exp(cache["s"] - cache["s"].max(-1, keepdims=True))
    cache["a"] = e / e.sum(-1, keepdims=True)
    cache["o"] = cache["a"] @ cache["v"]
    cache["c"] = np.concatenate([cache["o"][:, h] for h in range(num_heads)], axis=2)
    cache["y"] = x + cache["c"] @ Wo
    cache["u"] = cache["y"] @ W1
    cache["g"] = 0.5 * cache["u"] * (1 + np.tanh(np.sqrt(2 / np.pi) * (cache["u"] + 0.044715 * cache["u"] ** 3)))
    return cache["y"] + cache["g"] @ W2
