"""The Python that belongs to a package, as text: submissions, and the modules of the reference."""

from __future__ import annotations

import re
from pathlib import Path

from app.domain.problem import ProblemSpec, SourceFile
from app.domain.verdict import Verdict
from app.library.faults import Findings
from app.library.folder import MAX_SOURCE_BYTES, Folder

OWN_REFERENCE = "reference.py"
RESERVED = frozenset({"steps", "answers"})
"""Modules beside the references that are not references."""

_MODULE = re.compile(r"[a-z_][a-z0-9_]{0,63}")
_EXPECTS = re.compile(r"#\s*verdict:\s*(\S+)\s*")
_REJECTING = tuple(v.value for v in Verdict if v is not Verdict.ACCEPTED and not v.costs_nothing)


def read_accepted(files: Folder) -> tuple[SourceFile, ...]:
    """``submissions/accepted/*.py``, by name; at least one is needed."""
    sources = files.sources("submissions/accepted")
    return tuple(SourceFile(name=Path(file).name, source=text) for file, text in sources)


def read_rejected(files: Folder) -> tuple[SourceFile, ...]:
    """``submissions/rejected/*.py``, by name, each with the verdict that its first line names."""
    return tuple(
        SourceFile(name=Path(file).name, source=text, expects=_expects(files, file, text))
        for file, text in files.sources("submissions/rejected")
    )


def _expects(files: Folder, file: str, text: str) -> str | None:
    match = _EXPECTS.fullmatch(text.split("\n", 1)[0])
    if match is not None and match[1] in _REJECTING:
        return match[1]
    message = "the first line does not say which verdict the file gets"
    if match is not None:
        message = f"{match[1]} is no verdict that a rejected submission can get"
    advice = f"write # verdict: and one of {', '.join(_REJECTING)}"
    files.note(file, message, advice, line=1)
    return None


def read_reference(
    spec: ProblemSpec, files: Folder, findings: Findings, references: Path, *, shipped: bool
) -> tuple[SourceFile, ...]:
    """The modules of the reference in the order in which the sandbox executes them."""
    name, text = _own_name(spec, findings), None
    if spec.reference == OWN_REFERENCE:
        missing = "write the reference in it"
        text = files.text(OWN_REFERENCE, limit=MAX_SOURCE_BYTES, missing=missing)
    elif shipped and _MODULE.fullmatch(spec.reference) and spec.reference not in RESERVED:
        name = spec.reference
        text = _from_shelf(f"{name}.py", findings, references)
    else:
        advice = _where_to_put_it(spec.reference, references, shipped=shipped)
        findings.at(("reference",), f"{spec.reference!r} names no reference", advice)
    steps = _from_shelf("steps.py", findings, references)
    return (
        SourceFile(name="reference", source=""),
        SourceFile(name="reference.steps", source=steps or ""),
        SourceFile(name=f"reference.{name}", source=text or ""),
    )


def _where_to_put_it(name: str, references: Path, *, shipped: bool) -> str:
    """What an author should write; who copied a shipped problem is told where its reference is."""
    if shipped:
        return f"name a module beside steps.py, without .py, or write {OWN_REFERENCE}"
    advice = f"write reference: {OWN_REFERENCE}, and put that file into the folder"
    shelved = references / f"{name}.py"
    if _MODULE.fullmatch(name) and name not in RESERVED and shelved.is_file():
        advice += f"; for a copy of the shipped problem, copy {shelved} to it"
    return advice


def _own_name(spec: ProblemSpec, findings: Findings) -> str:
    """The name under which a package's own reference is executed."""
    name = spec.id.replace("-", "_")
    if name in RESERVED:
        findings.at(("id",), f"{spec.id} is a reserved name", "choose another id")
    return name


def _from_shelf(file: str, findings: Findings, references: Path) -> str | None:
    """A module that comes with Tracegrade."""
    shelf = Folder(references)
    text = shelf.text(file, limit=MAX_SOURCE_BYTES, missing="write it, or correct the name")
    for fault in shelf.faults:
        findings.at(("reference",), f"reference/{fault.file}: {fault.message}", fault.advice)
    return text
