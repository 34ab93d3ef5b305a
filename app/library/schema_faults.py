"""The schema's refusals in plain words: pydantic's errors, translated and placed."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from app.domain.problem import ProblemSpec
from app.library.faults import KeyPath
from app.library.strict_yaml import Document

_SHOWN = 60
_KINDS = {
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "bool_type": "must be true or false",
    "tuple_type": "must be a list",
    "dict_type": "must be a mapping of keys to values",
    "model_type": "must be a mapping of keys to values",
    "finite_number": "must be a finite number",
}
_PATTERNS = {
    "^[a-z0-9]": "must be lower-case words joined by hyphens, like scaled-sum",
    "^[A-Za-z_]": "must be a name of letters, digits and underscores, like num_heads",
    "^[a-z][a-z0-9_]*(": "must be a step id, like ln1 or block[3].scores",
    "^https?": "must be a link that starts with http:// or https://",
}


def report(errors: list[ErrorDetails], document: Document) -> None:
    """One fault per place; the alternatives of a union are told together."""
    grouped: dict[KeyPath, list[ErrorDetails]] = {}
    for error in errors:
        if not _follows(error, errors, document):
            grouped.setdefault(_path(error, document), []).append(error)
    for path, group in grouped.items():
        _report_one(path, group, document)


def _follows(error: ErrorDetails, errors: list[ErrorDetails], document: Document) -> bool:
    """True for an error that is only the consequence of another one."""
    if error["type"] == "too_short" and error["input"]:
        return True  # Items are there; each has a fault of its own.
    derived = error["loc"] == ("function",) and ("function",) not in document.places
    return derived and any(other["loc"] == ("id",) for other in errors)


def _path(error: ErrorDetails, document: Document) -> KeyPath:
    """The error's location without pydantic's own labels; a missing key keeps its name."""
    path: KeyPath = ()
    for part in error["loc"]:
        if (*path, part) in document.places:
            path = (*path, part)
    if error["type"] == "missing":
        return (*path, error["loc"][-1])
    return path or error["loc"][:1]


def _report_one(path: KeyPath, group: list[ErrorDetails], document: Document) -> None:
    kind = group[0]["type"]
    if kind == "missing":
        document.findings.at(path, "this key is missing", f"add {path[-1]}:")
    elif kind == "extra_forbidden":
        document.findings.at(path, "this key is not known", _suggestion(path))
    else:
        words = list(dict.fromkeys(_words(error) for error in group))
        document.findings.at(path, " or ".join(words), _given(group[0]))


def _words(error: ErrorDetails) -> str:
    """What a value must be."""
    kind, context = error["type"], error.get("ctx", {})
    if kind in _KINDS:
        return _KINDS[kind]
    if kind == "literal_error":
        return f"must be {context['expected'].replace(chr(39), '')}"
    if kind == "value_error":
        return str(context["error"])
    if kind == "string_pattern_mismatch":
        return _pattern(context["pattern"])
    return _bounds(kind, context) or error["msg"]


def _pattern(pattern: str) -> str:
    starts = [start for start in _PATTERNS if pattern.startswith(start)]
    return _PATTERNS[max(starts, key=len)] if starts else f"must match {pattern}"


def _bounds(kind: str, context: Mapping[str, Any]) -> str:
    if kind == "string_too_short":
        return "must not be empty"
    if kind == "string_too_long":
        return f"must have at most {context['max_length']} characters"
    if kind == "too_short":
        return f"must have at least {context['min_length']} item(s)"
    bounds = {
        "greater_than_equal": ("ge", "at least"),
        "greater_than": ("gt", "greater than"),
        "less_than_equal": ("le", "at most"),
        "less_than": ("lt", "less than"),
    }
    if kind not in bounds:
        return ""
    name, words = bounds[kind]
    return f"must be {words} {context[name]}"


def _given(error: ErrorDetails) -> str:
    value = error["input"]
    if isinstance(value, Mapping | list | tuple):
        return ""
    text = "nothing" if value is None else repr(value)
    return f"it is {text if len(text) <= _SHOWN else text[:_SHOWN] + '...'}"


def _suggestion(path: KeyPath) -> str:
    """The nearest known key at this place, or the known ones."""
    known = _known_keys(path[:-1])
    near = difflib.get_close_matches(str(path[-1]), known, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"known here: {', '.join(known)}" if known else "remove it"


def _known_keys(parent: KeyPath) -> list[str]:
    """The keys of the model that stands at ``parent``, found by walking the models' fields."""
    models: list[type[BaseModel]] = [ProblemSpec]
    for part in parent:
        if isinstance(part, str):
            models = [m for model in models for m in _models_under(model, part)]
    return [field.alias or name for model in models for name, field in model.model_fields.items()]


def _models_under(model: type[BaseModel], key: str) -> list[type[BaseModel]]:
    """The models within a field's type; a free key of a mapping leads on to the same model."""
    for name, field in model.model_fields.items():
        if key == (field.alias or name):
            return _models_in(field.annotation)
    return [model]


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [m for argument in getattr(annotation, "__args__", ()) for m in _models_in(argument)]
