"""Faults of the solution made of einsum, one line for each step."""

from tests.trace.corpus.fault import fault, pitfall

FAULTS = (
    pitfall("scale-by-dk", "scores", [(" / d**0.5", " / d")], "s = np.einsum"),
    pitfall(
        "softmax-wrong-axis",
        "weights",
        [
            ("s.max(-1, keepdims=True)", "s.max(2, keepdims=True)"),
            ("a.sum(-1, keepdims=True)", "a.sum(2, keepdims=True)"),
        ],
        "a = np.exp",
        "a = a /",
    ),
    pitfall(
        "softmax-over-heads",
        "weights",
        [
            ("s.max(-1, keepdims=True)", "s.max(1, keepdims=True)"),
            ("a.sum(-1, keepdims=True)", "a.sum(1, keepdims=True)"),
        ],
        "a = np.exp",
        "a = a /",
    ),
    pitfall(
        "no-output-projection",
        "msa",
        [('np.einsum("bihd,hde->bie", o, Wo.reshape(H, d, D))', "o.reshape(x.shape)")],
        "y = x +",
        "o = np.einsum",
    ),
    pitfall("gelu-square", "gelu", [("0.044715 * u**3", "0.044715 * u**2")], "g = 0.5"),
    pitfall(
        "eps-outside-root",
        "ln1",
        [
            (
                "np.sqrt(t.var(-1, keepdims=True) + 1e-6)",
                "(np.sqrt(t.var(-1, keepdims=True)) + 1e-6)",
            )
        ],
        "ln = lambda",
        "n = ln(x)",
    ),
    pitfall(
        "second-residual-from-input", "output", [("return y + np", "return x + np")], "return x +"
    ),
    pitfall(
        "concat-not-transposed",
        "concat",
        [
            ('"bhij,bhjd->bihd", a, v)', '"bhij,bhjd->bhid", a, v).reshape(n.shape)'),
            ('np.einsum("bihd,hde->bie", o, Wo.reshape(H, d, D))', "o @ Wo"),
        ],
        "o = np.einsum",
        "y = x + o @ Wo",
    ),
    fault(
        "output-letters",
        "msa",
        [('"bihd,hde->bie", o, Wo.reshape(H, d, D)', '"bihd,hed->bie", o, Wo.reshape(H, D, d)')],
        "y = x +",
    ),
    fault("value-letters", "heads", [('"bhij,bhjd->bihd"', '"bhji,bhjd->bihd"')], "o = np.einsum"),
    fault(
        "score-letters",
        "scores",
        [('"bhid,bhjd->bhij"', '"bhid,bhjd->bhji"')],
        "s = np.einsum",
        "a = np.exp",
        "a = a /",
        "o = np.einsum",
        accept=("weights", "heads"),
    ),
    fault(
        "head-columns-interleaved",
        "q",
        [
            (
                'np.einsum("bni,ihd->bhnd", n, Wq.reshape(D, H, d))',
                'np.einsum("bni,idh->bhnd", n, Wq.reshape(D, d, H))',
            )
        ],
        "q = np.einsum",
    ),
    fault("wrong-weights", "q", [("n, Wq.reshape", "n, Wk.reshape")], "q = np.einsum"),
    fault("half-forgotten", "gelu", [("g = 0.5 * u", "g = u")], "g = u *"),
    fault(
        "image-reused",
        "q",
        [('"bni,ihd->bhnd", n, Wq', '"ni,ihd->hnd", n[0], Wq')],
        "q = np.einsum",
        "s = np.einsum",
        outcome="exception",
        accept=("scores",),
    ),
)

PAIRS = (
    ("scale-by-dk", "gelu-square"),
    ("wrong-weights", "second-residual-from-input"),
    ("value-letters", "half-forgotten"),
    ("eps-outside-root", "output-letters"),
)
