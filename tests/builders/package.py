"""A tiny problem package, valid until a test changes it: ``scaled-sum``, two steps."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import yaml

REFERENCES = Path(__file__).parents[2] / "reference"
"""The folder of the references that come with Tracegrade."""

REFERENCE = '''\
"""The sum of each row, times a factor."""

from reference.steps import Graph

graph = Graph(inputs=("x", "factor"), output="output")


@graph.step
def total(x):
    return x.sum(axis=1)


@graph.step
def output(total, factor):
    return total * factor


@graph.pitfall("sum-over-rows", replaces="total")
def total_over_rows(x):
    return x.sum(axis=0)[: x.shape[0]]


@graph.pitfall("no-factor", replaces="output")
def output_unscaled(total):
    return total * 1.0
'''
ACCEPTED = "def scaled_sum(x, factor):\n    return factor * x.sum(axis=1)\n"
REJECTED = "# verdict: wrong_value\ndef scaled_sum(x, factor):\n    return x.sum(axis=1)\n"
STATEMENT = "## Task\n\nAdd up each row of $x$ and multiply the sum by `factor`.\n"
THEORY = "## Sums along an axis\n\n`axis=1` adds up each row.\n\n## The factor\n\nIt is a number.\n"

Spec = dict[str, Any]


SPECIFICATION: Spec = {
    "schema": "tracegrade.problem/1",
    "id": "scaled-sum",
    "title": "Scaled sum",
    "difficulty": "easy",
    "tags": ["numpy"],
    "summary": "Add up each row, times a factor.",
    "runtime": "numpy",
    "reference": "reference.py",
    "dimensions": {"N": "rows", "D": "columns"},
    "parameters": [
        {"name": "x", "dtype": "float64", "shape": "[N, D]"},
        {"name": "factor", "dtype": "float"},
    ],
    "returns": {"dtype": "float64", "shape": "[N]"},
    "hints": ["Rows lie along the second axis."],
    "starter": "def scaled_sum(x, factor):\n    ...\n",
    "examples": [
        {
            "name": "Example 1",
            "arguments": {"x": [[1, 2, 3], [4, 5, 6]], "factor": 2.0},
            "output": [12, 30],
            "explanation": "The sums are 6 and 15.",
        }
    ],
    "tests": [
        {
            "name": "one row",
            "why": "A single row is still a row.",
            "arguments": {"x": [[0.5, -1.5]], "factor": -1.0},
        },
        {
            "name": "generic",
            "why": "Rows and columns differ in number.",
            "points": 2,
            "generate": {
                "seed": 7,
                "dimensions": {"N": 4, "D": 3},
                "scalars": {"factor": 1.5},
            },
        },
        {
            "name": "drawn for you",
            "hidden": True,
            "why": "No answer can be typed in by heart.",
            "points": 2,
            "generate": {
                "seed": "per_submission",
                "dimensions": {"N": 5, "D": 2},
                "scalars": {"factor": 0.5},
            },
        },
    ],
    "trace_case": {
        "seed": 11,
        "dimensions": {"N": 2, "D": 3},
        "scalars": {"factor": 1.25},
    },
    "steps": [
        {"id": "total", "title": "Sum", "formula": r"t_i = \sum_j x_{ij}", "shape": "[N]"},
        {"id": "output", "title": "Product", "formula": r"y = f\,t", "shape": "[N]"},
    ],
    "pitfalls": [
        {
            "id": "sum-over-rows",
            "title": "The other axis",
            "message": "The columns were added up, not the rows.",
            "theory": "sums-along-an-axis",
        },
        {
            "id": "no-factor",
            "title": "No factor",
            "message": "The sums were not multiplied by the factor.",
        },
    ],
}
"""The content of ``problem.yaml``."""


def specification() -> Spec:
    """A fresh copy of it, to be changed."""
    return copy.deepcopy(SPECIFICATION)


def write_package(
    parent: Path,
    *,
    name: str = "scaled-sum",
    spec: Spec | None = None,
    yaml_text: str | bytes | None = None,
    files: dict[str, str | bytes | None] | None = None,
    **changes: Any,
) -> Path:
    """Write the package into ``parent/name`` and return that folder.

    ``changes`` replaces top-level keys of the specification, a value of None removes the key;
    ``spec`` or ``yaml_text`` replaces the whole of it.  ``files`` replaces, adds or (None) leaves
    out other files, by their paths in the folder.
    """
    content = specification() if spec is None else spec
    content = {k: v for k, v in {**content, **changes}.items() if v is not None}
    everything: dict[str, str | bytes | None] = {
        "problem.yaml": yaml_text if yaml_text is not None else yaml_of(content),
        "statement.md": STATEMENT,
        "theory.md": THEORY,
        "reference.py": REFERENCE,
        "submissions/accepted/one_line.py": ACCEPTED,
        "submissions/rejected/no_factor.py": REJECTED,
        **(files or {}),
    }
    folder = parent / name
    for path, text in everything.items():
        if text is not None:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(text.encode() if isinstance(text, str) else text)
    return folder


def yaml_of(content: Spec) -> str:
    """The specification as an author could have written it."""
    return yaml.safe_dump(content, sort_keys=False, allow_unicode=True)
