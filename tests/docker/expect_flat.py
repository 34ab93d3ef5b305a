"""Reads what ``tracegrade sandbox doctor --json`` says: tier flat, and all that flat can enforce.

Standard library only.  Exit code 1 when it is not so.
"""

from __future__ import annotations

import json
import sys

NOT_IN_FLAT = ["no file name of the host can be seen", "other processes cannot be seen"]


def main() -> int:
    report = json.load(sys.stdin)
    missing = [row["name"] for row in report["rows"] if not row["enforced"]]
    print(
        f"   doctor: tier {report['tier']}, {len(report['rows'])} guarantees, not held: {missing}"
    )
    return not (report["ok"] and report["tier"] == "flat" and missing == NOT_IN_FLAT)


if __name__ == "__main__":
    sys.exit(main())
