"""A reference solution as a graph of named steps, with the mistakes learners make in it.

A step's parameters are its inputs: arguments, or other steps.  Sent as text, the file stands alone.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

Array = np.ndarray[Any, Any]
Function = TypeVar("Function", bound=Callable[..., Any])
Name = str | None
Names = str | Sequence[str]
Sources = Mapping[str, str]
Values = Mapping[str, Any]
Variants = Mapping[Name, Values]
NOTHING: Values = {}
NO_VARIANTS: Variants = {None: NOTHING}


class GraphError(Exception):
    """The graph of steps is not well formed, or is used wrongly."""


class DuplicateId(GraphError):
    """Two steps, or two changes of one step in one pitfall, have the same id."""


class UnknownName(GraphError):
    """A name is no input, step, parameter, pitfall or variant where one is needed."""


class Cycle(GraphError):
    """Steps depend on one another in a ring, so that none of them can be computed first."""


class NoEffect(GraphError):
    """A step or an input does not reach the output, or a pitfall leaves a step as it is."""


class StepFailed(GraphError):
    """The function of a step raised an exception or returned no numeric array."""


@dataclass(frozen=True, slots=True)
class Step:
    """A function, where each of its parameters comes from, and parameters with a fixed value."""

    id: str
    function: Callable[..., Any]
    inputs: Sources
    fixed: Values

    def renamed(self, rename: Callable[[str], str]) -> Step:
        """The same step under other names."""
        inputs = {parameter: rename(source) for parameter, source in self.inputs.items()}
        return Step(rename(self.id), self.function, inputs, self.fixed)

    def run(self, values: Values) -> Array:
        """Call the function on its inputs.  Raises StepFailed."""
        arguments = {parameter: values[source] for parameter, source in self.inputs.items()}
        try:
            result = np.array(self.function(**arguments, **self.fixed))
        except Exception as error:
            raise StepFailed(f"step {self.id!r}: {type(error).__name__}: {error}") from error
        if result.dtype.kind not in "biufc":
            raise StepFailed(f"step {self.id!r} gave dtype {result.dtype}: return a numeric array")
        return result


@dataclass(slots=True)
class Pitfall:
    """A mistake: changed steps by variant (None: in every variant), or a dtype for everything."""

    id: str
    changed: dict[Name, dict[str, Step]] = field(default_factory=dict)
    dtype: str | None = None

    @property
    def variants(self) -> tuple[Name, ...]:
        """The variants' names; (None,) for a pitfall without variants."""
        return tuple(name for name in self.changed if name is not None) or (None,)

    def changes(self, variant: Name) -> dict[str, Step]:
        """The changed steps of one variant.  Raises UnknownName."""
        _refuse_unknown([variant], self.variants, f"variant of pitfall {self.id!r}")
        return self.changed.get(None, {}) | self.changed.get(variant, {})

    def items(self) -> list[tuple[Name, Step]]:
        """Every changed step with its variant."""
        return [(name, step) for name, steps in self.changed.items() for step in steps.values()]

    def add(self, step: Step, variant: Name) -> None:
        """Change one step in a variant.  Raises DuplicateId."""
        if step.id in self.changed.setdefault(variant, {}):
            raise DuplicateId(f"pitfall {self.id!r} changes step {step.id!r} twice")
        self.changed[variant][step.id] = step


class Graph:
    """Steps from ``inputs``, the graded function's parameters, to the step ``output``; and
    ``equivalents``, by step functions of its value, and of others, whose result does for it.
    """

    def __init__(self, inputs: Sequence[str], output: str) -> None:
        self.inputs = tuple(inputs)
        self.output = output
        self.steps: dict[str, Step] = {}
        self.pitfalls: dict[str, Pitfall] = {}
        self.equivalents: dict[str, list[Callable[..., Any]]] = {}
        self._checked = False

    def step(self, id: Any, function: Any = None, /, **bindings: str) -> Any:
        """Add a step: ``@graph.step``, ``@graph.step("id")`` or ``graph.step("id", f, x="y")``.

        A parameter comes from the input or step of its own name, one with a default keeps it,
        unless ``bindings`` says otherwise.  Raises DuplicateId, UnknownName.
        """
        if callable(id):
            return self.step(id.__name__, id, **bindings)
        if function is None:
            return lambda decorated: self.step(id, decorated, **bindings)
        self._add(_bind(id, function, {}, bindings, NOTHING))
        return function

    def include(self, prefix: str, graph: Graph, /, **bindings: str) -> str:
        """Add a whole graph, its steps as ``prefix.step``; return the name of its output.

        Its inputs come from ``bindings``, else from their own names; its pitfalls join those of the
        same id, as a mistake in each copy.  Raises UnknownName, DuplicateId.
        """
        _refuse_unknown(bindings, graph.inputs, f"input of the graph included as {prefix!r}")
        sources = {name: bindings.get(name, name) for name in graph.inputs}

        def rename(name: str) -> str:
            return sources.get(name) or f"{prefix}.{name}"

        for step in graph.steps.values():
            self._add(step.renamed(rename))
        for theirs in graph.pitfalls.values():
            mine = self._pitfall(theirs.id, theirs.dtype)
            for variant, step in theirs.items():
                mine.add(step.renamed(rename), variant)
        return rename(graph.output)

    def pitfall(
        self, id: str, /, *, replaces: Names, variants: Variants = NO_VARIANTS, **bindings: str
    ) -> Callable[[Function], Function]:
        """Add a mistake (a decorator): the function takes the place of the steps ``replaces``.

        A parameter comes from ``bindings``, else from where the replaced step takes its own of that
        name, else from its own name.  ``variants`` fixes parameters' values.  Changes with the same
        id add up.  Raises DuplicateId, UnknownName.
        """
        pitfall = self._pitfall(id)

        def add(function: Function) -> Function:
            for old in self._named(replaces, id):
                for variant, fixed in variants.items():
                    pitfall.add(_bind(old.id, function, old.inputs, bindings, fixed), variant)
            return function

        return add

    def rewire(self, id: str, steps: Names, /, **bindings: str) -> None:
        """Add a mistake: ``steps`` keep their functions but take parameters from elsewhere."""
        pitfall = self._pitfall(id)
        for old in self._named(steps, id):
            pitfall.add(_bind(old.id, old.function, old.inputs, bindings, old.fixed), None)

    def dtype_pitfall(self, id: str, dtype: str, /) -> None:
        """Add a mistake: all floating arithmetic in ``dtype``, the results cast back at the end."""
        self._pitfall(id, dtype)

    def check(self) -> None:
        """Refuse a graph that is not well formed.  Raises UnknownName, Cycle, NoEffect."""
        _refuse_unknown([self.output, *self.equivalents], self.steps, "output or equivalent")
        used = {self.output}
        for step in reversed(self.order(self.steps)):
            used.update(step.inputs.values() if step.id in used else ())
        if unused := [name for name in (*self.inputs, *self.steps) if name not in used]:
            raise NoEffect(f"the output {self.output!r} does not depend on {_listed(unused)}")
        for pitfall in self.pitfalls.values():
            for variant in pitfall.variants:
                changes = pitfall.changes(variant)
                same = [id for id, step in changes.items() if step == self.steps[id]]
                if same or not (changes or pitfall.dtype):
                    raise NoEffect(f"pitfall {pitfall.id!r} does not change {_listed(same)}")
                self.order(self.steps | changes)
        self._checked = True

    def evaluate(
        self, inputs: Values, *, pitfall: Name = None, variant: Name = None, given: Values = NOTHING
    ) -> dict[str, Array]:
        """Compute all steps, in topological order; the arrays returned are read-only copies.

        ``pitfall`` (with its ``variant``) computes a mistake instead, ``given`` puts values in the
        place of steps.  Raises UnknownName, StepFailed, and what ``check`` raises.
        """
        if not self._checked:
            self.check()
        _refuse_unknown(inputs, self.inputs, "input")
        _refuse_unknown(self.inputs, inputs, "input without a value")
        _refuse_unknown(given, self.steps, "step whose value is given")
        _refuse_unknown([pitfall], [None, *self.pitfalls], "pitfall")
        mistake = self.pitfalls[pitfall] if pitfall else Pitfall("none")
        steps = self.order(self.steps | mistake.changes(variant))
        values = {name: _frozen(inputs[name], mistake.dtype) for name in self.inputs}
        for step in steps:
            value = np.array(given[step.id]) if step.id in given else step.run(values)
            values[step.id] = _frozen(value, mistake.dtype)
        floats = [v for v in inputs.values() if isinstance(v, np.ndarray) and v.dtype.kind == "f"]
        declared = mistake.dtype and np.result_type(np.float16, *floats)
        return {step.id: _frozen(values[step.id], declared) for step in steps}

    def describe(self) -> dict[str, Any]:
        """The graph as plain data: inputs, output, steps in topological order, pitfalls."""
        self.check()
        order = self.order(self.steps)
        steps = [{"id": s.id, "inputs": list(dict.fromkeys(s.inputs.values()))} for s in order]
        pitfalls = [self._described(pitfall) for pitfall in self.pitfalls.values()]
        ends = {"inputs": list(self.inputs), "output": self.output}
        return ends | {"steps": steps, "pitfalls": pitfalls}

    def _described(self, pitfall: Pitfall) -> dict[str, Any]:
        functions = {step.id: step.function for _, step in pitfall.items()}
        rewired = all(self.steps[id].function is function for id, function in functions.items())
        kind = "dtype" if pitfall.dtype else "rewire" if rewired else "replace"
        variants = [name for name in pitfall.variants if name is not None]
        told = {"id": pitfall.id, "kind": kind, "variants": variants, "dtype": pitfall.dtype}
        return told | {"replaces": list(functions)}

    def _add(self, step: Step) -> None:
        if step.id in self.steps or step.id in self.inputs:
            raise DuplicateId(f"the graph already has an input or a step {step.id!r}")
        self.steps[step.id] = step
        self._checked = False

    def _pitfall(self, id: str, dtype: str | None = None) -> Pitfall:
        pitfall = self.pitfalls.setdefault(id, Pitfall(id, dtype=dtype))
        if pitfall.dtype != dtype:
            raise DuplicateId(f"pitfall {id!r} has dtype {pitfall.dtype} already, not {dtype}")
        self._checked = False
        return pitfall

    def _named(self, names: Names, pitfall: str) -> list[Step]:
        names = [names] if isinstance(names, str) else names
        _refuse_unknown(names, self.steps, f"step changed by pitfall {pitfall!r}")
        return [self.steps[name] for name in names]

    def order(self, steps: Mapping[str, Step]) -> list[Step]:
        """Each step after those it depends on, else as they were added."""
        ordered: dict[str, Step] = {}

        def visit(id: str, path: tuple[str, ...]) -> None:
            if id in path:
                raise Cycle(f"steps in a ring: {' -> '.join((*path[path.index(id) :], id))}")
            if id in ordered or id in self.inputs:
                return
            _refuse_unknown([id], (*self.inputs, *steps), f"source of {_listed(path[-1:])}")
            for source in steps[id].inputs.values():
                visit(source, (*path, id))
            ordered[id] = steps[id]

        for id in steps:
            visit(id, ())
        return list(ordered.values())


def _bind(step: str, function: Any, old: Sources, new: Sources, fixed: Values) -> Step:
    """A step whose parameters come from ``new``, else ``old``, else their own names."""
    parameters = inspect.signature(function).parameters
    _refuse_unknown([*new, *fixed], parameters, f"parameter of {function} for step {step!r}")
    bound = {**old, **new}
    free = [n for n, p in parameters.items() if n in bound or p.default is inspect.Parameter.empty]
    inputs = {name: bound.get(name, name) for name in free if name not in fixed}
    return Step(step, function, inputs, fixed)


def _frozen(value: Any, dtype: Any = None) -> Any:
    """A read-only copy, floats in ``dtype`` if one is given; a Python scalar stays what it is."""
    if isinstance(value, np.ndarray):
        value = value.astype(dtype if dtype and value.dtype.kind == "f" else value.dtype)
        value.setflags(write=False)
    return value


def _refuse_unknown(names: Iterable[Any], known: Iterable[Any], what: str) -> None:
    known = list(known)
    if unknown := [name for name in names if name not in known]:
        raise UnknownName(f"{what}: {_listed(unknown)} is unknown; known: {_listed(known)}")


def _listed(names: Iterable[Any]) -> str:
    return ", ".join(repr(name) for name in names) or "nothing"
