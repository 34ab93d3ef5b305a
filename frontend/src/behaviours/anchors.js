/** Links to a place on this page open the tab, the pane and the details that hold it. */
export function anchors(root) {
  const reveal = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !root.contains(target)) return;
    target.dispatchEvent(new CustomEvent("tracegrade:reveal", {bubbles: true}));
    for (let inside = target.closest("details"); inside; inside = inside.parentElement.closest("details"))
      inside.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  queueMicrotask(reveal);
}
