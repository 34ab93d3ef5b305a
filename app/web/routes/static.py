"""The built front end's files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles

FOR_EVER = "public, max-age=31536000, immutable"
_HASHED = re.compile(r".*-[A-Z0-9]{8}\.[a-z0-9]+")


class HashedFiles(StaticFiles):
    """Files whose names hold a hash of their content never change; others are asked for again."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)

    def file_response(self, full_path: Any, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(full_path, *args, **kwargs)
        hashed = _HASHED.fullmatch(Path(full_path).name)
        response.headers["cache-control"] = FOR_EVER if hashed else "no-cache"
        return response
