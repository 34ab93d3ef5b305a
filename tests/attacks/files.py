"""Attacks on files: read what is not theirs, leave something behind, change what is there."""

from __future__ import annotations

from sandbox.protocol import Tier

from .attack import (
    EACCES,
    EPERM,
    EROFS,
    NO_FILE,
    NO_OPEN,
    Attack,
    forbidden,
    raises,
    returns,
)

NEW = "os.path.join(target['folder'], MARK)"


def refused(name: str, program: str, control: str | None = "returns") -> Attack:
    """A change of the tree of files by a system call that seccomp refuses."""
    return Attack(name, program, EPERM, control=control)


def opened(name: str, place: str, flags: str, control: str | None = None) -> Attack:
    """An open that could change something."""
    program = f"os.open({place}, {flags}, 0o600)"
    return Attack(name, program, EROFS, NO_OPEN, control=control)


READING = (
    Attack(
        "read a secret", "return open(target['file']).read()", EACCES, NO_FILE, control="returns"
    ),
    Attack(
        "read a secret by another way to it",
        "return open('/..' * 9 + target['file']).read()",
        EACCES,
        NO_FILE,
        control="returns",
    ),
    Attack(
        "read a secret from a directory",
        """
        place = os.open(os.path.dirname(os.__file__), os.O_RDONLY | os.O_DIRECTORY)
        return os.read(os.open('../' * 20 + target['file'], os.O_RDONLY, dir_fd=place), 100)
        """,
        EACCES,
        NO_FILE,
    ),
    Attack(
        "read a secret by a handle on its path",
        """
        handle = os.open(target['file'], os.O_PATH)
        return os.read(os.open('/proc/self/fd/%d' % handle, os.O_RDONLY), 100)
        """,
        EACCES,
        NO_FILE,
    ),
    Attack("read what is the owner's", "return open(target['private']).read()", EACCES, NO_FILE),
    Attack("map a secret", "return np.memmap(target['file'], mode='r')[0]", EACCES, NO_FILE),
    Attack("load a secret", "return np.fromfile(target['file'], np.uint8)", EACCES, NO_FILE),
    Attack(
        "read a secret by a system call of old",
        "return call('syscall', 2, target['file'].encode(), 0)",
        EPERM,
    ),
    Attack(
        "read a secret by openat2",
        "system_call(437, -100, target['file'].encode(), bytes(24), 24)",
        EPERM,
    ),
    Attack(
        "read a secret by its handle",
        "system_call('name_to_handle_at', -100, target['file'].encode(), bytes(200), bytes(8), 0)",
        forbidden("name_to_handle_at"),
    ),
    Attack(
        "open by handle",
        "system_call('open_by_handle_at', 0, bytes(200), 0)",
        forbidden("open_by_handle_at"),
    ),
    Attack(
        "import from the host",
        "sys.path.insert(0, target['folder'])\nimport secret",
        raises("ModuleNotFoundError"),
    ),
    Attack(
        "list the secrets",
        "return os.listdir(target['folder'])",
        EACCES,
        NO_FILE,
        control="returns",
    ),
    Attack("list the homes", "return os.listdir('/home')", EACCES, NO_FILE, control="returns"),
    Attack("list temporary files", "return os.listdir('/tmp')", EACCES, NO_FILE, control="returns"),
    Attack("list the root", "return 'runtime' in os.listdir('/')", EACCES, control="returns"),
    Attack("walk up", "os.chdir('..')", EPERM, control="returns"),
    Attack("size of a secret", "return os.stat(target['file']).st_size", returns(20), NO_FILE),
    Attack(
        "is there a secret",
        "return os.path.exists(target['file'])",
        returns(True),
        {Tier.NAMESPACES: returns(False)},
    ),
    Attack("attributes of a secret", "os.getxattr(target['file'], 'user.x')", EPERM),
    Attack("size of the disk", "os.statvfs('/')", EPERM, control="returns"),
    Attack(
        "the grader's own code",
        """
        found = []
        for name in ('sandbox', 'app', 'reference', 'problems', 'tests', 'pytest', 'pip'):
            try:
                __import__(name)
                found.append(name)
            except ImportError:
                pass
        return found
        """,
        returns([]),
    ),
    Attack(
        "packages of others beside the standard library",
        """
        seen = []
        for name in ('site-packages', 'dist-packages'):
            try:
                seen += os.listdir(os.path.join(os.path.dirname(os.__file__), name))
            except OSError:
                pass
        return seen
        """,
        returns([]),
    ),
)

WRITING = (
    opened("write into the secret", "target['file']", "os.O_WRONLY", "returns"),
    Attack(
        "overwrite the secret",
        "os.write(os.open(target['file'], os.O_WRONLY), b'spoiled')",
        EROFS,
        NO_OPEN,
        control="returns",
    ),
    opened("read and write the secret", "target['file']", "os.O_RDWR", "returns"),
    opened("append to the secret", "target['file']", "os.O_RDONLY | os.O_APPEND"),
    opened("cut the secret", "target['file']", "os.O_RDONLY | os.O_TRUNC"),
    opened("new file", NEW, "os.O_CREAT | os.O_WRONLY", "returns"),
    opened("new file that is only read", NEW, "os.O_CREAT | os.O_RDONLY", "returns"),
    opened("new file in /tmp", "'/tmp/' + MARK", "os.O_CREAT | os.O_RDWR", "returns"),
    opened("new file in shared memory", "'/dev/shm/' + MARK", "os.O_CREAT | os.O_RDWR"),
    opened("new file where it stands", "MARK", "os.O_CREAT | os.O_RDWR"),
    opened("new file in the library", "os.__file__ + MARK", "os.O_CREAT | os.O_RDWR"),
    opened("nameless file", "target['folder']", "os.O_TMPFILE | os.O_RDWR"),
    opened("nameless file that is only read", "target['folder']", "0o20000000"),
    opened("write into the library", "os.__file__", "os.O_RDWR"),
    opened("write into NumPy", "np.__file__", "os.O_RDWR"),
    opened("device", "'/dev/null'", "os.O_WRONLY", "returns"),
    Attack("save an array", f"np.save({NEW}, np.zeros(3))", EROFS, NO_OPEN, control="returns"),
    Attack(
        "mapped file", f"np.memmap({NEW}, mode='w+', shape=3)", EROFS, NO_OPEN, control="returns"
    ),
    Attack(
        "temporary file",
        "import tempfile\ntempfile.TemporaryFile()",
        raises("FileNotFoundError", "[Errno 2] No usable temporary directory"),
        control="returns",
    ),
    Attack(
        "shared memory by name",
        "call('shm_open', b'/' + MARK.encode(), 0o102, 0o600)",
        EROFS,
        NO_OPEN,
    ),
    Attack(
        "create by a system call of old",
        "call('syscall', 85, b'/tmp/' + MARK.encode(), 0o600)",
        EPERM,
    ),
)

CHANGING = (
    refused("new directory", f"os.mkdir({NEW})"),
    refused("symbolic link", f"os.symlink('/etc/passwd', {NEW})"),
    refused("link", f"os.link(target['file'], {NEW})"),
    refused("named pipe", f"os.mkfifo({NEW})"),
    refused("node of a device", f"os.mknod({NEW}, 0o20600, 259)", "raises"),
    refused("rename", f"os.rename(target['file'], {NEW})"),
    refused("exchange", "system_call(316, -100, b'/tmp', -100, b'/', 2)", None),
    refused("delete", "os.unlink(target['file'])"),
    refused("delete a directory", "os.rmdir('/tmp')", "raises"),
    refused("delete the library", "os.unlink(os.__file__)", "raises"),
    refused("mode", "os.chmod(target['file'], 0o777)", "raises"),
    refused("mode of a descriptor", "os.fchmod(0, 0o777)", None),
    refused("owner", "os.chown(target['file'], 0, 0)", "raises"),
    refused("times of a file", "os.utime(target['file'])"),
    refused("length", "os.truncate(target['file'], 0)"),
    refused("length of a descriptor", "os.ftruncate(1, 1 << 40)", "raises"),
    refused("room", "os.posix_fallocate(1, 0, 1 << 40)", "raises"),
    refused("attribute", "os.setxattr(target['file'], 'user.x', b'x')", None),
    Attack("default mode", "os.umask(0)", raises("OSError", "[Errno 0]"), control="returns"),
    refused("write all out", "system_call(306, 0)", None),
    refused("lock", "import fcntl\nfcntl.flock(1, fcntl.LOCK_EX)"),
    refused("lock a region", "import fcntl\nfcntl.fcntl(1, fcntl.F_SETLK, bytes(64))"),
    refused("lease", "import fcntl\nfcntl.fcntl(1, fcntl.F_SETLEASE, 0)", "raises"),
    refused("notice of changes", "import fcntl\nfcntl.fcntl(1, fcntl.F_NOTIFY, 1)", "raises"),
    refused("signals of a descriptor", "import fcntl\nfcntl.fcntl(1, fcntl.F_SETOWN, 1)", None),
    refused("larger pipe", "import fcntl\nfcntl.fcntl(1, 1031, 1 << 20)", None),
    refused("watch", "call('inotify_init1', 0)"),
    Attack("watch all", "system_call('fanotify_init', 0, 0)", forbidden("fanotify_init")),
    refused("send a file", "os.sendfile(1, 0, 0, 100)", None),
    refused("copy a range", "os.copy_file_range(0, 1, 100)", None),
    refused("splice", "call('splice', 0, 0, 1, 0, 100, 0)", None),
    refused("another root by chdir", "os.fchdir(0)", "raises"),
)

ATTACKS = (*READING, *WRITING, *CHANGING)
