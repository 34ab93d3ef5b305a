"""Thousands of submissions, good and bad, while processes of the sandbox are killed at random.

    python benchmarks/soak.py [--submissions N] [--streams N] [--kill-every N] [--seed N]
                              [--most-minutes N]

Each is graded as the worker does it, by ``judge`` and ``PooledRunner``, on three tests of the
shipped ViT encoder block: shown, hidden, and drawn anew for each.  Every kind of ending is among
them, and of each the verdict and reason of every test is known (``soaking/kinds.py``).  In between,
zygotes, those that wait for them and children get a SIGKILL, mostly one at a time, now and then all
at once; only of processes below this one.  What is handed in and when something is killed depend on
the seed alone; what a kill hits does not.  A run that two kills meet in its two attempts is given
up as the grader's fault: killing more often, or a machine on which a run takes longer, shows that.

It must hold, or the exit code is 1: every submission has a report, with exactly those verdicts and
reasons (a learner is never blamed for a kill); descriptors and memory of this process and of the
zygotes do not grow (a line through the second half of the samples, taken while nothing runs); at
the end no process is left.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def _find_packages() -> None:
    """As a script, this file finds the package that it belongs to."""
    own = Path(__file__).resolve().parent
    sys.path[:] = [path for path in sys.path if Path(path or ".").resolve() != own]
    sys.path.append(str(ROOT))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--submissions", type=int, default=20_000, help="default: 20000")
    parser.add_argument("--streams", type=int, default=4, help="graded at once (default: 4)")
    parser.add_argument("--kill-every", type=int, default=100, help="submissions (default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument(
        "--most-minutes", type=float, default=float("inf"), help="then the rest is left, a fault"
    )
    return parser.parse_args()


def main() -> int:
    arguments = _arguments()
    from benchmarks.soaking.session import soak

    faults = soak(
        arguments.submissions,
        streams=arguments.streams,
        kill_every=arguments.kill_every,
        seed=arguments.seed,
        most_minutes=arguments.most_minutes,
        say=lambda line: print(line, flush=True),
    )
    return int(bool(faults))


if __name__ == "__main__":
    _find_packages()
    sys.exit(main())
