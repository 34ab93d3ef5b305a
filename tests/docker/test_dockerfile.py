"""What the image promises, read from its Dockerfile."""

from __future__ import annotations

import re

import pytest

from tests.house.tree import ROOT

from .dockerfile import Stage, Unsupported, parse

TEXT = (ROOT / "Dockerfile").read_text(encoding="utf-8")
STAGES = parse(TEXT)
IMAGE = STAGES[-1]
INSTALLS = [each.rest for stage in STAGES for each in stage.all("RUN") if "pip " in each.rest]


def test_the_base_is_one_pinned_slim_image() -> None:
    bases = {stage.base for stage in STAGES}
    assert [re.fullmatch(r"python:3\.\d+-slim-[a-z]+", base) is not None for base in bases] == [
        True
    ]


@pytest.mark.parametrize("run", INSTALLS)
def test_nothing_is_installed_without_hashes(run: str) -> None:
    """Either from a lock with hashes, or our own wheel and nothing else."""
    command = run.split(" && ")[0].rstrip(" \\")
    locked = "--require-hashes -r" in command and command.endswith(".lock")
    own = "--no-deps" in command and ("--no-index" in command or "--no-build-isolation" in command)
    assert locked or own


def test_no_index_is_named_and_nothing_else_is_fetched() -> None:
    assert not re.search(r"index-url|find-links|trusted-host|https://|\bADD\b|curl|wget|apt", TEXT)


def test_only_the_wheel_comes_out_of_the_build() -> None:
    copies = [(each.flags.get("from"), each.words()[0]) for each in IMAGE.all("COPY")]
    assert copies == [(None, "requirements/run.lock"), ("build", "/wheels")]
    assert "build.lock" not in str(IMAGE.instructions)


def _user(stage: Stage) -> list[int]:
    return [int(part) for part in stage.last("USER").rest.split(":")]


def test_it_runs_as_an_ordinary_user_named_by_number() -> None:
    assert len(_user(IMAGE)) == 2
    assert min(_user(IMAGE)) >= 1000
    making = next(each.rest for each in IMAGE.all("RUN") if "useradd" in each.rest)
    assert f"--uid {_user(IMAGE)[0]} " in making


def test_the_data_folder_is_the_user_s_before_it_becomes_a_volume() -> None:
    names = [each.name for each in IMAGE.instructions]
    making = next(i for i, each in enumerate(IMAGE.instructions) if "/data" in each.rest)
    assert "--owner tracegrade" in IMAGE.instructions[making].rest
    assert "--mode 700" in IMAGE.instructions[making].rest
    assert making < names.index("VOLUME")
    assert IMAGE.last("VOLUME").words() == ["/data"]
    assert IMAGE.environment()["TRACEGRADE_DATA"] == "/data"


def test_signals_reach_the_server_itself() -> None:
    assert IMAGE.last("CMD").rest.startswith("[")
    assert IMAGE.last("STOPSIGNAL").rest == "SIGTERM"


def test_the_health_check_asks_where_the_server_listens() -> None:
    command = IMAGE.last("CMD").words()
    port = command[command.index("--port") + 1]
    assert IMAGE.last("EXPOSE").rest == port
    interpreter, flag, program = IMAGE.last("HEALTHCHECK").command()
    assert (interpreter, flag) == ("python", "-c")
    assert f"'127.0.0.1', {port}" in program
    compile(program, "HEALTHCHECK", "exec")


def test_what_is_sent_to_the_engine_is_named_folder_by_folder() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert lines[0] == "*"
    sent = [line[1:] for line in lines if line.startswith("!")]
    assert [name for name in sent if not (ROOT / name).exists()] == []
    assert {"tests", ".git", ".venv"} & set(sent) == set()
    packed = {"app", "frontend", "problems", "reference", "sandbox", "templates"}
    assert packed | {"hatch_build.py", "pyproject.toml", "requirements"} <= set(sent)
    assert {"**/node_modules", "app/web/static/dist"} <= set(lines)


@pytest.mark.parametrize("text", ["RUN true\nFROM a", "FROM a b c"])
def test_the_reader_refuses_what_it_does_not_know(text: str) -> None:
    with pytest.raises(Unsupported):
        parse(text)


def test_the_reader_joins_lines_and_knows_flags() -> None:
    text = "ARG A=b:1\nFROM ${A} AS x\nRUN a \\\n  # no\n  b\nCOPY --from=x --chown=1 /c d\n"
    (stage,) = parse(text)
    run, copy = stage.instructions
    assert (stage.base, stage.name) == ("b:1", "x")
    assert run.command() == ["/bin/sh", "-c", "a  b"]
    assert (copy.flags, copy.words()) == ({"from": "x", "chown": "1"}, ["/c", "d"])
