"""Reads what ``tracegrade sandbox doctor --json`` says: tier flat, and all that flat can enforce.

Standard library only.  Exit code 1 when it is not so.
"""

from __future__ import annotations

import json
import sys
from typing import Any

NOT_IN_FLAT = {"no file name of the host can be seen", "other processes cannot be seen"}
NEEDS_DELEGATION = {"bounds on a zygote and its children in common"}
"""A container has no control group to pass on, as a rule."""


def missing(report: dict[str, Any]) -> set[str]:
    return {row["name"] for row in report["rows"] if not row["enforced"]}


def as_flat(report: dict[str, Any]) -> bool:
    """Whether a doctor's ``report`` says tier flat, and that it holds with all its guarantees."""
    rest = missing(report) - NEEDS_DELEGATION
    return bool(report["ok"] and report["tier"] == "flat" and rest == NOT_IN_FLAT)


def main() -> int:
    report = json.load(sys.stdin)
    print(f"   doctor: tier {report['tier']}, {len(report['rows'])} guarantees, not held:")
    for name in sorted(missing(report)):
        print(f"      {name}")
    return not as_flat(report)


if __name__ == "__main__":
    sys.exit(main())
