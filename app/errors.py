"""The base of every error that the application itself explains to a person."""

from __future__ import annotations


class TracegradeError(Exception):
    """Something a person can act on: ``message`` says what and where, ``advice`` what to do."""

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.message}: {self.advice}" if self.advice else self.message
