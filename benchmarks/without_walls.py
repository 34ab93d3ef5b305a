"""What a zygote's interpreter executes instead of the product's entry: the same, but for the walls.

Text for ``python -c``; its arguments are those of ``sandbox/entry.py``.
"""

import os
import sys
from typing import Any

entry: dict[str, Any] = {"__name__": "entry"}
with open(sys.argv[1], "rb") as file:
    exec(compile(file.read(), "sandbox/entry.py", "exec"), entry)
entry["load"](os.path.dirname(sys.argv[1]), sys.argv[3])

from sandbox import zygote  # noqa: E402
from sandbox.walls import Walls  # noqa: E402


class NoWalls(Walls):
    """Forks, and raises nothing around or inside a child."""

    def __init__(self, tier: object, layout: object) -> None:
        pass

    def fork(self) -> int:
        return os.fork()

    def raise_inner(self, limits: object) -> None:
        pass


vars(zygote)["Walls"] = NoWalls
zygote.main(int(sys.argv[2]), sys.argv[3])
