"""Faults read well, come in order, and know where they are."""

from __future__ import annotations

from app.library.faults import Fault, Findings, PackageInvalid, key_text


def test_a_fault_in_one_line() -> None:
    fault = Fault("problem.yaml", 7, "tests[2].points", "must be at least 0", "it is -1")
    assert str(fault) == "problem.yaml:7: tests[2].points: must be at least 0 (it is -1)"
    assert (
        str(Fault("theory.md", None, "", "this file is empty")) == "theory.md: this file is empty"
    )


def test_faults_are_sorted_by_place_and_told_once() -> None:
    late, early = Fault("problem.yaml", 10, "b", "x"), Fault("problem.yaml", 9, "a", "x")
    other = Fault("a.md", None, "", "x")
    invalid = PackageInvalid((other, late, early, late))
    assert invalid.faults == (early, late, other)
    assert str(invalid) == "\n".join(map(str, invalid.faults))


def test_paths_are_written_as_people_do() -> None:
    assert key_text(("tests", 2, "generate", "seed")) == "tests[2].generate.seed"
    assert key_text(("x", 0, 1)) == "x[0][1]"
    assert key_text(()) == ""


def test_the_line_is_that_of_the_nearest_key() -> None:
    findings = Findings("problem.yaml", {(): (1, 1), ("tests",): (5, 1), ("tests", 0): (6, 3)})
    findings.at(("tests", 0, "name"), "this key is missing")
    findings.at(("title",), "this key is missing")
    assert [fault.line for fault in findings.faults] == [6, 1]


def test_what_is_broken_is_not_spoken_of_again() -> None:
    findings = Findings("problem.yaml", {}, broken={("tests", 0)})
    findings.at(("tests", 0, "name"), "this key is missing")
    findings.at(("tests", 1, "name"), "this key is missing")
    assert [fault.key for fault in findings.faults] == ["tests[1].name"]


def test_indices_are_those_that_the_author_counts() -> None:
    findings = Findings("problem.yaml", {("tests", 2): (9, 3)}, left={"tests": (0, 2)})
    findings.at(("tests", 1, "name"), "is taken")
    assert (findings.faults[0].key, findings.faults[0].line) == ("tests[2].name", 9)
    assert findings.line(("tests", 1)) == 9
