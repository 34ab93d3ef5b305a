"""The Compose file: valid by the Compose Specification's schema, and as closed as it says.

The schema is the one that the package check-jsonschema ships, ``builtin_schemas/vendor``.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for

from app.library.strict_yaml import read_yaml
from tests.house.tree import ROOT

from .dockerfile import parse

Compose = dict[str, Any]
IMAGE = parse((ROOT / "Dockerfile").read_text(encoding="utf-8"))[-1]


def _plain(value: Any) -> Any:
    """Lists as lists: the strict reader gives tuples, which no schema takes for arrays."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _read() -> Compose:
    document = read_yaml((ROOT / "docker-compose.yml").read_bytes(), "docker-compose.yml")
    assert document.findings.faults == []
    compose: Compose = _plain(document.data)
    return compose


COMPOSE = _read()


def _validator() -> Validator:
    package = distribution("check-jsonschema")
    path = package.locate_file("check_jsonschema/builtin_schemas/vendor/compose-spec.json")
    schema = json.loads(Path(str(path)).read_text(encoding="utf-8"))
    assert schema["title"] == "Compose Specification"
    draft: Callable[[Any], Validator] = validator_for(schema)
    return draft(schema)


def _service(compose: Compose) -> dict[str, Any]:
    (service,) = compose["services"].values()
    assert isinstance(service, dict)
    return service


def test_it_is_valid_by_the_specification() -> None:
    assert [error.message for error in _validator().iter_errors(COMPOSE)] == []


@pytest.mark.parametrize("key", ["cap_dropp", "readonly", "pids"])
def test_the_schema_refuses_a_word_that_is_misspelt(key: str) -> None:
    compose = copy.deepcopy(COMPOSE)
    _service(compose)[key] = True
    assert list(_validator().iter_errors(compose)) != []


def _options(mount: str) -> list[str]:
    return mount.partition(":")[2].split(",")


FACTS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "no capability": lambda s: s["cap_drop"] == ["ALL"],
    # And no word of seccomp or AppArmor: the engine's default profiles hold.
    "no new privileges": lambda s: s["security_opt"] == ["no-new-privileges:true"],
    "read-only root": lambda s: s["read_only"] is True,
    "one named volume, where the image keeps its data": lambda s: (
        s["volumes"] == [f"data:{IMAGE.environment()['TRACEGRADE_DATA']}"]
    ),
    "a /tmp of bounded size that runs nothing": lambda s: (
        [mount.partition(":")[0] for mount in s["tmpfs"]] == ["/tmp"]
        and {"noexec", "nosuid", "nodev"} <= set(_options(s["tmpfs"][0]))
        and any(re.fullmatch(r"size=\d+m", option) for option in _options(s["tmpfs"][0]))
    ),
    "published on this machine alone, at the image's port": lambda s: (
        s["ports"] == [f"127.0.0.1:{IMAGE.last('EXPOSE').rest}:{IMAGE.last('EXPOSE').rest}"]
    ),
    "a bound on processes": lambda s: isinstance(s["pids_limit"], int) and s["pids_limit"] > 0,
    "a bound on the log": lambda s: {"max-size", "max-file"} <= s["logging"]["options"].keys(),
    "a first process that reaps": lambda s: s["init"] is True,
    "time to end": lambda s: int(s["stop_grace_period"].removesuffix("s")) >= 15,
    "started again after a crash": lambda s: s["restart"] == "unless-stopped",
    "built from this folder": lambda s: s["build"] == ".",
    "only the site's own settings": lambda s: all(
        re.fullmatch("TRACEGRADE_[A-Z_]+", name) for name in s["environment"]
    ),
}
KEYS = """
    build cap_drop environment init logging pids_limit ports read_only restart security_opt
    stop_grace_period tmpfs volumes
""".split()


def _faults(compose: Compose) -> list[str]:
    """The facts that do not hold; a key that is in no fact is a fault too: it could open a door."""
    service = _service(compose)
    faults = [f"unknown: {key}" for key in service if key not in KEYS]
    for fact, holds in FACTS.items():
        try:
            faults += [] if holds(service) else [fact]
        except (KeyError, IndexError, TypeError, AttributeError, ValueError):
            faults.append(fact)
    return faults


def test_it_is_as_closed_as_it_says() -> None:
    assert _faults(COMPOSE) == []
    assert COMPOSE.keys() == {"services", "volumes"}
    assert COMPOSE["volumes"] == {"data": None}


@pytest.mark.parametrize("key", KEYS)
def test_no_line_of_it_can_be_left_out(key: str) -> None:
    compose = copy.deepcopy(COMPOSE)
    del _service(compose)[key]
    assert len(_faults(compose)) == 1


OPENED: dict[str, Any] = {
    "privileged": True,
    "user": "root",
    "cap_add": ["SYS_ADMIN"],
    "cap_drop": ["NET_RAW"],
    "security_opt": ["no-new-privileges:true", "seccomp:unconfined"],
    "read_only": False,
    "volumes": ["data:/data", "/var/run/docker.sock:/var/run/docker.sock"],
    "tmpfs": ["/tmp:exec"],
    "ports": ["8000:8000"],
    "network_mode": "host",
    "pid": "host",
    "ipc": "host",
    "userns_mode": "host",
    "devices": ["/dev/kvm:/dev/kvm"],
    "pids_limit": -1,
    "init": False,
    "environment": ["TRACEGRADE_WORKERS", "LD_PRELOAD=x"],
}


@pytest.mark.parametrize("key", OPENED)
def test_a_door_that_is_opened_is_seen(key: str) -> None:
    compose = copy.deepcopy(COMPOSE)
    _service(compose)[key] = OPENED[key]
    assert len(_faults(compose)) == 1
    assert [error.message for error in _validator().iter_errors(compose)] == []


def test_the_health_check_of_the_image_is_not_switched_off() -> None:
    assert "healthcheck" not in _service(COMPOSE)
    assert IMAGE.all("HEALTHCHECK") != []
