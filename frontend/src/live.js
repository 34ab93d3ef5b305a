// Follows one submission: an event stream says that something changed, the page then reads the truth.
// Where the stream does not work, it asks again at intervals.

const POLL_MS = 1000;

/**
 * Call `changed` at once and after every change, until stop() is called.
 * `changed` returns true at the end, or in how many milliseconds to call it again without a change.
 */
export function follow(eventsUrl, changed) {
  let stopped = false, busy = false, again = false, timer, soon;
  const stream = new EventSource(eventsUrl);
  const stop = () => {
    stopped = true;
    stream.close();
    clearTimeout(timer);
    clearTimeout(soon);
  };
  const look = async () => {
    if (busy) return void (again = true);
    busy = true;
    clearTimeout(soon);
    let next;
    do {
      again = false;
      next = stopped || await changed();
      if (next === true) stop();
    } while (again && !stopped);
    if (!stopped && next) soon = setTimeout(look, next);
    busy = false;
  };
  const poll = async () => {
    await look();
    if (!stopped && stream.readyState !== EventSource.OPEN) timer = setTimeout(poll, POLL_MS);
  };
  stream.addEventListener("change", look);
  stream.addEventListener("end", look);
  stream.addEventListener("error", () => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(poll, POLL_MS);
  });
  look();
  return stop;
}
