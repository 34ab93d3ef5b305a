"""Lending zygotes and replacing the worn, with zygotes that are none."""

from __future__ import annotations

import threading

import pytest

from sandbox.protocol import SandboxError, SandboxUnavailable
from sandbox.stock import CHILDREN_PER_ZYGOTE, Stock


class FakeClient:
    def __init__(self) -> None:
        self.children_used = 0
        self.alive = True
        self.closed = False

    def is_alive(self) -> bool:
        return self.alive

    def close(self) -> None:
        self.closed = True


class Starts:
    """Starts clients; from the second on only when told to go on."""

    def __init__(self, *faults: SandboxError | None) -> None:
        self.clients: list[FakeClient] = []
        self.go_on = threading.Event()
        self._faults = list(faults)

    def __call__(self) -> FakeClient:
        if self.clients:
            self.go_on.wait()
        fault = self._faults.pop(0) if self._faults else None
        if fault is not None:
            raise fault
        self.clients.append(FakeClient())
        return self.clients[-1]


def stock_of(starts: Starts) -> Stock:
    return Stock(starts)  # type: ignore[arg-type]


def until_renewed(stock: Stock) -> None:
    assert stock._renewal is not None
    stock._renewal.join()


def test_what_comes_back_is_lent_again() -> None:
    stock = stock_of(Starts())
    client = stock.lend()
    stock.give_back(client)
    assert stock.lend() is client


def test_what_died_while_idle_is_not_lent() -> None:
    starts = Starts()
    starts.go_on.set()
    stock = stock_of(starts)
    clients = [stock.lend() for _ in range(3)]
    for client in clients:
        stock.give_back(client)
        client.alive = client is clients[0]  # type: ignore[attr-defined]
    assert stock.lend() is clients[0]
    assert [client.closed for client in clients] == [False, True, True]  # type: ignore[attr-defined]
    assert stock.lend() is starts.clients[3]


def test_a_worn_client_is_lent_until_its_successor_is_ready() -> None:
    starts = Starts()
    stock = stock_of(starts)
    worn = stock.lend()
    worn.children_used = CHILDREN_PER_ZYGOTE
    stock.give_back(worn)
    assert stock.lend() is worn
    starts.go_on.set()
    until_renewed(stock)
    assert not starts.clients[0].closed
    stock.give_back(worn)
    assert starts.clients[0].closed
    assert stock.lend() is starts.clients[1]


def test_a_worn_client_that_is_idle_then_ends_at_once() -> None:
    starts = Starts()
    starts.go_on.set()
    stock = stock_of(starts)
    worn = stock.lend()
    worn.children_used = CHILDREN_PER_ZYGOTE
    stock.give_back(worn)
    until_renewed(stock)
    assert [client.closed for client in starts.clients] == [True, False]
    assert stock.lend() is starts.clients[1]


def test_a_successor_that_does_not_start_is_tried_again_later() -> None:
    starts = Starts(None, SandboxError("no memory"))
    starts.go_on.set()
    stock = stock_of(starts)
    worn = stock.lend()
    worn.children_used = CHILDREN_PER_ZYGOTE
    stock.give_back(worn)
    until_renewed(stock)
    assert stock.lend() is worn
    stock.give_back(worn)
    until_renewed(stock)
    assert stock.lend() is starts.clients[1]


def test_closing_ends_all_and_waits_for_the_one_that_starts() -> None:
    starts = Starts()
    stock = stock_of(starts)
    lent = stock.lend()
    lent.children_used = CHILDREN_PER_ZYGOTE
    stock.give_back(lent)
    starts.go_on.set()
    stock.close()
    assert all(client.closed for client in starts.clients)
    with pytest.raises(SandboxUnavailable):
        stock.lend()


def test_what_comes_back_after_closing_ends() -> None:
    stock = stock_of(Starts())
    client = stock.lend()
    stock.close()
    stock.give_back(client)
    assert client.closed  # type: ignore[attr-defined]
