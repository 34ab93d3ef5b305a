"""Light and dark, wide and phone, mouse and keyboard."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.conftest import Visit, mistake, wait_for_verdict, write

pytestmark = pytest.mark.slow

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def background(page: Any) -> str:
    pane = page.locator(".pane.code")
    return str(pane.evaluate("pane => getComputedStyle(pane).backgroundColor"))


def test_dark_by_the_system_and_by_choice(visit: Visit) -> None:
    light, dark = "rgb(255, 255, 255)", "rgb(18, 24, 31)"
    assert background(visit(color_scheme="light")) == light
    page = visit(color_scheme="dark")
    assert background(page) == dark
    switch = page.get_by_role("button", name="Switch between light and dark")
    with page.expect_response("**/theme"):
        switch.click()
    assert background(page) == light
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "light"
    with page.expect_response("**/theme"):
        switch.click()
    assert page.locator("html").get_attribute("data-theme") == "system"
    assert background(page) == dark


def test_a_phone_shows_one_pane_at_a_time(visit: Visit) -> None:
    page = visit(**PHONE)
    panes = {name: page.locator(f".pane.{name}") for name in ("problem", "code", "results")}
    dock = page.get_by_role("navigation", name="Panes")

    def shown() -> list[str]:
        return [name for name, pane in panes.items() if pane.is_visible()]

    assert shown() == ["problem"]
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["viewport"]["width"]  # type: ignore[index]

    dock.get_by_role("button", name="Code").click()
    write(page, mistake("nothing_returned"))
    page.locator("button[value=submit]").click()
    wait_for_verdict(page)
    assert shown() == ["results"]
    failing = page.locator(".case.fail").count()
    assert dock.get_by_role("button", name="Results").inner_text().split()[1] == str(failing)
    page.reload()
    assert shown() == ["code"]


def test_the_keyboard_reaches_everything(visit: Visit) -> None:
    page = visit()
    page.keyboard.press("Alt+1")
    assert page.evaluate("document.activeElement.id") == "p-problem"
    page.keyboard.press("Alt+2")
    assert page.locator(".cm-content").evaluate("e => e === document.activeElement")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.value") == "run"
    page.keyboard.press("Alt+3")
    assert page.evaluate("document.activeElement.closest('#results') !== null")

    page.get_by_role("tab", name="Problem").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#p-theory").is_visible()
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")


def test_only_panes_scroll(visit: Visit) -> None:
    page = visit(viewport={"width": 1366, "height": 768})
    assert page.evaluate("document.documentElement.scrollHeight") == 768


def test_splitters_move_by_keyboard_and_are_remembered(visit: Visit) -> None:
    page = visit()
    bar = page.get_by_role("separator", name="Resize the problem pane")
    before = page.locator("#problem").bounding_box()["width"]
    bar.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    after = page.locator("#problem").bounding_box()["width"]
    assert after > before + 50
    page.reload()
    page.wait_for_selector("[data-mounted]")
    assert page.locator("#problem").bounding_box()["width"] == after
    assert bar.get_attribute("aria-valuenow") == "36"


def test_hints_come_one_at_a_time(visit: Visit) -> None:
    page = visit()
    page.get_by_role("tab", name="Hints").click()
    hints = page.locator("#p-hints summary")
    assert [hints.nth(at).is_visible() for at in range(3)] == [True, False, False]
    hints.nth(0).click()
    assert [hints.nth(at).is_visible() for at in range(3)] == [True, True, False]
