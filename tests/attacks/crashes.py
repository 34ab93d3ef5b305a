"""Attacks that crash: each is told as what it was, and takes nobody along."""

from __future__ import annotations

import signal

from sandbox.protocol import Tier

from .attack import CPU, MALFORMED, QUICK, Attack, crashes, raises

SEGV = crashes(signal.SIGSEGV)
CRASHING = "signal 11"

ATTACKS = (
    Attack("read at zero", "ctypes.string_at(0)", SEGV, control=CRASHING),
    Attack("write at one", "ctypes.memset(1, 0, 8)", SEGV, control=CRASHING),
    Attack("read in the kernel", "ctypes.string_at(0xffffffff81000000, 8)", SEGV, control=CRASHING),
    Attack(
        "write to constants",
        "ctypes.memset(ctypes.addressof(LIBC.getpid), 1, 8); LIBC.getpid()",
        SEGV,
    ),
    Attack(
        "run data",
        """
        code = ctypes.create_string_buffer(b'\\xc3' * 64)
        ctypes.CFUNCTYPE(None)(ctypes.addressof(code))()
        """,
        SEGV,
        control=CRASHING,
    ),
    Attack("call zero", "ctypes.CFUNCTYPE(None)(0)()", SEGV),
    Attack("call one", "ctypes.CFUNCTYPE(None)(1)()", SEGV, control=CRASHING),
    Attack(
        "an object that is not", "ctypes.py_object.from_address(8).value", SEGV, control=CRASHING
    ),
    Attack("abort", "os.abort()", SEGV, control="signal 6"),
    Attack(
        "abort that is handled",
        "signal.signal(signal.SIGABRT, signal.SIG_IGN)\nos.abort()",
        SEGV,
    ),
    Attack("free twice", "p = call('strdup', b'x' * 2000)\nLIBC.free(ctypes.c_void_p(16))", SEGV),
    Attack(
        "divide by zero",
        "LIBC.div(1, 0)",
        crashes(signal.SIGFPE),
        control="signal 8",
    ),
    Attack(
        "read beyond the end of a file",
        """
        descriptor = os.open(target['file'], os.O_RDONLY)
        LIBC.mmap.restype = ctypes.c_void_p
        ctypes.string_at(LIBC.mmap(None, 1 << 20, 1, 2, descriptor, 0) + (1 << 19), 8)
        """,
        raises("PermissionError", "[Errno 13]"),
        {Tier.NAMESPACES: raises("FileNotFoundError", "[Errno 2]")},
        control="signal 7",
    ),
    Attack(
        "unmap the C library",
        """
        page = ctypes.cast(LIBC.getpid, ctypes.c_void_p).value & ~4095
        call('munmap', ctypes.c_void_p(page), ctypes.c_size_t(1 << 20))
        """,
        SEGV,
        control=CRASHING,
    ),
    Attack(
        "unreadable memory",
        """
        area = mmap.mmap(-1, 4096)
        address = ctypes.addressof(ctypes.c_char.from_buffer(area))
        call('mprotect', ctypes.c_void_p(address), ctypes.c_size_t(4096), 0)
        area[0]
        """,
        SEGV,
        control=CRASHING,
    ),
    Attack(
        "crash with a handler",
        "signal.signal(signal.SIGSEGV, lambda *_: None)\nctypes.string_at(0)",
        CPU,
        limits=QUICK,
    ),
    Attack(
        "crash that is ignored",
        "signal.signal(signal.SIGSEGV, signal.SIG_IGN)\nctypes.string_at(0)",
        SEGV,
        control=CRASHING,
    ),
    Attack(
        "crash that is blocked",
        "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGSEGV])\nctypes.string_at(0)",
        SEGV,
        control=CRASHING,
    ),
    Attack("crash while printing", "print('x' * 1000)\nctypes.string_at(0)", SEGV),
    Attack(
        "crash while the module loads", "pass", SEGV, before="ctypes.string_at(0)", control=CRASHING
    ),
    Attack(
        "crash while it is described",
        """
        class Crash(Exception):
            def __str__(self):
                ctypes.string_at(0)
        raise Crash
        """,
        SEGV,
    ),
    Attack(
        "crash while the result is freed",
        """
        class Crash:
            def __del__(self):
                ctypes.string_at(0)
        return [Crash()]
        """,
        SEGV,
    ),
    # A whole answer, of no bytes, was there before; half of one is none.
    Attack("crash after a forged answer", "os.write(3, bytes(8))\nctypes.string_at(0)", MALFORMED),
    Attack("crash after half a forged answer", "os.write(3, bytes(7))\nctypes.string_at(0)", SEGV),
    Attack("crash with all descriptors closed", "os.closerange(0, 64)\nctypes.string_at(0)", SEGV),
)
