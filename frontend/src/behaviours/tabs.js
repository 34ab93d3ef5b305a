/** Tabs that are links: without scripts the server shows the panel that ?tab= names. */
export function tabs(list) {
  const all = [...list.querySelectorAll("[role=tab]")];
  const panel = tab => document.getElementById(tab.getAttribute("aria-controls"));
  const pick = chosen => {
    for (const tab of all) {
      tab.ariaSelected = String(tab === chosen);
      tab.tabIndex = tab === chosen ? 0 : -1;
      panel(tab).hidden = tab !== chosen;
    }
  };
  list.addEventListener("click", event => {
    const tab = event.target.closest("[role=tab]");
    if (!tab || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    pick(tab);
  });
  list.addEventListener("keydown", event => {
    const at = all.indexOf(document.activeElement);
    const to = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1}[event.key];
    if (event.key === " " && at >= 0) pick(all[at]);
    else if (to === undefined) return;
    else {
      const tab = all.at(to % all.length);
      pick(tab);
      tab.focus();
    }
    event.preventDefault();
  });
  // A link to something inside a panel that is closed opens it.
  document.addEventListener("tracegrade:reveal", event => {
    const tab = all.find(t => panel(t).contains(event.target));
    if (tab) pick(tab);
  });
}
