"""Safe, strict YAML for authors: plain data, the place of every value, and all faults at once.

PyYAML is used only for its parser's events, so that nothing is built before it is checked.
Refused: text that is not UTF-8, anchors and aliases, tags, merge keys, several documents, keys that
are not text, duplicate keys, and documents that are too large or too deep.  ``yaml_scalars`` says
how words are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from app.library.faults import Findings, KeyPath, Place
from app.library.yaml_scalars import ScalarRefused, resolve
from app.library.yaml_text import Unreadable, decoded, note_at, stop_at

MAX_DEPTH = 32
MAX_VALUES = 50_000
SYMBOL_KEYS = frozenset({"shape", "dimension"})
"""Keys whose words are names of dimensions, where an unquoted N can be nothing but a name."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Document:
    """What was read.  Lists are tuples; a value with a fault is None.

    ``data`` is None when nothing could be read; ``findings`` knows the place of every key path.
    """

    data: Any
    findings: Findings

    @property
    def places(self) -> Mapping[KeyPath, Place]:
        return self.findings.places


def read_yaml(content: bytes, file: str) -> Document:
    """Read one document of UTF-8 YAML; never raises, faults are in ``Document.findings``."""
    places: dict[KeyPath, Place] = {(): (1, 1)}
    reader = _Reader(Findings(file, places), places)
    try:
        data = reader.read(decoded(content, reader.findings))
    except Unreadable:
        data = None
        reader.findings.broken.add(())
    return Document(data, reader.findings)


@dataclass(slots=True)
class _Reader:
    """Builds data from events, noting places and faults as it goes."""

    findings: Findings
    places: dict[KeyPath, Place]
    values: int = 0

    def read(self, text: str) -> Any:
        try:
            return self._document(_events(text))
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
            problem = " ".join(filter(None, (error.context, error.problem)))
            message = f"this is not valid YAML at column {column}: {problem}"
            stop_at(self.findings, line, message, "check indentation, colons, quotes, brackets")
        except yaml.reader.ReaderError as error:
            line = 1 + text.count("\n", 0, error.position)
            message = f"the character U+{_code(error.character):04X} cannot stand in YAML"
            stop_at(self.findings, line, message, "remove it")

    def _document(self, events: Iterator[Any]) -> Any:
        if isinstance(next(events), yaml.StreamEndEvent):
            self.findings.at((), "the file is empty", "write the problem's keys")
            raise Unreadable
        data = self._node(next(events), events, (), symbol=False)
        next(events)
        if not isinstance(event := next(events), yaml.StreamEndEvent):
            stop_at(
                self.findings,
                event.start_mark.line + 1,
                "a second document starts here",
                "keep one document in the file: remove the line ---",
            )
        return data

    def _node(self, event: Any, events: Iterator[Any], path: KeyPath, *, symbol: bool) -> Any:
        self._count(event, path)
        self.places.setdefault(path, (event.start_mark.line + 1, event.start_mark.column + 1))
        if isinstance(event, yaml.AliasEvent):
            return self._refuse(path, f"the alias *{event.anchor} is refused", "repeat the value")
        if event.anchor is not None:
            self._refuse(path, f"the anchor &{event.anchor} is refused", "remove it")
        if event.tag is not None:
            self._refuse(path, f"the tag {event.tag} is refused", "remove it; quote text instead")
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, path, symbol)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(events, path, symbol)
        return self._mapping(events, path)

    def _count(self, event: Any, path: KeyPath) -> None:
        """Stop before a bomb goes off: too many values, or too deeply nested."""
        self.values += 1
        line = event.start_mark.line + 1
        if self.values > MAX_VALUES:
            advice = "draw large arrays with generate instead of writing them out"
            stop_at(self.findings, line, f"there are more than {MAX_VALUES} values", advice)
        if len(path) > MAX_DEPTH:
            message = f"values are nested more than {MAX_DEPTH} deep"
            stop_at(self.findings, line, message, "flatten them")

    def _refuse(self, path: KeyPath, message: str, advice: str) -> None:
        self.findings.at(path, message, advice)
        self.findings.broken.add(path)

    def _scalar(self, event: Any, path: KeyPath, symbol: bool) -> Any:
        if event.style:
            return self._text(event.value, path)
        try:
            return resolve(event.value, symbol=symbol)
        except ScalarRefused as refused:
            return self._refuse(path, refused.message, refused.advice)

    def _text(self, text: str, path: KeyPath) -> str | None:
        """Quoted text; an escape may have put a character into it that no file can hold."""
        if bad := _UNSTORABLE.search(text):
            self._refuse(path, f"the text holds the character U+{ord(bad[0]):04X}", "remove it")
            return None
        return text

    def _sequence(self, events: Iterator[Any], path: KeyPath, symbol: bool) -> tuple[Any, ...]:
        items: list[Any] = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            items.append(self._node(event, events, (*path, len(items)), symbol=symbol))
        return tuple(items)

    def _mapping(self, events: Iterator[Any], path: KeyPath) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            key = self._key(event, events, path)
            if key is None or key in mapping:
                self._drop(event, events, path, key)
                continue
            here = (*path, key)
            self.places[here] = (event.start_mark.line + 1, event.start_mark.column + 1)
            mapping[key] = self._node(next(events), events, here, symbol=key in SYMBOL_KEYS)
        return mapping

    def _key(self, event: Any, events: Iterator[Any], path: KeyPath) -> str | None:
        """The key's text, or None (and a fault) if it is not text."""
        self._count(event, path)
        if not isinstance(event, yaml.ScalarEvent):
            self._node(event, events, (*path, "(key)"), symbol=False)
            self._note(event, path, "a key must be one word of text", "write one word")
            return None
        if event.anchor is not None or event.tag is not None:
            self._note(event, path, "a key has an anchor or a tag", "remove it")
            return None
        key: str = event.value
        if not event.style and key == "<<":
            advice = "write the keys out"
            self._note(event, path, "the merge key << is refused", advice)
            return None
        if not event.style and not _is_text(key):
            self._note(event, path, f"the key {key or 'null'} is not text", "quote it")
            return None
        return key

    def _drop(self, event: Any, events: Iterator[Any], path: KeyPath, key: str | None) -> None:
        """Read past the value of a key that is not kept."""
        if key is not None:
            first = self.places[(*path, key)][0]
            message = f"the key {key} stands here again (first on line {first})"
            self._note(event, (*path, key), message, "remove one of the two")
        self._node(next(events), events, (*path, "(dropped)"), symbol=False)

    def _note(self, event: Any, path: KeyPath, message: str, advice: str) -> None:
        """Add a fault at an event's own line."""
        note_at(self.findings, event.start_mark.line + 1, message, advice, path)


def _is_text(key: str) -> bool:
    """True for an unquoted key that no one can take for a number, a truth value or nothing."""
    try:
        return isinstance(resolve(key, symbol=True), str)
    except ScalarRefused:
        return False


def _events(text: str) -> Iterator[Any]:
    """The parser's events after the start of the stream."""
    events: Iterator[Any] = iter(yaml.parse(text, Loader=_LOADER))
    next(events)
    return events


def _code(character: str | int) -> int:
    """PyYAML's two parsers name the bad character differently."""
    return character if isinstance(character, int) else ord(character)
