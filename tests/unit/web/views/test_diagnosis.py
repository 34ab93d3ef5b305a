"""The view of a diagnosis."""

from __future__ import annotations

from app.domain.diagnosis import Diagnosis, PitfallFound, StepFinding
from app.web.views.diagnosis import EXCERPT_LINES, DiagnosisView, diagnosis_view
from tests.builders.diagnoses import UNSCALED, diagnosis, divergence, unplaced
from tests.builders.problem import scaled_sum

SPEC = scaled_sum().spec


def shown(found: Diagnosis, source: str = UNSCALED) -> DiagnosisView:
    view = diagnosis_view(found, SPEC, source)
    assert view is not None
    return view


def test_the_first_mistake_leads() -> None:
    view = shown(diagnosis())
    assert view.first is not None
    assert view.first.says == "“Product” is the first step that goes wrong."
    assert (view.first.line, view.first.call_line) == (3, 0)
    assert [line.marked for line in view.first.lines] == ["np.copy(rows)"]
    assert view.says == ("Your value is the expected one times 0.8.",)


def test_a_pitfall_leads_to_the_theory() -> None:
    both = tuple(
        PitfallFound(id=id, title="T", message="m", line=None)
        for id in ("sum-over-rows", "no-factor", "unknown")
    )
    pitfalls = shown(diagnosis(pitfalls=both)).pitfalls
    assert [it.theory for it in pitfalls] == ["#theory-sums-along-an-axis", "", ""]


def test_the_rail_holds_the_maps_under_their_step() -> None:
    rows = shown(diagnosis()).steps
    assert [(row.title, row.state, row.line) for row in rows] == [
        ("Sum", "match", 2),
        ("Product", "first", 3),
    ]
    assert [row.heat is not None for row in rows] == [False, True]
    assert str(rows[1].shape) == "2"


def test_the_legend_explains_the_marks_that_occur() -> None:
    assert [state for state, _ in shown(diagnosis()).legend] == ["match", "first"]
    steps = (StepFinding(step="gone", state="not_found"), StepFinding(step="total", state="match"))
    view = shown(diagnosis(steps=steps))
    assert [state for state, _ in view.legend] == ["match", "not-found"]
    assert [(row.title, row.line) for row in view.steps] == [("gone", 0), ("Sum", 0)]


def test_who_called_a_helper_is_told_where_it_is_another_line() -> None:
    view = shown(diagnosis(first_divergence=divergence(call_line=9)))
    assert view.first is not None
    assert view.first.call_line == 9


def test_what_could_not_be_placed_shows_no_line() -> None:
    view = shown(diagnosis(first_divergence=unplaced()))
    assert view.first is not None
    assert (view.first.line, view.first.lines, view.first.call_line) == (0, (), 0)


def test_a_long_expression_is_cut() -> None:
    source = "f(" + "\n" * 20 + ")"
    view = shown(
        diagnosis(first_divergence=divergence(line=1, column=0, end_line=21, end_column=1)), source
    )
    assert view.first is not None
    assert len(view.first.lines) == EXCERPT_LINES


def test_nothing_known_is_nothing_shown() -> None:
    assert diagnosis_view(None, SPEC, UNSCALED) is None
    assert diagnosis_view(Diagnosis(case="c", public=True), SPEC, UNSCALED) is None


def test_a_reason_alone_is_told() -> None:
    view = shown(Diagnosis(case="c", public=True, reason="nothing could be recorded"))
    assert (view.first, view.says, view.steps) == (None, ("nothing could be recorded",), ())
