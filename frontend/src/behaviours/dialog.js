/** A button that opens the dialog it names. */
export function dialogOpener(button) {
  button.addEventListener("click", () => document.getElementById(button.dataset.openDialog).showModal());
}

/** Ask in a dialog; resolves to true when its button with value "yes" is pressed. */
export function ask(dialog) {
  return new Promise(resolve => {
    dialog.returnValue = "";
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), {once: true});
    dialog.showModal();
  });
}
