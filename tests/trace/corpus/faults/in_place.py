"""Faults of the solution that works in place and through out=."""

from tests.trace.corpus.fault import fault, pitfall

FAULTS = (
    pitfall(
        "no-scale",
        "scores",
        [("    att /= np.sqrt(d)\n", "")],
        "np.matmul(q, k.transpose",
        "att -= att.max",
    ),
    pitfall(
        "scale-by-width", "scores", [("att /= np.sqrt(d)", "att /= np.sqrt(D)")], "att /= np.sqrt"
    ),
    pitfall(
        "gelu-square",
        "gelu",
        [("    t *= u\n", "")],
        "t += u",
        "np.tanh(t",
        "t = u * u",
        "t *= 0.044715",
        "u *= 0.5",
        "gelu_(hid)",
        "u *= t",
    ),
    pitfall(
        "no-activation",
        "gelu",
        [("    gelu_(hid)\n", "")],
        "hid = buf",
        "y += hid",
        accept=("mlp",),
    ),
    pitfall("no-first-residual", "resid1", [("y += joined @ Wo", "y = joined @ Wo")], "y = joined"),
    pitfall("no-second-residual", "output", [("y += hid @ W2", "y = hid @ W2")], "y = hid"),
    pitfall(
        "second-norm-of-input",
        "ln2",
        [("layer_norm_(buf, y)", "layer_norm_(buf, x)  # again")],
        "(buf, x)  # again",
        "np.divide",
        "hid = buf",
    ),
    pitfall(
        "eps-outside-root",
        "ln1",
        [
            (
                "    var += 1e-6\n    np.sqrt(var, out=var)\n",
                "    np.sqrt(var, out=var)\n    var += 1e-6\n",
            )
        ],
        "var += 1e-6",
        "np.divide",
        "empty_like(x)\n    layer_norm_(buf, x)",
    ),
    pitfall(
        "softmax-wrong-axis",
        "weights",
        [
            ("att.max(axis=-1, keepdims=True)", "att.max(axis=-2, keepdims=True)"),
            ("att.sum(axis=-1, keepdims=True)", "att.sum(axis=-2, keepdims=True)"),
        ],
        "att -= ",
        "att /= att.sum",
        "np.exp(att",
    ),
    fault(
        "aliased-buffer",
        "k",
        [
            ("k = np.empty((B, H, N, d))", "k = v = np.empty((B, H, N, d))"),
            ("    v = np.empty((B, H, N, d))\n", ""),
        ],
        "k = v =",
        "np.matmul(buf, Wk",
        "np.matmul(buf, Wv",
        "np.matmul(q, k.transpose",
        accept=("scores",),
    ),
    fault("last-step-forgotten", "gelu", [("    u *= 0.5\n", "")], "u *= t", "gelu_(hid)"),
    fault(
        "root-not-stored",
        "ln1",
        [("np.sqrt(var, out=var)", "np.sqrt(var)")],
        "np.sqrt(var)",
        "np.divide",
        "empty_like(x)\n    layer_norm_(buf, x)",
    ),
    fault(
        "tanh-not-stored",
        "gelu",
        [("np.tanh(t, out=t)", "np.tanh(t)")],
        "np.tanh(t)",
        "t += 1",
        "u *= t",
        "u *= 0.5",
        "gelu_(hid)",
    ),
    fault(
        "heads-reversed",
        "concat",
        [("= att[:, h] @ v[:, h]", "= att[:, H - 1 - h] @ v[:, H - 1 - h]")],
        "joined[:, :, h",
        accept=("heads",),
    ),
    fault("one-column-off", "q", [("Wq[:, cols]", "Wq[:, h : h + d]")], "np.matmul(buf, Wq"),
    fault(
        "residual-twice",
        "output",
        [("    y += hid @ W2\n", "    hid = hid @ W2\n    hid += y\n    y += hid\n")],
        "y += hid",
        "hid += y",
        accept=("mlp",),
    ),
)

PAIRS = (
    ("no-scale", "tanh-not-stored"),
    ("one-column-off", "no-second-residual"),
    ("root-not-stored", "heads-reversed"),
)
