"""Faults of the solution that keeps each token in a column."""

from tests.trace.corpus.fault import Place, fault, pitfall

FAULTS = (
    pitfall(
        "no-scale",
        "scores",
        [("        S = S / np.sqrt(d)\n", "")],
        "S = K[h].T",
        "A = softmax_cols",
    ),
    pitfall(
        "softmax-wrong-axis",
        "weights",
        [
            ("S - S.max(axis=0, keepdims=True)", "S - S.max(axis=1, keepdims=True)"),
            ("P / P.sum(axis=0, keepdims=True)", "P / P.sum(axis=1, keepdims=True)"),
        ],
        "P = np.exp",
        "return P /",
        "A = softmax",
    ),
    pitfall(
        "norm-over-tokens",
        "ln1",
        [
            ("X - X.mean(axis=0, keepdims=True)", "X - X.mean(axis=1, keepdims=True)"),
            ("(M * M).mean(axis=0, keepdims=True)", "(M * M).mean(axis=1, keepdims=True)"),
        ],
        "M = X -",
        "return M /",
        "Z = ln_cols",
    ),
    pitfall("residual-from-normalised", "resid1", [("Y = X + Wo.T", "Y = Z + Wo.T")], "Y = Z +"),
    pitfall(
        "second-residual-from-input",
        "output",
        [("return Y + W2.T", "return X + W2.T")],
        "return X +",
    ),
    pitfall("no-first-residual", "resid1", [("Y = X + Wo.T", "Y = Wo.T")], "Y = Wo.T"),
    pitfall(
        "relu",
        "gelu",
        [
            (
                "G = U * 0.5 * (1 + np.tanh(np.sqrt(2 / np.pi) * (U + 0.044715 * U**3)))",
                "G = np.where(U > 0, U, 0)",
            )
        ],
        "G = np.where",
    ),
    pitfall("gelu-constant", "gelu", [("0.044715", "0.04471")], "G = U"),
    fault(
        "scores-transposed",
        "scores",
        [("K[h].T @ Q[h]", "Q[h].T @ K[h]")],
        "S = Q[h]",
        "S = S /",
        "A = softmax",
        "P = np.exp",
        "return P /",
        "O[h] =",
        accept=("weights", "heads"),
    ),
    fault("query-weights-untransposed", "q", [("(Wq.T @ Z)", "(Wq @ Z)")], "Q = (Wq"),
    fault("output-untransposed", "msa", [("Wo.T @ O", "Wo @ O")], "Y = X + Wo"),
    fault(
        "weights-untransposed",
        "hidden",
        [("W1.T @ ln_cols", "W1 @ ln_cols")],
        "U = W1",
        outcome="exception",
    ),
    fault(
        "result-untransposed",
        "output",
        [("W1, W2).T\n", "W1, W2)\n")],
        "result[b] =",
        outcome="exception",
    ),
    fault(
        "heads-interleaved",
        "q",
        [
            ("(Wq.T @ Z).reshape(H, d, N)", "(Wq.T @ Z).reshape(d, H, N).transpose(1, 0, 2)"),
            ("(Wk.T @ Z).reshape(H, d, N)", "(Wk.T @ Z).reshape(d, H, N).transpose(1, 0, 2)"),
            ("(Wv.T @ Z).reshape(H, d, N)", "(Wv.T @ Z).reshape(d, H, N).transpose(1, 0, 2)"),
        ],
        "Q = (Wq",
        also=(Place("k", ("K = (Wk",)), Place("v", ("V = (Wv",))),
    ),
    fault(
        "image-reused",
        "ln1",
        [("encode(x[b].T", "encode(x[0].T")],
        "encode(x[0].T",
        "Z = ln_cols",
        "M = X -",
        "return M /",
        accept=("output",),
    ),
)

PAIRS = (
    ("query-weights-untransposed", "relu"),
    ("no-scale", "second-residual-from-input"),
    ("norm-over-tokens", "output-untransposed"),
)
