/** Run each behaviour on every element that carries data-<name>; one that fails leaves the others alone. */
export function bind(behaviours) {
  for (const [name, behave] of Object.entries(behaviours))
    for (const element of document.querySelectorAll(`[data-${name}]`))
      try {
        behave(element);
      } catch (error) {
        reportError(error);
      }
}
