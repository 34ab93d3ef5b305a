"""The catalogue finds problems, survives bad ones, and reads only what has changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.library import catalog as module
from app.library.catalog import Catalog, ProblemUnknown
from app.library.faults import PackageInvalid
from tests.builders.package import REFERENCES, write_package


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    write_package(tmp_path / "shipped", name="beta-sum", id="beta-sum", function="scaled_sum")
    write_package(tmp_path / "shipped", name="alpha-sum", id="alpha-sum", function="scaled_sum")
    (tmp_path / "shipped" / "tracks").mkdir()
    (tmp_path / "shipped" / ".hidden").mkdir()
    (tmp_path / "shipped" / "README.md").write_text("not a package")
    return tmp_path / "shipped"


@pytest.fixture
def added(tmp_path: Path) -> Path:
    write_package(tmp_path / "added")
    return tmp_path / "added"


def test_problems_are_sorted(shipped: Path, added: Path) -> None:
    catalog = Catalog(shipped, REFERENCES, added)
    found = [(problem.slug, problem.shipped) for problem in catalog.problems()]
    assert found == [("alpha-sum", True), ("beta-sum", True), ("scaled-sum", False)]
    assert catalog.faults() == {}


def test_no_folder_is_an_empty_catalogue(tmp_path: Path) -> None:
    catalog = Catalog(tmp_path / "none", REFERENCES, tmp_path / "nothing")
    assert catalog.problems() == ()
    assert Catalog(tmp_path / "none", REFERENCES, None).faults() == {}


def test_a_bad_package_never_stops_the_others(shipped: Path, added: Path) -> None:
    (shipped / "alpha-sum" / "problem.yaml").write_bytes(b"\xff")
    (added / "stray").mkdir()
    catalog = Catalog(shipped, REFERENCES, added)
    assert [problem.slug for problem in catalog.problems()] == ["beta-sum", "scaled-sum"]
    assert catalog.faults().keys() == {"alpha-sum", "stray"}
    with pytest.raises(PackageInvalid, match="not UTF-8"):
        catalog.get("alpha-sum")


def test_unknown_names_are_answered_with_near_ones(shipped: Path) -> None:
    with pytest.raises(ProblemUnknown) as info:
        Catalog(shipped, REFERENCES, None).get("alpha-sun")
    assert info.value.near[0] == "alpha-sum"
    assert "did you mean alpha-sum" in str(info.value)


@pytest.mark.parametrize(
    "slug", ["", ".", "..", "../added/scaled-sum", "/etc", "tracks", ".hidden"]
)
def test_a_slug_is_no_path(shipped: Path, added: Path, slug: str) -> None:
    with pytest.raises(ProblemUnknown):
        Catalog(shipped, REFERENCES, added.parent / "none").get(slug)


def test_an_added_problem_takes_no_shipped_name(shipped: Path, added: Path) -> None:
    write_package(added, name="beta-sum", id="beta-sum", function="scaled_sum", title="Mine")
    catalog = Catalog(shipped, REFERENCES, added)
    assert catalog.get("beta-sum").spec.title == "Scaled sum"
    assert [problem.slug for problem in catalog.problems()].count("beta-sum") == 1
    (fault,) = catalog.faults()["beta-sum"]
    assert fault.message == "beta-sum is a problem that comes with Tracegrade"


def test_only_what_changed_is_read_again(
    shipped: Path, added: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    load = module.load_package

    def counted(folder: Path, **options: bool | Path) -> object:
        read.append(folder.name)
        return load(folder, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "load_package", counted)
    catalog = Catalog(shipped, REFERENCES, added)
    first = catalog.problems()
    assert sorted(read) == ["alpha-sum", "beta-sum", "scaled-sum"]
    assert all(old is new for old, new in zip(first, catalog.problems(), strict=True))
    assert len(read) == 3
    (added / "scaled-sum" / "theory.md").write_text("## Sums along an axis\n\nLonger.\n")
    assert catalog.get("scaled-sum").theory.endswith("Longer.\n")
    assert read[3:] == ["scaled-sum"]


def test_a_change_of_the_same_size_is_seen(shipped: Path, added: Path) -> None:
    catalog = Catalog(shipped, REFERENCES, added)
    statement = added / "scaled-sum" / "statement.md"
    before = catalog.get("scaled-sum")
    status = statement.stat()
    statement.write_text(statement.read_text().replace("Add", "Sum"))
    os.utime(statement, ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    assert catalog.get("scaled-sum").content_hash != before.content_hash


def test_new_and_removed_packages_are_noticed(shipped: Path, added: Path) -> None:
    catalog = Catalog(shipped, REFERENCES, added)
    assert len(catalog.problems()) == 3
    write_package(added, name="new-sum", id="new-sum", function="scaled_sum")
    assert catalog.get("new-sum").slug == "new-sum"
    (added / "scaled-sum" / "problem.yaml").unlink()
    assert "scaled-sum" in catalog.faults()


def test_open_takes_a_slug_or_a_folder(
    shipped: Path, added: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog = Catalog(shipped, REFERENCES, None)
    assert catalog.open("alpha-sum").shipped
    assert not catalog.open(str(added / "scaled-sum")).shipped
    assert catalog.open(str(shipped / "alpha-sum")).shipped
    monkeypatch.chdir(added / "scaled-sum")
    assert catalog.open(".").slug == "scaled-sum"
    with pytest.raises(ProblemUnknown):
        catalog.open("gamma-sum")
    with pytest.raises(PackageInvalid, match="no such folder"):
        catalog.open("nowhere/gamma-sum")
