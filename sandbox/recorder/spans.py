"""Where in a source expressions stand, numbered."""

from __future__ import annotations

import ast
import re

import numpy as np

from sandbox.traces import MOST_SPANS

Span = tuple[int, int, int, int]
"""Line, column, end line, end column; columns as ``ast`` has them, in bytes of UTF-8."""

_LINE_END = re.compile("\r\n|\r|\n")


class Spans:
    """The spans of one source, each with a number, in the order asked for."""

    def __init__(self, source: str) -> None:
        self._lines = _LINE_END.split(source)
        self._numbers: dict[Span, int] = {}
        self._calls: dict[tuple[int, int], int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, node: ast.expr | ast.stmt) -> int:
        """Of a node as the parser made it."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        span = (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
        number = self._numbers.setdefault(span, len(self._numbers))
        if isinstance(node, ast.Call):
            self._calls[span[2:]] = number
        return number

    def of_instruction(self, position: tuple[int | None, ...]) -> int:
        """Of what an instruction was compiled from; -1 where the compiler does not say.

        A call's instruction may begin later than the call does, at the name of the method: where
        it ends tells which call it is.
        """
        line, end_line, column, end_column = position
        if line is None or end_line is None or column is None or end_column is None:
            return -1
        span = (line, column, end_line, end_column)
        if span in self._numbers:
            return self._numbers[span]
        if span[2:] in self._calls:
            return self._calls[span[2:]]
        full = len(self._numbers) >= MOST_SPANS
        return -1 if full else self._numbers.setdefault(span, len(self._numbers))

    def table(self) -> np.ndarray:
        """(S, 4) int64, columns in characters."""
        rows = [
            (line, self._characters(line, column), end, self._characters(end, end_column))
            for line, column, end, end_column in self._numbers
        ]
        return np.array(rows, np.int64).reshape(-1, 4)

    def _characters(self, line: int, column: int) -> int:
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        if text.isascii():
            return column
        return len(text.encode("utf-8", "replace")[:column].decode("utf-8", "replace"))
