import {keep, recall} from "../memory.js";

const LEAST = 18, MOST = 60;

/** A bar between two panes: drag it, or use the arrow keys; Enter or a double click puts it back. */
export function splitter(bar) {
  const {variable, side, standard} = bar.dataset;
  const memory = `tracegrade:split:${variable}`;
  const set = percent => {
    const clamped = Math.min(MOST, Math.max(LEAST, percent));
    document.documentElement.style.setProperty(variable, `${clamped}%`);
    bar.ariaValueNow = String(Math.round(clamped));
    keep(memory, String(clamped));
  };
  const remembered = Number(recall(memory));
  if (remembered) set(remembered);

  bar.addEventListener("pointerdown", event => {
    bar.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  bar.addEventListener("pointermove", event => {
    if (!bar.hasPointerCapture(event.pointerId)) return;
    set(100 * (side === "right" ? innerWidth - event.clientX : event.clientX) / innerWidth);
  });
  bar.addEventListener("dblclick", () => set(Number(standard)));
  bar.addEventListener("keydown", event => {
    const toward = side === "right" ? -2 : 2;
    const now = Number(bar.ariaValueNow);
    const to = {ArrowRight: now + toward, ArrowLeft: now - toward, Home: LEAST, End: MOST, Enter: Number(standard)}[event.key];
    if (to === undefined) return;
    set(to);
    event.preventDefault();
  });
}
