"""What a run behind the walls costs, beside what it would cost without them and started cold.

    python benchmarks/sandbox.py [--rounds N] [--json FILE] [--check]

All variants are measured in turns, in an order drawn anew for each round, so that whatever else the
machine does hits all alike; and everything that a run returned is compared with the reference.

================= ==============================================================================
variant           one submission, from its source and inputs to its results in our hands
================= ==============================================================================
import numpy      ``python -c "import numpy"``: an interpreter that does nothing yet
python            a new interpreter that imports NumPy and computes
python + bwrap    the same inside bubblewrap: all namespaces of its own, read-only binds
compute           no process at all: the function called in this process; what cannot be saved
yardstick         a warm process forks, the child computes and pipes the result back; the shortest
                  code that does it, the function loaded and the inputs in memory before the fork
unprotected fork  the sandbox itself, spare child, codec, limits and all, with walls that do nothing
namespaces, ...   the sandbox, in each tier that this machine has
================= ==============================================================================

So the ratio of a tier to the unprotected fork is the price of the walls, and the ratio to the
yardstick that of everything.  Submissions per second are those of ten tests, from one process with
as many threads and zygotes as there are processors, as the worker has them; and from a process for
each, which shows what the threads of one driver cost each other.

The bars are ratios of the figures above them; the exit code is 0 whether they hold or not, but for
``--check``.  bubblewrap is measured where it is installed (``apt-get install bubblewrap``), a tier
where it holds.  Memory of the sandbox's processes can be read by root only.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def _find_packages() -> None:
    """As a script, this file would stand before the package whose name it bears."""
    own = Path(__file__).resolve().parent
    sys.path[:] = [path for path in sys.path if Path(path or ".").resolve() != own]
    sys.path.append(str(ROOT))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=40, help="rounds of turns (default: 40)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all samples to FILE")
    parser.add_argument("--check", action="store_true", help="exit with 1 when a bar does not hold")
    return parser.parse_args()


def main() -> int:
    arguments = _arguments()
    from benchmarks.report import as_json, as_text, bars
    from benchmarks.session import measure

    measured = measure(arguments.rounds)
    print(as_text(measured))
    if arguments.json:
        arguments.json.write_text(as_json(measured), encoding="utf-8")
    return int(arguments.check and not all(bar.holds for bar in bars(measured)))


if __name__ == "__main__":
    _find_packages()
    sys.exit(main())
