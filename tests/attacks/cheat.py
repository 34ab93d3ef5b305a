"""What a cheat is: a submission for ``scaled_sum(x, factor)`` that wants points for nothing."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent, indent

from sandbox import frames

HEAD = "import gc, os, sys\nimport numpy as np\n\n"
ZEROS = "np.zeros(x.shape[0])"
NUMBER = frames.pack(
    {"status": "ok", "returned": {"type_name": "int", "crossed": True, "value": 1}}
)
VERDICT = frames.pack({"status": "ok", "verdict": "accepted"})


@dataclass(frozen=True, slots=True)
class Cheat:
    """``body`` is that of the function, after ``before``, which runs when the module is loaded.

    ``verdict`` is that of every test.  ``fools`` says that a grader without any care accepts it,
    see ``careless.py``.
    """

    name: str
    verdict: str
    body: str
    before: str = ""
    fools: bool = False

    def source(self) -> str:
        body = indent(dedent(self.body), "    ")
        return f"{HEAD}{dedent(self.before)}\n\ndef scaled_sum(x, factor):\n{body}\n"


def patched(name: str, patch: str, fools: bool = False) -> Cheat:
    """A function that a grader may use is replaced, and then zeros are handed in."""
    return Cheat(f"patch {name}", "wrong_value", f"{patch}\nreturn {ZEROS}", fools=fools)


def returned(
    name: str, verdict: str, expression: str, before: str = "", fools: bool = False
) -> Cheat:
    return Cheat(name, verdict, f"return {expression}", before, fools)


def forged(name: str, verdict: str, data: bytes, then: str = "os._exit(0)") -> Cheat:
    return Cheat(name, verdict, f"os.write(3, {data!r})\n{then}")
