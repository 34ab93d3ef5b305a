"""A visitor of a running site, who hands in what a package says is right and what it says is wrong.

    visit.py SITE SUBMISSIONS STATE          hand all in; note in STATE who we are and what was said
    visit.py SITE --again STATE              come back: the same visitor is told the same

Standard library only, as on a bare machine.  Exit code 1 when the site says anything else.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
import time
import urllib.request
import uuid
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

PROBLEM = "vit-encoder-block"
WAIT_SECONDS = 120.0
POLL_SECONDS = 0.01
_VERDICT = re.compile(r"#\s*verdict:\s*(\S+)")


class Visitor:
    """Who hands in is who may read: a cookie tells."""

    def __init__(self, site: str, cookies: str = "") -> None:
        self._site = site
        self._jar = CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self._jar)
        )
        self._headers = {"Content-Type": "application/json"} | (
            {"Cookie": cookies} if cookies else {}
        )

    def cookies(self) -> str:
        """What the site gave us, as a header."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)

    def call(self, path: str, body: dict[str, str] | None = None) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._site}/api/v1{path}", data, self._headers)
        with self._opener.open(request, timeout=10) as response:
            answer: dict[str, Any] = json.load(response)
        return answer

    def hand_in(self, code: str) -> dict[str, Any]:
        """The submission as it is when it is finished, or after ``WAIT_SECONDS``."""
        body = {"code": code, "kind": "submit", "idempotency_key": uuid.uuid4().hex}
        submission = self.call(f"/problems/{PROBLEM}/submissions", body)
        deadline = time.monotonic() + WAIT_SECONDS
        while submission["state"] != "finished" and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)
            submission = self.call(f"/submissions/{submission['id']}")
        return submission


def _as_expected(code: str, submission: dict[str, Any]) -> bool:
    """Accepted, or refused with the verdict of its first line in one of the tests."""
    match = _VERDICT.match(code)
    if match is None:
        return bool(submission["verdict"] == "accepted")
    verdicts = {test["verdict"] for test in submission["report"]["tests"]}
    return submission["verdict"] != "accepted" and match[1] in verdicts


def hand_all_in(site: str, submissions: Path, state: Path) -> bool:
    visitor, said, seconds, wrong = Visitor(site), {}, [], 0
    for path in sorted(submissions.glob("*/*.py")):
        code, begin = path.read_text(encoding="utf-8"), time.perf_counter()
        submission = visitor.hand_in(code)
        seconds.append(time.perf_counter() - begin)
        said[submission["id"]] = submission["verdict"]
        if not _as_expected(code, submission):
            wrong += 1
            print(f"   {path.name}: {submission['state']}, {submission['verdict']}")
    accepted = sum(verdict == "accepted" for verdict in said.values())
    print(
        f"   {len(said)} handed in, {accepted} accepted, {wrong} not as the package says; from "
        f"handing in to the verdict: median {statistics.median(seconds):.2f} s, most "
        f"{max(seconds):.2f} s"
    )
    state.write_text(json.dumps({"cookies": visitor.cookies(), "said": said}))
    return wrong == 0 and 0 < accepted < len(said)


def come_back(site: str, state: Path) -> bool:
    kept = json.loads(state.read_text())
    visitor = Visitor(site, kept["cookies"])
    now = {each: visitor.call(f"/submissions/{each}")["verdict"] for each in kept["said"]}
    print(f"   {len(now)} submissions read again")
    return bool(now) and now == kept["said"]


if __name__ == "__main__":
    match sys.argv[1:]:
        case [site, "--again", state]:
            sys.exit(not come_back(site, Path(state)))
        case [site, submissions, state]:
            sys.exit(not hand_all_in(site, Path(submissions), Path(state)))
    sys.exit(__doc__)
