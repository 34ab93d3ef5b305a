"""What references answered, kept in files: a cache, so that anything unreadable is only a miss."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path
from threading import Lock

from sandbox.arrays import DecodeError, EncodeError, decode, encode
from sandbox.protocol import Value

MOST_BYTES = 512 * 2**20
_DIGEST = hashlib.sha256().digest_size
_SUFFIX = ".values"


class FileExpectedStore:
    """One file per entry: the SHA-256 of the encoded value, then the value.

    Several processes may share the folder: a file is put in place whole, or not at all.  The files
    last put are kept up to ``most_bytes`` in all.
    """

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._most_bytes = most_bytes

    def get(self, key: str) -> Value:
        try:
            data = self._path(key).read_bytes()
        except OSError:
            return None
        digest, encoded = data[:_DIGEST], data[_DIGEST:]
        if hashlib.sha256(encoded).digest() != digest:
            return None
        try:
            return decode(encoded)
        except DecodeError:
            return None

    def put(self, key: str, value: Value) -> None:
        try:
            encoded = encode(value)
        except EncodeError:
            return
        if len(encoded) + _DIGEST > self._most_bytes:
            return
        # A full or read-only disk costs the cache, never the grading.
        with suppress(OSError):
            self._write(self._path(key), hashlib.sha256(encoded).digest() + encoded)
            self._drop_oldest()

    def _path(self, key: str) -> Path:
        return self._folder / (_checked(key) + _SUFFIX)

    def _write(self, path: Path, data: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=self._folder, suffix=".part")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise

    def _drop_oldest(self) -> None:
        """Also drops what a process killed while writing left behind, when its turn comes."""
        files = []
        for path in self._folder.iterdir():
            with suppress(FileNotFoundError):
                status = path.stat()
                files.append((status.st_mtime_ns, status.st_size, path))
        kept = 0
        for _, size, path in sorted(files, reverse=True):
            kept += size
            if kept > self._most_bytes:
                path.unlink(missing_ok=True)


class MemoryExpectedStore:
    """The same in memory, for commands and tests that leave nothing behind."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._entries: dict[str, bytes] = {}
        self._lock = Lock()

    def get(self, key: str) -> Value:
        """A fresh copy, so that no caller can change what another gets."""
        encoded = self._entries.get(_checked(key))
        return None if encoded is None else decode(encoded)

    def put(self, key: str, value: Value) -> None:
        try:
            encoded = encode(value)
        except EncodeError:
            return
        if len(encoded) > self._most_bytes:
            return
        with self._lock:
            self._entries.pop(_checked(key), None)
            self._entries[key] = encoded
            while sum(map(len, self._entries.values())) > self._most_bytes:
                del self._entries[next(iter(self._entries))]


def _checked(key: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{64}", key):
        raise ValueError(f"a key is 64 hexadecimal digits, not {key!r}")
    return key
