"""From a source to code that calls hooks."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import CodeType
from typing import Any

from sandbox.recorder.placeholders import Hook, bound
from sandbox.recorder.spans import Spans
from sandbox.recorder.statements import Rewriter
from sandbox.traces import MOST_SPANS


class NotInstrumented(Exception):
    """The source compiles, but not when it is rewritten: it is nested too deeply, or has too
    many expressions.
    """


@dataclass(frozen=True, slots=True)
class Instrumented:
    """Code whose hooks are yet to be put in, and the spans that it tells them."""

    code: CodeType
    spans: Spans

    def bound(self, hooks: Mapping[Hook, Callable[..., Any]]) -> CodeType:
        """What is executed instead of the module's own code."""
        return bound(self.code, hooks)


def instrument(source: str, filename: str) -> Instrumented:
    """Raises ``NotInstrumented`` for a source that compiles.

    Gives no warning: the compiler has warned when it compiled the source as it is.
    """
    spans = Spans(source)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = Rewriter(spans).visit(ast.parse(source, filename))
            code = compile(tree, filename, "exec", dont_inherit=True)
    except (RecursionError, MemoryError, SyntaxError, ValueError) as error:
        raise NotInstrumented(f"{type(error).__name__}: {error}") from error
    if len(spans) > MOST_SPANS:
        raise NotInstrumented(f"the source has more than {MOST_SPANS} expressions")
    return Instrumented(code, spans)
