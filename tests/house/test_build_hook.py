"""The build hook bundles what changed, never half, and a failure leaves the old bundle."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.house.tree import ROOT

TARGET = "app/web/static/dist"


class Bundler:
    """Stands for npm and esbuild: counts its calls and writes what they would."""

    def __init__(self) -> None:
        self.calls = 0
        self.fails = False
        self.files = ["manifest.json", "page.js"]

    def __call__(self, work: Path, out: Path) -> None:
        self.calls += 1
        if self.fails:
            raise RuntimeError("broken source")
        for file in self.files:
            (out / file).write_text(f"{self.calls}")


@pytest.fixture
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def bundler(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Bundler:
    fake = Bundler()
    monkeypatch.setattr(hook, "_bundle", fake)
    return fake


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "frontend/src").mkdir(parents=True)
    (tmp_path / "frontend/package.json").write_text("{}")
    (tmp_path / "frontend/src/page.js").write_text("one")
    return tmp_path


def test_without_a_front_end_there_is_nothing_to_build(
    hook: ModuleType, bundler: Bundler, tmp_path: Path
) -> None:
    assert hook.build(tmp_path) is False
    assert bundler.calls == 0


def test_an_unchanged_front_end_is_built_once(
    hook: ModuleType, bundler: Bundler, root: Path
) -> None:
    assert hook.build(root) is True
    (root / "frontend/node_modules").mkdir()
    (root / "frontend/node_modules/x.js").write_text("not an input")
    assert hook.build(root) is False
    assert bundler.calls == 1


def _edit(root: Path) -> None:
    (root / "frontend/src/page.js").write_text("two")


def _add(root: Path) -> None:
    (root / "frontend/src/more.js").write_text("")


def _remove(root: Path) -> None:
    (root / "frontend/src/page.js").unlink()


def _rename(root: Path) -> None:
    (root / "frontend/src/page.js").rename(root / "frontend/src/other.js")


@pytest.mark.parametrize("change", [_edit, _add, _remove, _rename])
def test_any_change_builds_anew(
    hook: ModuleType, bundler: Bundler, root: Path, change: Callable[[Path], None]
) -> None:
    hook.build(root)
    change(root)
    assert hook.build(root) is True
    assert (root / TARGET / "page.js").read_text() == "2"


def test_old_files_are_gone_after_a_rebuild(hook: ModuleType, bundler: Bundler, root: Path) -> None:
    hook.build(root)
    bundler.files = ["manifest.json", "new.js"]
    _edit(root)
    hook.build(root)
    names = {path.name for path in (root / TARGET).iterdir()}
    assert names == {"manifest.json", "new.js", "inputs.sha256"}
    assert [path.name for path in (root / TARGET).parent.iterdir()] == ["dist"]


def test_a_failed_build_leaves_the_old_bundle(
    hook: ModuleType, bundler: Bundler, root: Path
) -> None:
    hook.build(root)
    bundler.fails = True
    _edit(root)
    with pytest.raises(RuntimeError, match="broken source"):
        hook.build(root)
    assert (root / TARGET / "page.js").read_text() == "1"


def test_a_bundle_without_manifest_is_refused(
    hook: ModuleType, bundler: Bundler, root: Path
) -> None:
    bundler.files = ["page.js"]
    with pytest.raises(hook.FrontEndError, match=r"manifest\.json"):
        hook.build(root)
    assert not (root / TARGET).exists()
