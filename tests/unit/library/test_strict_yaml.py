"""YAML is read strictly, whole, and with the place of every value; by both of PyYAML's parsers."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from app.library import strict_yaml
from app.library.strict_yaml import MAX_DEPTH, MAX_VALUES, Document, read_yaml

LOADERS = [name for name in ("SafeLoader", "CSafeLoader") if hasattr(yaml, name)]


@pytest.fixture(params=LOADERS, autouse=True)
def _loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_yaml, "_LOADER", getattr(yaml, request.param))


def read(text: str | bytes) -> Document:
    return read_yaml(text if isinstance(text, bytes) else text.encode(), "problem.yaml")


def told(document: Document) -> list[tuple[int | None, str, str]]:
    return [(fault.line, fault.key, fault.message) for fault in document.findings.faults]


def test_plain_data_with_places() -> None:
    document = read('a: 1e-8\nb:\n  - x: "no"\n  - [1, 2]\nempty:\n')
    assert document.findings.faults == []
    assert document.data == {"a": 1e-8, "b": ({"x": "no"}, (1, 2)), "empty": None}
    assert document.places == {
        (): (1, 1),
        ("a",): (1, 1),
        ("b",): (2, 1),
        ("b", 0): (3, 5),
        ("b", 0, "x"): (3, 5),
        ("b", 1): (4, 5),
        ("b", 1, 0): (4, 6),
        ("b", 1, 1): (4, 9),
        ("empty",): (5, 1),
    }


def test_symbols_and_keys_may_be_single_letters() -> None:
    document = read("shape: [N, y]\ndimension: N\ndimensions: {N: 3, y: 2}\non: 1\n")
    assert document.findings.faults == []
    assert document.data["shape"] == ("N", "y")
    assert document.data["dimensions"] == {"N": 3, "y": 2}


def test_norway() -> None:
    document = read("- se\n- no\n- dk\n")
    assert document.data == ("se", None, "dk")
    assert told(document) == [(2, "[1]", "unquoted no may mean text or true/false")]


def test_a_byte_order_mark_and_crlf_do_no_harm() -> None:
    assert read(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n").data == {"a": 1, "b": 2}


def test_all_faults_at_once() -> None:
    document = read(
        "a: &x 1\nb: *x\nc: !!python/name:os.system\n<<: {d: 1}\na: 2\n1: x\ne: 1e400\n"
    )
    assert [(line, key) for line, key, _ in told(document)] == [
        (1, "a"),
        (2, "b"),
        (3, "c"),
        (4, ""),
        (5, "a"),
        (6, ""),
        (7, "e"),
    ]
    assert told(document)[4][2] == "the key a stands here again (first on line 1)"
    assert all(fault.advice for fault in document.findings.faults)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "the file is empty"),
        ("# nothing\n", 1, "the file is empty"),
        (b"a: 1\nb: \xff\n", 2, "byte 0xff is not UTF-8"),
        ("a: 1\n".encode("utf-16"), 1, "byte 0xff is not UTF-8"),
        ("a:\n\tb: 1\n", 2, "the line is indented with a tab (column 1)"),
        ("a: 1\n---\nb: 2\n", 2, "a second document starts here"),
        ("a: 1\nb: \x07\n", 2, "the character U+0007 cannot stand in YAML"),
        ("- " * (MAX_DEPTH + 2) + "1\n", 1, f"values are nested more than {MAX_DEPTH} deep"),
        ("x:\n" + "- 1\n" * MAX_VALUES, MAX_VALUES - 1, f"there are more than {MAX_VALUES} values"),
        (b" " * (2**20 + 1), 1, "the file has 1048577 bytes, more than 1048576"),
    ],
)
def test_reading_stops(text: str | bytes, line: int, message: str) -> None:
    document = read(text)
    assert document.data is None
    assert told(document) == [(line, "", message)]


@pytest.mark.parametrize("text", ["a: [1\n", "a: b: c\n", 'a: "x\n', "a: 1\n b: 2\n", "[" * 2000])
def test_broken_syntax_names_a_line(text: str) -> None:
    (fault,) = read(text).findings.faults
    assert fault.line is not None
    assert "not valid YAML" in fault.message or "nested" in fault.message


def test_billion_laughs() -> None:
    levels = "\n".join(f"l{i}: &l{i} [{', '.join([f'*l{i - 1}'] * 9)}]" for i in range(1, 9))
    document = read(f"l0: &l0 lol\n{levels}\n")
    assert [fault.line for fault in document.findings.faults] == list(range(1, 10))
    assert document.data["l8"] == (None,) * 9


@pytest.mark.parametrize("escape", [r"\0", r"\ud800"])
def test_characters_that_cannot_be_stored(escape: str) -> None:
    (fault,) = read(f'a: "x{escape}"\n').findings.faults
    assert fault.line == 1


@pytest.mark.parametrize("key", ["[1]", "{a: 1}", "true", "~", "1.5", "010", "&k a", "!!str a"])
def test_keys_are_text(key: str) -> None:
    document = read(f"? {key}\n: 1\nb: 2\n")
    assert document.data == {"b": 2}
    assert len(document.findings.faults) == 1


SCALARS: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=8),
)
DATA = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.text("abcxyz", min_size=1, max_size=3), inner, max_size=3),
    ),
    max_leaves=8,
)


def _quoted(value: Any) -> str:
    """Flow style with every text quoted: JSON but for the numbers."""
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{k}": {_quoted(v)}' for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_quoted, value)) + "]"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if value is None or isinstance(value, bool):
        return {None: "~", True: "true", False: "false"}[value]
    return repr(value)


def _tuples(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _tuples(item) for key, item in value.items()}
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _plain(item) for key, item in value.items())
    if isinstance(value, tuple):
        return all(map(_plain, value))
    return value is None or type(value) in (bool, int, float, str)


@given(DATA)
def test_what_is_written_is_read(value: Any) -> None:
    document = read_yaml(_quoted(value).encode(), "x.yaml")
    assert document.findings.faults == []
    assert document.data == _tuples(value)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_have_a_fault(content: bytes) -> None:
    document = read_yaml(content, "x.yaml")
    assert _plain(document.data)
    try:
        content.decode()
    except UnicodeDecodeError:
        assert document.findings.faults


@given(st.text("ab:-[]{}&*!|>'\"%@`#,? \n\t~<0123.", max_size=60))
def test_any_text_is_read_or_has_a_fault(text: str) -> None:
    document = read_yaml(text.encode(), "x.yaml")
    for fault in document.findings.faults:
        assert fault.line is not None
        assert fault.line >= 1
        assert fault.message
