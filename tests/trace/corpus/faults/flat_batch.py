"""Faults of the solution that merges the batch with the tokens, or with the heads."""

from tests.trace.corpus.fault import fault, pitfall

FAULTS = (
    pitfall("scale-by-width", "scores", [("/ np.sqrt(d)", "/ np.sqrt(D)")], "s = (q @"),
    pitfall(
        "concat-not-transposed",
        "concat",
        [("o = o.transpose(0, 2, 1, 3).reshape(B * N, D)", "o = o.reshape(B * N, D)")],
        "o = o.reshape",
    ),
    pitfall("relu", "gelu", [("g = 0.5 * u + 0.5 * u * t", "g = u * (u > 0)")], "g = u *"),
    pitfall(
        "no-second-residual", "output", [("z = y + g @ W2", "z = g @ W2")], "z = g @", "return z"
    ),
    pitfall(
        "second-residual-from-input",
        "output",
        [("z = y + g @ W2", "z = flat + g @ W2")],
        "z = flat",
    ),
    pitfall(
        "float32",
        "ln1",
        [
            (
                "flat = x.reshape(B * N, D)",
                (
                    "flat = x.reshape(B * N, D).astype('float32')\n"
                    "    Ws = Wq, Wk, Wv, Wo, W1, W2\n"
                    "    Wq, Wk, Wv, Wo, W1, W2 = (W.astype('float32') for W in Ws)"
                ),
            ),
            ("return z.reshape(B, N, D)", "return z.reshape(B, N, D).astype('float64')"),
            ("s = (q @ k) / np.sqrt(d)", "s = (q @ k) / d**0.5"),
            ("np.tanh(np.sqrt(2 / np.pi)", "np.tanh((2 / np.pi) ** 0.5"),
        ],
        "flat = x",
        "mu = t.mean",
        "return (t - mu)",
        "n = norm_rows",
    ),
    pitfall(
        "causal-mask",
        "weights",
        [
            (
                "    p = np.exp(s) / np.exp(s).sum(axis=2, keepdims=True)",
                "    e = np.tril(np.exp(s))\n    p = e / e.sum(axis=2, keepdims=True)",
            )
        ],
        "e = np.tril",
        "p = e /",
    ),
    fault(
        "heads-of-wrong-image",
        "concat",
        [
            (
                "o = (p @ v).reshape(B, num_heads, N, d)",
                "o = (p @ v).reshape(num_heads, B, N, d).transpose(1, 0, 2, 3)",
            )
        ],
        "o = (p @ v)",
        "o = o.transpose",
    ),
    fault(
        "tokens-before-images",
        "q",
        [
            (
                "q = (n @ Wq).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3)",
                "q = (n @ Wq).reshape(N, B, num_heads, d).transpose(1, 2, 0, 3)",
            )
        ],
        "q = (n",
    ),
    fault(
        "reshape-in-place-of-transpose",
        "k",
        [
            (
                "k = (n @ Wk).reshape(B, N, num_heads, d).transpose(0, 2, 3, 1).reshape",
                "k = (n @ Wk).reshape(B, N, num_heads, d).transpose(0, 2, 1, 3).reshape",
            )
        ],
        "k = (n",
    ),
    fault(
        "attention-over-batch",
        "scores",
        [("s = (q @ k) / np.sqrt(d)", "s = (q @ k[::-1]) / np.sqrt(d)")],
        "s = (q @",
        accept=("k",),
    ),
    fault(
        "norm-over-rows",
        "ln1",
        [
            ("t.mean(axis=1, keepdims=True)", "t.mean(axis=0, keepdims=True)"),
            ("t.var(axis=1, keepdims=True)", "t.var(axis=0, keepdims=True)"),
        ],
        "mu =",
        "return (t - mu)",
        "n = norm_rows",
    ),
    fault("term-lost", "gelu", [("g = 0.5 * u + 0.5 * u * t", "g = 0.5 * u * t")], "g = 0.5"),
    fault(
        "left-flat",
        "output",
        [("return z.reshape(B, N, D)", "return z")],
        "return z",
        "z = y +",
        outcome="wrong_shape",
    ),
    fault(
        "wrong-size",
        "output",
        [("return z.reshape(B, N, D)", "return z.reshape(B, N, d)")],
        "return z",
        outcome="exception",
    ),
)

PAIRS = (
    ("tokens-before-images", "term-lost"),
    ("scale-by-width", "second-residual-from-input"),
    ("norm-over-rows", "relu"),
)
