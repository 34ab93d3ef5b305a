// Makes the site's font files out of the fontsource packages.
// The text fonts are the packages' Latin files as they are; the maths font is cut down from 400 kB
// to the characters that MathML of this kind of page can need (its MATH table stays whole).
import subset from "subset-font";
import {copyFileSync, readFileSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";

const packages = join(dirname(fileURLToPath(import.meta.url)), "node_modules");

const copies = {
  "stix-text": "@fontsource-variable/stix-two-text/files/stix-two-text-latin-wght-normal.woff2",
  "stix-text-italic": "@fontsource-variable/stix-two-text/files/stix-two-text-latin-wght-italic.woff2",
  "plex-sans-400": "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2",
  "plex-sans-500": "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-500-normal.woff2",
  "plex-sans-600": "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2",
  "plex-mono-400": "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2",
  "plex-mono-600": "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-600-normal.woff2",
};

const mathsFont = "@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2";

// Latin, accents, Greek, punctuation, letter-likes, arrows, operators, fences and braces, and the
// mathematical alphabets: bold, italic, script, double-struck and italic Greek.
const mathsRanges = [
  [0x20, 0x7e], [0xa0, 0xff], [0x2c6, 0x2dc], [0x300, 0x338], [0x391, 0x3f6], [0x2010, 0x2057],
  [0x20d0, 0x20e1], [0x2100, 0x214f], [0x2190, 0x21ff], [0x2200, 0x22ff], [0x2308, 0x230b],
  [0x23b0, 0x23df], [0x25a0, 0x25ff], [0x27e6, 0x27ef], [0x1d400, 0x1d467], [0x1d49c, 0x1d4cf],
  [0x1d538, 0x1d56b], [0x1d6a4, 0x1d71b],
];

/** Write every font of the site into a folder, as <name>.woff2. */
export async function fonts(folder) {
  for (const [name, path] of Object.entries(copies))
    copyFileSync(join(packages, path), join(folder, `${name}.woff2`));
  const maths = readFileSync(join(packages, mathsFont));
  writeFileSync(join(folder, "stix-math.woff2"), await subset(maths, characters(), {targetFormat: "woff2"}));
}

function characters() {
  let text = "";
  for (const [first, last] of mathsRanges)
    for (let code = first; code <= last; code++) text += String.fromCodePoint(code);
  return text;
}
