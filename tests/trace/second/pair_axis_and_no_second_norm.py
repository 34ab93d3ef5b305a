# step: weights
# lines: 27 33 37
# pitfall: softmax-wrong-axis no-second-norm
# outcome: wrong_value
# also: hidden
from functools import reduce
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    b, n, d = x.shape
    f = d // num_heads

    def step_norm(s):
        t = s["x"] - s["x"].mean(-1, keepdims=True)
        return {**s, "n": t / np.sqrt((t * t).mean(-1, keepdims=True) + 1e-6)}

    def step_project(s):
        cut = lambda W: (s["n"] @ W).reshape(b, n, num_heads, f).transpose(0, 2, 1, 3)
        return {**s, "q": cut(Wq), "k": cut(Wk), "v": cut(Wv)}

    def step_score(s):
        return {**s, "s": s["q"] @ s["k"].transpose(0, 1, 3, 2) / np.sqrt(f)}

    def step_soft(s):
        e = np.exp(s["s"] - s["s"].max(axis=2, keepdims=True))
        return {**s, "a": e / e.sum(axis=2, keepdims=True)}

    def step_mix(s):
        return {**s, "y": s["x"] + (s["a"] @ s["v"]).transpose(0, 2, 1, 3).reshape(b, n, d) @ Wo}

    def step_mlp(s):
        u = s["y"] @ W1
        g = 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))
        return {**s, "z": s["y"] + g @ W2}

    return reduce(lambda s, f: f(s), [step_norm, step_project, step_score, step_soft, step_mix, step_mlp], {"x": x})["z"]
