from annotated_types import Ge, Gt, Le

from app.domain.problem import Limits
from sandbox.policy import LANES
from sandbox.protocol import Lane
from sandbox.protocol import Limits as RunLimits

MOST = LANES[Lane.LEARNER].most


def _bound(name, kind):
    return next(m for m in Limits.model_fields[name].metadata if isinstance(m, kind))


def test_a_valid_problem_never_asks_for_more_than_the_sandbox_grants():
    for name in Limits.model_fields:
        assert _bound(name, Le).le == getattr(MOST, name)


def test_what_a_problem_may_ask_for_at_least_and_by_default_is_granted_too():
    LANES[Lane.LEARNER].check(RunLimits(**Limits().model_dump()))
    for name in Limits.model_fields:
        assert _bound(name, Ge | Gt)
