// Builds the site's scripts, styles and fonts: node build.mjs <out dir>.
// Every name holds a hash of its content, so that browsers may keep a file for ever;
// manifest.json says which file stands for which entry.
import {build} from "esbuild";
import {copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {createHash} from "node:crypto";
import {basename, dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import {fonts} from "./fonts.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) {
  console.error("usage: node build.mjs <out dir>");
  process.exit(2);
}

rmSync(out, {recursive: true, force: true});
mkdirSync(out, {recursive: true});
const scratch = mkdtempSync(join(here, "node_modules", ".fonts-"));
try {
  await fonts(scratch);
  const result = await build({
    absWorkingDir: here,
    entryPoints: {page: "src/page.js", editor: "src/editor/mount.js", style: "src/style/index.css"},
    alias: {fonts: scratch},
    outdir: out,
    bundle: true,
    format: "esm",
    splitting: true,
    minify: true,
    metafile: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    loader: {".woff2": "file"},
    entryNames: "[name]-[hash]",
    chunkNames: "chunk-[hash]",
    assetNames: "[name]-[hash]",
    logLevel: "warning",
  });
  writeFileSync(join(out, "THIRD-PARTY.txt"), notices(Object.keys(result.metafile.inputs)));
  writeFileSync(join(out, "manifest.json"), JSON.stringify(manifest(result.metafile), null, 1) + "\n");
} finally {
  rmSync(scratch, {recursive: true, force: true});
}

/** Entry name -> {file}. */
function manifest(meta) {
  const entries = {"mark.svg": {file: hashedCopy("src/mark.svg")}};
  for (const [path, info] of Object.entries(meta.outputs)) {
    const file = basename(path);
    if (info.entryPoint) {
      entries[file.replace(/-[A-Z0-9]{8}(?=\.\w+$)/, "")] = {file};
    } else if (file.endsWith(".woff2")) {
      entries[file.replace(/-[A-Z0-9]{8}(?=\.woff2$)/, "")] = {file};
    }
  }
  return entries;
}

function hashedCopy(source) {
  const path = join(here, source);
  const hash = createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 8).toUpperCase();
  const name = basename(source).replace(/(?=\.\w+$)/, `-${hash}`);
  copyFileSync(path, join(out, name));
  return name;
}

/** The licence of every package whose code or fonts are in the output. */
function notices(inputs) {
  const packages = new Set(inputs.map(p => p.match(/node_modules\/((?:@[^/]+\/)?[^/.][^/]*)/)?.[1]).filter(Boolean));
  for (const name of Object.keys(JSON.parse(readFileSync(join(here, "package.json"))).dependencies))
    if (name.startsWith("@fontsource")) packages.add(name);
  return [...packages].sort().map(name => {
    const folder = join(here, "node_modules", name);
    const {version, license} = JSON.parse(readFileSync(join(folder, "package.json")));
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}\n`;
  }).join("\n" + "-".repeat(78) + "\n\n");
}
