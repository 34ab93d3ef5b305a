// The page's behaviours, bound to elements by data attributes; every one works alone.
import {bind} from "./bind.js";
import {announcer} from "./behaviours/announcer.js";
import {anchors} from "./behaviours/anchors.js";
import {dialogOpener} from "./behaviours/dialog.js";
import {formulas} from "./behaviours/formulas.js";
import {heats} from "./behaviours/heats.js";
import {hints} from "./behaviours/hints.js";
import {panes} from "./behaviours/panes.js";
import {results} from "./behaviours/results.js";
import {shortcuts} from "./behaviours/shortcuts.js";
import {solution} from "./behaviours/solution.js";
import {splitter} from "./behaviours/splitter.js";
import {tabs} from "./behaviours/tabs.js";
import {theme} from "./behaviours/theme.js";
import {localise} from "./times.js";

bind({
  "announcer": announcer,
  "theme-form": theme,
  "tabs": tabs,
  "anchors": anchors,
  "panes": panes,
  "splitter": splitter,
  "open-dialog": dialogOpener,
  "formulas": formulas,
  "hints": hints,
  "results": results,
  "heats": heats,
  "solution": solution,
  "shortcuts": shortcuts,
});
localise(document);
document.documentElement.dataset.ready = "";
