"""A BPF interpreter in Python: what the kernel would do with a filter and a system call."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from sandbox.confine import bpf
from sandbox.confine.bpf import Instruction


def run(
    program: Sequence[Instruction], architecture: int, number: int, arguments: Sequence[int] = ()
) -> int:
    """The action that ``program`` gives."""
    padded = [*arguments, *[0] * 6][:6]
    data = struct.pack("<IIQ6Q", number, architecture, 0, *padded)
    at, accumulator = 0, 0
    while True:
        code, if_true, if_false, operand = program[at]
        at += 1
        if code == bpf.RETURN:
            return operand
        if code == bpf.LOAD:
            (accumulator,) = struct.unpack_from("<I", data, operand)
        elif code == bpf.AND:
            accumulator &= operand
        elif code == bpf.JUMP:
            at += operand
        elif code == bpf.JUMP_IF_EQUAL:
            at += if_true if accumulator == operand else if_false
        elif code == bpf.JUMP_IF_AT_LEAST:
            at += if_true if accumulator >= operand else if_false
        else:
            raise AssertionError(f"an instruction that no filter uses: {code:#x}")
