"""Faults of the solution that adds up the heads' parts of the projection."""

from tests.trace.corpus.fault import fault, pitfall

FAULTS = (
    pitfall("no-scale", "scores", [(" / np.sqrt(Wq.shape[1])", "")], "a = q @", "a = np.exp"),
    pitfall(
        "scale-by-width", "scores", [("np.sqrt(Wq.shape[1])", "np.sqrt(Wq.shape[0])")], "a = q @"
    ),
    pitfall("no-second-residual", "output", [("return y + (0.5", "return (0.5")], "return (0.5"),
    pitfall(
        "no-first-residual",
        "resid1",
        [("y = x.copy()", "y = np.zeros_like(x)")],
        "y = np.zeros",
        "y = y + head",
    ),
    pitfall(
        "residual-from-normalised",
        "resid1",
        [("y = x.copy()", "y = n.copy()")],
        "y = n.copy",
        "y = y + head",
    ),
    pitfall(
        "second-norm-of-input",
        "ln2",
        [("u = norm(y) @ W1", "u = norm(x) @ W1")],
        "u = norm(x)",
        "return x / np.sqrt",
    ),
    pitfall("gelu-constant", "gelu", [("0.044715", "0.04471")], "w = np.sqrt", "return y + (0.5"),
    pitfall("wrong-eps", "ln1", [("+ 1e-6", "+ 1e-5")], "return x / np.sqrt", "n = norm(x)"),
    fault(
        "heads-see-the-sum",
        "q",
        [("head(n, Wq[:, c]", "head(norm(y), Wq[:, c]")],
        "k = n @",
        "v = n @",
        "y = y + head",
        "q = n @",
        "return x / np.sqrt",
        accept=("ln1", "k", "v", "resid1"),
    ),
    fault(
        "first-rows-always",
        "msa",
        [("Wv[:, c], Wo[c])", "Wv[:, c], Wo[:d])")],
        "y = y + head",
        "return o @",
    ),
    fault(
        "one-head-too-few",
        "msa",
        [("for h in range(num_heads)", "for h in range(num_heads - 1)")],
        "for h in range",
        "y = y + head",
        accept=("q", "k", "v", "scores", "weights", "heads", "concat", "resid1"),
    ),
    fault(
        "overlapping-columns",
        "q",
        [("np.arange(h * d, (h + 1) * d)", "np.arange(h, h + d)")],
        "k = n @",
        "v = n @",
        "y = y + head",
        "c = np.arange",
        "q = n @",
    ),
    fault(
        "mean-of-heads",
        "msa",
        [
            (
                "y = y + head(n, Wq[:, c], Wk[:, c], Wv[:, c], Wo[c])",
                "y = y + head(n, Wq[:, c], Wk[:, c], Wv[:, c], Wo[c]) / num_heads",
            )
        ],
        "y = y + head",
        accept=("resid1",),
    ),
    fault(
        "total-over-everything",
        "weights",
        [("a = a / a.sum(-1, keepdims=True)", "a = a / a.sum()")],
        "a = a / a.sum()",
    ),
)

PAIRS = (
    ("overlapping-columns", "no-second-residual"),
    ("no-scale", "second-norm-of-input"),
    ("total-over-everything", "gelu-constant"),
)
