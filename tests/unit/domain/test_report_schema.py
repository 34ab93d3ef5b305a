"""The published schema is that of the reports that are really made, and promises what it must."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

import app.domain
from app.domain.report import Report
from app.domain.report_schema import schema_text
from app.domain.roles import Role
from tests.builders.full_report import full_report

FILE = Path(app.domain.__file__).with_name("report.schema.json")

KEYS_OF_VERSION_1 = {
    "Report": "schema problem grading_hash code_sha256 tier runner verdict points points_possible "
    "tests diagnosis timing",
    "RunnerReport": "python numpy",
    "TestReport": "name verdict hidden points points_possible max_abs_error max_rel_error "
    "bad_count first_bad worst_bad message exception stdout wall_ms cpu_ms",
    "Element": "index got expected",
    "ExceptionReport": "type message frames",
    "FrameReport": "line function",
    "Timing": "sandbox_ms compare_ms total_ms",
}


def schema():
    return json.loads(FILE.read_text(encoding="utf-8"))


def test_the_file_is_the_schema_of_the_model():
    assert FILE.read_text(encoding="utf-8") == schema_text(), (
        "the report's model has changed: schema_text's docstring says how to write the file anew"
    )


@pytest.mark.parametrize("part", KEYS_OF_VERSION_1)
def test_no_key_was_ever_removed(part):
    whole = schema()
    keys = (whole if part == "Report" else whole["$defs"][part])["properties"]
    assert set(KEYS_OF_VERSION_1[part].split()) <= keys.keys()


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("hidden", [False, True])
def test_reports_are_valid_documents(role, hidden):
    document = full_report(hidden=hidden).seen_by(role).model_dump_json(by_alias=True)
    jsonschema.Draft202012Validator(schema()).validate(json.loads(document))


def test_a_document_without_a_key_is_not_valid():
    document = json.loads(full_report(hidden=False).model_dump_json(by_alias=True))
    del document["tests"][0]["stdout"]
    with pytest.raises(jsonschema.ValidationError, match="'stdout' is a required property"):
        jsonschema.Draft202012Validator(schema()).validate(document)


def test_a_report_is_read_back_as_it_was_written():
    report = full_report(hidden=True)
    assert Report.model_validate_json(report.model_dump_json(by_alias=True)) == report
