/** A formula wider than its column shrinks a little, then scrolls, and so must take the focus. */
export function formulas(column) {
  const fit = () => {
    for (const formula of column.querySelectorAll(".math.block")) {
      if (!formula.clientWidth) continue;
      formula.style.setProperty("--fit", 1);
      formula.style.setProperty("--fit", Math.max(.74, Math.min(1, formula.clientWidth / formula.scrollWidth)));
      const wide = formula.scrollWidth > formula.clientWidth + 1;
      formula.classList.toggle("wide", wide);
      wide ? formula.tabIndex = 0 : formula.removeAttribute("tabindex");
    }
  };
  new ResizeObserver(fit).observe(column);
  column.addEventListener("toggle", fit, true);
  document.fonts.ready.then(fit);
}
