"""Faults of the solution with one matrix for queries, keys and values."""

from tests.trace.corpus.fault import fault, pitfall

FAULTS = (
    pitfall(
        "scale-by-dk", "scores", [("head_dim**-0.5", "head_dim**-1.0")], "attn = attn * head_dim"
    ),
    pitfall(
        "softmax-over-heads",
        "weights",
        [
            ("attn.max(-1, keepdims=True)", "attn.max(1, keepdims=True)"),
            ("attn.sum(-1, keepdims=True)", "attn.sum(1, keepdims=True)"),
        ],
        "attn = np.exp",
        "attn = attn / attn.sum",
    ),
    pitfall(
        "heads-not-transposed",
        "q",
        [
            (
                (
                    "    qkv = qkv.reshape(B, N, 3, num_heads, head_dim)\n"
                    "    qkv = qkv.transpose(2, 0, 3, 1, 4)\n"
                    "    q, k, v = qkv[0], qkv[1], qkv[2]\n"
                ),
                (
                    "    q, k, v = [t.reshape(B, num_heads, N, head_dim) "
                    "for t in np.split(qkv, 3, axis=-1)]\n"
                ),
            ),
        ],
        "q, k, v =",
    ),
    pitfall(
        "concat-not-transposed",
        "concat",
        [("out.transpose(0, 2, 1, 3).reshape(B, N, D)", "out.reshape(B, N, D)")],
        "out = out.reshape",
    ),
    pitfall(
        "no-output-projection",
        "msa",
        [("    out = out @ Wo\n", "")],
        "out = out.transpose",
        "x = x + out",
    ),
    pitfall(
        "causal-mask",
        "weights",
        [
            (
                "    attn = np.exp(attn",
                "    attn = attn + np.triu(np.full((N, N), -1e30), 1)\n    attn = np.exp(attn",
            )
        ],
        "np.triu",
        "attn = np.exp",
        "attn = attn / attn.sum",
    ),
    pitfall(
        "sigmoid-gelu",
        "gelu",
        [
            (
                "0.5 * h * (1.0 + np.tanh(np.sqrt(2.0 / np.pi) * (h + 0.044715 * h**3)))",
                "h / (1.0 + np.exp(-1.702 * h))",
            )
        ],
        "h = h / (1.0",
    ),
    pitfall(
        "no-second-norm",
        "ln2",
        [("h = layernorm(x) @ W1", "h = x @ W1")],
        "h = x @ W1",
        "x = x + out",
        accept=("hidden",),
    ),
    pitfall(
        "float32",
        "ln1",
        [
            (
                "    B, N, D = x.shape\n",
                (
                    "    x = x.astype(np.float32)\n"
                    "    ws = [Wq, Wk, Wv, Wo, W1, W2]\n"
                    "    Wq, Wk, Wv, Wo, W1, W2 = [w.astype(np.float32) for w in ws]\n"
                    "    B, N, D = x.shape\n"
                ),
            ),
            ("    return x + h", "    return (x + h).astype(np.float64)"),
        ],
        "x = x.astype",
        "t = t - t.mean",
        "return t /",
        "qkv = layernorm",
    ),
    fault(
        "order-of-parts",
        "q",
        [("np.concatenate([Wq, Wk, Wv], axis=1)", "np.concatenate([Wk, Wq, Wv], axis=1)")],
        "attn = q @",
        "attn = attn * head_dim",
        "attn = np.exp",
        "attn = attn / attn.sum",
        "Wqkv =",
        "qkv = layernorm",
        "q, k, v =",
        "qkv = qkv.reshape",
        "qkv = qkv.transpose",
        accept=("k", "scores", "weights"),
    ),
    fault(
        "axes-of-parts",
        "q",
        [
            (
                "qkv.reshape(B, N, 3, num_heads, head_dim)",
                "qkv.reshape(B, N, num_heads, 3, head_dim)",
            ),
            ("qkv.transpose(2, 0, 3, 1, 4)", "qkv.transpose(3, 0, 2, 1, 4)"),
        ],
        "qkv = qkv.reshape",
        "qkv = qkv.transpose",
        "q, k, v =",
    ),
    fault(
        "joined-along-rows",
        "q",
        [("axis=1)", "axis=0)")],
        "Wqkv =",
        "qkv = layernorm",
        outcome="exception",
    ),
    fault(
        "values-for-keys",
        "scores",
        [("q @ k.swapaxes", "q @ v.swapaxes")],
        "attn = q @",
        "attn = attn * head_dim",
        accept=("k",),
    ),
    fault(
        "width-divided",
        "weights",
        [
            (
                "attn = attn / attn.sum(-1, keepdims=True)",
                "attn = attn / attn.sum(-1, keepdims=True) / head_dim",
            )
        ],
        "attn = attn / attn.sum",
        accept=("heads",),
    ),
    fault(
        "tokens-swapped",
        "concat",
        [("out.transpose(0, 2, 1, 3)", "out[:, :, ::-1].transpose(0, 2, 1, 3)")],
        "out = out[",
        "out = attn @ v",
    ),
    fault("rounded", "mlp", [("h = h @ W2", "h = h @ W2.round(2)")], "h = h @ W2"),
)

PAIRS = (
    ("scale-by-dk", "no-second-norm"),
    ("order-of-parts", "sigmoid-gelu"),
    ("axes-of-parts", "rounded"),
    ("values-for-keys", "no-output-projection"),
)
