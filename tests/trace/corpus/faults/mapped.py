"""Faults of the solution that maps functions of one image, or one head, over a batch."""

from tests.trace.corpus.fault import fault, pitfall

FAULTS = (
    fault(
        "scaled-by-tokens",
        "scores",
        [("np.sqrt(q.shape[1])", "np.sqrt(q.shape[0])")],
        "logits = q @",
    ),
    pitfall("scale-by-dk", "scores", [("/ np.sqrt(q.shape[1])", "/ q.shape[1]")], "logits = q @"),
    pitfall(
        "sample-variance",
        "ln1",
        [("tokens.var(axis=1)", "tokens.var(axis=1, ddof=1)")],
        "std =",
        "return (tokens - mean",
        "self_attention(standardise(image)",
    ),
    pitfall(
        "eps-outside-root",
        "ln1",
        [("np.sqrt(tokens.var(axis=1) + 1e-6)", "tokens.std(axis=1) + 1e-6")],
        "std =",
        "return (tokens - mean",
        "self_attention(standardise(image)",
    ),
    pitfall(
        "post-norm",
        "q",
        [
            (
                "image = image + self_attention(standardise(image), num_heads, Wq, Wk, Wv, Wo)",
                "image = standardise(image + self_attention(image, num_heads, Wq, Wk, Wv, Wo))",
            ),
            (
                "image = image + feed_forward(standardise(image), W1, W2)",
                "image = standardise(image + feed_forward(image, W1, W2))",
            ),
        ],
        "q = to_heads",
        "return np.stack(np.split",
        "self_attention(image",
        accept=("ln1", "k", "v"),
    ),
    pitfall(
        "no-second-norm",
        "ln2",
        [("feed_forward(standardise(image)", "feed_forward(image")],
        "feed_forward(image",
        "u = tokens @",
        accept=("hidden",),
    ),
    pitfall(
        "no-second-residual",
        "output",
        [("image = image + feed_forward", "image = feed_forward")],
        "image = feed_forward",
        "return act @",
    ),
    pitfall(
        "exact-gelu",
        "gelu",
        [
            ("import numpy as np\n", "import math\n\nimport numpy as np\n"),
            (
                "act = 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))",
                "act = 0.5 * u * (1 + np.vectorize(math.erf)(u / np.sqrt(2)))",
            ),
        ],
        "act = 0.5",
    ),
    pitfall(
        "softmax-wrong-axis",
        "weights",
        [
            ("logits - logits.max(axis=1)[:, None]", "logits - logits.max(axis=0)"),
            ("p / p.sum(axis=1)[:, None]", "p / p.sum(axis=0)"),
        ],
        "p = np.exp",
        "p = p /",
        "logits = logits -",
    ),
    fault(
        "sum-not-broadcast",
        "weights",
        [("p / p.sum(axis=1)[:, None]", "p / p.sum(axis=1)")],
        "p = p /",
    ),
    fault(
        "max-after-exp",
        "weights",
        [("p = p / p.sum(axis=1)[:, None]", "p = p / p.max(axis=1)[:, None]")],
        "p = p /",
    ),
    fault(
        "split-along-tokens",
        "q",
        [("np.split(t, num_heads, axis=1)", "np.split(t, num_heads, axis=0)")],
        "return np.stack(np.split",
        "q = to_heads",
        outcome="exception",
    ),
    fault(
        "heads-stacked",
        "concat",
        [("np.concatenate(list(outs), axis=1)", "np.concatenate(list(outs), axis=0)")],
        "joined = np.concatenate",
        "return joined @",
        outcome="exception",
        accept=("resid1",),
    ),
    fault(
        "heads-averaged",
        "concat",
        [("np.concatenate(list(outs), axis=1)", "np.tile(np.mean(outs, axis=0), num_heads)")],
        "joined = np.tile",
    ),
    fault(
        "queries-and-keys-swapped",
        "q",
        [
            (
                "self_attention(standardise(image), num_heads, Wq, Wk,",
                "self_attention(standardise(image), num_heads, Wk, Wq,",
            )
        ],
        "logits = q @",
        "p = np.exp",
        "p = p /",
        "self_attention(standardise(image), num_heads, Wk",
        "q = to_heads",
        "k = to_heads",
        "return np.stack(np.split",
        accept=("k", "scores", "weights"),
    ),
)

PAIRS = (
    ("scale-by-dk", "no-second-norm"),
    ("eps-outside-root", "exact-gelu"),
    ("sum-not-broadcast", "no-second-residual"),
)
