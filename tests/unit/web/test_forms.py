"""Reading forms, and paths to go back to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.forms import local_path


@pytest.mark.parametrize("path", ["/", "/problems/x", "/problems/x?tab=theory#a"])
def test_a_path_of_this_site_is_kept(path: str) -> None:
    assert local_path(path) == path


@given(st.text(alphabet="/\\:.?#ab \r\n\t\0é", max_size=12))
def test_nothing_leads_to_another_site(text: str) -> None:
    path = local_path(text)
    assert path.startswith("/")
    assert not path.startswith(("//", "/\\"))
    assert path.isascii()
    assert path.isprintable()
