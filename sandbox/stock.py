"""The zygotes of a pool that nobody uses now, and how those that are worn are replaced."""

from __future__ import annotations

import threading
from collections.abc import Callable

from sandbox.client import Client
from sandbox.protocol import SandboxError, SandboxUnavailable

CHILDREN_PER_ZYGOTE = 2000
"""After these a zygote makes room for a new one, with another address layout and hash secret."""


class Stock:
    """Lends clients and takes them back; thread-safe.

    A worn client is lent on until a new one, started beside it, stands in its place: nobody waits.
    """

    def __init__(self, start: Callable[[], Client]) -> None:
        self._start = start
        self._lock = threading.Lock()
        self._idle: list[Client] = []
        self._worn: Client | None = None
        self._replaced: set[Client] = set()
        self._renewal: threading.Thread | None = None
        self._closed = False

    def lend(self) -> Client:
        """One that is idle and alive, or a new one.  Raises what starting raises,
        ``SandboxUnavailable``.
        """
        while (client := self._idle_one()) is not None:
            if client.is_alive():
                return client
            client.close()
        return self._start()

    def _idle_one(self) -> Client | None:
        with self._lock:
            if self._closed:
                raise SandboxUnavailable("The pool is closed.")
            return self._idle.pop() if self._idle else None

    def give_back(self, client: Client) -> None:
        with self._lock:
            if not self._closed and client not in self._replaced:
                self._idle.append(client)
                if client.children_used >= CHILDREN_PER_ZYGOTE and self._worn is None:
                    self._renew(client)
                return
            self._replaced.discard(client)
        client.close()

    def close(self) -> None:
        """End all that are idle; those that are lent end when they come back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            renewal = self._renewal
        for client in idle:
            client.close()
        if renewal is not None:
            renewal.join()

    def _renew(self, worn: Client) -> None:
        self._worn = worn
        self._renewal = threading.Thread(target=self._replace, args=(worn,), name="new zygote")
        self._renewal.start()

    def _replace(self, worn: Client) -> None:
        try:
            fresh = self._start()
        except SandboxError:
            with self._lock:
                self._worn = None  # The next time it comes back is the next try.
            return
        with self._lock:
            self._worn = None
            ended = fresh if self._closed else self._exchange(worn, fresh)
        if ended is not None:
            ended.close()

    def _exchange(self, worn: Client, fresh: Client) -> Client | None:
        """Put ``fresh`` in the place of ``worn``; the one to end now, if it is not lent."""
        self._idle.append(fresh)
        if worn in self._idle:
            self._idle.remove(worn)
            return worn
        self._replaced.add(worn)
        return None
