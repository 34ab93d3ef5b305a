"""Classic BPF as seccomp(2) runs it: the few instructions that are needed, and how they are laid
out.

A program reads ``struct seccomp_data``: number (u32), architecture (u32), instruction pointer (u64)
and six arguments (u64 each), little-endian on both architectures that are supported.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

LOAD = 0x20
AND = 0x54
JUMP = 0x05
JUMP_IF_EQUAL = 0x15
JUMP_IF_AT_LEAST = 0x35
RETURN = 0x06

NUMBER_OFFSET = 0
ARCHITECTURE_OFFSET = 4
_ARGUMENTS_OFFSET = 16

MAX_JUMP = 255


class Instruction(NamedTuple):
    """``struct sock_filter``: the jumps count the instructions to skip."""

    code: int
    if_true: int
    if_false: int
    operand: int


def load(offset: int) -> Instruction:
    return Instruction(LOAD, 0, 0, offset)


def load_argument(index: int, *, high: bool = False) -> Instruction:
    """Load one 32-bit half of an argument."""
    return load(_ARGUMENTS_OFFSET + 8 * index + 4 * high)


def keep_bits(mask: int) -> Instruction:
    return Instruction(AND, 0, 0, mask)


def jump(count: int) -> Instruction:
    return Instruction(JUMP, 0, 0, count)


def if_equal(value: int, if_true: int, if_false: int) -> Instruction:
    return Instruction(JUMP_IF_EQUAL, if_true, if_false, value)


def if_at_least(value: int, if_true: int, if_false: int) -> Instruction:
    return Instruction(JUMP_IF_AT_LEAST, if_true, if_false, value)


def give(value: int) -> Instruction:
    return Instruction(RETURN, 0, 0, value)


def assemble(program: Sequence[Instruction]) -> bytes:
    """The program as the kernel reads it.  Raises ``ValueError`` for a jump that does not fit."""
    if any(max(step.if_true, step.if_false) > MAX_JUMP for step in program):
        raise ValueError(f"a conditional jump over more than {MAX_JUMP} instructions")
    return b"".join(struct.pack("=HBBI", *step) for step in program)
