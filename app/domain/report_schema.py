"""The JSON Schema of the report, as kept in ``report.schema.json`` for those who read reports."""

from __future__ import annotations

import json
from typing import Any

from app.domain.report import Report


def schema_text() -> str:
    r"""The content of ``report.schema.json``.  To write it anew::

    python -c "from app.domain.report_schema import schema_text; print(schema_text(), end='')" \
        > app/domain/report.schema.json
    """
    schema = Report.model_json_schema(by_alias=True, mode="serialization")
    for part in (schema, *schema["$defs"].values()):
        _promise(part)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["$id"] = "urn:tracegrade:report:1"
    return json.dumps(schema, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def _promise(part: dict[str, Any]) -> None:
    """Every key is always there, and readers must expect that new ones are added."""
    if "properties" in part:
        part["required"] = sorted(part["properties"])
        part.pop("additionalProperties", None)
