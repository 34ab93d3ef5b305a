"""Faults of the solution made of small functions."""

from tests.trace.corpus.fault import Place, fault, pitfall

FAULTS = (
    pitfall("no-scale", "scores", [(" / np.sqrt(d_h)", "")], "scores = q @"),
    pitfall(
        "scale-by-width",
        "scores",
        [("d_h = q.shape[-1]", "d_h = x.shape[-1]")],
        "scores = q @",
        "d_h = x.shape",
    ),
    pitfall(
        "sample-variance",
        "ln1",
        [("np.var(x, axis=-1, keepdims=True)", "np.var(x, axis=-1, keepdims=True, ddof=1)")],
        "var = np.var",
        "return (x - mean)",
        "normed = layer_norm(x)",
    ),
    pitfall(
        "heads-not-transposed",
        "q",
        [
            (
                (
                    "    t = t.reshape(B, N, num_heads, D // num_heads)\n"
                    "    return t.transpose(0, 2, 1, 3)"
                ),
                "    return t.reshape(B, num_heads, N, D // num_heads)",
            )
        ],
        "return t.reshape(B, num_heads",
        "q = split_heads",
    ),
    pitfall(
        "residual-from-normalised",
        "resid1",
        [
            ("    normed = layer_norm(x)\n", "    x = layer_norm(x)\n"),
            ("attention(normed,", "attention(x,"),
        ],
        "y = x + attention",
        "x = layer_norm(x)",
    ),
    pitfall(
        "causal-mask",
        "weights",
        [
            (
                "    weights = softmax(scores)",
                (
                    "    mask = np.tril(np.ones(scores.shape[-2:]))\n"
                    "    scores = np.where(mask == 0, -np.inf, scores)\n"
                    "    weights = softmax(scores)"
                ),
            )
        ],
        "scores = np.where",
        "weights = softmax",
        "return e / np.sum",
        "x = x - np.max",
        "e = np.exp(x)",
    ),
    fault(
        "keys-and-values-swapped",
        "k",
        [
            ("k = split_heads(x @ Wk", "k = split_heads(x @ Wv"),
            ("x @ Wv, num_heads)\n    d_h", "x @ Wk, num_heads)\n    d_h"),
        ],
        "k = split_heads",
        also=(Place("v", ("v = split_heads",)),),
    ),
    fault(
        "weights-transposed",
        "q",
        [("x @ Wq", "x @ Wq.T")],
        "q = split_heads",
        "return t.transpose(0, 2, 1, 3)",
    ),
    fault(
        "mean-for-sum",
        "weights",
        [("e / np.sum(e,", "e / np.mean(e,")],
        "return e / np.mean",
        "weights = softmax",
    ),
    fault(
        "root-forgotten",
        "ln1",
        [("/ np.sqrt(var + eps)", "/ (var + eps)")],
        "return (x - mean)",
        "normed = layer_norm(x)",
    ),
    fault(
        "tanh-coefficient",
        "gelu",
        [("np.sqrt(2 / np.pi)", "0.8")],
        "return 0.5 * x",
        "h = gelu(h)",
    ),
    fault("second-matrix-first", "hidden", [("h = x @ W1", "h = x @ W2.T")], "h = x @"),
    fault("sign", "resid1", [("y = x + attention", "y = x - attention")], "y = x - attention"),
    fault(
        "keys-not-transposed",
        "scores",
        [("q @ k.transpose(0, 1, 3, 2)", "q @ k")],
        "scores = q @",
        outcome="exception",
    ),
    fault(
        "values-transposed",
        "heads",
        [("weights @ v", "weights.transpose(0, 1, 3, 2) @ v")],
        "heads = weights",
    ),
    fault(
        "width-last-returned",
        "output",
        [
            (
                "return y + mlp(normed2, W1, W2)",
                "return (y + mlp(normed2, W1, W2)).transpose(0, 2, 1)",
            )
        ],
        "return (y + mlp",
        outcome="wrong_shape",
    ),
    fault(
        "norm-not-stored",
        "ln2",
        [
            (
                "    normed2 = layer_norm(y)\n    return y + mlp(normed2,",
                "    layer_norm(y)\n    return y + mlp(y,",
            )
        ],
        "    layer_norm(y)",
        "return y + mlp(y",
        "h = x @ W1",
        pitfall="no-second-norm",
        accept=("hidden",),
    ),
    fault(
        "activation-not-stored",
        "gelu",
        [("    h = gelu(h)\n", "    gelu(h)\n")],
        "    gelu(h)",
        "h = x @ W1",
        "return h @ W2",
        pitfall="no-activation",
        accept=("mlp",),
    ),
    fault(
        "old-norm",
        "hidden",
        [("return y + mlp(normed2,", "return y + mlp(normed,")],
        "return y + mlp(normed,",
        "h = x @ W1",
        pitfall="second-norm-of-input",
        accept=("ln2",),
    ),
)

PAIRS = (
    ("no-scale", "tanh-coefficient"),
    ("weights-transposed", "sign"),
    ("mean-for-sum", "values-transposed"),
    ("residual-from-normalised", "tanh-coefficient"),
)
