"""Faults of the solution with a softmax in log space."""

from tests.trace.corpus.fault import fault, pitfall

FAULTS = (
    pitfall(
        "softmax-wrong-axis",
        "weights",
        [
            ("z.max(axis=-1, keepdims=True)", "z.max(axis=2, keepdims=True)"),
            ("np.exp(z).sum(axis=-1, keepdims=True)", "np.exp(z).sum(axis=2, keepdims=True)"),
        ],
        "return z - np.log",
        "weights = np.exp",
        "z = z - z.max",
    ),
    pitfall("no-scale", "scores", [(" / math.sqrt(Q.shape[-1])", "")], "logits ="),
    pitfall(
        "scale-by-width",
        "scores",
        [("math.sqrt(Q.shape[-1])", "math.sqrt(x.shape[-1])")],
        "logits =",
    ),
    pitfall(
        "sigmoid-gelu",
        "gelu",
        [("a = math.sqrt(2 / math.pi) * (u + 0.044715 * u**3)", "a = 0.851 * u")],
        "act =",
        "a = 0.851",
    ),
    pitfall(
        "sample-variance",
        "ln1",
        [
            (
                "sigma2 = (dev**2).sum(axis=-1, keepdims=True) / D",
                "sigma2 = (dev**2).sum(axis=-1, keepdims=True) / (D - 1)",
            )
        ],
        "sigma2 =",
        "return dev /",
        "z = norm_last(x)",
    ),
    pitfall("residual-from-normalised", "resid1", [("r = x + mixed", "r = z + mixed")], "r = z"),
    pitfall(
        "concat-not-transposed",
        "concat",
        [("mixed = np.moveaxis(weights @ V, 1, 2)", "mixed = weights @ V")],
        "r = x +",
        "mixed =",
    ),
    pitfall(
        "heads-not-transposed",
        "q",
        [
            (
                "np.moveaxis(z.reshape(*z.shape[:2], H, -1), 2, 1)",
                "z.reshape(z.shape[0], H, z.shape[1], -1)",
            )
        ],
        "return z.reshape",
        "Q, K, V =",
    ),
    fault(
        "logs-as-weights",
        "weights",
        [("np.exp(log_softmax(logits))", "log_softmax(logits)")],
        "weights =",
        "return z - np.log",
    ),
    fault(
        "exp-of-log-twice",
        "weights",
        [("np.exp(log_softmax(logits))", "np.exp(np.exp(log_softmax(logits)))")],
        "weights =",
    ),
    fault(
        "einsum-letters",
        "scores",
        [('"bhqc,bhkc->bhqk"', '"bhqc,bhqk->bhck"')],
        "logits =",
        "weights = np",
        "mixed =",
        outcome="exception",
    ),
    fault("sign-of-exponent", "gelu", [("np.exp(-2 * a)", "np.exp(2 * a)")], "act ="),
    fault("factor-of-exponent", "gelu", [("np.exp(-2 * a)", "np.exp(-a)")], "act ="),
    fault(
        "wrong-axis-moved",
        "q",
        [("z.reshape(*z.shape[:2], H, -1), 2, 1)", "z.reshape(*z.shape[:2], -1, H), 3, 1)")],
        "return np.moveaxis",
        "Q, K, V =",
    ),
    fault(
        "empty-result",
        "output",
        [("    return r + act @ W2", "    r + act @ W2")],
        "r + act",
        "def vit_encoder_block",
        outcome="wrong_type",
    ),
    fault(
        "input-modified",
        "resid1",
        [("    dev = z - mu\n", "    z -= mu\n    dev = z\n")],
        "z -= mu",
        "r = x +",
    ),
)

PAIRS = (
    ("logs-as-weights", "sign-of-exponent"),
    ("no-scale", "sigmoid-gelu"),
    ("wrong-axis-moved", "residual-from-normalised"),
)
