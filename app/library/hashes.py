"""The two hashes of a package.

``grading_hash`` covers what can change a verdict: the reference's sources, the arguments, points
and visibility of examples and tests, the signature, the runtime, the tolerance and the limits.
``content_hash`` covers everything.  Both are taken of the meaning, not of the YAML's text, so that
a comment or another layout changes neither.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from app.domain.cases import example_case, test_case
from app.domain.problem import ProblemSpec, SourceFile, Test

_GRADING = "tracegrade.grading/1"
"""To be raised when equal packages come to be graded differently, e.g. drawn by another method."""


def grading_hash(spec: ProblemSpec, reference: tuple[SourceFile, ...]) -> str:
    """SHA-256 (hex) over everything that can change a verdict."""
    return _sha256(
        {
            "schema": _GRADING,
            "reference": [[file.name, file.source] for file in reference],
            "signature": _signature(spec),
            "examples": [_example(spec, index) for index in range(len(spec.examples))],
            "tests": [_test(spec, test) for test in spec.tests],
            "tolerance": spec.tolerance.model_dump(mode="json"),
            "limits": spec.limits.model_dump(mode="json"),
        }
    )


def content_hash(spec: ProblemSpec, **texts: str | tuple[SourceFile, ...]) -> str:
    """SHA-256 (hex) over the specification and the texts and sources beside it."""
    document: dict[str, Any] = {"spec": spec.model_dump(mode="json", by_alias=True)}
    for name, text in texts.items():
        document[name] = text if isinstance(text, str) else [f.model_dump() for f in text]
    return _sha256(document)


def _signature(spec: ProblemSpec) -> dict[str, Any]:
    return {
        "function": spec.function,
        "runtime": spec.runtime,
        "dimensions": sorted(spec.dimensions),
        "parameters": [p.model_dump(mode="json", exclude={"description"}) for p in spec.parameters],
        "returns": spec.returns.model_dump(mode="json"),
    }


def _example(spec: ProblemSpec, index: int) -> dict[str, Any]:
    example = spec.examples[index]
    return {
        "name": example.name,
        "points": example.points,
        "arguments": example_case(spec, example).key,
    }


def _test(spec: ProblemSpec, test: Test) -> dict[str, Any]:
    """Written arguments by the hash of their values, drawn ones by how they are drawn."""
    document: dict[str, Any] = {
        "name": test.name,
        "points": test.points,
        "hidden": test.hidden,
    }
    if test.generate is None:
        document["arguments"] = test_case(spec, test, "").key
    else:
        document["generate"] = test.generate.model_dump(mode="json")
    return document


def _sha256(document: Any) -> str:
    text = json.dumps(
        document, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )
    return hashlib.sha256(text.encode()).hexdigest()
