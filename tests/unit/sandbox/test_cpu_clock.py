"""CPU time of a process, from outside."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from sandbox.cpu_clock import CpuClock

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="is about Linux")


def test_it_reads_the_clock_that_the_process_itself_sees() -> None:
    handle = os.pidfd_open(os.getpid())
    clock = CpuClock(handle)
    os.close(handle)
    before = time.process_time()
    seen = clock.seconds()
    after = time.process_time()
    assert seen is not None
    assert before <= seen <= after


def test_a_process_that_is_gone_has_no_clock() -> None:
    process = subprocess.Popen(["/bin/true"])
    handle = os.pidfd_open(process.pid)
    clock = CpuClock(handle)
    process.wait()
    assert clock.seconds() is None
    with pytest.raises(ProcessLookupError):
        CpuClock(handle)
    os.close(handle)
