"""Solving a problem in the browser, from the list to the history."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.e2e.conftest import SLUG, Visit, mistake, solution, wait_for_verdict, write, written

pytestmark = pytest.mark.slow

SLOWLY = "import time\ntime.sleep(0.15)\n"
"""Makes each test take long enough for the page to be seen between two of them."""


def submit(page: Any, code: str, button: str = "Submit") -> Any:
    write(page, code)
    page.get_by_role("button", name=re.compile(f"^{button}")).click()
    return wait_for_verdict(page)


def test_open_write_submit_watch_reload_and_see_the_history(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("link", name="ViT encoder block").click()
    page.wait_for_selector("[data-mounted]")
    assert "Nothing graded yet" in page.inner_text("#results")

    write(page, SLOWLY + solution("einsum"))
    page.keyboard.press("Control+Shift+Enter")
    page.wait_for_selector(".case.pass ~ .case.wait")
    results = wait_for_verdict(page)
    assert "Solved" in results.inner_text()
    assert page.locator(".case.pass").count() == page.locator(".case").count() > 10
    assert re.search(r"\?submission=[0-9a-f]{32}$", page.url)
    assert page.inner_text("[data-announcer]").endswith("passed. Solved.")

    page.reload()
    page.wait_for_selector("[data-mounted]")
    assert "Solved" in page.inner_text("#results")
    assert written(page) == SLOWLY + solution("einsum")
    page.get_by_role("tab", name=re.compile("Attempts")).click()
    assert "Submission 1 accepted" in page.inner_text("#p-attempts")
    page.get_by_role("link", name="Tracegrade").click()
    page.wait_for_selector(".entry.solved")


def test_a_wrong_solution_is_told_how_far_off_it_is(visit: Visit) -> None:
    page = visit()
    results = submit(page, mistake("causal_mask"))
    assert "Wrong values in" in results.inner_text()
    failing = page.locator(".case.fail")
    assert failing.count() > 1

    page.keyboard.press("F8")
    focused = page.locator("summary:focus")
    assert "wrong values" in focused.inner_text()
    first = failing.locator("details").first
    assert first.get_attribute("open") is not None
    for told in ("Largest error", "allowed 1e−8", "expected"):
        assert told in first.inner_text()
    hidden = page.locator(".case.fail", has_text="(hidden)").first
    hidden.locator("summary").click()
    assert "Its values stay closed" in hidden.inner_text()


def test_a_wrong_solution_is_told_where_it_first_goes_wrong(visit: Visit) -> None:
    page = visit()
    code = mistake("no_scale")
    line = code[: code.index("score = np.matmul")].count("\n") + 1
    results = submit(page, code)
    page.wait_for_selector('[data-settled="true"]')
    told = results.locator(".diagnosis").inner_text()
    assert f"Line {line}: “Scaled scores” is the first step that goes wrong." in told
    assert "The scores are not scaled" in told
    assert "score = np.matmul(query, " in page.locator(".cm-mark-fail").inner_text()
    assert page.inner_text("[data-announcer]").startswith("Submission 1: ")

    readout = results.locator("[data-readout]")
    before = readout.inner_text()
    results.locator("[data-cells]").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert readout.inner_text() != before
    results.get_by_role("link", name="Read why in the theory").click()
    assert page.locator("#theory-why-divide-the-scores").is_visible()


def test_an_exception_leads_to_its_line(visit: Visit) -> None:
    page = visit()
    code = "def vit_encoder_block(x, *rest):\n    print('seen', x.ndim)\n    return x @ rest\n"
    results = submit(page, code, "Run")
    mark = page.locator(".cm-mark-fail")
    assert mark.inner_text().strip() == "return x @ rest"
    page.locator(".case.fail summary").first.click()
    assert "seen 3" in results.inner_text()
    page.get_by_role("button", name="Line 3", exact=True).first.click()
    assert page.evaluate("getSelection().toString()").strip() == "return x @ rest"
    page.keyboard.press("End")
    page.keyboard.type("  ")
    assert mark.count() == 0


def test_a_syntax_error_is_one_message(visit: Visit) -> None:
    page = visit()
    results = submit(page, "x = 1\ndef f(:\n")
    assert "Syntax error on line 2" in results.inner_text()
    assert "None of the 16 tests could run." in results.inner_text()
    assert page.locator(".case").count() == 0
    assert page.locator(".cm-mark-fail").inner_text() == "def f(:"


def test_the_failure_that_says_most_leads(visit: Visit) -> None:
    swapped = (
        "import numpy as np\ndef vit_encoder_block(x, *rest):\n    return np.swapaxes(x, 1, 2)\n"
    )
    results = submit(visit(), swapped)
    assert "wrong values" in results.locator(".case").first.inner_text()
    assert "the last two axes look swapped" in results.locator(".banner").inner_text()


def test_blank_code_is_refused_above_the_buttons(visit: Visit) -> None:
    page = visit(viewport={"width": 1366, "height": 768}, excuse="status of 422")
    write(page, "  \n")
    button = page.get_by_role("button", name=re.compile("^Submit"))
    button.click()
    note = page.locator("[data-saved].bad")
    note.wait_for()
    assert note.inner_text() == "Not sent: The code is empty. Write the function into it first."
    below = note.bounding_box()["y"] + note.bounding_box()["height"]
    assert below <= button.bounding_box()["y"]
    assert page.locator("[data-attempt-count]").is_hidden()


def test_the_count_of_attempts_grows_with_the_press(visit: Visit) -> None:
    page = visit()
    page.route("**/submissions/*", lambda route: None)  # No result is ever read.
    write(page, solution("einsum"))
    page.get_by_role("button", name=re.compile("^Run")).click()
    count = page.locator("[data-attempt-count]")
    count.wait_for()
    assert count.inner_text() == "1"


def test_a_double_click_makes_one_attempt(visit: Visit) -> None:
    page = visit()
    write(page, solution("einsum"))
    page.get_by_role("button", name=re.compile("^Run")).dblclick()
    wait_for_verdict(page)
    page.wait_for_selector("[data-attempts-list]", state="attached")
    page.reload()
    assert page.locator("[data-attempts-list] > li").count() == 1


def test_a_press_before_the_editor_is_there_hands_in(visit: Visit) -> None:
    page = visit("/")
    held: list[Any] = []
    page.route("**/static/editor-*.js", lambda route: held.append(route))
    page.goto(page.url.rstrip("/") + f"/problems/{SLUG}", wait_until="commit")
    page.wait_for_selector("[data-ready]", state="attached")
    page.fill("textarea[name=code]", solution("einsum"))
    page.get_by_role("button", name=re.compile("^Run")).click()
    assert "The examples pass" in wait_for_verdict(page).inner_text()
    assert held
    assert page.locator("[data-mounted]").count() == 0


def test_a_late_answer_does_not_replace_newer_results(visit: Visit) -> None:
    page = visit()
    held: list[Any] = []
    page.route("**/submissions/*", lambda route: held.append(route), times=1)
    write(page, "first = 1\n")
    with page.expect_request("**/submissions/*"):
        page.get_by_role("button", name=re.compile("^Run")).click()
    submit(page, solution("einsum"))
    second = page.get_attribute("[data-attempt]", "data-attempt")

    (late,) = held
    with page.expect_response(late.request.url):
        late.continue_()
    # Whoever asks later is answered later: by now the page has read the late answer.
    page.evaluate("async url => (await fetch(url)).text()", late.request.url)
    assert page.get_attribute("[data-attempt]", "data-attempt") == second
    assert second not in late.request.url


def test_code_is_not_lost_and_reset_asks(visit: Visit) -> None:
    page = visit()
    write(page, "mine = 1\n")
    page.get_by_title("Your code is kept in this browser").wait_for()
    page.reload()
    page.wait_for_selector("[data-mounted]")
    assert written(page) == "mine = 1\n"

    reset = page.get_by_role("button", name="Reset", exact=True)
    reset.first.click()
    page.get_by_role("button", name="Keep my code").click()
    assert written(page) == "mine = 1\n"
    reset.first.click()
    page.locator("dialog").get_by_role("button", name="Reset").click()
    page.wait_for_function("document.querySelector('textarea').value.includes('vit_encoder_block')")
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+z")
    assert written(page) == "mine = 1\n"


def test_an_attempts_code_can_be_brought_back(visit: Visit) -> None:
    page = visit()
    submit(page, "first = 1\n", "Run")
    write(page, "second = 2\n")
    page.get_by_role("button", name="Load its code").click()
    assert written(page) == "first = 1\n"


def test_without_scripts_a_form_does_and_the_page_reads_itself_again(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    page.fill("textarea", SLOWLY + solution("einsum"))
    page.get_by_role("button", name=re.compile("^Submit")).click()
    page.wait_for_url("**/problems/*?submission=*")
    assert "reads itself again" in page.inner_text("#results")
    wait_for_verdict(page)
    assert "reads itself again" not in page.inner_text("#results")
    assert page.url.endswith("#results")
    page.get_by_role("button", name=re.compile("^Run")).click()
    page.wait_for_url("**/problems/*?submission=*")
    wait_for_verdict(page)
    assert "The examples pass" in page.inner_text("#results")
    page.get_by_role("tab", name="Theory").click()
    assert page.locator("#p-theory").is_visible()


def test_where_events_do_not_pass_the_page_asks_again(visit: Visit) -> None:
    """Some proxies hold back a stream of events; 204 tells the browser not to try again."""
    page = visit()
    page.route("**/events", lambda route: route.fulfill(status=204))
    results = submit(page, SLOWLY + solution("einsum"), "Run")
    assert "The examples pass" in results.inner_text()
