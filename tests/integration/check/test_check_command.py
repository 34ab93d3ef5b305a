"""``tracegrade problem check``: the shipped problems, broken copies of it, and a tiny one."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app import bootstrap
from app.cli.main import cli
from tests.builders.package import ACCEPTED, REFERENCE, THEORY, specification, write_package

Check = Callable[..., Result]


@pytest.fixture
def check(tmp_path, monkeypatch) -> Check:
    monkeypatch.setenv("TRACEGRADE_DATA", str(tmp_path / "data"))
    return lambda *words: CliRunner().invoke(cli, ["problem", "check", *map(str, words)])


@pytest.fixture
def package(tmp_path) -> Path:
    """A copy of the shipped problem that stands alone, as an author's would."""
    folder = tmp_path / "vit-encoder-block"
    shutil.copytree(bootstrap.PROBLEMS / "vit-encoder-block", folder)
    shutil.copy(bootstrap.REFERENCES / "vit_encoder_block.py", folder / "reference.py")
    edit(folder, r"^reference: .*$", "reference: reference.py")
    return folder


def edit(folder: Path, pattern: str, to: str, count: int = 1) -> None:
    """Change ``problem.yaml`` as an author's slip would."""
    path = folder / "problem.yaml"
    text, changed = re.subn(pattern, to, path.read_text("utf-8"), count=count, flags=re.MULTILINE)
    assert changed, pattern
    path.write_text(text, "utf-8")


def line_of(folder: Path, pattern: str) -> int:
    text = (folder / "problem.yaml").read_text("utf-8")
    found = re.search(pattern, text, flags=re.MULTILINE)
    assert found, pattern
    return text.count("\n", 0, found.start()) + 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "mistakes"), [("vit-encoder-block", 28), ("softmax-cross-entropy-backward", 16)]
)
def test_a_shipped_problem_is_proved_good(check, slug, mistakes):
    result = check(slug, "--json")
    assert result.exit_code == 0, result.output
    proof = json.loads(result.output)
    margins = {row["subject"]: row["margin"] for row in proof["rows"] if row["claim"] == "pitfall"}
    assert len(margins) == mistakes
    assert margins.pop("float32") >= 10
    # JSON has no infinity: where a mistake gives no finite number, the margin is null.
    assert all(margin is None or margin >= 100 for margin in margins.values())
    assert sum(margin is None for margin in margins.values()) <= 1
    assert sum(row["claim"] == "accepted" for row in proof["rows"]) >= 4


def test_a_sound_copy_in_a_folder_of_its_own_loads(package):
    problem = bootstrap.Catalog(bootstrap.PROBLEMS, bootstrap.REFERENCES, None).open(str(package))
    assert problem.slug == "vit-encoder-block"
    assert not problem.shipped


BREAKS = {
    "unknown key": (
        lambda p: edit(p, r"^difficulty:", "dificulty:"),
        ["dificulty", "difficulty"],
        r"^dificulty:",
    ),
    "missing key": (lambda p: edit(p, r"^runtime: numpy\n", ""), ["runtime"], None),
    "duplicate key": (
        lambda p: edit(p, r"^runtime: numpy$", "runtime: numpy\nruntime: numpy"),
        ["runtime", "stands here again", "line 27"],
        r"(?<=^runtime: numpy\n)runtime",
    ),
    "number beyond float64": (
        lambda p: edit(p, r"^( +)rtol: .*$|rtol: [^,}\s]+", "rtol: 1e400"),
        ["1e400"],
        r"rtol: 1e400",
    ),
    "Norway": (
        lambda p: edit(p, r"^title: .*$", "title: no"),
        ["quote"],
        r"^title: no",
    ),
    "bomb": (
        lambda p: edit(p, r"^title: .*$", "title: &a [x, x]\nsummary2: [*a, *a]"),
        ["anchor"],
        r"^title: &a",
    ),
    "a test that lacks an argument": (
        lambda p: edit(p, r"^( +)num_heads: 1\n", ""),
        ["num_heads"],
        None,
    ),
    "dimensions that do not agree": (
        lambda p: edit(p, r"^trace_case:", "trace_case:\n  seeed: 1"),
        ["seeed", "seed"],
        r"seeed",
    ),
    "no theory": (lambda p: (p / "theory.md").unlink(), ["theory.md"], None),
    "not UTF-8": (
        lambda p: (p / "statement.md").write_bytes(b"caf\xe9"),
        ["statement.md", "UTF-8"],
        None,
    ),
    "wrong place for a reference": (
        lambda p: edit(p, r"^reference: .*$", "reference: ../../reference.py"),
        ["reference"],
        r"^reference:",
    ),
}


@pytest.mark.parametrize("kind", BREAKS)
def test_a_broken_package_is_told_where_and_what(check, package, kind):
    break_it, words, at = BREAKS[kind]
    break_it(package)
    result = check(package)
    assert result.exit_code == 2
    assert "fault" in result.stderr
    for word in words:
        assert word in result.stderr
    if at is not None:
        assert f"problem.yaml:{line_of(package, at)}" in result.stderr
    assert "Traceback" not in result.output


def test_five_faults_are_told_at_once(check, package):
    edit(package, r"^difficulty: .*$", "difficulty: hardish")
    edit(package, r"^tags: .*$", "tags: [Not A Slug]")
    edit(package, r"^    shape: \"\[D, M\]\"$", '    shape: "[D, Q]"')
    (package / "theory.md").unlink()
    (package / "submissions" / "rejected" / "relu.py").write_text("# verdict: nonsense\n")
    result = check(package)
    assert result.exit_code == 2
    for word in ("hardish", "Not A Slug", "theory.md", "nonsense", "Q"):
        assert word in result.stderr, result.stderr


@pytest.fixture
def tiny(check, tmp_path):
    """Check a tiny problem with some of its content changed."""
    return lambda **changes: check(write_package(tmp_path, **changes))


def test_a_sound_tiny_problem_is_proved_good(tiny):
    result = tiny()
    assert result.exit_code == 0, result.output
    assert "scaled-sum is good" in result.output


UNTRUE = {
    "printed output": {
        "examples": [{**specification()["examples"][0], "output": [12, 31]}],
        "says": "printed 31",
    },
    "step without a text": {
        "steps": specification()["steps"][:1],
        "says": "in the graph but not in problem.yaml: output",
    },
    "accepted that fails": {
        "files": {"submissions/accepted/one_line.py": ACCEPTED.replace("axis=1", "axis=0")},
        "says": "tests pass;",
    },
    "rejected that passes": {
        "files": {"submissions/rejected/no_factor.py": f"# verdict: wrong_value\n{ACCEPTED}"},
        "says": "must be rejected",
    },
    "starter that passes": {"starter": ACCEPTED, "says": "must be rejected"},
    "tests that a pitfall passes": {
        "says": "no test catches it",
        "examples": [
            {
                **specification()["examples"][0],
                "arguments": {"x": [[1, 2, 3], [4, 5, 6]], "factor": 1.0},
                "output": [6, 15],
            }
        ],
        "tests": [
            {
                **specification()["tests"][2],
                "generate": {
                    **specification()["tests"][2]["generate"],
                    "scalars": {"factor": 1.0},
                },
            }
        ],
    },
    "formula that cannot be shown": {
        "files": {"theory.md": f"{THEORY}\n\nSo $\\frac{{1}}{{$.\n"},
        "says": "theory.md:10: \\frac{1}{",
    },
    "reference that raises": {
        "files": {"reference.py": REFERENCE.replace("x.sum(axis=1)", "x.sum(axis=7)")},
        "says": "AxisError",
    },
    "reference with a cycle": {
        "files": {"reference.py": REFERENCE.replace("def total(x)", "def total(x, output)")},
        "says": "Cycle",
    },
}


@pytest.mark.parametrize("kind", UNTRUE)
def test_an_untrue_claim_is_a_row_that_says_why(tiny, kind):
    changes = dict(UNTRUE[kind])
    says = changes.pop("says")
    result = tiny(**changes)
    assert result.exit_code == 1, result.output
    assert says in result.output
    assert "is not good yet" in result.output
    assert "Traceback" not in result.output
