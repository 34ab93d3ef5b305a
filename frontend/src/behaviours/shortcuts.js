import {PRESS, send, SHOW_PANE} from "../signals.js";

const PANES = {Digit1: "problem", Digit2: "code", Digit3: "results"};

/** Keys that work anywhere on the page. */
export function shortcuts() {
  addEventListener("keydown", event => {
    if (document.querySelector("dialog[open]")) return;
    const act = action(event);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function action(event) {
  const control = event.ctrlKey || event.metaKey;
  if (control && event.key === "Enter") return () => send(PRESS, {kind: event.shiftKey ? "submit" : "run"});
  if (event.altKey && !control && PANES[event.code]) return () => send(SHOW_PANE, {pane: PANES[event.code], focus: true});
  if (event.key === "F8") return () => nextFailing(event.shiftKey ? -1 : 1);
  if (event.key === "?" && !event.target.closest(".cm-editor, input, textarea, select"))
    return () => document.getElementById("keys").showModal();
}

/** Open and focus the failing test after (or before) the one that has the focus. */
export function nextFailing(direction) {
  const failing = [...document.querySelectorAll("[data-results] .case.fail details > summary")];
  if (!failing.length) return;
  send(SHOW_PANE, {pane: "results"});
  const at = failing.indexOf(document.activeElement);
  const next = failing.at(at < 0 ? (direction > 0 ? 0 : -1) : (at + direction) % failing.length);
  next.parentElement.open = true;
  next.focus();
  next.scrollIntoView({block: "nearest"});
}
