from __future__ import annotations

import socket

import pytest

from app.cli.listener import AddressUnusable, listen, url


def test_a_free_port_is_taken_and_told():
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        assert url(listening) == f"http://127.0.0.1:{port}/"
        with socket.create_connection(("127.0.0.1", port), timeout=10):
            pass


def test_every_address_is_opened_as_this_machine():
    with listen("0.0.0.0", 0) as listening:
        assert url(listening).startswith("http://127.0.0.1:")


def test_a_port_in_use_is_explained():
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        with pytest.raises(AddressUnusable, match=f"{port}.*in use") as refused:
            listen("127.0.0.1", port)
    assert "--port" in refused.value.advice


@pytest.mark.parametrize("host", ["203.0.113.7", "no..name"])
def test_an_address_of_another_machine_is_explained(host):
    with pytest.raises(AddressUnusable, match="cannot listen") as refused:
        listen(host, 0)
    assert "--host" in refused.value.advice


def test_no_connection_is_refused_while_nobody_accepts():
    """The supervisor holds the socket while the web process is started again."""
    with listen("127.0.0.1", 0) as listening:
        address = listening.getsockname()[:2]
        waiting = [socket.create_connection(address, timeout=10) for _ in range(50)]
        for connection in waiting:
            connection.close()
    assert len(waiting) == 50
