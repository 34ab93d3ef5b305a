"""Where hooks are put around expressions.  Annotations, f-strings and operands of ``not`` that are
no arrays stay as they are.
"""

from __future__ import annotations

import ast
from typing import TypeVar

from sandbox.recorder.placeholders import Hook, call
from sandbox.recorder.spans import Spans

_Expression = TypeVar("_Expression", bound=ast.expr)
_Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp


class Expressions(ast.NodeTransformer):
    """Rewrites the expressions of a tree in place."""

    def __init__(self, spans: Spans) -> None:
        self._spans = spans
        self._modules: set[str] = set()
        """Names of imported modules: what is theirs is no value of the learner's."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        constant = isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant)
        return node if constant else self._recorded(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.Not):
            return self._inside(node)
        return node if isinstance(node.operand, ast.Constant) else self._recorded(node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        return self._recorded(node)

    def visit_Await(self, node: ast.Await) -> ast.expr:
        return self._recorded(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        return self._recorded(node) if isinstance(node.ctx, ast.Load) else self._inside(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if self._is_of_module(node):
            return node
        return self._recorded(node) if isinstance(node.ctx, ast.Load) else self._inside(node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        return call(Hook.VALUE, node, self._call(node), self._spans.number(node))

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        """``entered() or body``: the hook returns None."""
        node.args = self.visit(node.args)
        body: ast.expr = self.visit(node.body)
        both = ast.BoolOp(ast.Or(), [call(Hook.ENTERED, body), body])
        node.body = ast.copy_location(both, body)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        return call(Hook.VALUE, node, self._comprehension(node), self._spans.number(node))

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        return self._comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        return self._comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> ast.expr:
        node.key = self.visit(node.key)
        node.value = self._element(node.value)
        node.generators = [self.visit(part) for part in node.generators]
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        return node

    def visit_TemplateStr(self, node: ast.expr) -> ast.expr:
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.arguments:
        node.defaults = [self.visit(default) for default in node.defaults]
        node.kw_defaults = [default and self.visit(default) for default in node.kw_defaults]
        return node

    def _call(self, node: ast.Call) -> ast.Call:
        """Its parts visited, but for the name or attribute that is called."""
        if isinstance(node.func, ast.Attribute):
            node.func.value = self.visit(node.func.value)
        else:
            node.func = self.visit(node.func)
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [self._keyword(keyword) for keyword in node.keywords]
        return node

    def _keyword(self, node: ast.keyword) -> ast.keyword:
        node.value = self.visit(node.value)
        return node

    def _comprehension(self, node: _Comprehension) -> ast.expr:
        node.elt = self._element(node.elt)
        node.generators = [self.visit(part) for part in node.generators]
        return node

    def _element(self, node: ast.expr) -> ast.expr:
        """Recorded whatever it is, unless it is so by itself: each turn passes a hook."""
        span = self._spans.number(node)
        visited: ast.expr = self.visit(node)
        return call(Hook.VALUE, node, visited, span) if visited is node else visited

    def _recorded(self, node: ast.expr) -> ast.expr:
        span = self._spans.number(node)
        return call(Hook.VALUE, node, self._inside(node), span)

    def _inside(self, node: _Expression) -> _Expression:
        """The node itself, the nodes in it visited."""
        self.generic_visit(node)
        return node

    def _is_of_module(self, node: ast.expr) -> bool:
        while isinstance(node, ast.Attribute):
            node = node.value
        return isinstance(node, ast.Name) and node.id in self._modules
