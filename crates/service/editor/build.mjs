// Bundles the editor and the modes that highlight languages.
//
//   node build.mjs DIRECTORY
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const [directory] = process.argv.slice(2);
const here = fileURLToPath(new URL(".", import.meta.url));
const MAX = 300 * 1024;

function bundle(entry, name) {
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    absWorkingDir: here,
    bundle: true,
    minify: true,
    format: "esm",
    target: ["chrome120", "firefox121", "safari17.2"],
    charset: "utf8",
    legalComments: "none",
    write: false,
  });
  const script = outputFiles[0].text.trim();
  writeFileSync(join(directory, name), script);
  return Buffer.byteLength(script);
}

const size = bundle("editor.js", "editor.js");
if (size > MAX) throw new Error(`the editor has ${size} bytes; the maximum is ${MAX}`);
for (const mode of readdirSync(join(here, "modes"))) bundle(`modes/${mode}`, `mode-${mode}`);
console.log(`${directory}: editor.js ${size} bytes`);
