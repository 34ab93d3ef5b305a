# step: gelu | mlp
# lines: 34
# pitfall: no-activation
# outcome: wrong_value
import numpy as np


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    """My ViT block

    Steps: LN -> MHSA -> add -> LN -> MLP -> add
    """
    def _ln(inp):
        return (inp - inp.mean(axis=-1, keepdims=True)) / np.sqrt(inp.var(axis=-1, keepdims=True) + 1e-6)

    def _gelu(inp):
        return 0.5 * inp * (1 + np.tanh(np.sqrt(2 / np.pi) * (inp + 0.044715 * inp ** 3)))

    def _mhsa(inp):
        batch, seq, emb = inp.shape
        hs = emb // num_heads
        total = np.zeros((batch, seq, emb))
        for i in range(num_heads):
            sel = np.arange(i * hs, (i + 1) * hs)
            qi, ki, vi = inp @ Wq[:, sel], inp @ Wk[:, sel], inp @ Wv[:, sel]
            si = np.matmul(qi, np.transpose(ki, (0, 2, 1))) / np.sqrt(hs)
            ei = np.exp(si - np.max(si, axis=-1, keepdims=True))
            ai = ei / np.sum(ei, axis=-1, keepdims=True)
            total += np.matmul(ai, vi) @ Wo[sel]  # same as concat then Wo
        return total

    y = x + _mhsa(_ln(x))
    hidden = _ln(y) @ W1
    hidden = hidden @ W2
    return y + hidden
