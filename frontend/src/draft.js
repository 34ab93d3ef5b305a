// The learner's unsaved code, kept per problem in this browser.
import {keep, recall} from "./memory.js";

/** The draft of one problem: what was typed, and when. */
export class Draft {
  constructor(problem) {
    this.key = `tracegrade:draft:${problem}`;
  }

  read() {
    try {
      const kept = JSON.parse(recall(this.key));
      return typeof kept?.code === "string" ? kept.code : null;
    } catch {
      return null;
    }
  }

  write(code) {
    return keep(this.key, JSON.stringify({code, at: new Date().toISOString()}));
  }
}
