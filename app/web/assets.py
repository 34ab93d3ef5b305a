"""The built front end: which file stands for which entry."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.errors import TracegradeError

DIST = Path(__file__).parent / "static" / "dist"
URL = "/static"


class FrontEndMissing(TracegradeError):
    """The folder of the built front end is not there or not whole."""


@dataclass(frozen=True, slots=True)
class Assets:
    """Addresses of built files by the name of their entry, such as ``page.js``."""

    files: Mapping[str, str]
    folder: Path

    def url(self, name: str) -> str:
        """The address of an entry; its name holds a hash, so it may be cached for ever."""
        return f"{URL}/{self.files[name]}"


def load_assets(folder: Path = DIST) -> Assets:
    """Read the manifest that the front end's build wrote; raise FrontEndMissing."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FrontEndMissing(
            f"The site's scripts and styles are not built: {folder} has no manifest.json",
            "install the package again (pip builds them), or run "
            "`npm ci && npm run build` in the folder frontend",
        ) from error
    return Assets({name: entry["file"] for name, entry in manifest.items()}, folder)
