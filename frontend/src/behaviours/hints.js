/** Hints are revealed one at a time: the next one appears when the one before is opened. */
export function hints(list) {
  const items = [...list.children];
  items.forEach((item, at) => {
    item.hidden = at > 0;
    item.querySelector("details").addEventListener("toggle", () => {
      if (items[at + 1]) items[at + 1].hidden = false;
    });
  });
}
