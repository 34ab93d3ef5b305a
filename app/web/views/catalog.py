"""The list of problems, with how far this learner has come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from app.domain.problem import Problem
from app.web.render import inline
from app.web.views.problem import cited

STANDINGS = {"solved": "Solved", "tried": "Tried", "open": "Not tried yet"}


@dataclass(frozen=True, slots=True)
class EntryView:
    """A line of the list; ``standing`` is a key of STANDINGS."""

    slug: str
    title: str
    summary: Markup
    difficulty: str
    cited: str
    tags: tuple[str, ...]
    standing: str
    says: str


@dataclass(frozen=True, slots=True)
class CatalogView:
    """The whole list; ``broken`` names the packages that cannot be shown."""

    entries: tuple[EntryView, ...]
    broken: tuple[str, ...]
    solved: int


def catalog_view(
    problems: Iterable[Problem],
    tried: Mapping[str, bool],
    broken: Iterable[str],
) -> CatalogView:
    """``tried`` says of each problem that this learner tried, by slug, whether it is solved."""
    entries = tuple(_entry(problem, _standing(tried.get(problem.slug))) for problem in problems)
    solved = sum(entry.standing == "solved" for entry in entries)
    return CatalogView(entries, tuple(sorted(broken)), solved)


def _entry(problem: Problem, standing: str) -> EntryView:
    spec = problem.spec
    return EntryView(
        slug=spec.id,
        title=spec.title,
        summary=inline(spec.summary),
        difficulty=spec.difficulty,
        cited=cited(spec),
        tags=tuple(tag.replace("-", " ") for tag in spec.tags),
        standing=standing,
        says=STANDINGS[standing],
    )


def _standing(solved: bool | None) -> str:
    if solved is None:
        return "open"
    return "solved" if solved else "tried"
