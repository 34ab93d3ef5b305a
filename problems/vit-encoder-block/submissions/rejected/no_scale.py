# verdict: wrong_value
"""Forgets to divide the scores."""

import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    # sizes
    batch = x.shape[0]
    tokens = x.shape[1]
    width = x.shape[2]
    head_width = width // num_heads
    print("x", x.shape)

    # first norm
    mean1 = np.mean(x, axis=2).reshape(batch, tokens, 1)
    var1 = np.var(x, axis=2).reshape(batch, tokens, 1)
    norm1 = (x - mean1) / np.sqrt(var1 + 0.000001)

    # queries, keys and values for all heads
    queries = np.dot(norm1, Wq)
    keys = np.dot(norm1, Wk)
    values = np.dot(norm1, Wv)

    # attention of each head
    outputs = []
    for head in range(num_heads):
        first = head * head_width
        last = first + head_width
        query = queries[:, :, first:last]
        key = keys[:, :, first:last]
        value = values[:, :, first:last]
        score = np.matmul(query, np.transpose(key, (0, 2, 1)))
        # the biggest score of each row becomes 0, so exp cannot overflow
        score = score - np.max(score, axis=2, keepdims=True)
        weight = np.exp(score)
        weight = weight / np.sum(weight, axis=2, keepdims=True)
        outputs.append(np.matmul(weight, value))
    print("weight", weight.shape)

    # put the heads side by side
    joined = np.concatenate(outputs, axis=2)
    projected = np.dot(joined, Wo)

    # first residual
    y = x + projected

    # second norm
    mean2 = np.mean(y, axis=2).reshape(batch, tokens, 1)
    var2 = np.var(y, axis=2).reshape(batch, tokens, 1)
    norm2 = (y - mean2) / np.sqrt(var2 + 0.000001)

    # mlp
    hidden = np.dot(norm2, W1)
    inner = 0.7978845608028654 * (hidden + 0.044715 * hidden * hidden * hidden)
    activated = 0.5 * hidden * (1 + np.tanh(inner))
    mlp = np.dot(activated, W2)

    # second residual
    z = y + mlp
    print("z", z.shape)
    return z
