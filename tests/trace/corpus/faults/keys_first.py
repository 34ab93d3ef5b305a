"""Faults of the solution whose scores have the keys first."""

from tests.trace.corpus.fault import fault, pitfall

FAULTS = (
    pitfall(
        "softmax-wrong-axis",
        "weights",
        [
            ("scores_T.max(axis=1, keepdims=True)", "scores_T.max(axis=-1, keepdims=True)"),
            ("w_T.sum(axis=1, keepdims=True)", "w_T.sum(axis=-1, keepdims=True)"),
        ],
        "w_T = np.exp",
        "w_T = w_T",
    ),
    pitfall(
        "scale-by-dk", "scores", [("scores_T / d**0.5", "scores_T / d")], "scores_T = scores_T"
    ),
    pitfall(
        "causal-mask",
        "weights",
        [
            (
                "        w_T = np.exp",
                (
                    "        scores_T = np.where(np.tri(N, k=-1) == 1, -np.inf, scores_T)\n"
                    "        w_T = np.exp"
                ),
            )
        ],
        "scores_T = np.where",
        "w_T = np.exp",
        "w_T = w_T",
    ),
    pitfall(
        "wrong-eps",
        "ln1",
        [("EPS = 1e-6", "EPS = 1e-12")],
        "EPS = 1e-12",
        "return (t - m)",
        "att = attend",
    ),
    pitfall(
        "norm-over-tokens",
        "ln1",
        [
            ("t.mean(axis=2, keepdims=True)", "t.mean(axis=1, keepdims=True)"),
            ("** 2, axis=2, keepdims=True)", "** 2, axis=1, keepdims=True)"),
        ],
        "return (t - m)",
        "m = t.mean",
        "s2 =",
        "att = attend",
    ),
    pitfall(
        "no-output-projection",
        "msa",
        [("Wq, Wk, Wv) @ Wo", "Wq, Wk, Wv)")],
        "att = attend",
        "y = att",
    ),
    pitfall(
        "no-activation",
        "gelu",
        [("return gelu(z) @ W2", "return z @ W2")],
        "return z @",
        "z = ln",
        accept=("mlp",),
    ),
    pitfall("no-first-residual", "resid1", [("y = att + x", "y = att")], "y = att", "att = attend"),
    fault(
        "weights-not-turned-back", "heads", [("w_T.transpose(0, 2, 1) @ v", "w_T @ v")], "= w_T @ v"
    ),
    fault(
        "heads-overwritten",
        "concat",
        [("result[:, :, h * d : h * d + d] =", "result[:, :, :d] =")],
        "result[:, :, :d]",
        "result = np.zeros",
        "return result",
    ),
    fault(
        "head-slice-shifted",
        "q",
        [
            (
                "sl = np.s_[:, h * d : h * d + d]",
                "sl = np.s_[:, max(h * d - 1, 0) : max(h * d - 1, 0) + d]",
            )
        ],
        "sl =",
        "q, k, v =",
    ),
    fault(
        "never-ends",
        "q",
        [("    for h in range(heads):\n", "    h = 0\n    while h < heads:\n")],
        "while h < heads",
        "sl = np.s_",
        "q, k, v =",
        outcome="time_limit",
        accept=("k", "v", "scores", "weights", "heads", "concat"),
    ),
    fault("variance-exponent", "ln1", [("** -0.5", "** -1")], "return (t - m)", "att = attend"),
    fault(
        "cube-unscaled",
        "gelu",
        [("a * u + a * 0.044715", "a * u + 0.044715")],
        "return u * 0.5",
        "return gelu(z)",
    ),
    fault("rows-of-weights", "v", [("x @ Wv[sl]", "x @ Wv.T[sl]")], "q, k, v ="),
)

PAIRS = (
    ("weights-not-turned-back", "cube-unscaled"),
    ("scale-by-dk", "no-first-residual"),
    ("rows-of-weights", "no-activation"),
)
