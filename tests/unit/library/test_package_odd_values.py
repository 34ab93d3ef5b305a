"""Whatever stands in a specification, it is read or refused with reasons; nothing else happens."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.cases import submit_cases
from app.library.faults import PackageInvalid
from app.library.package import load_package
from tests.builders.package import REFERENCES, specification, write_package, yaml_of


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values within ``value``."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        yield (*path, key)
        if isinstance(item, dict | list):
            yield from _paths(item, (*path, key))


def _put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy with ``new`` at the path, or as it was if there is no such place any more."""
    if not path:
        return new
    key, *rest = path
    if isinstance(value, dict) and key in value:
        return {**value, key: _put(value[key], tuple(rest), new)}
    if isinstance(value, list) and isinstance(key, int) and key < len(value):
        return [*value[:key], _put(value[key], tuple(rest), new), *value[key + 1 :]]
    return value


SPOTS = st.sampled_from(sorted(_paths(specification()), key=str))
ODD = st.sampled_from(
    [None, True, -1, 0, 4096, 2**62, 1e300, "", "x", "[N, K]", "identity", [], [[]], {}, {"a": [1]}]
)


@settings(max_examples=60, deadline=None)
@given(SPOTS, ODD, SPOTS, ODD)
def test_odd_values_are_read_or_refused_with_a_reason(
    spot: tuple[Any, ...], value: Any, other_spot: tuple[Any, ...], other_value: Any
) -> None:
    spec = _put(_put(specification(), spot, value), other_spot, other_value)
    with tempfile.TemporaryDirectory() as parent:
        folder = write_package(Path(parent), yaml_text=yaml_of(spec))
        try:
            problem = load_package(folder, shipped=False, references=REFERENCES)
        except PackageInvalid as invalid:
            reasons = [(fault.line, fault.message) for fault in invalid.faults]
        else:
            reasons = [(1, case.key) for case in submit_cases(problem, "s")]
    assert reasons
    assert all(line and text for line, text in reasons)
