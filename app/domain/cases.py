"""Tests made concrete: what the learner's function is called with."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import numpy as np

from app.domain.case import Case
from app.domain.draws import draw_array, seed_for
from app.domain.literals import literal
from app.domain.problem import Example, Generated, Parameter, Problem, ProblemSpec, Shape, Test
from sandbox.protocol import Value

TRACE_CASE = "trace case"


def submit_cases(problem: Problem, submission_id: str) -> tuple[Case, ...]:
    """Every graded case of a submission: the examples first, then the tests, in written order."""
    tests = (test_case(problem.spec, test, submission_id) for test in problem.spec.tests)
    return (*run_cases(problem), *tests)


def run_cases(problem: Problem) -> tuple[Case, ...]:
    """The cases of a run: the examples."""
    return tuple(example_case(problem.spec, example) for example in problem.spec.examples)


def trace_case(problem: Problem) -> Case:
    """The public, ungraded case on which steps are told apart."""
    generate = problem.spec.trace_case
    if generate.seed == "per_submission":
        raise ValueError("the trace case has a seed of its own")
    arguments = drawn_arguments(problem.spec, generate, generate.seed)
    return _case(TRACE_CASE, arguments, why="Tells the steps of the solution apart.")


def example_case(spec: ProblemSpec, example: Example) -> Case:
    """A shown example as a graded case."""
    arguments = literal_arguments(spec, example.arguments)
    return _case(example.name, arguments, points=example.points, why=example.explanation)


def test_case(spec: ProblemSpec, test: Test, submission_id: str) -> Case:
    """One test for one submission."""
    generate = test.generate
    own = generate is not None and generate.seed == "per_submission"
    if generate is None:
        arguments = literal_arguments(spec, test.arguments or {})
    elif generate.seed == "per_submission":
        arguments = drawn_arguments(spec, generate, seed_for(submission_id, test.name))
    else:
        arguments = drawn_arguments(spec, generate, generate.seed)
    return _case(
        test.name,
        arguments,
        hidden=test.hidden,
        points=test.points,
        why=test.why,
        repeatable=not own,
    )


test_case.__test__ = False  # type: ignore[attr-defined]  # pytest must not take it for a test


def literal_arguments(spec: ProblemSpec, written: Mapping[str, object]) -> dict[str, Value]:
    """Written arguments in the order of the parameters; raises LiteralInvalid."""
    return {p.name: literal(written[p.name], p) for p in spec.parameters}


def drawn_arguments(spec: ProblemSpec, generate: Generated, seed: int) -> dict[str, Value]:
    """Drawn arguments in the parameters' order; may raise DrawInvalid or LiteralInvalid."""
    return {p.name: _drawn(p, generate, seed) for p in spec.parameters}


def _drawn(parameter: Parameter, generate: Generated, seed: int) -> Value:
    name, dtype = parameter.name, parameter.array_dtype
    if parameter.dimension is not None:
        return generate.dimensions[parameter.dimension]
    if dtype is None or parameter.shape is None:
        return literal(generate.scalars[name], parameter)
    return draw_array(
        generate.draws.get(name, parameter.draw),
        seed=seed,
        name=name,
        shape=concrete_shape(parameter.shape, generate.dimensions),
        dtype=dtype,
    )


def concrete_shape(shape: Shape, dimensions: Mapping[str, int]) -> tuple[int, ...]:
    """The shape with its symbols replaced; raises KeyError for an unknown symbol."""
    return tuple(axis if isinstance(axis, int) else dimensions[axis] for axis in shape)


def _case(
    name: str,
    arguments: dict[str, Value],
    *,
    hidden: bool = False,
    points: int = 0,
    why: str,
    repeatable: bool = True,
) -> Case:
    key = arguments_key(arguments)
    return Case(name, hidden, points, why, arguments, key, repeatable)


def arguments_key(arguments: Mapping[str, Value]) -> str:
    """SHA-256 (hex) of the arguments' canonical bytes: names, types, shapes and data, in order."""
    digest = hashlib.sha256()
    for name, value in arguments.items():
        for part in (name.encode(), *_canonical(value)):
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def _canonical(value: Value) -> tuple[bytes, ...]:
    """Type, shape and bytes, the same on little- and big-endian machines."""
    if isinstance(value, np.ndarray):
        array = np.ascontiguousarray(value, dtype=value.dtype.newbyteorder("<"))
        return (array.dtype.str.encode(), repr(value.shape).encode(), array.tobytes())
    text = value.hex() if isinstance(value, float) else repr(value)
    return (type(value).__name__.encode(), b"", text.encode())
