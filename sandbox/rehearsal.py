"""One run that nobody asked for, in each child before it says that it is locked in.

A child shares its memory with the zygote until it writes to it, and pays for each page that it
touches first with a fault: most of the time of a short run.  A child that has rehearsed has paid
for what nearly every run touches: the codec, the compiler, the objects of NumPy and the
interpreter, room on the heap.  It does so as the spare, while nobody waits for it.
"""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from sandbox import frames
from sandbox.execute import execute
from sandbox.protocol import Module, RunRequest, Value

_SOURCE = '''
"""Touches what solutions touch."""
import numpy as np

class Layer:
    def __init__(self, weight, *, scale=1.0):
        self.weight, self.scale = weight, scale

    def __call__(self, x):
        return self.scale * (x @ self.weight)

def normal(x, axis=-1):
    mean = np.mean(x, axis=axis, keepdims=True)
    return (x - mean) / np.sqrt(x.var(axis=axis, keepdims=True) + 1e-6)

def rehearse(x, w, n, room):
    B, N, D = x.shape
    parts = [Layer(w)(normal(x[:, i : i + 2])) for i in range(0, N, n) if i < N]
    y = np.concatenate(parts, axis=1).reshape(B, -1, n, D // n).transpose(0, 2, 1, 3)
    s = np.matmul(y, np.swapaxes(y, -1, -2)) / D**0.5
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    a = e / np.sum(e, axis=-1, keepdims=True)
    z = np.einsum("bhij,bhjd->bihd", a, y).reshape(B, -1, D)
    return np.where(z > 0, z, 0.5 * np.tanh(z)) + np.zeros_like(z)
'''
_ROOM_BYTES = 1 << 19
"""Of arguments: twice that is mapped of the heap, and found by a run for its own."""


def job() -> bytes:
    """The body of the job, made once in the zygote."""
    x = np.linspace(-1.0, 1.0, 2 * 4 * 8).reshape(2, 4, 8)
    arguments: dict[str, Value] = {
        "x": x,
        "w": np.eye(8),
        "n": 2,
        "room": np.zeros(_ROOM_BYTES, np.uint8),
    }
    request = RunRequest((Module("rehearsal", _SOURCE, "rehearsal.py"),), "rehearse", arguments)
    return b"".join(frames.pack_job(request)[1:])


def rehearse(body: bytes) -> None:
    """What comes of it is dropped; the caller restores the state."""
    # Where the limit leaves no room, the run that comes will say so itself.
    with suppress(MemoryError):
        execute(frames.unpack_job(body))
