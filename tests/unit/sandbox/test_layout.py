"""What is shown of the file system, for the ways in which interpreters are laid out."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.confine.root import Bind
from sandbox.layout import Layout


@pytest.fixture
def image(tmp_path: Path) -> Layout:
    """site-packages inside the standard library, and the runtime's packages in it."""
    library = tmp_path / "lib" / "python3.12"
    site = library / "site-packages"
    for path in (library / "lib-dynload", library / "json", site / "numpy", site / "reference"):
        path.mkdir(parents=True)
    (library / "os.py").touch()
    (library / "link").symlink_to("/etc")
    return Layout((str(library), str(library / "lib-dynload")), (str(site / "numpy"),))


def test_the_new_root_holds_the_library_in_place_and_the_packages_apart(image: Layout) -> None:
    library = image.standard_library[0]
    assert image.binds() == [
        Bind(library, library),
        Bind(f"{library}/site-packages/numpy", "/runtime/numpy"),
    ]
    assert image.masked() == [f"{library}/site-packages"]
    assert image.readable_in_new_root() == [library, "/runtime"]


def test_in_place_no_foreign_package_and_no_link_is_readable(image: Layout) -> None:
    library = image.standard_library[0]
    assert set(image.readable_in_place()) == {
        f"{library}/json",
        f"{library}/os.py",
        f"{library}/lib-dynload",
        f"{library}/site-packages/numpy",
    }


def test_of_this_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "library").mkdir()
    (tmp_path / "numpy").mkdir()
    monkeypatch.setattr("sys.path", [str(tmp_path / "library"), str(tmp_path / "python.zip")])
    layout = Layout.of_this_interpreter(str(tmp_path))
    assert layout == Layout((str(tmp_path / "library"),), (str(tmp_path / "numpy"),))
