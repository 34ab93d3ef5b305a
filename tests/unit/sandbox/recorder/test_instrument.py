"""What is put into code, and what is refused."""

from __future__ import annotations

import ast
import math
import warnings

import pytest

from sandbox.recorder import NotInstrumented, instrument
from sandbox.recorder.placeholders import Hook, bound, call, statement


def test_a_source_nested_too_deeply() -> None:
    with pytest.raises(NotInstrumented):
        instrument("x = " + "+".join(["a"] * 2000), "s.py")


def test_no_warning_is_given_twice() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        instrument("x = '\\d' is 3\n1()\n", "s.py")


def test_hooks_are_bound_where_they_were_named_and_nowhere_else() -> None:
    one = ast.Constant(1, lineno=1, col_offset=0, end_lineno=1, end_col_offset=1)
    tree = ast.parse("def f():\n    return 0.0, float('nan'), 1e999 - 1e999\n")
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body.insert(0, statement(Hook.TURNED, one))
    function.body.insert(0, ast.copy_location(ast.Expr(call(Hook.VALUE, one, one, 7)), one))
    called: list[object] = []
    hooks = {hook: lambda *arguments, hook=hook: called.append((hook, *arguments)) for hook in Hook}
    space: dict[str, object] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = compile(ast.fix_missing_locations(tree), "s.py", "exec")
    exec(bound(code, hooks), space)
    zero, nan, difference = space["f"]()  # type: ignore[operator]
    assert called == [(Hook.VALUE, 1, 7), (Hook.TURNED,)]
    assert zero == 0.0
    assert math.isnan(nan)
    assert math.isnan(difference)


def test_the_documentation_of_a_module_and_a_function_stay() -> None:
    source = '"""Of the module."""\nfrom __future__ import annotations\ndef f():\n    """Of f."""\n'
    code = instrument(source, "s.py").code
    assert "Of the module." in code.co_consts
    function = next(item for item in code.co_consts if hasattr(item, "co_consts"))
    assert function.co_consts[0] == "Of f."
