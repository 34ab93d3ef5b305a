"""Data held against the schema; what can be saved from faulty data is still checked further."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from app.domain.problem import SCHEMA, ProblemSpec
from app.library.faults import KeyPath
from app.library.schema_faults import report
from app.library.strict_yaml import Document

_STAND_INS: dict[str, Any] = {
    "schema": SCHEMA,
    "title": "-",
    "difficulty": "easy",
    "tags": (),
    "summary": "-",
    "runtime": "numpy",
}
"""In place of faulty values that no cross check looks at."""

_DEFAULTED = frozenset({"sources", "requirements", "constraints", "tolerance", "limits"})
_LISTS = frozenset({"hints", "examples", "tests", "steps", "pitfalls"})


@dataclass(frozen=True, slots=True)
class Checked:
    """A specification; when it is not ``whole``, faulty parts were taken out or stood in for.

    Such a one serves only to find more faults in the same reading.
    """

    spec: ProblemSpec
    whole: bool


def check_schema(document: Document) -> Checked | None:
    """Report every fault of the schema; None if too little is right for further checks."""
    try:
        return Checked(ProblemSpec.model_validate(document.data, strict=True), whole=True)
    except ValidationError as error:
        errors = error.errors(include_url=False)
    report(errors, document)
    unknown = [e["loc"] for e in errors if e["type"] == "extra_forbidden"]
    faulty = [e["loc"] for e in errors if e["type"] != "extra_forbidden"]
    saved = _saved(_without(document.data, unknown), faulty, document)
    try:
        return Checked(ProblemSpec.model_validate(saved, strict=True), whole=not faulty)
    except ValidationError:
        return None


def _saved(data: Any, faulty: Iterable[KeyPath], document: Document) -> Any:
    """The data with stand-ins for faulty values and without faulty items of lists."""
    if not isinstance(data, Mapping):
        return data
    saved, dropped = dict(data), set()
    for path in faulty:
        match path:
            case (str(key), *_) if key in _STAND_INS:
                saved[key] = _STAND_INS[key]
            case (str(key), *_) if key in _DEFAULTED:
                saved.pop(key, None)
            case (str(key), int(index), *_) if key in _LISTS:
                dropped.add((key, index))
    for key in {key for key, _ in dropped}:
        left = tuple(i for i in range(len(saved[key])) if (key, i) not in dropped)
        saved[key] = tuple(saved[key][i] for i in left)
        document.findings.left[key] = left
    return saved


def _without(data: Any, paths: list[KeyPath]) -> Any:
    """A copy of ``data`` that lacks the values at ``paths``."""
    heads = {path[0] for path in paths if len(path) == 1}
    tails: dict[int | str, list[KeyPath]] = {}
    for path in paths:
        tails.setdefault(path[0], []).append(path[1:])
    if isinstance(data, Mapping):
        kept = {key: value for key, value in data.items() if key not in heads}
        return {k: _without(v, tails[k]) if k in tails else v for k, v in kept.items()}
    if isinstance(data, tuple):
        return tuple(_without(v, tails[i]) if i in tails else v for i, v in enumerate(data))
    return data
