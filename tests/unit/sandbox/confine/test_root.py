"""Where the new root is made."""

from __future__ import annotations

import pytest

from sandbox.confine import root


def test_the_mount_point_hides_no_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(root, "_CANDIDATE_MOUNT_POINTS", ("/nowhere", "/usr", "/tmp"))
    assert root._mount_point(["/usr/lib/python3", "/home/x"]) == "/tmp"
    assert root._mount_point(["/usrx/lib"]) == "/usr"
    with pytest.raises(FileNotFoundError, match="no directory"):
        root._mount_point(["/usr/lib", "/tmp/venv"])
