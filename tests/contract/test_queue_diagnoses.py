"""What every Queue does with a diagnosis that follows a verdict, whatever it is made of."""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.domain.diagnosis import Diagnosis
from app.domain.submission import State
from tests.builders.queues import EXPIRED, LATER, claim
from tests.builders.reports import accepted_report


def diagnosed_report():
    found = Diagnosis(case="trace case", public=True)
    return accepted_report().model_copy(update={"diagnosis": found})


def test_a_diagnosis_follows_the_verdict(bench):
    added, claimed = bench.add(), claim(bench)
    bench.queue.finish(claimed, accepted_report(), LATER, diagnosing_until=EXPIRED)
    before = bench.read(added)
    assert (before.state, before.is_settled) == (State.FINISHED, False)
    bench.queue.diagnosed(claimed, diagnosed_report())
    stored = bench.read(added)
    assert (stored.report, stored.is_settled) == (diagnosed_report(), True)
    assert stored.version == before.version + 1
    bench.queue.diagnosed(claimed, accepted_report())
    assert bench.read(added) == stored, "it is stored once"


@pytest.mark.parametrize("recover", ["in time", "at the start"])
def test_a_diagnosis_that_does_not_come_is_given_up(bench, recover):
    added, claimed = bench.add(), claim(bench)
    bench.queue.finish(claimed, accepted_report(), LATER, diagnosing_until=EXPIRED)
    before = bench.read(added)
    if recover == "in time":
        assert bench.queue.recover(EXPIRED - timedelta(microseconds=1)) == 0
        assert bench.read(added) == before
        assert bench.queue.recover(EXPIRED) == 0
    else:
        assert bench.queue.recover_all(count=True) == 0
    stored = bench.read(added)
    assert (stored.is_settled, stored.version) == (True, before.version + 1)
    bench.queue.diagnosed(claimed, diagnosed_report())
    assert bench.read(added) == stored
