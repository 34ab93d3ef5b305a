// Follows one submission: an event stream says that something changed, the page then reads the truth.
// Where the stream does not work, it asks again at intervals.

const POLL_MS = 1000;

/** Call `changed` at once and after every change, until stop() is called; `changed` returns true at the end. */
export function follow(eventsUrl, changed) {
  let stopped = false, busy = false, again = false, timer;
  const stream = new EventSource(eventsUrl);
  const stop = () => {
    stopped = true;
    stream.close();
    clearTimeout(timer);
  };
  const look = async () => {
    if (busy) return void (again = true);
    busy = true;
    do {
      again = false;
      if (!stopped && await changed()) stop();
    } while (again && !stopped);
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
