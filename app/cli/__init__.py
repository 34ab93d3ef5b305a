"""The command line: ``tracegrade``."""

from app.cli.main import main

__all__ = ["main"]
