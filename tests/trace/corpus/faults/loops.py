"""Faults of the solution that loops over images, heads and tokens."""

from tests.trace.corpus.fault import fault, pitfall

FAULTS = (
    pitfall("scale-by-width", "scores", [("/ math.sqrt(d)", "/ math.sqrt(D)")], "scores[j] ="),
    pitfall(
        "relu",
        "gelu",
        [("activated = gelu(hidden)", "activated = np.maximum(hidden, 0)")],
        "activated =",
    ),
    pitfall(
        "wrong-eps",
        "ln1",
        [("var + 1e-6", "var + 1e-5")],
        "return (token - mu)",
        "normed[i] = norm",
    ),
    pitfall(
        "no-first-residual",
        "resid1",
        [("y = x[b, i] + attended", "y = attended")],
        "y = attended",
        "attended = concat",
        "norm(y)",
    ),
    pitfall(
        "second-norm-of-input",
        "ln2",
        [("hidden = norm(y) @ W1", "hidden = norm(x[b, i]) @ W1")],
        "hidden = norm(x[b, i])",
        "return (token - mu)",
    ),
    pitfall(
        "no-second-residual",
        "output",
        [("out[b, i] = y + activated", "out[b, i] = activated")],
        "out[b, i] =",
    ),
    pitfall(
        "causal-mask",
        "weights",
        [
            (
                "for j in range(N):\n                    scores[j] =",
                "for j in range(i + 1):\n                    scores[j] =",
            ),
            ("scores = np.zeros(N)", "scores = np.full(N, -np.inf)"),
        ],
        "scores[j] =",
        "for j in range(i + 1)",
        "scores = np.full",
        "e = np.exp",
        "w = e /",
        accept=("scores",),
    ),
    fault(
        "heads-off-by-one",
        "scores",
        [("lo = h * d\n", "lo = h * d - (h > 0)\n")],
        "lo = h * d",
        "hi = lo + d",
        "scores[j] =",
        accept=("q",),
    ),
    fault(
        "first-head-only",
        "scores",
        [
            ("lo = h * d\n", "lo = 0\n"),
            ("concat[i, lo:hi] += w[j]", "concat[i, h * d:(h + 1) * d] += w[j]"),
        ],
        "lo = 0",
        "hi = lo + d",
        "scores[j] =",
        accept=("q",),
    ),
    fault(
        "image-reused",
        "ln1",
        [("normed[i] = norm(x[b, i])", "normed[i] = norm(x[0, i])")],
        "normed[i] =",
        "return (token - mu)",
    ),
    fault(
        "accumulation-forgotten",
        "heads",
        [("concat[i, lo:hi] += w[j]", "concat[i, lo:hi] = w[j]")],
        "concat[i, lo:hi] =",
        accept=("concat",),
    ),
    fault("no-normalisation", "weights", [("w = e / e.sum()", "w = e / N")], "w = e /"),
    fault(
        "tokens-reversed",
        "heads",
        [("w[j] * V[j, lo:hi]", "w[j] * V[N - 1 - j, lo:hi]")],
        "concat[i, lo:hi] +=",
        accept=("concat", "v"),
    ),
    fault(
        "weights-transposed",
        "hidden",
        [("norm(y) @ W1", "norm(y) @ W1.T")],
        "hidden =",
        outcome="exception",
    ),
    fault(
        "never-ends",
        "msa",
        [
            (
                "        for i in range(N):\n            attended",
                "        i = 0\n        while i < N:\n            attended",
            )
        ],
        "attended =",
        "y = x[b, i]",
        "hidden =",
        "activated =",
        "out[b, i] =",
        "while i < N",
        outcome="time_limit",
        accept=tuple(
            "ln1 q k v scores weights heads concat resid1 ln2 hidden gelu mlp output".split()
        ),
    ),
)

PAIRS = (
    ("wrong-eps", "no-second-residual"),
    ("scale-by-width", "relu"),
    ("no-normalisation", "second-norm-of-input"),
)
