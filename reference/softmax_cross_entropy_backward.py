"""The gradient of the mean cross-entropy of a softmax, with respect to the logits.

Shapes: logits (B, C) float64; labels (B,) int64, each in [0, C - 1]; the gradient is (B, C).
Source: Bridle (1990), "Probabilistic Interpretation of Feedforward Classification Network Outputs".
"""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.steps import Graph

Array = np.ndarray[Any, Any]

graph = Graph(inputs=("logits", "labels"), output="gradient")


@graph.step
def shifted(logits: Array) -> Array:
    """Each row less its maximum, so that exp cannot overflow."""
    result: Array = logits - logits.max(axis=1, keepdims=True)
    return result


@graph.step
def exponentials(shifted: Array) -> Array:
    """In (0, 1], with a 1 in every row."""
    result: Array = np.exp(shifted)
    return result


@graph.step
def probabilities(exponentials: Array) -> Array:
    """Each row sums to 1."""
    result: Array = exponentials / exponentials.sum(axis=1, keepdims=True)
    return result


@graph.step
def one_hot(labels: Array, logits: Array) -> Array:
    """All the probability on the labelled class: (B, C)."""
    result = np.zeros_like(logits)
    result[np.arange(len(labels)), labels] = 1.0
    return result


@graph.step
def difference(probabilities: Array, one_hot: Array) -> Array:
    """The gradient of each row's own loss."""
    return probabilities - one_hot


@graph.step
def gradient(difference: Array) -> Array:
    """Each row's loss has the weight 1 / B in the mean."""
    result: Array = difference / difference.shape[0]
    return result


# What learners get wrong.


@graph.pitfall("softmax-over-batch", replaces="shifted")
def shifted_by_column(logits: Array) -> Array:
    result: Array = logits - logits.max(axis=0, keepdims=True)
    return result


@graph.pitfall("softmax-over-batch", replaces="probabilities")
def shares_of_column(exponentials: Array) -> Array:
    result: Array = exponentials / exponentials.sum(axis=0, keepdims=True)
    return result


@graph.pitfall("softmax-over-all", replaces="shifted")
def shifted_by_largest(logits: Array) -> Array:
    result: Array = logits - logits.max()
    return result


@graph.pitfall("softmax-over-all", replaces="probabilities")
def shares_of_all(exponentials: Array) -> Array:
    result: Array = exponentials / exponentials.sum()
    return result


@graph.pitfall("no-softmax", replaces="probabilities")
def logits_themselves(logits: Array) -> Array:
    return logits


@graph.pitfall("softmax-twice", replaces="difference")
def softmax_of_probabilities(probabilities: Array, one_hot: Array) -> Array:
    return probabilities_of(probabilities) - one_hot


@graph.pitfall("log-probabilities", replaces="difference")
def logs_less_target(shifted: Array, one_hot: Array) -> Array:
    result: Array = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)) - one_hot
    return result


@graph.pitfall("labels-from-one", replaces="one_hot")
def one_hot_from_one(labels: Array, logits: Array) -> Array:
    result: Array = one_hot(labels - 1, logits)
    return result


@graph.pitfall("labels-not-paired", replaces="one_hot")
def every_label_in_every_row(labels: Array, logits: Array) -> Array:
    result = np.zeros_like(logits)
    result[:, labels] = 1.0
    return result


@graph.pitfall("target-not-subtracted", replaces="difference")
def probabilities_alone(probabilities: Array) -> Array:
    return probabilities


@graph.pitfall("sign-flipped", replaces="difference")
def target_less_probabilities(probabilities: Array, one_hot: Array) -> Array:
    return one_hot - probabilities


@graph.pitfall("stops-at-probabilities", replaces="difference")
def by_probabilities(probabilities: Array, one_hot: Array) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return -one_hot / probabilities


@graph.pitfall("diagonal-only", replaces="difference")
def diagonal_of_jacobian(probabilities: Array, one_hot: Array) -> Array:
    return -one_hot * (1.0 - probabilities)


@graph.pitfall("extra-derivative", replaces="difference")
def times_derivative(probabilities: Array, one_hot: Array) -> Array:
    return (probabilities - one_hot) * probabilities * (1.0 - probabilities)


@graph.pitfall("no-batch-mean", replaces="gradient")
def gradient_of_sum(difference: Array) -> Array:
    return difference


@graph.pitfall("mean-over-all", replaces="gradient")
def by_all_entries(difference: Array) -> Array:
    return difference / difference.size


@graph.pitfall("mean-over-classes", replaces="gradient")
def by_classes(difference: Array) -> Array:
    result: Array = difference / difference.shape[1]
    return result


graph.dtype_pitfall("float32", "float32")


def probabilities_of(logits: Array) -> Array:
    """The softmax of each row."""
    result: Array = probabilities(exponentials(shifted(logits)))
    return result
