"""Jobs run in this very process: what a child answers, without any wall."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest

from sandbox import frames
from sandbox.execute import OUT_OF_MEMORY, execute
from sandbox.protocol import Limits, Module, RunRequest, Value


@pytest.fixture(autouse=True)
def _own_modules() -> Iterator[None]:
    before = dict(sys.modules)
    yield
    for name in set(sys.modules) - set(before):
        del sys.modules[name]


def answer(source: str, limits: Limits | None = None, **arguments: Value) -> dict[str, Any]:
    module = Module("solution_under_test", source, "solution.py")
    request = RunRequest((module,), "f", arguments, limits or Limits(), seed=7)
    job = frames.unpack_job(b"".join(frames.pack_job(request)[1:]))
    return cast(dict[str, Any], frames.unpack(execute(job)))


def test_a_value() -> None:
    told = answer("def f(x):\n    return x.sum(axis=0)\n", x=np.ones((2, 3)))
    assert told["status"] == "ok"
    assert told["inputs_modified"] == []
    assert told["returned"]["type_name"] == "numpy.ndarray"
    np.testing.assert_array_equal(told["returned"]["value"], [2, 2, 2])


def test_the_seed_is_set_before_the_module_runs() -> None:
    source = "import numpy as np\nx = np.random.rand()\ndef f():\n    return x\n"
    assert answer(source) == answer(source)
    assert answer(source)["returned"]["value"] == np.random.RandomState(7).rand()


@pytest.mark.parametrize(
    ("source", "status"),
    [
        ("def f(:", "syntax_error"),
        ("x = 1", "no_function"),
        ("def f():\n    raise ValueError", "exception"),
        ("def f():\n    raise SystemExit", "exception"),
        ("def f():\n    raise MemoryError", "memory_limit"),
        ("def f():\n    raise OSError(12, 'Cannot allocate memory')", "memory_limit"),
        ("def f():\n    raise OSError(13, 'Permission denied')", "exception"),
        ("def f():\n    return 'x' * 1000", "result_limit"),
    ],
)
def test_statuses(source: str, status: str) -> None:
    assert answer(source, Limits(result_bytes=500))["status"] == status


def test_the_features_of_our_own_source_are_not_inherited() -> None:
    """``from __future__ import annotations`` here must not change how a learner's file compiles."""
    source = "def f(x: 1 + 1):\n    return f.__annotations__['x']\n"
    assert answer(source, x=0)["returned"]["value"] == 2


def test_an_input_returned_is_not_an_input_modified() -> None:
    assert answer("def f(x):\n    return x\n", x=np.zeros(2))["inputs_modified"] == []


def test_an_answer_for_when_there_is_no_memory_left() -> None:
    assert frames.unpack(OUT_OF_MEMORY) == {"status": "memory_limit"}
