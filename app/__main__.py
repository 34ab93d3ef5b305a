"""``python -m app`` is ``tracegrade``."""

from app.cli import main

main()
