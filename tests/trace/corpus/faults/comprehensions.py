"""Faults of the solution made of list comprehensions and stacks."""

from tests.trace.corpus.fault import fault, pitfall

FAULTS = (
    pitfall("no-scale", "scores", [("soft(k @ qi / np.sqrt(len(qi)))", "soft(k @ qi)")], "rows ="),
    pitfall("scale-by-dk", "scores", [("np.sqrt(len(qi))", "len(qi)")], "rows ="),
    pitfall(
        "exact-gelu",
        "gelu",
        [
            ("import numpy as np\n", "from math import erf, sqrt\n\nimport numpy as np\n"),
            (
                "u / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))",
                "np.array([a / 2 * (1 + erf(a / sqrt(2))) for a in u])",
            ),
        ],
        "return np.array([a",
        "return np.stack([gelu",
    ),
    pitfall(
        "no-activation", "gelu", [("gelu(t @ W1) @ W2", "t @ W1 @ W2")], "t @ W1", accept=("mlp",)
    ),
    pitfall(
        "eps-outside-root",
        "ln1",
        [("np.sqrt(np.var(v) + 1e-6)", "(np.sqrt(np.var(v)) + 1e-6)")],
        "return (v - np.mean",
        "for image in x:\n        normed =",
    ),
    pitfall(
        "residual-from-normalised",
        "resid1",
        [("image = image + attention", "image = normed + attention")],
        "image = normed",
    ),
    pitfall(
        "second-norm-of-input",
        "ln2",
        [
            (
                (
                    "    image = image + attention(normed, num_heads, Wq, Wk, Wv, Wo)\n"
                    "        normed = np.stack([ln(t) for t in image])\n"
                ),
                "    image = image + attention(normed, num_heads, Wq, Wk, Wv, Wo)\n",
            )
        ],
        "mlp(normed",
        "for image in x:\n        normed =",
        "gelu(t @ W1)",
        accept=("hidden",),
    ),
    fault(
        "query-for-all",
        "scores",
        [("k @ qi / np.sqrt(len(qi))) for qi in q]", "k @ q[0] / np.sqrt(len(qi))) for qi in q]")],
        "rows =",
    ),
    fault(
        "values-of-first-head", "heads", [("row @ v for row", "row @ vs[0] for row")], "outs.append"
    ),
    fault("heads-reversed", "concat", [("np.hstack(outs)", "np.hstack(outs[::-1])")], "np.hstack"),
    fault(
        "first-head-repeated",
        "concat",
        [("np.hstack(outs)", "np.hstack([outs[0]] * H)")],
        "np.hstack",
    ),
    fault(
        "heads-stacked",
        "concat",
        [("np.hstack(outs)", "np.vstack(outs)")],
        "np.vstack",
        outcome="exception",
    ),
    fault(
        "sum-for-mean",
        "ln1",
        [
            (
                "return (v - np.mean(v)) / np.sqrt(np.var(v) + 1e-6)",
                "return (v - np.mean(v)) / np.sqrt(np.sum((v - np.mean(v)) ** 2) + 1e-6)",
            )
        ],
        "return (v -",
        "for image in x:\n        normed =",
    ),
    fault(
        "endless-recursion",
        "weights",
        [("    return e / sum(e)", "    return soft(e) / sum(e)")],
        "return soft(e)",
        "rows =",
        outcome="exception",
    ),
    fault(
        "list-returned",
        "output",
        [("    return np.stack(images)", "    return images")],
        "return images",
        outcome="wrong_type",
    ),
    fault(
        "stacked-last",
        "output",
        [("    return np.stack(images)", "    return np.stack(images, axis=-1)")],
        "return np.stack(images",
        outcome="wrong_shape",
    ),
)

PAIRS = (
    ("no-scale", "no-activation"),
    ("heads-reversed", "exact-gelu"),
    ("values-of-first-head", "second-norm-of-input"),
)
