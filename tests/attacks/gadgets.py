"""Machine instructions that are there already: in the middle of others, in code that is mapped.

The whole text of this module is also the beginning of the attacks that use it: no memory can be
made executable behind the walls, so that what is to be executed has to be found.
"""

import ctypes
import struct
from collections.abc import Iterator

INT_0X80 = b"\xcd\x80"
"""The 32-bit entry to the kernel, which 64-bit code can use as well."""

_LOADED, _EXECUTABLE, _FIXED = 1, 1, 2


class _Place(ctypes.Structure):
    """Dl_info of dladdr(3)."""

    _fields_ = (
        ("file", ctypes.c_char_p),
        ("base", ctypes.c_void_p),
        ("symbol", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
    )


def find(instruction: bytes) -> int | None:
    """Address of the bytes in the code of the C library or of Python, else None."""
    process = ctypes.CDLL(None)
    for function in (process.getpid, ctypes.pythonapi.Py_IncRef):
        place = _Place()
        process.dladdr(ctypes.cast(function, ctypes.c_void_p), ctypes.byref(place))
        for start, size in _code(place.base):
            offset = ctypes.string_at(start, size).find(instruction)
            if offset >= 0:
                return start + offset
    return None


def _code(base: int) -> Iterator[tuple[int, int]]:
    """Addresses and sizes of the executable segments of the ELF file loaded at ``base``."""
    header = ctypes.string_at(base, 64)
    kind, headers = struct.unpack_from("<H", header, 16)[0], struct.unpack_from("<Q", header, 32)[0]
    for at in range(struct.unpack_from("<H", header, 56)[0]):
        segment = struct.unpack("<2I6Q", ctypes.string_at(base + headers + 56 * at, 56))
        if segment[0] == _LOADED and segment[1] & _EXECUTABLE:
            yield (0 if kind == _FIXED else base) + segment[3], segment[6]


def execute(address: int) -> int:
    """Jump there."""
    result: int = ctypes.CFUNCTYPE(ctypes.c_long)(address)()
    return result
