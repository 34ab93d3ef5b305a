"""The two lanes as data: what is loaded before the walls go up, and how much a run may ask for."""

from __future__ import annotations

from dataclasses import dataclass, fields

from sandbox.protocol import Lane, Limits

_MIB = 2**20

PRELOADED = tuple(
    """
    abc array ast base64 bisect builtins calendar cmath collections.abc contextlib copy copyreg
    csv dataclasses datetime decimal dis encodings.ascii encodings.idna encodings.latin_1 enum
    fractions functools gc hashlib heapq hmac importlib.util inspect io itertools json keyword
    linecache locale math mmap numbers operator platform pprint queue random re reprlib secrets
    select shutil signal statistics string struct tempfile textwrap threading time timeit
    traceback types typing unicodedata warnings weakref zlib
    numpy.exceptions numpy.fft numpy.lib.stride_tricks numpy.linalg numpy.ma numpy.polynomial
    numpy.random numpy.testing numpy.typing
    """.split()
)
"""Modules that learners may use.  Loaded early because the shared libraries that some need are not
visible behind the walls, and because loading them in each run would cost its time.
"""

RUNS_OF_CPU = 3
"""A child may spend this many times the CPU limit of one run, in all its runs together."""


@dataclass(frozen=True, slots=True)
class LanePolicy:
    """What one lane's zygote loads, what a run gets by default and the most it may ask for."""

    preloaded: tuple[str, ...]
    default: Limits
    most: Limits

    def check(self, limits: Limits) -> None:
        """Raise ``ValueError`` when ``limits`` ask for more than the lane has, or for nothing."""
        for field in fields(Limits):
            asked, most = getattr(limits, field.name), getattr(self.most, field.name)
            if not 0 < asked <= most:
                raise ValueError(
                    f"limit {field.name} is {asked}: it must be above 0 and at most {most}"
                )


LANES = {
    Lane.LEARNER: LanePolicy(
        preloaded=PRELOADED,
        default=Limits(),
        most=Limits(
            wall_seconds=120.0,
            cpu_seconds=60.0,
            memory_bytes=4096 * _MIB,
            output_bytes=4 * _MIB,
            result_bytes=512 * _MIB,
        ),
    ),
    Lane.AUTHOR: LanePolicy(
        preloaded=PRELOADED,
        default=Limits(
            wall_seconds=60.0,
            cpu_seconds=20.0,
            memory_bytes=1024 * _MIB,
            output_bytes=256 * 2**10,
            result_bytes=128 * _MIB,
        ),
        most=Limits(
            wall_seconds=600.0,
            cpu_seconds=300.0,
            memory_bytes=8192 * _MIB,
            output_bytes=4 * _MIB,
            result_bytes=1024 * _MIB,
        ),
    ),
}
