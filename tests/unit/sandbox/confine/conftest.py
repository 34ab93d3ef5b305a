from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.sandbox.confine.cgroup_tree import Tree


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tree:
    return Tree(tmp_path / "a tree", monkeypatch)
