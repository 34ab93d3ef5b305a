"""What Docker's default seccomp profile refuses a container without capabilities, as data.

Source: ``seccomp/default.json`` of the repository moby/profiles, as of 2026: a list of what
is allowed; here is the rest of the kernel's table (``arch/x86/entry/syscalls/syscall_64.tbl`` and
``include/uapi/asm-generic/unistd.h``), by number on x86-64 and aarch64.  A call that an
architecture does not have is None there.  Older engines refuse less: they let io_uring and more
kinds of sockets pass.
"""

from __future__ import annotations

import errno

REFUSED: dict[str, tuple[int | None, int | None]] = {
    "_sysctl": (156, None),
    "acct": (163, 89),
    "add_key": (248, 217),
    "afs_syscall": (183, None),
    "bpf": (321, 280),
    "chroot": (161, 51),
    "clock_settime": (227, 112),
    "create_module": (174, None),
    "delete_module": (176, 106),
    "fanotify_init": (300, 262),
    "finit_module": (313, 273),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "get_kernel_syms": (177, None),
    "get_mempolicy": (239, 236),
    "getpmsg": (181, None),
    "init_module": (175, 105),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "ioperm": (173, None),
    "iopl": (172, None),
    "kcmp": (312, 272),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "lookup_dcookie": (212, 18),
    "lsm_get_self_attr": (459, 459),
    "lsm_list_modules": (461, 461),
    "lsm_set_self_attr": (460, 460),
    "mbind": (237, 235),
    "migrate_pages": (256, 238),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "move_pages": (279, 239),
    "nfsservctl": (180, 42),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "pidfd_getfd": (438, 438),
    "pivot_root": (155, 41),
    "process_madvise": (440, 440),
    "putpmsg": (182, None),
    "query_module": (178, None),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "security": (185, None),
    "set_mempolicy": (238, 237),
    "set_mempolicy_home_node": (450, 450),
    "setdomainname": (171, 162),
    "sethostname": (170, 161),
    "setns": (308, 268),
    "settimeofday": (164, 170),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "sysfs": (139, None),
    "syslog": (103, 116),
    "tuxcall": (184, None),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "uselib": (134, None),
    "userfaultfd": (323, 282),
    "ustat": (136, None),
    "vhangup": (153, 58),
    "vserver": (236, None),
}
REFUSAL = errno.EPERM

CLONE = (56, 220)
CLONE_NAMESPACES = 0x7E020000
"""CLONE_NEW*: with any of these bits clone(2) is refused."""

CLONE3 = (435, 435)
"""Fails with ENOSYS, so that the C library falls back to clone(2), whose flags can be read."""

SOCKET = (41, 198)
SOCKET_FAMILIES = (
    *range(12),
    *range(13, 19),
    21,
    22,
    24,
    *range(26, 34),
    35,
    36,
    39,
    *range(41, 46),
)
"""AF_* that are allowed; AF_ALG (38) and AF_VSOCK (40) are not."""

PERSONALITY = (135, 92)
PERSONALITIES = (0x0, 0x8, 0x20000, 0x20008, 0xFFFFFFFF)
"""Those that are allowed: Linux, 32 bits, the kernel's name as of 2.6, and only asking."""

HIGHEST = 466
"""The newest call that the profile names.  runc lets what is newer fail with ENOSYS."""
