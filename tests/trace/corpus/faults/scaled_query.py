"""Faults of the solution that scales the queries instead of the scores."""

from tests.trace.corpus.fault import fault, pitfall

FAULTS = (
    pitfall(
        "scale-by-width",
        "scores",
        [("split(xn @ Wq) / np.sqrt(dh)", "split(xn @ Wq) / np.sqrt(D)")],
        "q = split",
        "logits =",
    ),
    pitfall(
        "scale-by-dk",
        "scores",
        [("    logits = q @", "    k = k / np.sqrt(dh)\n    logits = q @")],
        "k = k /",
        "logits =",
    ),
    pitfall(
        "no-scale",
        "scores",
        [("split(xn @ Wq) / np.sqrt(dh)", "split(xn @ Wq)")],
        "logits =",
        "q = split",
        "probs = np.exp",
    ),
    pitfall("gelu-constant", "gelu", [("0.044715", "0.04471")], "h = h *"),
    pitfall("no-second-residual", "output", [("return x + h @ W2", "return h @ W2")], "return h @"),
    pitfall(
        "no-second-norm",
        "ln2",
        [("h = normalize(x) @ W1", "h = x @ W1")],
        "h = x @",
        "x = x + ctx",
        accept=("hidden",),
    ),
    pitfall(
        "eps-outside-root",
        "ln1",
        [("(a.var(-1, keepdims=True) + 1e-6) ** 0.5", "(a.var(-1, keepdims=True) ** 0.5 + 1e-6)")],
        "return (a -",
        "xn = normalize",
    ),
    pitfall(
        "causal-mask",
        "weights",
        [
            (
                "    probs = np.exp",
                (
                    "    rows, cols = np.triu_indices(N, 1)\n"
                    "    logits[:, :, rows, cols] = -np.inf\n"
                    "    probs = np.exp"
                ),
            )
        ],
        "rows, cols = np",
        "logits[:, :, rows",
        "probs = np.exp",
        "probs /=",
    ),
    fault(
        "probabilities-halved",
        "weights",
        [("probs /= probs.sum(3, keepdims=True)", "probs /= probs.sum(3, keepdims=True) + 1")],
        "probs /=",
    ),
    fault(
        "power-of-tanh",
        "gelu",
        [
            (
                "(np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)) + 1)",
                "(np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3) + 1))",
            )
        ],
        "h = h *",
    ),
    fault(
        "batch-axis-merged",
        "concat",
        [
            (
                "(probs @ v).swapaxes(1, 2).reshape(B, N, D)",
                "(probs @ v).swapaxes(0, 2).reshape(B, N, D)",
            )
        ],
        "ctx =",
    ),
    fault(
        "tokens-reversed",
        "ln2",
        [("h = normalize(x) @ W1", "h = normalize(x[:, ::-1]) @ W1")],
        "h = normalize",
        "return (a -",
        accept=("hidden",),
    ),
    fault("residual-twice", "resid1", [("x = x + ctx @ Wo", "x = x + x + ctx @ Wo")], "x = x + x"),
    fault(
        "deviation-forgotten",
        "ln1",
        [(" / (a.var(-1, keepdims=True) + 1e-6) ** 0.5", "")],
        "return (a -",
        "xn = normalize",
    ),
)

PAIRS = (
    ("scale-by-width", "residual-twice"),
    ("batch-axis-merged", "gelu-constant"),
    ("probabilities-halved", "no-second-norm"),
)
