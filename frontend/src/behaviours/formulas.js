const LEAST = .7, TRIES = 3;

/** A formula wider than its column shrinks a little, then scrolls; what scrolls must take the focus. */
export function formulas(column) {
  const fit = () => {
    for (const formula of column.querySelectorAll(".math.block")) {
      if (!formula.clientWidth) continue;
      const wide = !shrunk(formula);
      formula.classList.toggle("wide", wide);
      focusable(formula, wide);
    }
    for (const table of column.querySelectorAll(".prose table")) focusable(table, table.scrollWidth > table.clientWidth + 1);
  };
  new ResizeObserver(fit).observe(column);
  column.addEventListener("toggle", fit, true);
  document.fonts.ready.then(fit);
}

/** Shrink a formula until it fits; false when it does not. Gaps and scripts do not shrink in proportion. */
function shrunk(formula) {
  let fit = 1;
  for (let tried = 0; tried <= TRIES; tried++) {
    formula.style.setProperty("--fit", fit);
    if (formula.scrollWidth <= formula.clientWidth + 1) return true;
    fit = Math.max(LEAST, fit * (formula.clientWidth - 1) / formula.scrollWidth);
  }
  return false;
}

function focusable(element, yes) {
  if (yes) element.tabIndex = 0;
  else element.removeAttribute("tabindex");
}
