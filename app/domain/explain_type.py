"""Sentences for a learner whose function returned something that is no plain array."""

from __future__ import annotations

from sandbox.protocol import Returned

_ADVICE = {
    "list": "convert it with np.array(...)",
    "tuple": "return one array (a comma after return makes a tuple)",
    "dict": "return the array itself",
    "set": "return the array itself",
    "str": "return the array itself, not a text of it",
    "generator": "build an array of its items, with np.array(list(...))",
    "map": "build an array of its items, with np.array(list(...))",
    "zip": "build an array of its items, with np.array(list(...))",
    "function": "are the parentheses of a call missing?",
    "method": "are the parentheses of a call missing?",
    "builtin_function_or_method": "are the parentheses of a call missing?",
    "type": "did you return a class instead of its result?",
    "coroutine": "write def, not async def",
    "async_generator": "write def, not async def, and return instead of yield",
    "matrix": "np.matrix multiplies by rules of its own: return a plain array",
    "MaskedArray": "return a plain array, with .filled(...) or np.asarray(...)",
    "MaskedConstant": "return a plain array, with .filled(...) or np.asarray(...)",
    "memmap": "return a plain array, with np.array(...)",
    "recarray": "return a plain array of numbers",
}
_NUMBERS = frozenset(
    "bool int float complex bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64"
    " float16 float32 float64 complex64 complex128".split()
)
_LONGEST_NAME = 60


def explain_type(returned: Returned, shape: tuple[int, ...]) -> str:
    """One sentence: what was returned, what is expected, what to do."""
    name = returned.type_name[:_LONGEST_NAME]
    if name == "NoneType":
        return "the function returned None: is a return statement missing?"
    last = name.rsplit(".", 1)[-1]
    if last == "int" and not shape:
        return "the function returned a whole number that is too large for an array"
    return f"the function returned {_named(name, last)}, expected {_wanted(shape)}" + _advice(
        returned, last
    )


def _named(name: str, last: str) -> str:
    if last in _NUMBERS:
        return f"a single number ({last})"
    article = "an" if last[:1].lower() in "aeiou" else "a"
    return f"{article} {name.removeprefix('builtins.')}"


def _wanted(shape: tuple[int, ...]) -> str:
    return f"a NumPy array of shape {shape}" if shape else "a single number"


def _advice(returned: Returned, last: str) -> str:
    if last in _ADVICE:
        return f": {_ADVICE[last]}"
    if returned.dtype is not None and returned.shape:
        return ": return a plain array, with np.asarray(...)"
    return ""
