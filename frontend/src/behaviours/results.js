import {follow} from "../live.js";
import {ANNOUNCE, FINISHED, GOTO_LINE, LOAD_CODE, on, send, SHOW_PANE, SHOWN, SUBMITTED} from "../signals.js";
import {localise} from "../times.js";
import {nextFailing} from "./shortcuts.js";

/** How many submissions are ahead changes without a change of one's own. */
const QUEUE_MS = 3000;

/** The results pane: the server's partial of one submission, read again whenever it changes. */
export function results(pane) {
  let stop = () => {}, newest = 0;
  const watch = ({id, results: url, events}, fresh) => {
    const mine = ++newest;
    let told = false;
    stop();
    stop = follow(events, async () => {
      const html = await read(url);
      if (mine !== newest) return true;
      if (html === null) return offline(pane, true);
      offline(pane, false);
      const shown = replace(pane, html);
      send(SHOWN, shown);
      if (shown.state === "queued") return QUEUE_MS;
      if (shown.state !== "finished") return false;
      // The verdict is told at once; where the code goes wrong may follow a moment later.
      if (!told && fresh) send(ANNOUNCE, {text: shown.says});
      if (!told) send(FINISHED, {id});
      told = true;
      return shown.settled;
    });
  };
  on(SUBMITTED, submission => watch(submission, true));
  pane.addEventListener("click", event => press(event.target));

  const first = pane.querySelector("[data-attempt]");
  if (!first) return;
  queueMicrotask(() => send(SHOWN, describe(first)));
  if (first.dataset.settled !== "true")
    watch({id: first.dataset.attempt, results: first.dataset.resultsUrl, events: first.dataset.eventsUrl}, true);
}

async function read(url) {
  try {
    const answer = await fetch(url, {headers: {Accept: "text/html"}, cache: "no-store"});
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

function offline(pane, yes) {
  const line = pane.querySelector("[data-offline]");
  if (line) line.hidden = !yes;
  return false;
}

/** Put the new partial in place, keeping what the reader has opened, focused and scrolled to. */
function replace(pane, html) {
  const body = pane.querySelector("[data-results-body]");
  const before = body.querySelector("[data-attempt]");
  const same = before && html.includes(`data-attempt="${before.dataset.attempt}"`);
  const scroll = same ? body.querySelector(".scroll").scrollTop : 0;
  const tests = scroll ? body.querySelector(".tests").offsetTop : 0;
  const open = new Map(same ? [...body.querySelectorAll("details[data-key]")].map(d => [d.dataset.key, d.open]) : []);
  const focused = body.contains(document.activeElement) && document.activeElement.closest("[data-key]")?.dataset.key;
  const cells = same ? body.querySelectorAll(".strip > :not(.wait)").length : 0;

  const parsed = new DOMParser().parseFromString(html, "text/html");
  body.replaceChildren(...parsed.body.childNodes);
  localise(body);

  for (const details of body.querySelectorAll("details[data-key]"))
    if (open.get(details.dataset.key)) details.open = true;
  [...body.querySelectorAll(".strip > :not(.wait)")].slice(cells).forEach(cell => cell.classList.add("fresh"));
  // Who reads the tests keeps them in sight when something comes in above them.
  const moved = scroll > tests / 2 ? body.querySelector(".tests").offsetTop - tests : 0;
  body.querySelector(".scroll").scrollTop = scroll && scroll + moved;
  if (focused) body.querySelector(`[data-key="${CSS.escape(focused)}"] > summary`)?.focus();
  return describe(body.querySelector("[data-attempt]"));
}

function describe(attempt) {
  const {attempt: id, state, settled, failing, says, mark} = attempt.dataset;
  return {id, state, settled: settled === "true", failing: Number(failing), says, mark: mark ? JSON.parse(mark) : null};
}

function press(target) {
  const line = target.closest("[data-goto-line]");
  if (line) {
    send(SHOW_PANE, {pane: "code"});
    send(GOTO_LINE, {line: Number(line.dataset.gotoLine)});
  }
  if (target.closest("[data-next-failing]")) nextFailing(1);
  const load = target.closest("[data-load-code]");
  if (load) send(LOAD_CODE, {source: document.getElementById("graded-source").content.textContent, label: load.dataset.loadCode});
}
