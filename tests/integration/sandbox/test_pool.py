"""Zygotes that die, threads that share, and what is left behind: nothing."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import numpy as np
import pytest

from sandbox.pool import Pool
from sandbox.protocol import Lane, Limits, RunStatus, SandboxUnavailable, Tier

from .conftest import program, start_or_skip

SPARES = 2
"""A spare is forked, and one that ended is reaped, some time after a run has returned."""

SECONDS_TO_GO = 30.0

DOUBLE = "def f(x):\n    return 2 * x\n"


def double(pool: Pool, number: int) -> object:
    result = pool.run(program(DOUBLE, x=number))
    assert result.returned is not None, result
    return result.returned.value


def children(process: int | str = "self") -> list[int]:
    """Process ids of ``process``'s children, of all its threads; one may end while we look."""
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):
            found += map(int, (task / "children").read_text().split())
    return found


def until_gone(thread: threading.Thread) -> None:
    """The kernel's thread ends a little after ``join``, and hands its children on as it does."""
    deadline = time.monotonic() + SECONDS_TO_GO
    while Path(f"/proc/self/task/{thread.native_id}").exists():
        assert time.monotonic() < deadline


def descendants(process: int | str = "self") -> set[int]:
    found = set(children(process))
    return found.union(*(descendants(child) for child in found))


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.parametrize("tier", list(Tier), ids=str)
def test_a_killed_zygote_is_replaced_and_nothing_is_lost(tier: Tier) -> None:
    before = set(children())
    with start_or_skip(tier) as own:
        assert double(own, 1) == 2
        for process in set(children()) - before:
            for victim in [process, *descendants(process)]:
                os.kill(victim, signal.SIGKILL)
        assert double(own, 2) == 4
        assert own.info.tier is tier
    assert set(children()) == before


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_any_number_of_idle_processes_may_be_killed(pool: Pool, depth: int) -> None:
    """Runs after that are not even tried in what is dead, however many are."""
    before = set(children())
    with Pool(Lane.LEARNER, 3, tiers=(pool.info.tier,)) as own:
        with ExitStack() as batches:
            for number in range(3):
                batch = batches.enter_context(own.batch())
                assert batch.run(program(DOUBLE, x=number)).status is RunStatus.OK
        level = set(children()) - before
        for _ in range(depth - 1):
            level = {child for process in level for child in children(process)}
        handles = [os.pidfd_open(process) for process in level]
        for handle in handles:
            signal.pidfd_send_signal(handle, signal.SIGKILL)
        for handle in handles:
            assert select.select([handle], [], [], SECONDS_TO_GO)[0]
            os.close(handle)
        assert [double(own, number) for number in range(4)] == [0, 2, 4, 6]
    assert set(children()) == before


def test_a_zygote_killed_while_it_runs_a_program(pool: Pool, tmp_path: Path) -> None:
    """The run is repeated, and then ends as it must."""
    before = set(children())
    with Pool(Lane.LEARNER, tiers=(pool.info.tier,)) as own:
        assert double(own, 1) == 2
        (zygote,) = set(children()) - before
        killer = threading.Timer(0.3, os.kill, (zygote, signal.SIGKILL))
        killer.start()
        result = own.run(
            program("import time\ndef f():\n    time.sleep(60)\n", Limits(wall_seconds=1.0))
        )
        killer.join()
        assert result.status is RunStatus.IDLE, result
        assert zygote not in children()


def test_a_zygote_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped before it can fork a child for other limits than the spare's."""
    monkeypatch.setattr("sandbox.client._SECONDS_TO_ANSWER", 5.0)
    monkeypatch.setattr("sandbox.launch._SECONDS_TO_END", 0.5)
    before = set(children())
    with Pool(Lane.LEARNER) as own:
        assert double(own, 1) == 2
        for process in set(children()) - before:
            for victim in (process, *children(process)):
                os.kill(victim, signal.SIGSTOP)
        assert own.run(program(DOUBLE, Limits(cpu_seconds=7.0), x=2)).status is RunStatus.OK
    assert set(children()) == before


def test_nothing_grows_and_nothing_is_left(pool: Pool) -> None:
    sources = [
        DOUBLE,
        "def f(x):\n    1 / 0\n",
        "import os\ndef f(x):\n    os._exit(1)\n",
        "import os\ndef f(x):\n    os.abort()\n",
        "import os\ndef f(x):\n    os.execv('/bin/true', ['true'])\n",
    ]
    for source in sources:
        pool.run(program(source, x=1))
    before, processes = descriptors(), len(descendants())
    for index in range(200):
        pool.run(program(sources[index % len(sources)], x=1))
    assert descriptors() == before
    assert abs(len(descendants()) - processes) <= SPARES


def test_an_ended_pool_leaves_no_process_and_no_descriptor(pool: Pool) -> None:
    zygotes, open_before = set(children()), descriptors()
    with Pool(Lane.LEARNER, 2, tiers=(pool.info.tier,)) as own:
        assert double(own, 3) == 6
        (zygote,) = set(children()) - zygotes
        handles = [os.pidfd_open(process) for process in descendants(zygote)]
    assert set(children()) == zygotes
    for handle in handles:
        assert _ends(handle, seconds=20.0)
        os.close(handle)
    assert descriptors() == open_before
    with pytest.raises(SandboxUnavailable, match="closed"):
        own.run(program(DOUBLE, x=1))


def test_many_threads_share_a_pool(pool: Pool) -> None:
    results: list[object] = []
    with Pool(Lane.LEARNER, 2, tiers=(pool.info.tier,)) as own:

        def work(start: int) -> None:
            results.extend((n, double(own, n)) for n in range(start, start + 10))

        threads = [threading.Thread(target=work, args=(10 * n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(results) == [(n, 2 * n) for n in range(40)]  # type: ignore[type-var]


def test_a_zygote_outlives_the_thread_that_started_it(pool: Pool) -> None:
    before = set(children())
    with Pool(Lane.LEARNER, tiers=(pool.info.tier,)) as own:
        thread = threading.Thread(target=double, args=(own, 1))
        thread.start()
        thread.join()
        until_gone(thread)
        zygotes = set(children()) - before
        assert double(own, 2) == 4
        assert len(zygotes) == 1
        assert set(children()) - before == zygotes


def test_limits_may_change_from_run_to_run(pool: Pool) -> None:
    source = "import resource\ndef f():\n    return resource.getrlimit(resource.RLIMIT_CPU)[0]\n"
    seen = []
    for seconds in (2.0, 5.0, 5.0, 2.0):
        result = pool.run(program(source, Limits(cpu_seconds=seconds)))
        assert result.returned is not None
        seen.append(result.returned.value)
    assert seen == [7, 16, 16, 7]


def test_a_large_job_and_a_large_result(pool: Pool) -> None:
    array = np.random.default_rng(0).normal(size=(1000, 500))
    result = pool.run(program("def f(x):\n    return x.T\n", x=array))
    assert result.returned is not None, result
    np.testing.assert_array_equal(result.returned.value, array.T)  # type: ignore[arg-type]


def test_the_authors_lane_runs_behind_the_same_walls(pool: Pool) -> None:
    with Pool(Lane.AUTHOR, tiers=(pool.info.tier,)) as author:
        assert double(author, 4) == 8
        denied = author.run(program("def f():\n    return open('/etc/passwd').read()\n"))
        assert denied.status is RunStatus.EXCEPTION
        large = Limits(memory_bytes=6 << 30, cpu_seconds=100.0, wall_seconds=300.0)
        assert author.run(program(DOUBLE, large, x=1)).status is RunStatus.OK


def test_a_pool_that_requires_more_than_there_is() -> None:
    with (
        Pool(Lane.LEARNER, require=Tier.NAMESPACES, tiers=(Tier.FLAT,)) as own,
        pytest.raises(SandboxUnavailable, match="no wall strong enough"),
    ):
        own.run(program(DOUBLE, x=1))


def test_a_worn_zygote_makes_room_for_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """And with it for another hash secret; nothing fails meanwhile."""
    monkeypatch.setattr("sandbox.stock.CHILDREN_PER_ZYGOTE", 2)
    before, secrets = set(children()), set()
    deadline = time.monotonic() + SECONDS_TO_GO
    with Pool(Lane.LEARNER) as own:
        while len(secrets) < 2:
            result = own.run(program("def f():\n    return hash('text')\n"))
            assert result.returned is not None, result
            secrets.add(result.returned.value)
            assert time.monotonic() < deadline
    assert set(children()) == before


def test_what_runs_is_told(pool: Pool) -> None:
    info = pool.info
    with Pool(Lane.AUTHOR, tiers=(info.tier,)) as author:
        assert author.info == info
    assert info.python == sys.version.split()[0]
    assert info.numpy == np.__version__
    assert os.uname().machine in info.cpu_kernel


def test_a_client_that_is_killed_takes_all_with_it(pool: Pool, tmp_path: Path) -> None:
    script = tmp_path / "client.py"
    script.write_text(
        "import sys\n"
        f"sys.path.insert(0, {str(Path(__file__).parents[3])!r})\n"
        "from sandbox.pool import Pool\n"
        "from sandbox.protocol import *\n"
        f"pool = Pool(Lane.LEARNER, tiers=(Tier({pool.info.tier.value!r}),))\n"
        "pool.info\n"
        "print('ready', flush=True)\n"
        "source = 'def f():\\n    while True:\\n        pass\\n'\n"
        "limits = Limits(wall_seconds=100, cpu_seconds=50)\n"
        "pool.run(RunRequest((Module('m', source, 'm.py'),), 'f', {}, limits))\n"
    )
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE) as client:
        assert client.stdout is not None
        assert client.stdout.readline() == b"ready\n"
        handles = [os.pidfd_open(process) for process in descendants(client.pid)]
        client.kill()
    assert handles
    for handle in handles:
        assert _ends(handle, seconds=20.0)
        os.close(handle)


def _ends(handle: int, seconds: float) -> bool:
    return bool(select.select([handle], [], [], seconds)[0])
