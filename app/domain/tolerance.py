"""How close two numbers must be to count as equal."""

from __future__ import annotations

from pydantic import Field

from app.domain.model import Model


class Tolerance(Model):
    """An actual value a passes for an expected e when ``|a - e| <= atol + rtol * |e|``."""

    rtol: float = Field(default=1e-8, ge=0, lt=1, allow_inf_nan=False)
    atol: float = Field(default=1e-8, ge=0, allow_inf_nan=False)
