"""How well and how fast wrong solutions are diagnosed: the corpora of faulty solutions, through the
real sandbox, beside the truth.

    python benchmarks/diagnosis.py [--show-misses] [--corpus first|second]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.trace.corpus import Correct
    from tests.trace.told import Told

ROOT = Path(__file__).resolve().parents[1]
BARS = {"right step": 0.97, "right line": 0.95, "pitfall named": 0.90}
MEDIAN_SECONDS, P95_SECONDS = 0.3, 1.0


def _find_the_packages() -> None:
    """As a script, this file stands beside another of the sandbox's name."""
    own = Path(__file__).resolve().parent
    sys.path[:] = [path for path in sys.path if Path(path or ".").resolve() != own]
    sys.path.append(str(ROOT))


def main() -> int:
    _find_the_packages()
    from tests.trace import corpus, headed
    from tests.trace.told import all_told

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--show-misses", action="store_true", help="print each that is told wrongly"
    )
    parser.add_argument("--corpus", choices=["first", "second"], default="first")
    options = parser.parse_args()
    chosen = corpus if options.corpus == "first" else headed
    solutions = chosen.faulty()
    told = list(all_told(solutions, _progress(len(solutions))))
    accused = _accused(chosen.correct())
    if options.show_misses:
        print(*(str(it) for it in told if _is_missed(it)), sep="\n")
    return _report(told, accused, len(chosen.correct()))


def _progress(total: int) -> Callable[[Told], None]:
    done = 0

    def count(_: Told) -> None:
        nonlocal done
        done += 1
        if done % 20 == 0 or done == total:
            print(f"{done} of {total}", file=sys.stderr)

    return count


def _is_missed(told: Told) -> bool:
    right = told.is_right_step and told.is_right_line and told.names_pitfalls
    return not right or told.names_others


def _accused(solutions: list[Correct]) -> list[str]:
    """Correct solutions of which a step is said to be wrong."""
    from tests.trace.told import Grading

    with TemporaryDirectory() as folder:
        grading = Grading(Path(folder))
        try:
            return [it.name for it in solutions if grading.examined(it).first_divergence]
        finally:
            grading.close()


def _report(told: list[Told], accused: list[str], correct: int) -> int:
    from tests.trace.told import shares

    got = shares(told)
    rows = {"right step": got.step, "right line": got.line, "pitfall named": got.pitfall}
    print(f"{got.count} faulty solutions, {got.with_pitfall} of them with known mistakes")
    for name, share in rows.items():
        holds = "holds" if share >= BARS[name] else "does not hold"
        print(f"{name:28} {100 * share:6.1f} %   bar {100 * BARS[name]:.0f} %   {holds}")
    print(f"{'a mistake named not made':28} {got.others_named:6}")
    said = f"of {correct} correct solutions: {', '.join(accused) or 'none'}"
    print(f"{'falsely accused':28} {len(accused):6}     {said}")
    seconds = sorted(it.seconds for it in told)
    median, p95 = seconds[len(seconds) // 2], seconds[int(0.95 * len(seconds))]
    print(f"{'median, ms':28} {1000 * median:6.0f}     bar {1000 * MEDIAN_SECONDS:.0f}")
    print(f"{'95th percentile, ms':28} {1000 * p95:6.0f}     bar {1000 * P95_SECONDS:.0f}")
    held = all(share >= BARS[name] for name, share in rows.items()) and not accused
    return 0 if held and median <= MEDIAN_SECONDS and p95 <= P95_SECONDS else 1


if __name__ == "__main__":
    raise SystemExit(main())
