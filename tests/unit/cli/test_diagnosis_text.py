"""A diagnosis as text."""

from __future__ import annotations

import itertools

import click
import pytest

from app.cli.diagnosis_text import diagnosis_lines
from app.cli.tables import columns_of
from app.domain.diagnosis import Diagnosis, StepFinding
from tests.builders.diagnoses import UNSCALED, diagnosis, divergence, unplaced


@pytest.fixture(autouse=True)
def columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")


def text(found, source=UNSCALED):
    return click.unstyle("\n".join(diagnosis_lines(found, source)))


def test_rail_line_caret_and_mistake():
    assert text(diagnosis()) == (
        "\n"
        "Where it first goes wrong\n"
        "  ✓ total  ✗ output\n"
        "  (✓ right, ✗ goes wrong here)\n"
        "\n"
        "Line 3: “Product” is the first step that goes wrong.\n"
        "    return np.copy(rows)\n"
        "           ^^^^^^^^^^^^^\n"
        "  Your value is the expected one times 0.8.\n"
        "\n"
        "The other axis\n"
        "  The columns were added up, not the rows."
    )


def test_the_rail_breaks_between_steps():
    steps = tuple(
        StepFinding.model_validate({"step": f"block.step{at}", "state": state})
        for at, state in enumerate(["match"] * 6 + ["first"] + ["inherited", "not_found"] * 4)
    )
    shown = text(diagnosis(steps=steps)).splitlines()
    rail = list(itertools.takewhile(lambda line: "(" not in line, shown[2:]))
    assert len(rail) == 5
    assert " ".join(" ".join(rail).split()) == " ".join(
        f"{mark} block.step{at}" for at, mark in enumerate("✓✓✓✓✓✓✗·?·?·?·?")
    )
    assert max(map(columns_of, shown)) <= 60


def test_a_mistake_in_a_helper_says_who_called():
    assert "\n  called from line 7\n" in text(diagnosis(first_divergence=divergence(call_line=7)))


def test_of_an_expression_over_several_lines_the_first_is_shown():
    source = "y = f(a,\n      b) + 1\n"
    at = divergence(line=1, column=4, end_line=2, end_column=8)
    assert "    y = f(a,\n        ^^^^ …\n" in text(diagnosis(first_divergence=at), source)


@pytest.mark.parametrize("letter", ["a", "宽"])
def test_the_caret_stands_under_the_expression_in_a_line_too_long(letter):
    source = f"{letter * 90} = f({'x' * 90}) + 1\n"
    at = divergence(line=1, column=93, end_line=1, end_column=186)
    shown = text(diagnosis(first_divergence=at), source).splitlines()
    caret = next(line for line in shown if "^" in line)
    line = shown[shown.index(caret) - 1]
    assert columns_of(line) <= 60
    assert columns_of(line.partition("f(")[0]) == len(caret) - len(caret.lstrip())
    assert len(caret) == columns_of(line)


def test_what_could_not_be_placed_has_no_line():
    shown = text(diagnosis(first_divergence=unplaced(), confidence="likely"))
    assert "\n“Product” is probably the first step that goes wrong.\n  Your value" in shown
    assert "^" not in shown


def test_further_mistakes_come_last():
    other = divergence(title="Sum", line=2, column=11, end_line=2, end_column=24, call_line=2)
    assert text(diagnosis(also=(other,))).endswith(
        "\n\nLine 2: “Sum” goes wrong as well.\n    rows = x.sum(axis=1)\n           ^^^^^^^^^^^^^"
    )


def test_without_a_mistake_the_right_steps_are_counted():
    steps = (
        StepFinding(step="total", state="match"),
        StepFinding(step="output", state="not_found"),
    )
    assert text(Diagnosis(case="c", public=False, steps=steps)) == (
        "\n"
        "How far it is right\n"
        "  ✓ total  ? output\n"
        "  (✓ right, ? not found)\n"
        "  1 of 2 steps is right. The other one was not found.\n"
        "  Seen on a hidden test; its values are not shown."
    )


def test_nothing_is_said_where_nothing_is_known():
    assert text(Diagnosis(case="c", public=True)) == ""


def test_strangers_texts_cannot_steer_the_terminal():
    evil = "\x1b[2J\r\u202e"
    found = diagnosis(
        first_divergence=divergence(title=evil, line=1, column=0, end_line=1, end_column=3),
        relation=evil,
        reason=evil,
    )
    assert not set(text(found, f"a{evil}b\n")) & set("\x1b\r\u202e")


def test_the_first_wrong_step_is_red():
    shown = "\n".join(diagnosis_lines(diagnosis(), UNSCALED))
    assert "\x1b[31m✗ output\x1b[0m" in shown
