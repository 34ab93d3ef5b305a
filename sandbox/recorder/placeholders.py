"""How a rewritten syntax tree names the hooks that are called, and how they get there.

A hook stands in the tree as a constant of its own, a NaN that no source can spell, and is put into
the compiled code in its place.  So there is no name for it that code could use, shadow or list.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from enum import Enum
from types import CodeType
from typing import Any


class Hook(Enum):
    """What happens at a place that was put into the code."""

    VALUE = "an expression has this value"
    UNPACKED = "the same, and it is taken apart next"
    ENTERED = "a function's body begins"
    TURNED = "a loop begins another turn"
    CHANGING = "a statement may change this value in place"
    TARGET = "a part of this array is set next, or of the array that this is a part of"
    LEFT = "the statement, or the loop around it, that did so is over"
    OBJECT = "an attribute of this object is changed next"
    ATTRIBUTE = "it is changed"
    ARGUMENT = "the value goes to a call that stands alone"
    CALLED = "such a call is over"


_CONSTANTS = {hook: float("nan") for hook in Hook}
_HOOKS = {id(constant): hook for hook, constant in _CONSTANTS.items()}


def call(hook: Hook, place: ast.expr | ast.stmt, *arguments: ast.expr | int | str) -> ast.expr:
    """The expression that calls ``hook``, at the place of a node."""
    nodes = [
        argument if isinstance(argument, ast.expr) else _at(place, ast.Constant(argument))
        for argument in arguments
    ]
    callee = _at(place, ast.Constant(_CONSTANTS[hook]))
    return _at(place, ast.Call(callee, nodes, []))


def statement(hook: Hook, place: ast.expr | ast.stmt, *arguments: ast.expr | int | str) -> ast.stmt:
    """The same as a statement."""
    node = ast.Expr(call(hook, place, *arguments))
    ast.copy_location(node, place)
    return node


def _at(place: ast.expr | ast.stmt, node: ast.expr) -> ast.expr:
    return ast.copy_location(node, place)


def bound(code: CodeType, hooks: Mapping[Hook, Callable[..., Any]]) -> CodeType:
    """``code`` with ``hooks`` where their constants were, also in the functions that it holds."""
    constants = tuple(_bound_constant(constant, hooks) for constant in code.co_consts)
    return code.replace(co_consts=constants)


def _bound_constant(constant: object, hooks: Mapping[Hook, Callable[..., Any]]) -> object:
    if isinstance(constant, CodeType):
        return bound(constant, hooks)
    hook = _HOOKS.get(id(constant))
    return constant if hook is None else hooks[hook]
