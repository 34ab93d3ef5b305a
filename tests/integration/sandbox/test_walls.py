"""What code behind the walls cannot do, on the real kernel, in each tier."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import numpy as np
import pytest

from sandbox.protocol import RunStatus, Tier

from .conftest import Run


def test_files_of_the_host_cannot_be_read(run: Run, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    secret.chmod(0o644)
    paths = [str(secret), "/etc/passwd", "/proc/self/environ", "/proc/1/cmdline", __file__]
    result = run(
        """
        def f(paths):
            found = []
            for path in paths:
                try:
                    found.append(open(path, 'rb').read())
                except OSError:
                    pass
            return found
        """,
        paths=[*paths, os.path.expanduser("~/.bashrc"), os.path.expanduser("~/.profile")],
    )
    assert result.returned is not None
    assert result.returned.value == []


def test_directories_of_the_host_cannot_be_listed(run: Run, tier: Tier) -> None:
    result = run(
        """
        import os
        def f(paths):
            seen = {}
            for path in paths:
                try:
                    seen[path] = os.listdir(path)
                except OSError:
                    pass
            return seen
        """,
        paths=["/", "/tmp", "/etc", "/home", "/proc", "/sys", "/dev", os.getcwd()],
    )
    assert result.returned is not None
    assert result.returned.value == {}


def test_nothing_can_be_written_anywhere(run: Run) -> None:
    result = run(
        """
        import os, sys
        def f():
            new = os.O_CREAT | os.O_RDWR
            for place in ['/', '/tmp', '/dev/shm', '/var/tmp', '.', *sys.path]:
                for name, flags in (('new', new), ('.', os.O_TMPFILE | os.O_RDWR)):
                    try:
                        os.open(os.path.join(place, name), flags, 0o600)
                        return place
                    except OSError:
                        pass
        """
    )
    assert result.status is RunStatus.OK, result
    assert result.returned is not None
    assert result.returned.value is None


def test_nothing_installed_beside_the_runtime_can_be_imported(run: Run) -> None:
    result = run(
        """
        import os, sys
        def f(names):
            found = [path for path in sys.path if 'packages' in path]
            for name in names:
                try:
                    __import__(name)
                    found.append(name)
                except ImportError:
                    pass
            return found
        """,
        names=["sandbox", "app", "reference", "problems", "tests", "pytest", "pip", "pydantic"],
    )
    assert result.returned is not None
    assert result.returned.value == []


def test_the_path_holds_the_standard_library_and_the_runtime_alone(run: Run, tier: Tier) -> None:
    result = run(
        """
        import os, sys
        def f():
            listed = {}
            for path in sys.path:
                try:
                    listed[path] = os.listdir(path)
                except OSError:
                    listed[path] = []
            return listed
        """
    )
    assert result.returned is not None
    listed = result.returned.value
    assert isinstance(listed, dict)
    if tier is Tier.NAMESPACES:
        assert set(listed.pop("/runtime")) <= {"numpy", "numpy.libs"}  # type: ignore[arg-type]
    assert all("lib" in path for path in listed)


def test_the_rest_of_the_standard_library_can_be_imported(run: Run, tier: Tier) -> None:
    """But where no file can be opened, or where the user that root becomes cannot get there."""
    reachable = os.getuid() != 0 or all(
        parent.stat().st_mode & 0o001
        for file in (os.__file__, np.__file__)
        for parent in Path(file).resolve().parents
    )
    expected = tier is Tier.NAMESPACES or (tier is Tier.FLAT and reachable)
    result = run("import colorsys, wave, numpy.f2py\ndef f():\n    return 1\n")
    assert result.status is (RunStatus.OK if expected else RunStatus.EXCEPTION), result


def test_no_other_process_is_seen(run: Run, tier: Tier) -> None:
    result = run(
        f"""
        import os
        def f():
            seen = [os.getpid()] if os.getppid() == 0 else [os.getpid(), os.getppid()]
            for process in (1, 2, {os.getpid()}):
                try:
                    os.kill(process, 0)
                    return 'reached'
                except PermissionError:
                    pass
            return seen
        """
    )
    assert result.returned is not None
    if tier is Tier.NAMESPACES:
        assert result.returned.value == [1]
    else:
        assert result.returned.value != "reached"


def test_no_network_even_to_this_machine(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        result = run(
            "import socket\ndef f(port):\n    socket.create_connection(('127.0.0.1', port), 1)\n",
            port=port,
        )
    assert result.status is RunStatus.EXCEPTION
    assert result.error is not None
    assert result.error.type == "PermissionError"


def test_nothing_of_ours_is_in_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACEGRADE_SECRET", "secret")
    result = run(
        """
        import ctypes, os, sys
        def f():
            libc = ctypes.CDLL(None)
            libc.getenv.restype = ctypes.c_char_p
            own = [name for name in sys.modules if name.startswith('sandbox')]
            own += [path for path in sys.path_importer_cache if 'sandbox' in path]
            environment = [dict(os.environ), libc.getenv(b'TRACEGRADE_SECRET')]
            return [*environment, sys.argv, sys.orig_argv, own]
        """
    )
    assert result.returned is not None
    assert result.returned.value == [{}, None, [""], [], []]


def test_no_descriptor_is_inherited(run: Run) -> None:
    result = run(
        """
        import os, stat
        def f():
            kinds = {}
            for descriptor in range(2000):
                try:
                    kinds[str(descriptor)] = stat.S_ISFIFO(os.fstat(descriptor).st_mode)
                except OSError:
                    pass
            return kinds
        """
    )
    assert result.returned is not None
    assert result.returned.value == {str(descriptor): True for descriptor in range(5)}


def test_never_root(run: Run) -> None:
    result = run("import os\ndef f():\n    return [os.getuid(), os.geteuid(), os.getgid()]\n")
    assert result.returned is not None
    assert isinstance(result.returned.value, list)
    assert 0 not in result.returned.value


def test_packages_installed_inside_the_standard_library_are_hidden(run: Run) -> None:
    """As pyenv and the images of Python lay themselves out."""
    library = Path(os.__file__).parent
    files = [str(path) for path in library.glob("*-packages/*/__init__.py")][:20]
    result = run(
        """
        import os
        def f(directories, files):
            seen = []
            for directory in directories:
                try:
                    seen += os.listdir(directory)
                except OSError:
                    pass
            for file in files:
                try:
                    seen.append(open(file).read(10))
                except OSError:
                    pass
            return seen
        """,
        directories=[str(library / "site-packages"), str(library / "dist-packages")],
        files=files,
    )
    assert result.returned is not None
    assert result.returned.value == []
