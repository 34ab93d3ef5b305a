"""Faults of the solution of a beginner, with comments and prints."""

from tests.trace.corpus.fault import Place, fault, pitfall

FAULTS = (
    pitfall(
        "no-scale",
        "scores",
        [("    scores = scores / np.sqrt(head_dim)\n", "")],
        "scores = np.matmul(Q, K_T)",
        "exp_scores =",
        "scores_max =",
    ),
    pitfall(
        "softmax-over-heads",
        "weights",
        [
            ("np.max(scores, axis=-1", "np.max(scores, axis=1"),
            ("np.sum(exp_scores, axis=-1", "np.sum(exp_scores, axis=1"),
        ],
        "attn = exp_scores",
        "sum_exp =",
        "exp_scores =",
        "scores_max =",
    ),
    pitfall(
        "concat-not-transposed",
        "concat",
        [("    context = np.transpose(context, (0, 2, 1, 3))\n", "")],
        "context = context.reshape",
    ),
    pitfall(
        "heads-not-transposed",
        "q",
        [
            (
                (
                    "    Q = Q.reshape(batch_size, num_tokens, num_heads, head_dim)\n"
                    "    Q = np.transpose(Q, (0, 2, 1, 3))\n"
                ),
                "    Q = Q.reshape(batch_size, num_heads, num_tokens, head_dim)\n",
            ),
            (
                (
                    "    K = K.reshape(batch_size, num_tokens, num_heads, head_dim)\n"
                    "    K = np.transpose(K, (0, 2, 1, 3))\n"
                ),
                "    K = K.reshape(batch_size, num_heads, num_tokens, head_dim)\n",
            ),
            (
                (
                    "    V = V.reshape(batch_size, num_tokens, num_heads, head_dim)\n"
                    "    V = np.transpose(V, (0, 2, 1, 3))\n"
                ),
                "    V = V.reshape(batch_size, num_heads, num_tokens, head_dim)\n",
            ),
        ],
        "Q = Q.reshape",
        also=(Place("k", ("K = K.reshape",)), Place("v", ("V = V.reshape",))),
    ),
    pitfall(
        "sample-variance",
        "ln1",
        [
            (
                "var = np.var(x, axis=-1, keepdims=True)",
                "var = np.var(x, axis=-1, keepdims=True, ddof=1)",
            ),
            ("np.var(x1, axis=-1, keepdims=True)", "np.var(x1, axis=-1, keepdims=True, ddof=1)"),
        ],
        "x_norm = (x -",
        "var = np.var",
        also=(Place("ln2", ("x1_norm = (x1", "var2 =")),),
    ),
    pitfall(
        "relu",
        "gelu",
        [
            (
                (
                    "    c = np.sqrt(2 / np.pi)\n"
                    "    inside = c * (hidden + 0.044715 * hidden ** 3)\n"
                    "    hidden_act = 0.5 * hidden * (1 + np.tanh(inside))\n"
                ),
                "    hidden_act = np.maximum(0, hidden)\n",
            )
        ],
        "hidden_act = np.maximum",
    ),
    pitfall(
        "second-residual-from-input",
        "output",
        [("out = x1 + mlp_out", "out = x + mlp_out")],
        "out = x + mlp_out",
    ),
    pitfall(
        "no-first-residual",
        "resid1",
        [("x1 = x + attn_out", "x1 = attn_out")],
        "x1 = attn_out",
        "attn_out = np.dot",
    ),
    pitfall(
        "second-norm-of-input",
        "ln2",
        [
            ("np.mean(x1,", "np.mean(x,"),
            ("np.var(x1,", "np.var(x,"),
            ("(x1 - mean2)", "(x - mean2)"),
        ],
        "mean2 =",
        "var2 =",
        "x1_norm = (x -",
    ),
    fault(
        "second-mean-of-input",
        "ln2",
        [("mean2 = np.mean(x1,", "mean2 = np.mean(x,")],
        "mean2 =",
        "x1_norm =",
    ),
    fault(
        "unnormalised-attention",
        "q",
        [
            ("Q = np.dot(x_norm, Wq)", "Q = np.dot(x, Wq)"),
            ("K = np.dot(x_norm, Wk)", "K = np.dot(x, Wk)"),
            ("V = np.dot(x_norm, Wv)", "V = np.dot(x, Wv)"),
        ],
        "Q = np.dot(x, Wq)",
        "Q = Q.reshape",
        "Q = np.transpose",
        accept=("ln1",),
        also=(
            Place("k", ("K = np.dot", "K = np.transpose(K, (0, 2, 1, 3))")),
            Place("v", ("V = np.dot", "V = np.transpose")),
        ),
    ),
    fault(
        "queries-for-keys",
        "k",
        [("K = np.dot(x_norm, Wk)", "K = np.dot(x_norm, Wq)")],
        "K = np.dot",
        "K = np.transpose(K, (0, 2, 1, 3))",
    ),
    fault(
        "sum-not-kept",
        "weights",
        [("np.sum(exp_scores, axis=-1, keepdims=True)", "np.sum(exp_scores, axis=-1)")],
        "attn = exp_scores",
        "sum_exp =",
        outcome="exception",
    ),
    fault(
        "half-forgotten",
        "gelu",
        [("hidden_act = 0.5 * hidden * (1", "hidden_act = hidden * (1")],
        "hidden_act =",
    ),
    fault(
        "int-cast",
        "concat",
        [("attn_out = np.dot(context, Wo)", "attn_out = np.dot(context.astype(int), Wo)")],
        "attn_out =",
        accept=("msa",),
    ),
    fault(
        "old-variable",
        "hidden",
        [("hidden = np.dot(x1_norm, W1)", "hidden = np.dot(x_norm, W1)")],
        "hidden = np.dot",
        accept=("ln2",),
        pitfall="second-norm-of-input",
    ),
    fault(
        "first-image-returned",
        "output",
        [("return out", "return out[0]")],
        "return out[0]",
        outcome="wrong_shape",
    ),
    fault(
        "never-ends",
        "weights",
        [
            (
                "    attn = exp_scores / sum_exp\n",
                (
                    "    attn = np.zeros_like(exp_scores)\n"
                    "    head = 0\n"
                    "    while head < num_heads:\n"
                    "        attn[:, head] = exp_scores[:, head] / sum_exp[:, head]\n"
                ),
            )
        ],
        "while head",
        "attn[:, head] =",
        outcome="time_limit",
    ),
    fault(
        "wrong-name",
        "concat",
        [
            (
                "context.reshape(batch_size, num_tokens, dim)",
                "context.reshape(batch_size, num_token, dim)",
            )
        ],
        "context.reshape",
        outcome="exception",
    ),
    fault(
        "scale-not-stored",
        "scores",
        [("    scores = scores / np.sqrt(head_dim)\n", "    scores / np.sqrt(head_dim)\n")],
        "    scores / np.sqrt",
        "scores = np.matmul(Q, K_T)",
        "exp_scores =",
        "scores_max =",
        pitfall="no-scale",
        accept=("weights",),
    ),
    fault(
        "transpose-not-stored",
        "concat",
        [
            (
                "    context = np.transpose(context, (0, 2, 1, 3))\n",
                "    np.transpose(context, (0, 2, 1, 3))\n",
            )
        ],
        "context = context.reshape",
        "    np.transpose(context",
        pitfall="concat-not-transposed",
    ),
)

PAIRS = (
    ("no-scale", "half-forgotten"),
    ("queries-for-keys", "second-residual-from-input"),
    ("concat-not-transposed", "relu"),
    ("no-scale", "first-image-returned"),
)
