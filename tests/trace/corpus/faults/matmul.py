"""Faults of the solution made of matrix products only."""

from tests.trace.corpus.fault import fault, pitfall

FAULTS = (
    pitfall("no-scale", "scores", [(" / np.sqrt(d)", "")], "sh = np.matmul", "eh = np.exp"),
    pitfall(
        "sample-variance",
        "ln1",
        [
            (
                "np.sqrt(np.matmul(c * c, average) + 1e-6)",
                "np.sqrt(np.matmul(c * c, average) * D / (D - 1) + 1e-6)",
            )
        ],
        "return c /",
        "n1 = ln(x)",
    ),
    pitfall("wrong-eps", "ln1", [("+ 1e-6)", "+ 1e-5)")], "return c /", "n1 = ln(x)"),
    pitfall(
        "residual-from-normalised",
        "resid1",
        [("y = x + np.matmul", "y = n1 + np.matmul")],
        "y = n1",
    ),
    pitfall(
        "second-norm-of-input",
        "ln2",
        [("np.matmul(ln(y), W1)", "np.matmul(ln(x), W1)")],
        "u = np.matmul",
        "return c /",
    ),
    pitfall(
        "gelu-square",
        "gelu",
        [("cubic = u + 0.044715 * u * u * u", "cubic = u + 0.044715 * u * u")],
        "cubic =",
        "g = 0.5",
    ),
    pitfall(
        "no-output-projection",
        "msa",
        [("y = x + np.matmul(joined, Wo)", "y = x + joined")],
        "y = x +",
        "joined = sum",
    ),
    pitfall(
        "causal-mask",
        "weights",
        [
            (
                "        ah = eh / np.matmul",
                "        eh = eh * np.tril(np.ones((N, N)))\n        ah = eh / np.matmul",
            )
        ],
        "np.tril",
        "ah = eh",
    ),
    fault(
        "mean-of-heads",
        "concat",
        [("joined = sum(parts)", "joined = sum(parts) / num_heads")],
        "joined = sum",
    ),
    fault(
        "last-head-lost",
        "concat",
        [("joined = sum(parts)", "joined = sum(parts[:-1])")],
        "joined = sum",
    ),
    fault("wrong-columns", "q", [("np.matmul(Wq, pick)", "np.matmul(Wq, pick[:, ::-1])")], "qh ="),
    fault(
        "output-transposed",
        "msa",
        [("np.matmul(joined, Wo)", "np.matmul(joined, Wo.T)")],
        "y = x +",
    ),
    fault("one-minus-tanh", "gelu", [("(1.0 + np.tanh", "(1.0 - np.tanh")], "g = 0.5"),
    fault(
        "square-not-removed",
        "ln1",
        [("c = t - np.matmul(t, average)", "c = t - np.matmul(t * t, average)")],
        "c = t",
        "return c /",
        "n1 = ln(x)",
    ),
    fault(
        "variance-uncentred",
        "ln1",
        [("np.matmul(c * c, average)", "np.matmul(t * t, average)")],
        "return c /",
        "n1 = ln(x)",
    ),
    fault(
        "ones-too-long",
        "weights",
        [("ones_n = np.ones((N, 1))", "ones_n = np.ones((D, 1))")],
        "ah = eh",
        "ones_n =",
        outcome="exception",
    ),
    fault(
        "result-in-float32",
        "output",
        [("return y + np.matmul(g, W2)", "return (y + np.matmul(g, W2)).astype(np.float32)")],
        "return (y +",
        outcome="wrong_dtype",
    ),
)

PAIRS = (
    ("wrong-columns", "one-minus-tanh"),
    ("no-scale", "output-transposed"),
    ("last-head-lost", "second-norm-of-input"),
    ("wrong-eps", "gelu-square"),
)
