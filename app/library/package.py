"""A folder becomes a ``Problem``, or the complete list of what is wrong with it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from app.domain.problem import Problem, ProblemSpec, SourceFile
from app.domain.verdict import Verdict
from app.library.cross_checks import cross_check
from app.library.faults import Fault, PackageInvalid
from app.library.folder import MAX_SOURCE_BYTES, Folder
from app.library.hashes import content_hash, grading_hash
from app.library.schema_faults import validate
from app.library.strict_yaml import MAX_BYTES, Document, read_yaml

SPECIFICATION = "problem.yaml"
OWN_REFERENCE = "reference.py"
RESERVED = frozenset({"steps", "answers"})
"""Modules beside the references that are not references."""

_MODULE = re.compile(r"[a-z_][a-z0-9_]{0,63}")
_EXPECTS = re.compile(r"#\s*verdict:\s*(\S+)\s*")


@dataclass(frozen=True, slots=True)
class _Texts:
    """The files of a package beside its specification; None for one that cannot be used."""

    statement: str | None
    theory: str | None
    accepted: tuple[SourceFile, ...]
    rejected: tuple[SourceFile, ...]


def load_package(folder: Path, *, shipped: bool, references: Path) -> Problem:
    """Read and check the package in ``folder``.

    ``references`` is the folder of the reference modules that come with Tracegrade; only a shipped
    package may name one of them, every other brings its own ``reference.py``.  Raises
    PackageInvalid with all faults at once.  No Python is parsed or imported: sources are text.
    """
    if not folder.is_dir():
        raise PackageInvalid((Fault(str(folder), None, "", "there is no such folder"),))
    root = folder.resolve()
    files = Folder(root)
    texts = _read_texts(files)
    document = _read_specification(files)
    spec = validate(document) if document and document.data is not None else None
    reference: tuple[SourceFile, ...] = ()
    if document and spec:
        cross_check(spec, document.findings, folder=root.name, theory=texts.theory)
        reference = _reference(spec, document, files, shipped=shipped, references=references)
    faults = (*files.faults, *(document.findings.faults if document else ()))
    if faults or spec is None or texts.statement is None or texts.theory is None:
        raise PackageInvalid(faults)
    return Problem(
        spec=spec,
        statement=texts.statement,
        theory=texts.theory,
        reference=reference,
        accepted=texts.accepted,
        rejected=texts.rejected,
        folder=str(root),
        shipped=shipped,
        grading_hash=grading_hash(spec, reference),
        content_hash=content_hash(
            spec,
            statement=texts.statement,
            theory=texts.theory,
            reference=reference,
            accepted=texts.accepted,
            rejected=texts.rejected,
        ),
    )


def _read_specification(files: Folder) -> Document | None:
    content = files.content(SPECIFICATION, MAX_BYTES, "a problem is described in problem.yaml")
    return None if content is None else read_yaml(content, SPECIFICATION)


def _read_texts(files: Folder) -> _Texts:
    return _Texts(
        statement=files.text("statement.md", missing="write what the learner must do"),
        theory=files.text("theory.md", missing="write the theory behind the problem"),
        accepted=_submissions(files, "accepted"),
        rejected=_submissions(files, "rejected"),
    )


def _submissions(files: Folder, kind: str) -> tuple[SourceFile, ...]:
    return tuple(
        SourceFile(
            name=Path(file).name,
            source=text,
            expects=_expected_verdict(files, file, text) if kind == "rejected" else None,
        )
        for file, text in files.sources(f"submissions/{kind}")
    )


def _expected_verdict(files: Folder, file: str, text: str) -> str | None:
    """The verdict that a rejected submission names in its first line."""
    match = _EXPECTS.fullmatch(text.split("\n", 1)[0])
    if match is None:
        return None
    known = [v.value for v in Verdict if v is not Verdict.ACCEPTED and not v.costs_nothing]
    if match[1] not in known:
        message = f"{match[1]} is no verdict that a rejected submission can get"
        files.note(file, message, f"one of {', '.join(known)}", line=1)
        return None
    return match[1]


def _reference(
    spec: ProblemSpec, document: Document, files: Folder, *, shipped: bool, references: Path
) -> tuple[SourceFile, ...]:
    """The sources of the reference in the order in which the sandbox executes them."""
    shelf = Folder(references)
    steps = shelf.text("steps.py", limit=MAX_SOURCE_BYTES, missing="install Tracegrade again")
    files.faults += shelf.faults
    name, own = spec.id.replace("-", "_"), None
    if spec.reference == OWN_REFERENCE:
        own = files.text(OWN_REFERENCE, limit=MAX_SOURCE_BYTES, missing="write the reference in it")
    elif _MODULE.fullmatch(spec.reference) and spec.reference not in RESERVED and shipped:
        name = spec.reference
        own = _shipped_reference(name, document, references)
    else:
        message = f"{spec.reference!r} names no reference"
        advice = f"write {OWN_REFERENCE} and put that file into the folder"
        if shipped:
            advice += ", or name a module beside steps.py, without .py"
        document.findings.at(("reference",), message, advice)
    if name in RESERVED:
        document.findings.at(("id",), f"{spec.id} is a reserved name", "choose another id")
    return (
        SourceFile(name="reference", source=""),
        SourceFile(name="reference.steps", source=steps or ""),
        SourceFile(name=f"reference.{name}", source=own or ""),
    )


def _shipped_reference(name: str, document: Document, references: Path) -> str | None:
    shelf = Folder(references)
    text = shelf.text(f"{name}.py", limit=MAX_SOURCE_BYTES, missing="write it, or correct the name")
    for fault in shelf.faults:
        message = f"reference/{fault.file}: {fault.message}"
        document.findings.at(("reference",), message, fault.advice)
    return text
