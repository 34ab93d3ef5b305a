const today = new Intl.DateTimeFormat([], {hour: "2-digit", minute: "2-digit", hourCycle: "h23"});
const earlier = new Intl.DateTimeFormat([], {dateStyle: "medium", timeStyle: "short", hourCycle: "h23"});

/** Show the times under an element in the reader's own zone; the server writes them in UTC. */
export function localise(root) {
  for (const time of root.querySelectorAll("time[data-time]")) {
    const at = new Date(time.dateTime);
    const format = at.toDateString() === new Date().toDateString() ? today : earlier;
    time.textContent = format.format(at);
    time.title = at.toLocaleString();
  }
}
