# step: v
# lines: 21 27
# pitfall: gelu-constant
# outcome: wrong_value
# also: gelu
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    result = np.zeros_like(x)
    width = x.shape[2] // num_heads

    def tokenwise(rows):
        return np.vstack([(r - np.mean(r)) / np.sqrt(np.var(r) + 1e-6) for r in rows])

    for idx in range(len(x)):
        rows = tokenwise(x[idx])
        pieces = []
        for h in range(num_heads):
            a, z = h * width, h * width + width
            query, key, value = rows @ Wq[:, a:z], rows @ Wk[:, a:z], rows @ Wq[:, a:z]
            table = query @ key.T / np.sqrt(width)
            table = np.exp(table - table.max(1)[:, None])
            pieces.append(table / table.sum(1)[:, None] @ value)
        first = x[idx] + np.column_stack(pieces) @ Wo
        h1 = tokenwise(first) @ W1
        h2 = 0.5 * h1 * (1 + np.tanh(np.sqrt(2 / np.pi) * (h1 + 0.04471 * h1**3)))
        result[idx] = first + h2 @ W2
    return result
