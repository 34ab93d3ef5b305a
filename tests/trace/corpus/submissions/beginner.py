import numpy as np

# my solution for the vit block!!
def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    # get the sizes
    batch_size = x.shape[0]
    num_tokens = x.shape[1]
    dim = x.shape[2]
    head_dim = int(dim / num_heads)
    print("input shape:", x.shape)
    print("head dim:", head_dim)

    # step 1: first layer norm
    mean = np.mean(x, axis=-1, keepdims=True)
    var = np.var(x, axis=-1, keepdims=True)
    x_norm = (x - mean) / np.sqrt(var + 1e-6)

    # step 2: q k v
    Q = np.dot(x_norm, Wq)
    K = np.dot(x_norm, Wk)
    V = np.dot(x_norm, Wv)
    print("Q", Q.shape)

    # split into heads
    Q = Q.reshape(batch_size, num_tokens, num_heads, head_dim)
    Q = np.transpose(Q, (0, 2, 1, 3))
    K = K.reshape(batch_size, num_tokens, num_heads, head_dim)
    K = np.transpose(K, (0, 2, 1, 3))
    V = V.reshape(batch_size, num_tokens, num_heads, head_dim)
    V = np.transpose(V, (0, 2, 1, 3))

    # step 3: attention scores
    K_T = np.transpose(K, (0, 1, 3, 2))
    scores = np.matmul(Q, K_T)
    scores = scores / np.sqrt(head_dim)
    print("scores", scores.shape)

    # softmax
    scores_max = np.max(scores, axis=-1, keepdims=True)
    exp_scores = np.exp(scores - scores_max)
    sum_exp = np.sum(exp_scores, axis=-1, keepdims=True)
    attn = exp_scores / sum_exp

    # weighted sum
    context = np.matmul(attn, V)
    context = np.transpose(context, (0, 2, 1, 3))
    context = context.reshape(batch_size, num_tokens, dim)

    # output projection + residual
    attn_out = np.dot(context, Wo)
    x1 = x + attn_out

    # step 4: second layer norm
    mean2 = np.mean(x1, axis=-1, keepdims=True)
    var2 = np.var(x1, axis=-1, keepdims=True)
    x1_norm = (x1 - mean2) / np.sqrt(var2 + 1e-6)

    # step 5: MLP
    hidden = np.dot(x1_norm, W1)
    print("hidden", hidden.shape)
    c = np.sqrt(2 / np.pi)
    inside = c * (hidden + 0.044715 * hidden ** 3)
    hidden_act = 0.5 * hidden * (1 + np.tanh(inside))
    mlp_out = np.dot(hidden_act, W2)

    # residual again
    out = x1 + mlp_out
    return out
