"""``tracegrade serve``."""

from __future__ import annotations

import os
import socket
import sys
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import click

import app
from app import bootstrap
from app.cli.listener import listen, url
from app.cli.supervised import Supervised
from app.cli.supervisor import Supervisor
from app.errors import TracegradeError
from app.settings import Settings, read_settings
from app.store.folder_lock import FolderLock
from app.store.upgrade import upgrade

LOCK_WAIT_SECONDS = 3.0
"""A server that was killed needs a moment until the last of its processes is gone."""


class DataFolderUnusable(TracegradeError):
    """The data folder cannot be made or written."""


@click.command()
@click.option("--host", help="Address to listen on.  Default: TRACEGRADE_HOST, or 127.0.0.1.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Port to listen on; 0 takes a free one.  Default: TRACEGRADE_PORT, or 8000.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="How many submissions are graded at a time.  Default: TRACEGRADE_WORKERS, or the cores.",
)
def serve(**options: Any) -> None:
    """Serve the site, and grade what is handed in.

    Makes the data folder and the database where they are missing.  Runs until Ctrl+C; what is not
    graded by then is graded after the next start.
    """
    given = {name: value for name, value in options.items() if value is not None}
    settings = replace(read_settings(os.environ), **given)
    _make_folder(settings.data)
    lock = FolderLock(settings.data, wait_seconds=LOCK_WAIT_SECONDS)
    with listen(settings.host, settings.port) as listening:
        _prepare_database(settings)
        _supervise(settings, listening, lock)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DataFolderUnusable(
            f"The data folder {folder} cannot be made: {error.strerror}",
            "name a folder that you may write in TRACEGRADE_DATA",
        ) from None


def _prepare_database(settings: Settings) -> None:
    """Bring it to the newest version; queue again what the last server was grading at its end.

    We hold the folder's lock: whatever is leased, its worker is dead.
    """
    database = bootstrap.database(settings)
    try:
        upgrade(database.engine)
        recovered = database.queue.recover_all(count=False)
    finally:
        database.engine.dispose()
    if recovered:
        click.echo(f"Being graded when the server ended, and queued again: {recovered}.")


def _supervise(settings: Settings, listening: socket.socket, lock: FolderLock) -> None:
    environment = {**os.environ, **environment_of(settings)}
    heard = listening.fileno()
    # On Windows a lock cannot be held in common, and descriptors are not inherited but sockets are.
    held = [] if sys.platform == "win32" else [lock.fileno()]
    web = Supervised(
        "web", _command("web", "--socket", str(heard)), environment, inherited=[*held, heard]
    )
    worker = Supervised("worker", _command("worker"), environment, inherited=held)
    announced = False

    def on_ready(child: Supervised) -> None:
        nonlocal announced
        if child is web and not announced:
            announced = True
            click.echo(f"Tracegrade is ready.  Open {url(listening)}  (stop it with Ctrl+C)")

    def say(what: str) -> None:
        click.echo(f"tracegrade: {what}", err=True)

    Supervisor([web, worker], on_ready=on_ready, say=say).run()


def _command(*arguments: str) -> list[str]:
    """This interpreter, finding this very package, and nothing in the current folder (``-P``)."""
    root = str(Path(app.__file__).parent.parent)
    setup = f"import sys; sys.path.append({root!r}); from app.cli.child import main; main()"
    return [sys.executable, "-P", "-c", setup, *arguments]


def environment_of(settings: Settings) -> dict[str, str]:
    """What the children must know of the options; the rest they read as we did."""
    names = settings.allowed_hosts
    if not _any_or_own(settings.host):
        names = (*names, f"[{settings.host}]" if ":" in settings.host else settings.host)
    return {
        "TRACEGRADE_HOST": settings.host,
        "TRACEGRADE_PORT": str(settings.port),
        "TRACEGRADE_WORKERS": str(settings.workers),
        "TRACEGRADE_ALLOWED_HOSTS": ",".join(names),
    }


def _any_or_own(host: str) -> bool:
    """Whether the address is no name by which others could call the site."""
    try:
        address = ip_address(host)
    except ValueError:
        return host == "localhost"
    return address.is_unspecified or address.is_loopback
