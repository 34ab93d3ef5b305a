"""Attacks on the kernel: the interfaces through which others have broken out."""

from __future__ import annotations

import inspect
import platform

from . import gadgets
from .attack import (
    EACCES,
    EAGAIN,
    EPERM,
    FORBIDDEN,
    Attack,
    fails,
    forbidden,
    raises,
    returns,
    runs_out_of_memory,
)

ENOTTY = fails(25)


def killed(name: str, program: str, control: str | None = None, call: str = "") -> Attack:
    """``call`` is the system call if it is not the first name in the program."""
    called = call or program.partition("call('")[2].partition("'")[0]
    return Attack(name, program, forbidden(called), control=control)


def refused(name: str, program: str, control: str | None = None) -> Attack:
    return Attack(name, program, EPERM, control=control)


ANYWHERE = (
    killed("user namespace", "call('unshare', 0x10000000)"),
    killed("every namespace", "call('unshare', 0x7e020000)"),
    killed("another's namespace", "call('setns', 0, 0)", "raises"),
    killed("mount", "call('mount', b'x', b'/', b'tmpfs', 0, None)", "raises"),
    killed("remount writable", "call('mount', None, b'/', None, 32, None)", "raises"),
    killed(
        "leave a mount for the next",
        """
        if os.path.isdir('/runtime') and not os.path.isdir('/runtime/numpy'):
            return 'left'
        call('mount', b'x', b'/runtime', b'tmpfs', 0, None)
        """,
    ),
    killed("unmount", "call('umount2', b'/', 2)", "raises"),
    killed("new mount interface", "system_call('fsopen', b'tmpfs', 0)", "raises"),
    killed("configure a mount", "system_call('fsconfig', 0, 6, 0, 0, 0)"),
    killed("make a mount", "system_call('fsmount', 0, 0, 0)"),
    killed("pick a mount", "system_call('fspick', -100, b'/', 0)"),
    killed("move a mount", "system_call('move_mount', -100, b'/', -100, b'/', 0)", "raises"),
    killed("copy a mount", "system_call('open_tree', -100, b'/', 1)", "raises"),
    killed("change a mount", "system_call('mount_setattr', -100, b'/', 0, bytes(32), 32)"),
    killed("another root", "os.chroot('/')", "raises", "chroot"),
    killed("pivot the root", "system_call('pivot_root', b'.', b'.')", "raises"),
    killed("read a key", "system_call('keyctl', 0, -3, 0)"),
    killed("add a key", "system_call('add_key', b'user', MARK.encode(), b'x', 1, -2)"),
    killed("ask for a key", "system_call('request_key', b'user', b'x', 0, -2)"),
    killed("BPF", "system_call('bpf', 0, bytes(72), 72)", "raises"),
    killed("page faults of its own", "system_call('userfaultfd', 0)"),
    killed("performance counters", "system_call('perf_event_open', bytes(112), 0, -1, -1, 0)"),
    killed("io_uring", "system_call('io_uring_setup', 1, bytes(120))"),
    killed("io_uring that is there", "system_call('io_uring_enter', 0, 1, 0, 0, 0, 0)"),
    killed("register with io_uring", "system_call('io_uring_register', 0, 0, 0, 0)"),
    refused(
        "wake others by a word of the C library",
        "word = ctypes.cast(LIBC.getppid, ctypes.c_void_p).value & ~3\n"
        "system_call('futex', ctypes.c_void_p(word), 1, 5, None, None, 0)",
        "returns",
    ),
    refused(
        "wait for others at a word of the C library",
        "word = ctypes.cast(LIBC.getppid, ctypes.c_void_p).value & ~3\n"
        "seen = ctypes.c_uint.from_address(word).value\n"
        "system_call('futex', ctypes.c_void_p(word), 0, seen, bytes(16), None, 0)",
    ),
    killed("secret memory", "system_call('memfd_secret', 0)"),
    killed("personality without random addresses", "call('personality', 0x0040000)", "returns"),
    killed("personality that executes what is read", "call('personality', 0x0400000)", "returns"),
    killed(
        "set the clock", "time.clock_settime(time.CLOCK_REALTIME, 0)", "raises", "clock_settime"
    ),
    killed(
        "set the time of day",
        "call('settimeofday', (ctypes.c_long * 2)(0, 0), 0)",
        "raises",
        "clock_settime",
    ),
    killed("adjust the clock", "system_call('adjtimex', bytes(208))"),
    killed("load a module", "system_call('init_module', b'', 0, b'')", "raises"),
    killed("load a module from a file", "system_call('finit_module', 0, b'', 0)", "raises"),
    killed("unload a module", "system_call('delete_module', b'x', 0)", "raises"),
    killed("another kernel", "system_call('kexec_load', 0, 0, 0, 0)", "raises"),
    killed("another kernel from a file", "system_call('kexec_file_load', 0, 0, 0, 0, 0)", "raises"),
    killed("reboot", "system_call('reboot', 0, 0, 0, 0)", "raises"),
    killed("swap", "system_call('swapon', b'/x', 0)", "raises"),
    killed("no swap", "system_call('swapoff', b'/x')", "raises"),
    killed("accounting", "system_call('acct', 0)", "raises"),
    killed("quota", "system_call('quotactl', 0, 0, 0, 0)"),
    killed("messages of the kernel", "system_call('syslog', 10, 0, 0)"),
    refused("rename the machine", "call('sethostname', b'x', 1)", "raises"),
    refused("rename its domain", "call('setdomainname', b'x', 1)", "raises"),
    refused("shared memory of System V", "call('shmget', target['key'], 4096, 0o1600)"),
    refused(
        "secret in shared memory of System V",
        """
        segment = call('shmget', target['segment'], 0, 0)
        return ctypes.string_at(call('shmat', segment, None, 0)).decode()
        """,
        "returns",
    ),
    refused("semaphores of System V", "call('semget', target['key'], 1, 0o1600)"),
    refused("messages of System V", "call('msgget', target['key'], 0o1600)"),
    refused("attach shared memory", "call('shmat', 0, 0, 0)"),
    refused(
        "message queue",
        """
        call('mq_open', b'/' + MARK.encode(), 0o102, 0o600, 0)
        call('mq_unlink', b'/' + MARK.encode())
        """,
    ),
    refused("memory that is locked", "call('mlock', ctypes.c_void_p(id(None)), 1)"),
    refused("all memory locked", "call('mlockall', 3)"),
    Attack(
        "own limits",
        "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (8, 16))",
        raises("ValueError", "not allowed to raise maximum limit"),
        control="returns",
    ),
    refused("raise the CPU limit", "call('setrlimit', 0, (ctypes.c_ulong * 2)(100, 100))"),
    refused("raise the stack", "call('setrlimit', 3, (ctypes.c_ulong * 2)(1 << 32, 1 << 32))"),
    refused("limits of the bystander", "call('prlimit', target['process'], 7, 0, bytes(16))"),
    refused(
        "change the bystander's limits",
        "call('prlimit', target['process'], 7, (ctypes.c_ulong * 2)(0, 0), 0)",
    ),
    refused("another filter", "system_call('seccomp', 1, 0, bytes(16))"),
    refused("filter by prctl", "call('prctl', 22, 2, bytes(16), 0, 0)"),
    refused(
        "capabilities", "system_call('capset', struct.pack('Ii', 0x20080522, 0), b'\\xff' * 24)"
    ),
    refused("ambient capability", "call('prctl', 47, 2, 21, 0, 0)", "raises"),
    refused("keep capabilities", "call('prctl', 8, 1, 0, 0, 0)"),
    refused("another Landlock domain", "system_call('landlock_restrict_self', 0, 0)"),
    refused("name of the process", "call('prctl', 15, b'x', 0, 0, 0)", "returns"),
    refused("event descriptor", "call('eventfd', 0, 0)", "returns"),
    refused("timer descriptor", "call('timerfd_create', 0, 0)", "returns"),
    refused("signal descriptor", "call('signalfd', -1, bytes(128), 0)", "returns"),
    refused("a system call that is not there", "call('syscall', 9999)", "raises"),
    refused("a negative system call", "call('syscall', 0x3fffffff)", "raises"),
    Attack("type into the terminal", "call('ioctl', 0, 0x5412, b'x')", ENOTTY),
    Attack("take the terminal", "call('ioctl', 0, 0x540e, 0)", ENOTTY),
    Attack("unblock a descriptor", "call('ioctl', 0, 0x5421, bytes(4))", ENOTTY),
    Attack("device mapper", "call('ioctl', 0, 0xc138fd00, bytes(400))", ENOTTY),
    Attack("memory to write and run", "mmap.mmap(-1, 4096, prot=7)", EACCES, control="returns"),
    Attack(
        "memory first written then run",
        """
        area = mmap.mmap(-1, 4096)
        address = ctypes.addressof(ctypes.c_char.from_buffer(area))
        call('mprotect', ctypes.c_void_p(address), ctypes.c_size_t(4096), 5)
        """,
        EACCES,
        control="returns",
    ),
    Attack(
        "code in memory that runs, by read",
        """
        area = LIBC.mmap
        area.restype = ctypes.c_void_p
        address = area(None, 4096, 5, 0x22, -1, 0)
        call('mprotect', ctypes.c_void_p(address), ctypes.c_size_t(4096), 3)
        ctypes.memset(address, 0xc3, 1)
        call('mprotect', ctypes.c_void_p(address), ctypes.c_size_t(4096), 5)
        """,
        EACCES,
        control="returns",
    ),
    Attack(
        "callback of C",
        "return ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 3)()",
        runs_out_of_memory(),
    ),
    Attack("the clock of the processor", "return time.perf_counter() > 0", returns(True)),
)

X86 = (
    Attack(
        "a number of the table for 32 bits",
        r"""
        area = mmap.mmap(-1, 4096, prot=7)
        area.write(b'\xb8\x14\0\0\0\xcd\x80\xc3')
        address = ctypes.addressof(ctypes.c_char.from_buffer(area))
        return ctypes.CFUNCTYPE(ctypes.c_int)(address)() == os.getpid()
        """,
        EACCES,
    ),
    Attack("raw vfork", "system_call('vfork')", EAGAIN),
    killed("x32", "call('syscall', 0x40000000 | 39)", call="x32 call 39"),
    killed("x32 execve", "call('syscall', 0x40000000 | 520, b'x', 0, 0)", call="x32 call 520"),
    killed("ports", "call('iopl', 3)"),
    killed("some ports", "call('ioperm', 0, 1, 1)"),
    killed("local descriptor table", "system_call('modify_ldt', 0, bytes(16), 16)"),
    killed("library of old", "system_call('uselib', b'/x')"),
    killed("cookies of paths", "system_call('lookup_dcookie', 0, 0, 0)"),
    killed("hang up the terminal", "system_call('vhangup')", "raises"),
    refused("base of the segment", "system_call('arch_prctl', 0x1003, bytes(8))"),
    refused("asynchronous input", "call('syscall', 206, 1, bytes(8))"),
    refused("policy of memory", "call('syscall', 238, 0, 0, 0)"),
    refused("move pages", "call('syscall', 279, target['process'], 0, 0, 0, 0, 0)"),
)

if platform.machine() == "x86_64" and gadgets.find(gadgets.INT_0X80) is not None:
    X86 += (
        Attack(
            "the 32-bit entry in the middle of other code",
            "execute(find(INT_0X80))",
            FORBIDDEN,  # Its number is whatever the register holds.
            before=inspect.getsource(gadgets),
        ),
    )

ATTACKS = ANYWHERE + (X86 if platform.machine() == "x86_64" else ())
