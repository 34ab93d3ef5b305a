"""Attacks on what the system tells: /proc, /sys, devices, the environment, the machine."""

from __future__ import annotations

from sandbox.protocol import Limits, Tier

from .attack import EACCES, ENOENT, EROFS, NO_FILE, Attack, Outcome, returns


def read(name: str, path: str, control: str | None = "returns") -> Attack:
    program = f"return len(open({path}, 'rb').read(100))"
    return Attack(name, program, EACCES, NO_FILE, control=control)


def write(name: str, path: str, text: str) -> Attack:
    program = f"os.write(os.open({path!r}, os.O_WRONLY), {text.encode()!r})"
    return Attack(name, program, EROFS, {Tier.NOOPEN: EACCES})


ELSEWHERE: dict[Tier, Outcome] = {Tier.NAMESPACES: ENOENT}

ATTACKS = (
    read("environment of its own", "'/proc/self/environ'", None),
    Attack(
        "secret in the environment of its own",
        "return b'a-secret-of' in open('/proc/self/environ', 'rb').read()",
        EACCES,
        NO_FILE,
    ),
    Attack("secret in the environment by name", "return os.environ.get('SECRET')", returns(None)),
    read("environment of the bystander", "'/proc/%d/environ' % target['process']"),
    read("environment of the grader", "'/proc/%d/environ' % target['grader']", "raises"),
    read("command line of the bystander", "'/proc/%d/cmdline' % target['process']"),
    read("memory of the bystander", "'/proc/%d/mem' % target['process']", "raises"),
    read("memory of the grader", "'/proc/%d/mem' % target['grader']", "raises"),
    read("map of its memory", "'/proc/self/maps'"),
    read("map of the parent's memory", "'/proc/%d/maps' % os.getppid()", None),
    read("status of its own", "'/proc/self/status'"),
    read("mounts", "'/proc/self/mountinfo'"),
    read("cgroup", "'/proc/self/cgroup'"),
    read("command line of init", "'/proc/1/cmdline'"),
    read("processors", "'/proc/cpuinfo'"),
    read("memory of the machine", "'/proc/meminfo'"),
    read("kernel symbols", "'/proc/kallsyms'"),
    read("keys", "'/proc/keys'"),
    read("network of the machine", "'/proc/net/tcp'"),
    read("System V memory", "'/proc/sysvipc/shm'"),
    read("kernel settings", "'/proc/sys/kernel/hostname'"),
    read("file by another's root", "'/proc/%d/root' % target['process'] + '/etc/passwd'"),
    read("network interfaces", "'/sys/class/net/lo/address'"),
    read("users", "'/etc/passwd'"),
    read("passwords", "'/etc/shadow'", "raises"),
    read("name servers", "'/etc/resolv.conf'"),
    read("identity of the machine", "'/etc/hostname'"),
    read("terminal", "'/dev/tty'", "raises"),
    read("kernel messages", "'/dev/kmsg'", None),
    Attack(
        "its own input by name",
        "return os.open('/dev/fd/0', os.O_RDONLY) and len(os.read(0, 100))",
        returns(0),
        {Tier.NAMESPACES: ENOENT, Tier.NOOPEN: EACCES},
    ),
    write("answer by its name", "/proc/self/fd/3", "x"),
    write("memory of its own, written", "/proc/self/mem", "x"),
    write("oom score", "/proc/self/oom_score_adj", "-1000"),
    write("map of users", "/proc/self/uid_map", "0 0 1"),
    write("core pattern", "/proc/sys/kernel/core_pattern", "|/bin/sh"),
    write("magic key", "/proc/sysrq-trigger", "h"),
    write("cgroup membership", "/sys/fs/cgroup/cgroup.procs", "0"),
    write("other's oom score", "/proc/1/oom_score_adj", "1000"),
    Attack(
        "list of processes", "return len(os.listdir('/proc'))", EACCES, ELSEWHERE, control="returns"
    ),
    Attack(
        "list of descriptors",
        "return os.listdir('/proc/self/fd')",
        EACCES,
        ELSEWHERE,
        control="returns",
    ),
    Attack(
        "list of threads", "os.listdir('/proc/self/task')", EACCES, ELSEWHERE, control="returns"
    ),
    Attack("list of devices", "os.listdir('/dev')", EACCES, ELSEWHERE, control="returns"),
    Attack(
        "list of system files", "os.listdir('/sys/class')", EACCES, ELSEWHERE, control="returns"
    ),
    Attack(
        "path of the bystander's program",
        "os.readlink('/proc/%d/exe' % target['process'])",
        EACCES,
        ELSEWHERE,
        control="returns",
    ),
    Attack(
        "path of the grader's program",
        "os.readlink('/proc/%d/exe' % target['grader'])",
        EACCES,
        ELSEWHERE,
        control="raises",
    ),
    Attack(
        "the machine's control groups",
        "return os.readlink('/proc/self/ns/cgroup') == target['cgroup']",
        returns(True),
        {Tier.NAMESPACES: ENOENT, Tier.NOOPEN: EACCES},
    ),
    Attack(
        "process number",
        "return os.getpid() == 1 and os.getppid() == 0",
        returns(False),
        {Tier.NAMESPACES: returns(True)},
    ),
    Attack(
        "name of the machine",
        "return os.uname().nodename == 'sandbox'",
        returns(False),
        {Tier.NAMESPACES: returns(True)},
    ),
    Attack(
        "environment by every way",
        """
        environ = ctypes.POINTER(ctypes.c_char_p).in_dll(LIBC, 'environ')
        return [dict(os.environ), bool(environ) and environ[0] is not None, sys.argv, sys.orig_argv]
        """,
        returns([{}, False, [""], []]),
    ),
    Attack(
        "environment of the C library",
        """
        LIBC.getenv.restype = ctypes.c_char_p
        return [LIBC.getenv(name) for name in (b'SECRET', b'HOME', b'PATH', b'TRACEGRADE_DATA')]
        """,
        returns([None] * 4),
    ),
    Attack(
        "what a warm process knows of the host",
        """
        needles = [''.join(parts) for parts in (['TRACE', 'GRADE_'], ['a-secret', '-of'])]
        planted = {'control': needles[0] + 'planted'}
        found, seen, left = set(), {id(needles)}, [sys.modules, planted, gc.get_objects()]
        frame = sys._getframe()
        while frame := frame.f_back:
            left += [frame.f_locals, frame.f_globals]
        while left:
            for item in gc.get_referents(left.pop()):
                if type(item) is str:
                    found.add(item)
                elif id(item) not in seen:
                    seen.add(id(item))
                    left.append(item)
        found -= set(needles)
        return sorted(x for x in found if any(needle in x for needle in needles))
        """,
        returns(["TRACEGRADE_planted"]),
        limits=Limits(cpu_seconds=20.0, wall_seconds=100.0),
    ),
    Attack("auxiliary values", "return call('getauxval', 23) and 1 or 0", returns(0)),
)
