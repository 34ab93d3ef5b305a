"""The base of every domain model: frozen, and refusing keys it does not know."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A frozen value; an unknown key is an error, so that a typo never passes in silence."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)
