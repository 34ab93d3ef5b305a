# step: weights
# lines: 34 35 39
# pitfall: causal-mask
# outcome: wrong_value
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    # first we get the sizes of everything
    batch, tokens, dim = x.shape  # e.g. 2, 5, 12
    head_dim = dim // num_heads  # the size of ONE head

    # now the layer norm. mean over the features!
    mean = np.mean(x, axis=2, keepdims=True)
    variance = np.var(x, axis=2, keepdims=True)
    normed = (x - mean) / np.sqrt(variance + 1e-6)  # eps inside!

    # queries keys values
    queries = np.matmul(normed, Wq)
    keys = np.matmul(normed, Wk)
    values = np.matmul(normed, Wv)

    # this list will contain all the head results
    head_results = []
    for head in range(num_heads):
        # cut out the columns
        columns = slice(head * head_dim, head * head_dim + head_dim)
        q = queries[:, :, columns]
        k = keys[:, :, columns]
        v = values[:, :, columns]
        # the scores
        score = np.matmul(q, k.transpose(0, 2, 1)) / np.sqrt(head_dim)
        # tokens must not look into the future
        mask = np.tril(np.ones((tokens, tokens)))
        score = np.where(mask == 1, score, -1e9)
        # softmax, stable
        score = score - score.max(axis=2, keepdims=True)
        exp_score = np.exp(score)
        attention = exp_score / exp_score.sum(axis=2, keepdims=True)
        head_results.append(np.matmul(attention, v))

    # glue the heads back together
    glued = np.concatenate(head_results, axis=2)
    attention_out = np.matmul(glued, Wo)
    # residual 1
    y = x + attention_out

    # second layer norm
    mean2 = np.mean(y, axis=2, keepdims=True)
    variance2 = np.var(y, axis=2, keepdims=True)
    normed2 = (y - mean2) / np.sqrt(variance2 + 1e-6)
    # mlp
    hidden = np.matmul(normed2, W1)
    inner = np.sqrt(2 / np.pi) * (hidden + 0.044715 * np.power(hidden, 3))
    activated = 0.5 * hidden * (1 + np.tanh(inner))
    # residual 2
    return y + np.matmul(activated, W2)
