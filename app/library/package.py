"""A folder becomes a ``Problem``, or the complete list of what is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

from app.domain.problem import Problem, ProblemSpec, SourceFile
from app.library.cross_checks import cross_check
from app.library.faults import Fault, Findings, PackageInvalid
from app.library.folder import Folder
from app.library.hashes import content_hash, grading_hash
from app.library.schema import check_schema
from app.library.sources import read_accepted, read_reference, read_rejected
from app.library.strict_yaml import read_yaml
from app.library.yaml_text import MAX_BYTES

SPECIFICATION = "problem.yaml"


class _Texts(TypedDict):
    """What lies beside the specification; a file that cannot be used is empty, and is a fault."""

    statement: str
    theory: str
    accepted: tuple[SourceFile, ...]
    rejected: tuple[SourceFile, ...]


class _Reader:
    """Reads one package, gathering faults from all its files."""

    def __init__(self, folder: Path, *, shipped: bool, references: Path) -> None:
        self.files = Folder(folder.resolve())
        self.shipped, self.references = shipped, references
        self.faults: list[Fault] = self.files.faults

    def texts(self) -> _Texts:
        statement = self.files.text("statement.md", missing="write what the learner must do")
        theory = self.files.text("theory.md", missing="write the theory behind the problem")
        return {
            "statement": statement or "",
            "theory": theory or "",
            "accepted": read_accepted(self.files),
            "rejected": read_rejected(self.files),
        }

    def specification(self, theory: str) -> tuple[ProblemSpec, tuple[SourceFile, ...]] | None:
        """The specification and the reference it names, as far as they can be made out."""
        advice = "a problem is described in problem.yaml"
        content = self.files.content(SPECIFICATION, MAX_BYTES, advice)
        if content is None:
            return None
        document = read_yaml(content, SPECIFICATION)
        checked = check_schema(document)
        found = None
        if checked is not None:
            spec, whole = checked.spec, checked.whole
            folder = self.files.root.name
            cross_check(spec, document.findings, folder=folder, theory=theory, whole=whole)
            found = spec, self._reference(spec, document.findings)
        self.faults.extend(document.findings.faults)
        return found

    def _reference(self, spec: ProblemSpec, findings: Findings) -> tuple[SourceFile, ...]:
        return read_reference(spec, self.files, findings, self.references, shipped=self.shipped)


def load_package(folder: Path, *, shipped: bool, references: Path) -> Problem:
    """Read and check the package in ``folder``.

    ``references`` is the folder of the reference modules that come with Tracegrade; only a shipped
    package may name one of them, every other brings its own ``reference.py``.  Raises
    PackageInvalid with all faults at once.  No Python is parsed or imported: sources are text.
    """
    if not folder.is_dir():
        raise PackageInvalid((Fault(str(folder), None, "", "there is no such folder"),))
    reader = _Reader(folder, shipped=shipped, references=references)
    texts = reader.texts()
    found = reader.specification(texts["theory"])
    if found is None or reader.faults:
        raise PackageInvalid(tuple(reader.faults))
    spec, reference = found
    return Problem(
        spec=spec,
        reference=reference,
        folder=str(reader.files.root),
        shipped=shipped,
        grading_hash=grading_hash(spec, reference),
        content_hash=content_hash(spec, reference=reference, **texts),
        **texts,
    )
