"""The encoder block of the Vision Transformer, pre-norm, without biases (Dosovitskiy et al., 2020).

Shapes: x (B, N, D) float64, D = num_heads * d_h; Wq, Wk, Wv, Wo (D, D); W1 (D, M); W2 (M, D).
Sources, on arXiv: 2010.11929 (block), 1706.03762 (attention), 1607.06450 (LayerNorm) and 1606.08415
(GELU).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from reference.steps import Graph

Array = np.ndarray[Any, Any]
EPS = 1e-6

graph = Graph(
    inputs=("x", "num_heads", "Wq", "Wk", "Wv", "Wo", "W1", "W2"),
    output="output",
)


def layer_norm(x: Array) -> Array:
    """Each token to mean 0 and variance 1 over its D features; any shape, last axis D."""
    centred: Array = x - x.mean(axis=-1, keepdims=True)
    variance: Array = np.mean(centred * centred, axis=-1, keepdims=True)
    result: Array = centred / np.sqrt(variance + EPS)
    return result


def project_heads(ln1: Array, W: Array, num_heads: int) -> Array:
    """(B, N, D) times (D, D), the features split into heads: (B, H, N, d_h)."""
    B, N, D = ln1.shape
    return (ln1 @ W).reshape(B, N, num_heads, D // num_heads).transpose(0, 2, 1, 3)


def softmax(scores: Array, axis: int = -1) -> Array:
    """Positive, summing to 1 along the axis; less the maximum, so that exp cannot overflow."""
    exponentials: Array = np.exp(scores - scores.max(axis=axis, keepdims=True))
    result: Array = exponentials / exponentials.sum(axis=axis, keepdims=True)
    return result


def gelu_tanh(u: Array, power: int = 3, cubic: float = 0.044715) -> Array:
    """The tanh approximation of GELU, element by element."""
    return 0.5 * u * (1.0 + np.tanh(math.sqrt(2.0 / math.pi) * (u + cubic * u**power)))


graph.step("ln1", layer_norm)
graph.step("q", project_heads, W="Wq")
graph.step("k", project_heads, W="Wk")
graph.step("v", project_heads, W="Wv")


@graph.step
def scores(q: Array, k: Array) -> Array:
    """How much each token asks of each other: (B, H, N, N), asking tokens first."""
    result: Array = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    return result


@graph.step
def weights(scores: Array) -> Array:
    """Scores to weights that sum to 1 over the tokens looked at."""
    return softmax(scores)


@graph.step
def heads(weights: Array, v: Array) -> Array:
    """Each head's mixture of values: (B, H, N, d_h)."""
    return weights @ v


@graph.step
def concat(heads: Array) -> Array:
    """The heads of one token side by side, in order: (B, N, D)."""
    B, H, N, width = heads.shape
    return heads.transpose(0, 2, 1, 3).reshape(B, N, H * width)


@graph.step
def msa(concat: Array, Wo: Array) -> Array:
    """The output projection mixes what the heads found."""
    return concat @ Wo


@graph.step
def resid1(x: Array, msa: Array) -> Array:
    """The block's own input, not the normalised one, plus attention."""
    return x + msa


graph.step("ln2", layer_norm, x="resid1")


@graph.step
def hidden(ln2: Array, W1: Array) -> Array:
    """Each token alone, widened from D to M."""
    return ln2 @ W1


graph.step("gelu", gelu_tanh, u="hidden")


@graph.step
def mlp(gelu: Array, W2: Array) -> Array:
    """Back from M to D."""
    return gelu @ W2


@graph.step
def output(resid1: Array, mlp: Array) -> Array:
    """What came after attention, plus the MLP."""
    return resid1 + mlp


# What another right route has in the place of a step.

graph.equivalents["q"] = [lambda q: q / math.sqrt(q.shape[-1])]
graph.equivalents["k"] = [lambda k: k / math.sqrt(k.shape[-1])]
graph.equivalents["scores"] = [lambda scores, q: scores * math.sqrt(q.shape[-1])]
graph.equivalents["weights"] = [lambda weights: np.log(weights)]


# What learners get wrong.


@graph.pitfall("causal-mask", replaces="weights")
def weights_masked(scores: Array) -> Array:
    future = np.triu(np.ones(scores.shape[-2:], dtype=bool), k=1)
    return softmax(np.where(future, -np.inf, scores))


@graph.pitfall("no-scale", replaces="scores")
def scores_unscaled(q: Array, k: Array) -> Array:
    return q @ k.swapaxes(-1, -2)


@graph.pitfall("scale-by-width", replaces="scores")
def scores_by_width(q: Array, k: Array) -> Array:
    result: Array = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[1] * q.shape[-1])
    return result


@graph.pitfall("scale-by-dk", replaces="scores")
def scores_by_dk(q: Array, k: Array) -> Array:
    result: Array = q @ k.swapaxes(-1, -2) / q.shape[-1]
    return result


@graph.pitfall("softmax-wrong-axis", replaces="weights")
def weights_over_queries(scores: Array) -> Array:
    return softmax(scores, axis=-2)


@graph.pitfall("softmax-over-heads", replaces="weights")
def weights_over_heads(scores: Array) -> Array:
    return softmax(scores, axis=1)


@graph.pitfall("heads-not-transposed", replaces=("q", "k", "v"))
def project_without_transpose(ln1: Array, W: Array, num_heads: int) -> Array:
    B, N, D = ln1.shape
    return (ln1 @ W).reshape(B, num_heads, N, D // num_heads)


@graph.pitfall("concat-not-transposed", replaces="concat")
def concat_without_transpose(heads: Array) -> Array:
    B, H, N, width = heads.shape
    return heads.reshape(B, N, H * width)


@graph.pitfall("no-output-projection", replaces="msa")
def msa_unprojected(concat: Array) -> Array:
    return concat


@graph.pitfall("no-first-residual", replaces="resid1")
def attention_alone(msa: Array) -> Array:
    return msa


@graph.pitfall("no-second-residual", replaces="output")
def mlp_alone(mlp: Array) -> Array:
    return mlp


graph.rewire("residual-from-normalised", "resid1", x="ln1")
graph.rewire("second-residual-from-input", "output", resid1="x")
graph.rewire("no-second-norm", "hidden", ln2="resid1")
graph.rewire("second-norm-of-input", "ln2", x="x")


# Post-norm moves both norms from the branches' entries to behind the sums (Vaswani et al., 2017).
graph.rewire("post-norm", ("q", "k", "v"), ln1="x")
graph.rewire("post-norm", "hidden", ln2="resid1")


@graph.pitfall("post-norm", replaces="resid1")
def normalised_sum(x: Array, msa: Array) -> Array:
    return layer_norm(x + msa)


@graph.pitfall("post-norm", replaces="output")
def normalised_output(resid1: Array, mlp: Array) -> Array:
    return layer_norm(resid1 + mlp)


@graph.pitfall("sample-variance", replaces=("ln1", "ln2"))
def layer_norm_sample(x: Array) -> Array:
    centred: Array = x - x.mean(axis=-1, keepdims=True)
    result: Array = centred / np.sqrt(x.var(axis=-1, keepdims=True, ddof=1) + EPS)
    return result


@graph.pitfall("eps-outside-root", replaces=("ln1", "ln2"))
def layer_norm_eps_outside(x: Array) -> Array:
    centred: Array = x - x.mean(axis=-1, keepdims=True)
    result: Array = centred / (x.std(axis=-1, keepdims=True) + EPS)
    return result


@graph.pitfall(
    "wrong-eps",
    replaces=("ln1", "ln2"),
    variants={"1e-5": {"eps": 1e-5}, "1e-12": {"eps": 1e-12}},
)
def layer_norm_wrong_eps(x: Array, eps: float) -> Array:
    centred: Array = x - x.mean(axis=-1, keepdims=True)
    result: Array = centred / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    return result


@graph.pitfall("norm-over-tokens", replaces=("ln1", "ln2"))
def norm_over_tokens(x: Array) -> Array:
    centred: Array = x - x.mean(axis=1, keepdims=True)
    result: Array = centred / np.sqrt(x.var(axis=1, keepdims=True) + EPS)
    return result


@graph.pitfall("relu", replaces="gelu")
def relu(u: Array) -> Array:
    return np.maximum(u, 0.0)


@graph.pitfall("exact-gelu", replaces="gelu")
def gelu_erf(u: Array) -> Array:
    erf = np.array([math.erf(value / math.sqrt(2.0)) for value in u.ravel()], dtype=u.dtype)
    return 0.5 * u * (1.0 + erf.reshape(u.shape))


@graph.pitfall("sigmoid-gelu", replaces="gelu")
def gelu_sigmoid(u: Array) -> Array:
    return u / (1.0 + np.exp(-1.702 * u))


@graph.pitfall("gelu-square", replaces="gelu")
def gelu_square(u: Array) -> Array:
    return gelu_tanh(u, power=2)


@graph.pitfall("gelu-constant", replaces="gelu")
def gelu_constant(u: Array) -> Array:
    return gelu_tanh(u, cubic=0.04471)


@graph.pitfall("no-activation", replaces="gelu")
def no_activation(u: Array) -> Array:
    return u


graph.dtype_pitfall("float32", "float32")
