"""Where hooks are put between statements.  Decorators, patterns and what is deleted stay as they
are.
"""

# ruff: noqa: N802 -- methods are named after the nodes they visit.

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from sandbox.recorder.expressions import Expressions
from sandbox.recorder.placeholders import Hook, call, statement
from sandbox.recorder.spans import Spans

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Loop = ast.For | ast.AsyncFor | ast.While
_Target = TypeVar("_Target", bound=ast.expr)
_Node = TypeVar("_Node", bound=ast.AST)
_BLOCKS = frozenset({"body", "orelse", "finalbody"})


class Rewriter(Expressions):
    """Rewrites a module's tree in place."""

    def __init__(self, spans: Spans) -> None:
        super().__init__(spans)
        self._set: list[int] = []
        """Where parts of arrays are set, in the loop that a place is in, or else its statement."""
        self._in_loop = False
        self._in_class = False

    def visit_Import(self, node: ast.Import) -> ast.stmt:
        self._modules |= {name.asname or name.name.partition(".")[0] for name in node.names}
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        span = self._spans.number(node)
        value: ast.expr = self.visit(node.value)
        if any(isinstance(target, ast.Tuple | ast.List) for target in node.targets):
            value = call(Hook.UNPACKED, node.value, value, self._spans.number(node.value))
        node.value = value
        node.targets = [self._target(target, span) for target in node.targets]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is not None:
            span = self._spans.number(node)
            node.value = self.visit(node.value)
            node.target = self._target(node.target, span)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt | list[ast.stmt]:
        span = self._spans.number(node)
        node.value = self.visit(node.value)
        if isinstance(node.target, ast.Name):
            return node if self._in_class else self._changed_name(node, node.target.id, span)
        if isinstance(node.target, ast.Attribute):
            held = self.visit(node.target.value)
            node.target.value = call(Hook.OBJECT, node.target.value, held, span)
            return [node, statement(Hook.ATTRIBUTE, node, span, node.target.attr)]
        node.target = self._target(node.target, span)
        return node

    def _changed_name(self, node: ast.AugAssign, name: str, span: int) -> list[ast.stmt]:
        read = ast.copy_location(ast.Name(name, ast.Load()), node.target)
        changing = statement(Hook.CHANGING, node.target, read)
        return [changing, node, statement(Hook.VALUE, node, read, span)]

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        if not isinstance(node.value, ast.Call):
            self.generic_visit(node)
            return node
        span = self._spans.number(node.value)
        made = self._call(node.value)
        if isinstance(made.func, ast.Name) and made.func.id == "print":
            return node
        made.args = [self._argument(argument, span) for argument in made.args]
        if isinstance(made.func, ast.Attribute):
            made.func.value = self._argument(made.func.value, span)
        node.value = call(Hook.CALLED, made, made, span)
        return node

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        return self._for(node)

    def visit_AsyncFor(self, node: ast.AsyncFor) -> list[ast.stmt]:
        return self._for(node)

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        node.test = self.visit(node.test)
        return self._loop(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.stmt:
        return self._function(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.stmt:
        with self._scope(in_class=True):
            node.body = self._body(node.body)
        return node

    def visit_Module(self, node: ast.Module) -> ast.Module:
        return self._compound(node)

    def visit_If(self, node: ast.If) -> ast.stmt:
        return self._compound(node)

    def visit_With(self, node: ast.With) -> ast.stmt:
        return self._compound(node)

    def visit_AsyncWith(self, node: ast.AsyncWith) -> ast.stmt:
        return self._compound(node)

    def visit_Try(self, node: ast.Try) -> ast.stmt:
        return self._compound(node)

    def visit_TryStar(self, node: ast.TryStar) -> ast.stmt:
        return self._compound(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        return self._compound(node)

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        node.guard = node.guard and self.visit(node.guard)
        node.body = self._body(node.body)
        return node

    def visit_TypeAlias(self, node: ast.stmt) -> ast.stmt:
        return node

    def visit_Delete(self, node: ast.Delete) -> ast.stmt:
        return node

    def _keyword(self, node: ast.keyword) -> ast.keyword:
        """An array written through ``out=`` may be a part of another."""
        if node.arg == "out" and isinstance(node.value, ast.Subscript):
            span = self._spans.number(node.value)
            node.value.value = self._base(node.value.value, span)
            node.value.slice = self.visit(node.value.slice)
            return node
        return super()._keyword(node)

    def _argument(self, node: ast.expr, span: int) -> ast.expr:
        if not isinstance(node, ast.Name) or node.id in self._modules:
            return node
        return call(Hook.ARGUMENT, node, node, span)

    def _target(self, node: _Target, span: int) -> _Target:
        """Of an assignment with ``span``."""
        if isinstance(node, ast.Tuple | ast.List):
            node.elts = [self._target(part, self._spans.number(part)) for part in node.elts]
        elif isinstance(node, ast.Subscript):
            node.slice = self.visit(node.slice)
            node.value = self._base(node.value, span)
        else:
            self.generic_visit(node)
        return node

    def _base(self, node: ast.expr, span: int) -> ast.expr:
        """What a part is set of."""
        self._set.append(span)
        return call(Hook.TARGET, node, self.visit(node), span)

    def _compound(self, node: _Node) -> _Node:
        """Its blocks statement by statement, the rest as it comes."""
        for name, value in ast.iter_fields(node):
            if name in _BLOCKS:
                setattr(node, name, self._body(value))
            elif isinstance(value, list):
                setattr(node, name, [self.visit(part) for part in value])
            elif isinstance(value, ast.AST):
                setattr(node, name, self.visit(value))
        return node

    def _for(self, node: ast.For | ast.AsyncFor) -> list[ast.stmt]:
        node.iter = self.visit(node.iter)
        node.target = self.visit(node.target)
        return self._loop(node)

    def _loop(self, node: _Loop) -> list[ast.stmt]:
        outer = self._set, self._in_loop
        self._set, self._in_loop = [], True
        body = self._body(node.body)
        node.body = [statement(Hook.TURNED, body[0]), *body]
        left = self._left(node)
        self._set, self._in_loop = outer
        node.orelse = self._body(node.orelse)
        return [node, *left]

    def _left(self, node: ast.stmt) -> list[ast.stmt]:
        return [statement(Hook.LEFT, node, span) for span in dict.fromkeys(self._set)]

    def _function(self, node: _Function) -> ast.stmt:
        node.args = self.visit(node.args)
        documented = int(ast.get_docstring(node, clean=False) is not None)
        with self._scope():
            body = self._body(node.body)
        entered = statement(Hook.ENTERED, node.body[0])
        node.body = [*body[:documented], entered, *body[documented:]]
        return node

    @contextmanager
    def _scope(self, *, in_class: bool = False) -> Iterator[None]:
        outer = self._set, self._in_loop, self._in_class
        self._set, self._in_loop, self._in_class = [], False, in_class
        yield
        self._set, self._in_loop, self._in_class = outer

    def _body(self, nodes: list[ast.stmt]) -> list[ast.stmt]:
        body: list[ast.stmt] = []
        outer = self._set
        for node in nodes:
            if not self._in_loop:
                self._set = []
            visited = self.visit(node)
            body += visited if isinstance(visited, list) else [visited]
            if not self._in_loop:
                body += self._left(node)
        self._set = outer
        return body
