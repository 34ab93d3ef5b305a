import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    state = {"x": x}
    weights = {"q": Wq, "k": Wk, "v": Wv}

    def norm(name, result):
        t = state[name]
        state[result] = (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-6)

    norm("x", "n")
    B, N, D = x.shape
    for name, W in weights.items():
        state[name] = (state["n"] @ W).reshape(B, N, num_heads, D // num_heads)
    # tokens before heads: (B, N, H, d), einsum sorts it out
    s = np.einsum("bihd,bjhd->bijh", state["q"], state["k"]) / np.sqrt(D // num_heads)
    e = np.exp(s - s.max(axis=2, keepdims=True))
    state["a"] = e / e.sum(axis=2, keepdims=True)
    state["o"] = np.einsum("bijh,bjhd->bihd", state["a"], state["v"]).reshape(B, N, D)
    state["y"] = state["x"] + state["o"] @ Wo
    norm("y", "m")
    u = state["m"] @ W1
    state["g"] = 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))
    return state["y"] + state["g"] @ W2
