"""Where this program is installed is not told to code behind the walls."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import sandbox
from sandbox.protocol import Limits, RunResult, RunStatus, Tier

from .conftest import Run

HERE = [str(Path(sandbox.__file__).parent), str(Path(np.__file__).parents[1]), sys.executable]
AMPLE = Limits(cpu_seconds=30, wall_seconds=60, memory_bytes=2**30)


def value(result: RunResult) -> object:
    assert result.status is RunStatus.OK, result
    assert result.returned is not None
    return result.returned.value


def test_frames_below_name_neither_files_nor_directories_of_this_machine(run: Run) -> None:
    source = """
        import sys
        def f(here):
            told, frame = [], sys._getframe().f_back
            while frame:
                told += [frame.f_code.co_filename, repr(frame.f_code.co_consts)]
                told += [repr(v) for k, v in frame.f_locals.items()
                         if k not in ('job', 'request')]
                told += [v for v in frame.f_globals.values() if type(v) is str]
                frame = frame.f_back
            return [text[:200] for text in told if any(place in text for place in here)]
    """
    assert value(run(source, AMPLE, here=HERE)) == []


def test_the_interpreter_does_not_say_where_it_is(run: Run) -> None:
    source = """
        import sys
        def f():
            return [sys.executable, sys._base_executable, sys.prefix == sys.base_prefix,
                    sys.argv, sys.orig_argv]
    """
    assert value(run(source)) == ["", "", True, [""], []]


def test_in_a_root_of_its_own_no_object_holds_a_path_of_the_installation(
    run: Run, tier: Tier
) -> None:
    """The other tiers have the runtime where it is, and must name it to find it."""
    if tier is not Tier.NAMESPACES:
        pytest.skip(f"tier {tier} sees the directories of the host")
    source = """
        import gc
        def f(here):
            gc.unfreeze()
            todo, known, told = gc.get_objects(), {id(here), *map(id, here)}, []
            while todo:
                it = todo.pop()
                if id(it) in known:
                    continue
                known.add(id(it))
                if type(it) is str and len(it) < 500 and any(place in it for place in here):
                    told.append(it)
                if type(it) not in (str, bytes):
                    todo += gc.get_referents(it)
            return told
    """
    assert value(run(source, AMPLE, here=HERE)) == []


def test_the_runtime_says_where_it_lies_now(run: Run, tier: Tier) -> None:
    source = """
        import numpy as np
        def f():
            inner = np.linalg.inv.__wrapped__.__code__.co_filename
            return [np.__file__, np.__spec__.origin, inner]
    """
    file, origin, inner = value(run(source))  # type: ignore[misc]
    assert inner == "/runtime/numpy/linalg/_linalg.py"
    expected = "/runtime/numpy/__init__.py" if tier is Tier.NAMESPACES else np.__file__
    assert (file, origin) == (expected, expected)


@pytest.mark.parametrize(
    ("body", "printed"),
    [
        ("warnings.warn('mine')", "solution.py:4: UserWarning: mine\n  warnings.warn('mine')\n"),
        ("warnings.warn('ours', stacklevel=2)", "UserWarning: ours\n"),
        ("coroutine()", "solution.py:4: RuntimeWarning: coroutine 'coroutine' was never awaited"),
    ],
)
def test_warnings_name_only_the_learners_own_file(run: Run, body: str, printed: str) -> None:
    result = run(f"import warnings\nasync def coroutine(): pass\ndef f():\n    {body}\n")
    assert result.stdout.startswith(printed)
    assert "/" not in result.stdout


def test_a_coroutine_that_nobody_awaits_is_warned_of_without_our_place(run: Run) -> None:
    result = run("async def f():\n    return 1\n")
    assert result.returned is not None
    assert result.returned.type_name == "coroutine"
    assert result.stdout == "RuntimeWarning: coroutine 'f' was never awaited\n"
