"""Relations in words."""

from __future__ import annotations

import math

import pytest

from app.domain.relation_text import relation_text

TITLES = {"scores": "Scores", "mask": "Mask"}
DIMENSIONS = {"B": 1, "H": 5, "D": 7}


def text(names=("B", "H"), **relation):
    return relation_text(relation, "scores", TITLES, DIMENSIONS, names)


@pytest.mark.parametrize(
    ("relation", "said"),
    [
        ({"kind": "same_as", "other": "mask"}, "What stands for “Scores” is just “Mask”."),
        ({"kind": "same_as", "other": "x"}, "What stands for “Scores” is just x."),
        ({"kind": "shift", "shift": 0.5}, "Your value is the expected one plus 0.5 everywhere."),
        ({"kind": "lacks", "other": "mask"}, "Your value is the expected one without “Mask”."),
        ({"kind": "adds", "other": "x"}, "Your value is the expected one plus x."),
        (
            {"kind": "reversed", "axes": [1]},
            "Your value is the expected one with axis H in reverse order.",
        ),
        (
            {"kind": "exchanged", "axes": [0, 1]},
            "Your value is the expected one with the axes B and H exchanged.",
        ),
        (
            {"kind": "rolled", "axes": [0], "by": 1},
            "Your value is the expected one shifted on by one along axis B.",
        ),
        (
            {"kind": "rolled", "axes": [0], "by": -1},
            "Your value is the expected one shifted back by one along axis B.",
        ),
        (
            {"kind": "reversed", "axes": [4]},
            "Your value is the expected one with axis 4 in reverse order.",
        ),
    ],
)
def test_each_relation_has_its_sentence(relation, said):
    assert text(**relation) == said


def test_two_axes_of_one_name_are_not_told_apart():
    said = text(("N", "N"), kind="exchanged", axes=[0, 1])
    assert said == "Your value is the expected one with its two axes N exchanged."


@pytest.mark.parametrize(
    ("factor", "said"),
    [
        (-1.0, "−1: the sign is wrong"),
        (2.0, "2"),
        (math.sqrt(2), "1.414, that is √2"),
        (0.5, "0.5, that is 1/2"),
        (5.0, "5, that is H"),
        (1 / 5, "0.2, that is 1/H"),
        (math.sqrt(5), "2.236, that is √H"),
        (1 / math.sqrt(7), "0.378, that is 1/√D"),
        (math.sqrt(5 / 7), "0.8452, that is √(H/D)"),
        (7 / 5, "1.4, that is D/H"),
        (35.0, "35, that is H·D"),
        (1 / 35, "0.02857, that is 1/(H·D)"),
        (math.pi, "3.142, that is π"),
        (-0.123456, "−0.1235"),
    ],
)
def test_a_factor_is_named_where_it_is_made_of_lengths(factor, said):
    assert text(kind="factor", factor=factor) == f"Your value is the expected one times {said}."


@pytest.mark.parametrize("relation", [{}, {"kind": "unheard of"}, {"kind": None}, {"kind": []}])
def test_no_relation_and_an_unknown_one_have_no_sentence(relation):
    assert text(**relation) is None
