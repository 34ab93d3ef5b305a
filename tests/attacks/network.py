"""Attacks on the network: to reach anything, also this very machine."""

from __future__ import annotations

from .attack import EPERM, IDLE, WAITING, Attack, fails, returns

EBADF = fails(9)


def socket(
    name: str, family: int, kind: int, protocol: int = 0, control: str | None = None
) -> Attack:
    return Attack(name, f"call('socket', {family}, {kind}, {protocol})", EPERM, control=control)


def uses(name: str, program: str, control: str | None = None) -> Attack:
    """By Python's own module."""
    return Attack(name, f"import socket\n{program}", EPERM, control=control)


ATTACKS = (
    socket("TCP", 2, 1, 0, "returns"),
    socket("TCP over IPv6", 10, 1),
    socket("UDP", 2, 2, 0, "returns"),
    socket("ICMP", 2, 2, 1),
    socket("raw packets", 2, 3, 1, "raises"),
    socket("packets of the wire", 17, 3, 768, "raises"),
    socket("unix stream", 1, 1, 0, "returns"),
    socket("unix datagram", 1, 2, 0, "returns"),
    socket("netlink of routes", 16, 3, 0, "returns"),
    socket("netlink of audit", 16, 3, 9),
    socket("machine below", 40, 1),
    socket("cryptography of the kernel", 38, 5),
    socket("Bluetooth", 31, 3),
    socket("CAN", 29, 3, 1),
    socket("express data path", 44, 3),
    socket("SCTP", 2, 1, 132),
    socket("TCP of many paths", 2, 1, 262),
    uses(
        "connect to this machine",
        "socket.create_connection(('127.0.0.1', target['port']), 1)",
    ),
    uses(
        "datagram to this machine",
        "s = socket.socket(type=2)\ns.sendto(b'x', ('127.0.0.1', target['udp_port']))",
    ),
    uses("connect by a path", "socket.socket(1).connect(target['socket'])"),
    uses("connect by an abstract name", "socket.socket(1).connect(chr(0) + target['abstract'])"),
    uses("connect to a service of clouds", "socket.create_connection(('169.254.169.254', 80), 1)"),
    uses("listen", "socket.create_server(('127.0.0.1', 0))", "returns"),
    uses("pair of sockets", "socket.socketpair()", "returns"),
    Attack(
        "raw pair of sockets", "call('socketpair', 1, 1, 0, bytes(8))", EPERM, control="returns"
    ),
    Attack("pipe", "os.pipe()", EPERM, control="returns"),
    Attack("connect a descriptor", "call('connect', 3, bytes(16), 16)", EPERM),
    Attack("send on a descriptor", "call('send', 3, b'x', 1, 0)", EPERM),
    Attack("message on a descriptor", "call('sendmsg', 3, bytes(56), 0)", EPERM),
    Attack("receive on a descriptor", "call('recvmsg', 3, bytes(56), 0)", EPERM),
    Attack("accept on a descriptor", "call('accept4', 3, 0, 0, 0)", EPERM),
    Attack("options of a descriptor", "call('setsockopt', 3, 1, 36, bytes(4), 4)", EPERM),
    Attack("event loop", "call('epoll_create1', 0)", EPERM, control="returns"),
    Attack(
        "descriptors that are inherited",
        """
        open_ones = []
        for descriptor in range(4096):
            try:
                os.fstat(descriptor)
                open_ones.append(descriptor)
            except OSError:
                pass
        return open_ones
        """,
        # Jobs come on the last, one at a time.
        returns([0, 1, 2, 3, 4]),
    ),
    Attack(
        "a descriptor of the zygote",
        """
        for descriptor in range(5, 4096):
            try:
                os.fstat(descriptor)
                return True
            except OSError:
                pass
        return False
        """,
        returns(False),
    ),
    Attack("the job after this", "os.read(4, 100)", IDLE, limits=WAITING),
    Attack(
        "the job after this, without waiting",
        "import fcntl\nfcntl.fcntl(4, fcntl.F_SETFL, os.O_NONBLOCK)\nos.read(4, 100)",
        fails(11),
    ),
    Attack("a job of its own", "os.write(4, bytes(8))", EBADF),
    Attack("the answer of another", "return len(os.read(3, 100))", EBADF),
    Attack("the output of another", "return len(os.read(1, 100))", EBADF),
    Attack("more input", "return os.read(0, 100).decode()", returns("")),
    Attack("input of the grader", "os.write(0, b'x')", EBADF),
    Attack("all descriptors", "for n in range(4, 4096):\n    os.write(n, b'accepted')", EBADF),
)
