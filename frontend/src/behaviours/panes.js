import {on, send, SHOW_PANE, SHOWN} from "../signals.js";

/** On a phone one pane shows at a time, chosen in the dock; elsewhere this only moves the focus. */
export function panes(main) {
  const dock = document.querySelector("[data-dock]");
  const buttons = [...dock.querySelectorAll("button")];
  const show = ({pane, focus}) => {
    main.dataset.pane = pane;
    for (const button of buttons)
      button.dataset.show === pane ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current");
    if (focus) main.querySelector(`.${pane} :is(.cm-content, .plain-editor:not([hidden]), .scroll:not([hidden]))`)?.focus();
  };
  dock.addEventListener("click", event => {
    const button = event.target.closest("button");
    if (button) show({pane: button.dataset.show});
  });
  main.addEventListener("tracegrade:reveal", () => send(SHOW_PANE, {pane: "problem"}));
  on(SHOW_PANE, show);

  const badge = dock.querySelector("[data-failing]");
  on(SHOWN, ({failing}) => {
    badge.hidden = !failing;
    badge.firstElementChild.textContent = failing;
  });
}
