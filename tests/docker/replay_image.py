"""Executes the steps of the Dockerfile without an engine: each stage in a root of its own, an
overlay over a bare system that stands in the place of the base image.

    replay_image.py BASE CONTEXT WORK

Prints how the image is to be run as JSON: ``root``, ``user``, ``environment``, ``command``,
``health``, ``volume``.  Needs root and a mount namespace of its own; standard library only.
"""

from __future__ import annotations

import fnmatch
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.docker.dockerfile import Instruction, Stage, parse

SHELL_PATH = "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"
NOTED = {"ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "STOPSIGNAL", "CMD", "USER"}
"""Instructions that change no file: they are read from the stage."""

PASSED = ("PIP_INDEX_URL", "PIP_CERT", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")
"""What reaches the package index on this machine."""


def lay_overlay(work: Path, lower: list[Path]) -> Path:
    """A root that looks like ``lower`` (topmost first) and can be changed."""
    root, upper, scratch = work / "root", work / "upper", work / "scratch"
    for folder in (root, upper, scratch):
        folder.mkdir(parents=True)
    layers = f"lowerdir={':'.join(map(str, lower))},upperdir={upper},workdir={scratch}"
    _do("mount", "-t", "overlay", "overlay", "-o", layers, str(root))
    for kind, name in (("proc", "proc"), ("sysfs", "sys"), ("tmpfs", "dev")):
        _do("mount", "-t", kind, kind, str(root / name))
    for device in ("null", "zero", "full", "random", "urandom"):
        (root / "dev" / device).touch()
        _do("mount", "--bind", f"/dev/{device}", str(root / "dev" / device))
    return root


def _do(*command: str) -> None:
    subprocess.run(command, check=True, stdout=sys.stderr)


def make_base(work: Path, bare: Path) -> list[Path]:
    """The stand-in of the base image, as layers: Debian's Python, an environment at /usr/local."""
    root = lay_overlay(work, [bare])
    for name in ("resolv.conf", "hosts"):
        shutil.copy(f"/etc/{name}", root / "etc" / name)
    certificates = os.environ.get("SSL_CERT_FILE") or os.environ.get("PIP_CERT")
    if certificates:
        (root / "etc/ssl/certs").mkdir(parents=True, exist_ok=True)
        shutil.copy(certificates, root / "etc/ssl/certs/ca-certificates.crt")
    _do("chroot", str(root), "/usr/bin/python3", "-m", "venv", "/usr/local")
    return [work / "upper", bare]


def _in_base(name: str) -> str:
    """What the variable ``name`` of this machine is called in the base."""
    value = os.environ[name]
    return "/etc/ssl/certs/ca-certificates.crt" if value.startswith("/") else value


@dataclass
class Replay:
    """One stage being executed."""

    stage: Stage
    root: Path
    context: Path
    earlier: dict[str, Path]
    folder: str = "/"
    environment: dict[str, str] = field(default_factory=dict)

    def run(self) -> None:
        self.environment = {"PATH": SHELL_PATH, "LANG": "C.UTF-8"}
        self.environment |= {name: _in_base(name) for name in PASSED if name in os.environ}
        for each in self.stage.instructions:
            print(f"   {each.name} {each.rest[:88]}", file=sys.stderr)
            if each.name in NOTED:
                continue
            getattr(self, f"_{each.name.lower()}")(each)

    def _workdir(self, each: Instruction) -> None:
        self.folder = each.rest
        (self.root / each.rest.lstrip("/")).mkdir(parents=True, exist_ok=True)

    def _run(self, each: Instruction) -> None:
        variables = [f"{name}={value}" for name, value in self.environment.items()]
        entered = f'cd {self.folder} && exec "$@"'
        command = ["/bin/sh", "-c", entered, "sh", *each.command()]
        _do("chroot", str(self.root), "/usr/bin/env", "-i", *variables, *command)

    def _copy(self, each: Instruction) -> None:
        *sources, target = each.words()
        to = self.root / os.path.join(self.folder, target).lstrip("/")
        start = self.earlier.get(each.flags.get("from", ""))
        for source in sources:
            if start is not None:
                _copy_all(start / source.lstrip("/"), to)
            else:
                self._copy_from_context(source, to, into=target.endswith("/"))

    def _copy_from_context(self, source: str, to: Path, *, into: bool) -> None:
        path = self.context / source
        if path.is_file():
            to = to / path.name if into else to
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, to)
            return
        for file in sent(self.context):
            copied = to / file.relative_to(path)
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copied)


def _copy_all(source: Path, to: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, to, dirs_exist_ok=True)
    else:
        shutil.copy(source, to)


def sent(context: Path) -> Iterator[Path]:
    """The files that .dockerignore lets through: of its lines the last that matches decides."""
    lines = (context / ".dockerignore").read_text(encoding="utf-8").split()
    for path in sorted(context.rglob("*")):
        if path.is_file() and not ignored(path.relative_to(context).as_posix(), lines):
            yield path


def ignored(name: str, lines: list[str]) -> bool:
    parts = name.split("/")
    parents = ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
    decided = False
    for line in lines:
        pattern = line.removeprefix("!")
        if any(_matches(parent, pattern) for parent in parents):
            decided = not line.startswith("!")
    return decided


def _matches(name: str, pattern: str) -> bool:
    if pattern.startswith("**/"):
        return fnmatch.fnmatchcase(name.rpartition("/")[2], pattern[3:])
    return name.count("/") == pattern.count("/") and fnmatch.fnmatchcase(name, pattern)


def main(bare: Path, context: Path, work: Path) -> None:
    layers = make_base(work / "base", bare)
    stages = parse((context / "Dockerfile").read_text(encoding="utf-8"))
    roots: dict[str, Path] = {}
    for number, stage in enumerate(stages):
        name = stage.name or str(number)
        print(f"== stage {name}, from {stage.base}", file=sys.stderr)
        roots[name] = lay_overlay(work / name, layers)
        Replay(stage, roots[name], context, roots).run()
    last = stages[-1]
    print(
        json.dumps(
            {
                "root": str(roots[name]),
                "user": last.last("USER").rest,
                "environment": [f"{key}={value}" for key, value in last.environment().items()],
                "command": last.last("CMD").words(),
                "health": last.last("HEALTHCHECK").command(),
                "volume": last.last("VOLUME").words()[0],
            }
        )
    )


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
