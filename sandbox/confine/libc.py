"""Calls into the C library by name or by system call number, with errors as ``OSError``."""

from __future__ import annotations

import ctypes
import os
from functools import cache

from sandbox.confine import syscall_numbers


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: object) -> int:
    """Call the C function ``name``; integers are passed as unsigned long.

    Raises ``OSError`` naming the function when it returns a negative number.
    """
    function = getattr(_libc(), name)
    function.restype = ctypes.c_long if name == "syscall" else ctypes.c_int
    result: int = function(*(_widen(argument) for argument in arguments))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def syscall(name: str, *arguments: object) -> int:
    """Make the system call ``name``.  Raises ``OSError`` naming it."""
    number = syscall_numbers.numbers(syscall_numbers.this_machine())[name]
    try:
        return call("syscall", number, *arguments)
    except OSError as error:
        raise OSError(error.errno, f"{name}: {os.strerror(error.errno or 0)}") from None


def _widen(argument: object) -> object:
    return ctypes.c_ulong(argument) if isinstance(argument, int) else argument
