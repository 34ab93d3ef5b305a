"""CPU time of a process, from outside."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

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


def test_it_is_of_the_process_behind_the_handle() -> None:
    handle = os.pidfd_open(os.getpid())
    assert CpuClock(handle).process_id == os.getpid()
    os.close(handle)


def test_time_in_the_queue_for_a_processor(tmp_path: Path) -> None:
    handle = os.pidfd_open(os.getpid())
    clock = CpuClock(handle)
    os.close(handle)
    statistics = tmp_path / "schedstat"
    clock._statistics = str(statistics)
    assert clock.queued_seconds() == 0.0, "a kernel that does not say"
    statistics.write_text("5000000000 1500000000 77\n")
    assert clock.queued_seconds() == 1.5
    statistics.write_text("?\n")
    assert clock.queued_seconds() == 0.0


def test_a_process_that_is_stopped_is_not_in_the_queue() -> None:
    """Nor one that sleeps: only who could run waits for a processor."""
    process = subprocess.Popen(["sleep", "1000"])
    process.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED)
    handle = os.pidfd_open(process.pid)
    clock = CpuClock(handle)
    before = clock.queued_seconds()
    busy_until = time.process_time() + 0.05
    while time.process_time() < busy_until:
        pass
    assert clock.queued_seconds() == before
    process.kill()
    process.wait()
    assert clock.queued_seconds() == 0.0
    os.close(handle)


def _kernel_tells_of_queues() -> bool:
    try:
        return Path("/proc/self/schedstat").read_text() != "0 0 0\n"
    except OSError:
        return False


@pytest.mark.skipif(not _kernel_tells_of_queues(), reason="a kernel without CONFIG_SCHED_INFO")
def test_two_that_share_one_processor_wait_for_each_other() -> None:
    """What one of them does not get the other gets: all of the time is computed or waited."""
    processor = {min(os.sched_getaffinity(0))}
    program = (
        f"import os; os.sched_setaffinity(0, {processor}); os.write(1, b'x')\nwhile True: pass"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) for _ in range(2)
    ]
    handles = [os.pidfd_open(process.pid) for process in processes]
    clocks = [CpuClock(handle) for handle in handles]
    for process in processes:
        assert process.stdout is not None
        process.stdout.read(1)
    before = [clock.queued_seconds() for clock in clocks]
    while min((clock.seconds() or 0.0) for clock in clocks) < 0.3:
        os.sched_yield()
    queued = [clock.queued_seconds() - start for clock, start in zip(clocks, before, strict=True)]
    for process in processes:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
    for handle in handles:
        os.close(handle)
    assert min(queued) > 0.0


def test_a_process_that_is_gone_has_no_clock() -> None:
    process = subprocess.Popen(["/bin/true"])
    handle = os.pidfd_open(process.pid)
    clock = CpuClock(handle)
    process.wait()
    assert clock.seconds() is None
    with pytest.raises(ProcessLookupError):
        CpuClock(handle)
    os.close(handle)
