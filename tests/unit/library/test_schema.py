"""What is saved from faulty data, so that the checks can go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml

from app.library.schema import Checked, check_schema
from app.library.strict_yaml import read_yaml
from tests.builders.package import Spec, specification


def check(change: Callable[[Spec], Any]) -> tuple[Checked | None, list[str]]:
    spec = specification()
    change(spec)
    document = read_yaml(yaml.safe_dump(spec).encode(), "problem.yaml")
    checked = check_schema(document)
    return checked, [fault.key for fault in document.findings.faults]


def test_right_data_is_whole() -> None:
    checked, faults = check(lambda s: None)
    assert faults == []
    assert checked is not None
    assert checked.whole


@pytest.mark.parametrize(
    "key", ["id", "reference", "dimensions", "parameters", "returns", "starter"]
)
def test_without_these_nothing_more_can_be_checked(key: str) -> None:
    checked, faults = check(lambda s: s.pop(key))
    assert checked is None
    assert faults == [key]


@pytest.mark.parametrize("key", ["schema", "title", "difficulty", "tags", "summary", "runtime"])
def test_stand_ins_let_the_checks_go_on(key: str) -> None:
    checked, faults = check(lambda s: s.update({key: [[]]}))
    assert checked is not None
    assert not checked.whole
    assert {name.split("[")[0] for name in faults} == {key}


def test_unknown_keys_are_only_left_out() -> None:
    checked, faults = check(lambda s: (s.update(a=1), s["tests"][1]["generate"].update(b=2)))
    assert checked is not None
    assert checked.whole
    assert sorted(faults) == ["a", "tests[1].generate.b"]


def test_faulty_items_are_left_out() -> None:
    checked, faults = check(lambda s: s["tests"][1].update(points="2"))
    assert checked is not None
    assert [test.name for test in checked.spec.tests] == ["one row", "drawn for you"]
    assert faults == ["tests[1].points"]
