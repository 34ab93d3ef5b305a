"""Checks that no single value can answer: of names, sizes and texts against one another."""

from __future__ import annotations

import keyword
import re
from collections.abc import Hashable, Iterable
from pathlib import PurePath

from app.domain.anchors import anchors
from app.domain.problem import Draw, Generated, ProblemSpec, Shape
from app.library.argument_checks import (
    check_example,
    check_generated,
    check_literals,
    did_you_mean,
    used_dimensions,
)
from app.library.faults import Findings, KeyPath


def cross_check(
    spec: ProblemSpec, findings: Findings, *, folder: str, theory: str, whole: bool
) -> None:
    """Report every contradiction within the specification and with what lies beside it.

    What would be missing from a specification that is not ``whole`` may have been taken out.
    """
    _check_names(spec, findings, folder)
    _check_unique(spec, findings)
    _check_symbols(spec, findings)
    _check_tests(spec, findings)
    if whole:
        _check_enough(spec, findings)
    _check_trace_case(spec, findings)
    if theory:
        _check_anchors(spec, theory, findings)


def _check_names(spec: ProblemSpec, findings: Findings, folder: str) -> None:
    if PurePath(folder).name != spec.id:
        findings.at(("id",), f"the id is {spec.id}, the folder is {folder}", "make them the same")
    names: list[tuple[KeyPath, str]] = [(("function",), spec.function)]
    names += [(("parameters", i, "name"), p.name) for i, p in enumerate(spec.parameters)]
    for path, name in names:
        if keyword.iskeyword(name):
            findings.at(path, f"{name} is a keyword of Python", "choose another name")
    if not re.search(rf"\b{re.escape(spec.function)}\b", spec.starter):
        message = f"the starter code does not contain {spec.function}"
        findings.at(("starter",), message, f"start it with def {spec.function}(...):")


def _check_unique(spec: ProblemSpec, findings: Findings) -> None:
    cases: list[tuple[KeyPath, str]] = [
        (("examples", i, "name"), e.name) for i, e in enumerate(spec.examples)
    ]
    cases += [(("tests", i, "name"), t.name) for i, t in enumerate(spec.tests)]
    _unique("name", cases, findings)
    parameters = [(("parameters", i, "name"), p.name) for i, p in enumerate(spec.parameters)]
    _unique("name", parameters, findings)
    _unique("id", [(("steps", i, "id"), s.id) for i, s in enumerate(spec.steps)], findings)
    _unique("id", [(("pitfalls", i, "id"), p.id) for i, p in enumerate(spec.pitfalls)], findings)
    _unique("hint", [(("hints", i), hint) for i, hint in enumerate(spec.hints)], findings)


def _unique(what: str, named: Iterable[tuple[KeyPath, Hashable]], findings: Findings) -> None:
    first: dict[Hashable, KeyPath] = {}
    for path, name in named:
        if first.setdefault(name, path) != path:
            line = findings.line(first[name])
            findings.at(path, f"this {what} is taken: {name} (line {line})", "choose another")


def _check_symbols(spec: ProblemSpec, findings: Findings) -> None:
    """Every symbol in a shape is one of the declared dimensions."""
    shapes: list[tuple[KeyPath, Shape]] = [(("returns", "shape"), spec.returns.shape)]
    for i, parameter in enumerate(spec.parameters):
        shapes.append((("parameters", i, "shape"), parameter.shape or ()))
        bound = (parameter.dimension,) if parameter.dimension is not None else ()
        shapes.append((("parameters", i, "dimension"), bound))
    shapes += [(("steps", i, "shape"), step.shape) for i, step in enumerate(spec.steps)]
    for path, shape in shapes:
        for symbol in shape:
            if isinstance(symbol, str) and symbol not in spec.dimensions:
                message = f"{symbol} is not one of the dimensions"
                findings.at(path, message, did_you_mean(symbol, spec.dimensions))


def _check_tests(spec: ProblemSpec, findings: Findings) -> None:
    for index in range(len(spec.examples)):
        check_example(spec, index, findings)
    for index, test in enumerate(spec.tests):
        path: KeyPath = ("tests", index)
        if test.generate is not None:
            check_generated(spec, test.generate, (*path, "generate"), findings)
        elif test.arguments is not None:
            check_literals(spec, test.arguments, (*path, "arguments"), findings)


def _check_enough(spec: ProblemSpec, findings: Findings) -> None:
    """The tests as a whole: points to earn, and a test that no learned answer passes."""
    if not any(t.hidden and t.generate and t.generate.seed == "per_submission" for t in spec.tests):
        message = "no hidden test is drawn anew for each submission"
        findings.at(("tests",), message, "add one with hidden: true and seed: per_submission")
    if not any([*(e.points for e in spec.examples), *(t.points for t in spec.tests)]):
        findings.at(("tests",), "the tests give no points", "give at least one of them points")


def _check_trace_case(spec: ProblemSpec, findings: Findings) -> None:
    """Generic values and distinct dimensions, or two steps could not be told apart."""
    trace, path = spec.trace_case, ("trace_case",)
    if trace.seed == "per_submission":
        findings.at((*path, "seed"), "the trace case is the same for everyone", "give a number")
    check_generated(spec, trace, path, findings)
    _check_distinct(spec, trace, findings)
    for parameter in spec.parameters:
        draw = trace.draws.get(parameter.name, parameter.draw)
        if parameter.is_array and not _generic(draw):
            message = f"{parameter.name} is {draw.distribution}, which hides mistakes"
            findings.at((*path, "draws", parameter.name), message, "draw normal or uniform values")


def _generic(draw: Draw) -> bool:
    return draw.distribution not in ("constant", "identity")


def _check_distinct(spec: ProblemSpec, trace: Generated, findings: Findings) -> None:
    seen: dict[int, str] = {}
    for symbol in used_dimensions(spec):
        if (value := trace.dimensions.get(symbol)) is None:
            continue
        path: KeyPath = ("trace_case", "dimensions", symbol)
        if value < 2:
            findings.at(path, f"{symbol} is {value}", "make it greater than 1")
        elif (other := seen.setdefault(value, symbol)) != symbol:
            message = f"{symbol} and {other} are both {value}"
            findings.at(path, message, "give every dimension its own value")


def _check_anchors(spec: ProblemSpec, theory: str, findings: Findings) -> None:
    known = anchors(theory)
    for index, pitfall in enumerate(spec.pitfalls):
        if pitfall.theory is not None and pitfall.theory not in known:
            message = f"theory.md has no heading with the anchor {pitfall.theory}"
            findings.at(("pitfalls", index, "theory"), message, did_you_mean(pitfall.theory, known))
