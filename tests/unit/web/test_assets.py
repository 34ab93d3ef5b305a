"""The manifest of the built front end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.web.assets import FrontEndMissing, load_assets


def test_entries_become_addresses(tmp_path: Path) -> None:
    manifest = {"page.js": {"file": "page-AB.js"}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    assert load_assets(tmp_path).url("page.js") == "/static/page-AB.js"


@pytest.mark.parametrize("content", [None, "{"])
def test_a_front_end_not_built_is_said(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(FrontEndMissing, match="pip builds them"):
        load_assets(tmp_path)
