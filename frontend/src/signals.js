// What behaviours tell each other, as events on the document; nobody holds a reference to another.

/** Names of all signals: who sends them, and what `detail` holds. */
export const SUBMITTED = "tracegrade:submitted";  // solution: {id, page, results, events}
export const SHOWN = "tracegrade:shown";          // results: {id, state, settled, failing, says, mark}
export const FINISHED = "tracegrade:finished";    // results: {id}
export const GOTO_LINE = "tracegrade:goto-line";  // results: {line}
export const LOAD_CODE = "tracegrade:load-code";  // results: {source, label}
export const SHOW_PANE = "tracegrade:show-pane";  // anyone: {pane, focus}
export const PRESS = "tracegrade:press";          // shortcuts: {kind}
export const ANNOUNCE = "tracegrade:announce";    // anyone: {text}

export const send = (signal, detail = {}) => document.dispatchEvent(new CustomEvent(signal, {detail}));
export const on = (signal, listener) => document.addEventListener(signal, event => listener(event.detail));
