/** The form that switches between light and dark; without scripts the server does it by a cookie. */
export function theme(form) {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  form.addEventListener("submit", event => {
    event.preventDefault();
    const ofSystem = system.matches ? "dark" : "light";
    const shown = root.dataset.theme === "system" ? ofSystem : root.dataset.theme;
    const wanted = shown === "dark" ? "light" : "dark";
    root.dataset.theme = wanted === ofSystem ? "system" : wanted;
    const body = new URLSearchParams({theme: root.dataset.theme, next: "/"});
    fetch(form.action, {method: "POST", body, redirect: "manual"}).catch(() => {});
  });
}
