import {Draft} from "../draft.js";
import {submit} from "../submit.js";
import {ANNOUNCE, FINISHED, GOTO_LINE, LOAD_CODE, on, PRESS, send, SHOW_PANE, SHOWN, SUBMITTED} from "../signals.js";
import {localise} from "../times.js";
import {ask} from "./dialog.js";

/** The form with the learner's code: an editor, a draft that is never lost, Run, Submit and Reset. */
export async function solution(form) {
  const area = form.querySelector("textarea");
  const says = form.querySelector("[data-saved]");
  const draft = new Draft(form.dataset.solution);
  const kept = draft.read();
  if (kept !== null) area.value = kept;

  const presses = pressing(form, () => area.value, says);
  const {mount} = await import("../editor/mount.js");
  const editor = mount(area, {
    label: area.getAttribute("aria-label"),
    nonce: document.querySelector("script[nonce]")?.nonce,
    onRun: () => presses("run"),
    onSubmit: () => presses("submit"),
    onChange: text => {
      area.value = text;
      saved(says, draft.write(text));
    },
  });

  on(PRESS, ({kind}) => presses(kind));
  on(GOTO_LINE, ({line}) => editor.goto(line));
  on(LOAD_CODE, ({source, label}) => {
    editor.replace(source);
    send(SHOW_PANE, {pane: "code", focus: true});
    send(ANNOUNCE, {text: `${label} is in the editor. Undo brings your own code back.`});
  });
  on(SHOWN, ({state, mark}) => editor.mark(state === "finished" && graded() === editor.text() ? mark : null));
  form.querySelector("[data-reset]").addEventListener("click", () => reset(editor));
  refreshAttempts(form);
  form.dataset.mounted = "";
}

const graded = () => document.getElementById("graded-source")?.content.textContent;

async function reset(editor) {
  if (!await ask(document.getElementById("reset"))) return;
  editor.replace(document.getElementById("starter").content.textContent);
  send(ANNOUNCE, {text: "The starter code is back. Undo brings your own code back."});
}

function saved(says, kept) {
  const time = new Date().toLocaleTimeString([], {hour: "2-digit", minute: "2-digit", hourCycle: "h23"});
  says.textContent = kept ? `Saved ${time}` : "Not saved: this browser keeps nothing. Copy your code before you leave.";
  says.title = kept ? "Your code is kept in this browser" : "";
  says.classList.toggle("bad", !kept);
}

/** One press at a time: while one is on its way, further ones do nothing. */
function pressing(form, text, says) {
  const buttons = [...form.querySelectorAll("button[name=kind]")];
  let busy = false;
  const press = async kind => {
    if (busy) return;
    busy = true;
    buttons.forEach(button => button.setAttribute("aria-disabled", "true"));
    let submission, fault;
    try {
      ({submission, fault} = await submit(form.action, kind, text()));
    } finally {
      busy = false;
      buttons.forEach(button => button.removeAttribute("aria-disabled"));
    }
    says.classList.toggle("bad", Boolean(fault));
    if (fault) {
      says.textContent = fault;
      return send(ANNOUNCE, {text: fault});
    }
    history.pushState(null, "", submission.page);
    send(SHOW_PANE, {pane: "results"});
    send(SUBMITTED, submission);
  };
  form.addEventListener("submit", event => {
    event.preventDefault();
    press(event.submitter?.value ?? "run");
  });
  return press;
}

/** After each press and each grading the list of attempts is read again. */
function refreshAttempts(form) {
  const list = document.querySelector("[data-attempts]");
  let newest = 0;
  const refresh = async () => {
    const mine = ++newest;
    const html = await fetch(list.dataset.attempts, {headers: {Accept: "text/html"}})
      .then(answer => answer.ok ? answer.text() : null, () => null);
    if (html === null || mine !== newest) return;
    list.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
    localise(list);
    list.querySelector(`a[href$="${CSS.escape(location.search)}"]`)?.setAttribute("aria-current", "true");
    const count = document.querySelector("[data-attempt-count]");
    count.textContent = list.querySelectorAll("[data-attempts-list] > li").length;
    count.hidden = false;
  };
  on(SUBMITTED, refresh);
  on(FINISHED, refresh);
  addEventListener("popstate", () => location.reload());
}
