"""Checks of the arguments of examples and tests against the parameters they are for."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Mapping
from typing import Any

from app.domain.cases import concrete_shape
from app.domain.draws import DrawInvalid, check_draw
from app.domain.literals import LiteralInvalid, literal, literal_array
from app.domain.problem import Example, Generated, Parameter, ProblemSpec, Shape
from app.library.faults import Findings, KeyPath
from sandbox.protocol import Value

MAX_ELEMENTS = 4_000_000
"""Of all arguments of a test together, and of its output."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Advice for a name that is not among the known ones."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"known: {', '.join(names)}" if names else "remove it"


def check_example(spec: ProblemSpec, index: int, findings: Findings) -> None:
    """The arguments, and the printed output against what the function returns."""
    example = spec.examples[index]
    path: KeyPath = ("examples", index)
    bound = check_literals(spec, example.arguments, (*path, "arguments"), findings)
    if bound is not None:
        _check_output(spec, example, (*path, "output"), bound, findings)


def _check_output(
    spec: ProblemSpec, example: Example, path: KeyPath, bound: _Dimensions, findings: Findings
) -> None:
    try:
        output = literal_array(example.output, spec.returns.dtype)
    except LiteralInvalid as error:
        findings.at((*path, *error.index), error.message, "write the output as nested lists")
        return
    bound.bind("the output", spec.returns.shape, output.shape, path)


def check_literals(
    spec: ProblemSpec, written: Mapping[str, Any], path: KeyPath, findings: Findings
) -> _Dimensions | None:
    """The dimensions that the arguments fix, or None if an argument is not usable."""
    parameters = {p.name: p for p in spec.parameters}
    _check_names(written, parameters, path, findings)
    for name in parameters.keys() - written.keys():
        findings.at((*path, name), "this argument is missing", f"add {name}:")
    bound, usable, elements = _Dimensions(findings), written.keys() >= parameters.keys(), 0
    for name in written.keys() & parameters.keys():
        value = _literal(written[name], parameters[name], (*path, name), findings)
        usable = usable and value is not None
        elements += getattr(value, "size", 0)
    for parameter in spec.parameters:
        if parameter.name in written:
            _bind(written[parameter.name], parameter, bound, (*path, parameter.name))
    _check_size(elements, path, findings)
    return bound if usable else None


def _literal(value: Any, parameter: Parameter, path: KeyPath, findings: Findings) -> Value:
    try:
        return literal(value, parameter)
    except LiteralInvalid as error:
        advice = f"{parameter.name} is declared as {_declared(parameter)}"
        findings.at((*path, *error.index), error.message, advice)
        return None


def _bind(value: Any, parameter: Parameter, bound: _Dimensions, path: KeyPath) -> None:
    """What one argument says of the dimensions; an argument that is not usable says nothing."""
    try:
        exact = literal(value, parameter)
    except LiteralInvalid:
        return
    if parameter.shape is not None:
        bound.bind(parameter.name, parameter.shape, getattr(exact, "shape", ()), path)
    elif parameter.dimension is not None and isinstance(exact, int):
        bound.fix(parameter.dimension, exact, parameter.name, path)


class _Dimensions:
    """The values that the dimensions have been given so far, and by what."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.values: dict[str, tuple[int, str]] = {}

    def bind(self, name: str, declared: Shape, shape: tuple[int, ...], path: KeyPath) -> None:
        if len(shape) != len(declared):
            axes = "1 axis" if len(shape) == 1 else f"{len(shape)} axes"
            message = f"{name} has {axes}, but its shape is {shape_text(declared)}"
            self.findings.at(path, message, "one level of lists for each axis")
            return
        for axis, (symbol, length) in enumerate(zip(declared, shape, strict=True)):
            if isinstance(symbol, str):
                self.fix(symbol, length, f"axis {axis} of {name}", path)
            elif symbol != length:
                message = f"axis {axis} of {name} has length {length}, declared is {symbol}"
                self.findings.at(path, message, f"its shape is {shape_text(declared)}")

    def fix(self, symbol: str, value: int, source: str, path: KeyPath) -> None:
        known, by = self.values.setdefault(symbol, (value, source))
        if known != value:
            message = f"{symbol} is {known} by {by} but {value} by {source}"
            self.findings.at(path, message, f"{symbol} must be the same everywhere")


def shape_text(shape: Shape) -> str:
    """A shape as authors write it."""
    return f"[{', '.join(str(axis) for axis in shape)}]"


def _declared(parameter: Parameter) -> str:
    if parameter.shape is None:
        return f"a Python {parameter.dtype}"
    return f"{parameter.dtype} {shape_text(parameter.shape)}"


def _check_names(
    given: Mapping[str, Any], known: Iterable[str], path: KeyPath, findings: Findings
) -> None:
    for name in given:
        if name not in known:
            findings.at((*path, name), "there is no such parameter", did_you_mean(name, known))


def _check_size(elements: int, path: KeyPath, findings: Findings) -> None:
    if elements > MAX_ELEMENTS:
        message = f"the arrays have {elements} elements together, more than {MAX_ELEMENTS}"
        findings.at(path, message, "make the dimensions smaller")


def check_generated(
    spec: ProblemSpec, generate: Generated, path: KeyPath, findings: Findings
) -> None:
    """Dimensions, scalars and draws of arguments to be drawn; nothing is drawn."""
    complete = _check_dimensions(spec, generate, (*path, "dimensions"), findings)
    _check_scalars(spec, generate, (*path, "scalars"), findings)
    arrays = [p.name for p in spec.parameters if p.is_array]
    _check_names(generate.draws, arrays, (*path, "draws"), findings)
    if not complete:
        return
    shapes = [concrete_shape(p.shape, generate.dimensions) for p in spec.parameters if p.shape]
    _check_size(sum(math.prod(shape) for shape in shapes), path, findings)
    for parameter in spec.parameters:
        _check_draw(parameter, generate, path, findings)
    if {axis for axis in spec.returns.shape if isinstance(axis, str)} <= generate.dimensions.keys():
        output = math.prod(concrete_shape(spec.returns.shape, generate.dimensions))
        _check_size(output, path, findings)


def _check_dimensions(
    spec: ProblemSpec, generate: Generated, path: KeyPath, findings: Findings
) -> bool:
    """True when every dimension that the parameters use is given."""
    for symbol in generate.dimensions:
        if symbol not in spec.dimensions:
            advice = did_you_mean(symbol, spec.dimensions)
            findings.at((*path, symbol), "there is no such dimension", advice)
    missing = [s for s in used_dimensions(spec) if s not in generate.dimensions]
    for symbol in missing:
        findings.at((*path, symbol), "this dimension is missing", f"add {symbol}:")
    return not missing


def used_dimensions(spec: ProblemSpec) -> tuple[str, ...]:
    """The symbols that the parameters' shapes and bindings use, in order of appearance."""
    symbols: dict[str, None] = {}
    for parameter in spec.parameters:
        axes = [axis for axis in parameter.shape or () if isinstance(axis, str)]
        symbols.update(dict.fromkeys([*axes, *filter(None, [parameter.dimension])]))
    return tuple(symbols)


def _check_scalars(
    spec: ProblemSpec, generate: Generated, path: KeyPath, findings: Findings
) -> None:
    free = {p.name: p for p in spec.parameters if not p.is_array and p.dimension is None}
    for parameter in spec.parameters:
        if parameter.dimension is not None and parameter.name in generate.scalars:
            message = f"{parameter.name} is always {parameter.dimension}"
            findings.at((*path, parameter.name), message, "remove it from scalars")
    others = {n: v for n, v in generate.scalars.items() if n not in _bound_names(spec)}
    _check_names(others, free, path, findings)
    for name, parameter in free.items():
        if name not in generate.scalars:
            findings.at((*path, name), "this scalar is missing", f"add {name}:")
        else:
            _literal(generate.scalars[name], parameter, (*path, name), findings)


def _bound_names(spec: ProblemSpec) -> set[str]:
    return {p.name for p in spec.parameters if p.dimension is not None}


def _check_draw(
    parameter: Parameter, generate: Generated, path: KeyPath, findings: Findings
) -> None:
    if parameter.shape is None or parameter.array_dtype is None:
        return
    draw = generate.draws.get(parameter.name, parameter.draw)
    shape = concrete_shape(parameter.shape, generate.dimensions)
    try:
        check_draw(draw, parameter.array_dtype, shape)
    except DrawInvalid as error:
        where = (*path, "draws", parameter.name)
        findings.at(where, str(error), f"{parameter.name} is {_declared(parameter)}")
