from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app.store.folder_lock import FolderInUse, FolderLock, FolderUnwritable


def test_a_second_lock_is_refused_and_names_the_first(tmp_path: Path):
    first = FolderLock(tmp_path)
    with pytest.raises(FolderInUse, match=f"process {os.getpid()}"):
        FolderLock(tmp_path)
    first.close()
    FolderLock(tmp_path).close()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path):
    (tmp_path / "server.lock").mkdir()  # As root, who may write everywhere, too.
    with pytest.raises(FolderUnwritable, match=r"No file can be written"):
        FolderLock(tmp_path)


def test_it_waits_for_a_server_that_is_ending(tmp_path: Path):
    first = FolderLock(tmp_path)
    threading.Timer(0.2, first.close).start()
    FolderLock(tmp_path, wait_seconds=30).close()


def test_a_child_that_inherited_it_keeps_it(tmp_path: Path):
    lock = FolderLock(tmp_path)
    child = subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=[lock.fileno()]
    )
    lock.close()
    with pytest.raises(FolderInUse):
        FolderLock(tmp_path)
    child.communicate(b"\n")
    FolderLock(tmp_path, wait_seconds=30).close()
