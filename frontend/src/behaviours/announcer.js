import {ANNOUNCE, on} from "../signals.js";

/** A live region that says each thing once. */
export function announcer(region) {
  on(ANNOUNCE, ({text}) => {
    region.textContent = text;
  });
}
