const STEPS = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

/** Two heat-maps side by side: the cell under the pointer, or chosen by arrow keys, is read out below. */
export function heats(pane) {
  pane.addEventListener("pointermove", event => {
    const map = event.target.closest("[data-map]");
    if (map) point(map, event);
  });
  pane.addEventListener("keydown", event => {
    const cells = event.target.closest("[data-cells]");
    const step = STEPS[event.key];
    if (!cells || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [row, column] = chosen(cells);
    show(cells.closest("[data-heat]"), row + step[0], column + step[1]);
  });
}

function point(map, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  show(map.closest("[data-heat]"), Math.floor(at.y), Math.floor(at.x));
}

function chosen(cells) {
  const {y, x} = cells.querySelector(".cursor");
  return [y.baseVal.value, x.baseVal.value];
}

/** Move the frame in both maps, and say what is in it; outside the maps nothing changes. */
function show(heat, row, column) {
  const {width: columns, height: rows} = heat.querySelector("[data-map]").viewBox.baseVal;
  if (row < 0 || column < 0 || row >= rows || column >= columns) return;
  for (const cursor of heat.querySelectorAll(".cursor")) {
    cursor.setAttribute("x", column);
    cursor.setAttribute("y", row);
  }
  const {names, from, values} = JSON.parse(heat.dataset.heat);
  const [got, wanted] = values[row * columns + column];
  const place = [row, column].slice(-names.length).map((at, axis) => `${names[axis]} ${at + from[axis]}`);
  const readout = heat.querySelector("[data-readout]");
  readout.querySelector("[data-where]").textContent = place.join(", ");
  readout.querySelector("[data-got]").textContent = got;
  readout.querySelector("[data-wanted]").textContent = wanted;
}
