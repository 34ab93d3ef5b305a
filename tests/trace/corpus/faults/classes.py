"""Faults of the solution made of classes."""

from tests.trace.corpus.fault import fault, pitfall

FAULTS = (
    pitfall(
        "norm-over-tokens",
        "ln1",
        [
            ("x - x.mean(axis=-1, keepdims=True)", "x - x.mean(axis=1, keepdims=True)"),
            (
                "np.square(centred).mean(axis=-1, keepdims=True)",
                "np.square(centred).mean(axis=1, keepdims=True)",
            ),
        ],
        "centred = x",
        "variance = ",
        "return centred",
        "x = x + self.attn",
    ),
    pitfall(
        "gelu-constant",
        "gelu",
        [("0.044715", "0.04471")],
        "inner =",
        "return 0.5 * x",
        "x = self.act",
    ),
    pitfall(
        "post-norm",
        "q",
        [
            ("x = x + self.attn(self.norm1(x))", "x = self.norm1(x + self.attn(x))"),
            ("x = x + self.mlp(self.norm2(x))", "x = self.norm2(x + self.mlp(x))"),
        ],
        "x = self.norm1(x +",
        "q = self.split",
        "return x @ self.weight",
        accept=("ln1", "k", "v"),
    ),
    pitfall(
        "wrong-eps",
        "ln1",
        [("eps=1e-6", "eps=1e-12")],
        "def __init__(self, eps",
        "return centred",
        "x = x + self.attn",
    ),
    pitfall(
        "no-activation",
        "gelu",
        [("        x = self.act(x)\n", "")],
        "x = self.fc1",
        "return self.fc2",
        accept=("mlp",),
    ),
    pitfall(
        "concat-not-transposed",
        "concat",
        [("np.swapaxes(attn @ v, 1, 2).reshape(B, N, D)", "(attn @ v).reshape(B, N, D)")],
        "out = (attn",
        "return self.proj",
    ),
    pitfall(
        "no-second-norm",
        "ln2",
        [("self.mlp(self.norm2(x))", "self.mlp(x)")],
        "x = x + self.mlp(x)",
        "x = self.fc1",
        "return x @ self.weight",
        accept=("hidden",),
    ),
    pitfall(
        "no-output-projection",
        "msa",
        [("return self.proj(out)", "return out")],
        "return out",
        "out = np.swapaxes",
        "x = x + self.attn",
    ),
    fault(
        "wrong-weights",
        "q",
        [("self.to_q = Linear(Wq)", "self.to_q = Linear(Wk)")],
        "self.to_q = ",
        "q = self.split",
        "return np.swapaxes(t.reshape",
        "return x @ self.weight",
    ),
    fault(
        "weights-transposed-everywhere",
        "q",
        [("return x @ self.weight", "return x @ self.weight.T")],
        "return x @",
        "q = self.split",
        outcome="exception",
    ),
    fault(
        "dropout-scaling",
        "weights",
        [("attn = self.softmax(attn)", "attn = self.softmax(attn) * 0.9")],
        "attn = self.softmax",
    ),
    fault(
        "norm-at-the-end",
        "output",
        [("        return x\n\n\ndef", "        return self.norm2(x)\n\n\ndef")],
        "return self.norm2(x)",
        "return block(x)",
        "return centred",
        "x = x + self.mlp",
    ),
    fault("keys-as-queries", "scores", [("q @ np.swapaxes(k", "k @ np.swapaxes(k")], "attn = (k @"),
    fault("scale-inverted", "scores", [("** -0.5", "** 0.5")], "scale =", "attn = (q"),
    fault(
        "no-result",
        "output",
        [("        return x\n\n\ndef", "\n\ndef")],
        "return block(x)",
        "x = x + self.mlp",
        outcome="wrong_type",
    ),
)

PAIRS = (
    ("norm-over-tokens", "dropout-scaling"),
    ("wrong-weights", "gelu-constant"),
    ("scale-inverted", "no-second-norm"),
)
