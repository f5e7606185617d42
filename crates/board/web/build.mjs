// Bundles the board into one script and one style sheet, and writes a page whose policy
// allows these two and the shared style sheet, assets/look.css, and nothing else.
//
//   node build.mjs DIRECTORY
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const [directory] = process.argv.slice(2);
const here = fileURLToPath(new URL("src/", import.meta.url));
/** Maximum size of the script. */
const MOST = 70 * 1024;

function bundle(entry) {
  const { outputFiles } = buildSync({
    entryPoints: [join(here, entry)],
    absWorkingDir: here,
    bundle: true,
    minify: true,
    format: "iife",
    target: ["chrome120", "firefox121", "safari17.2"],
    charset: "utf8",
    legalComments: "none",
    write: false,
  });
  return outputFiles[0].text.trim();
}

const hash = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
const script = bundle("main.ts");
const style = bundle("board.css");
const look = readFileSync(fileURLToPath(new URL("../assets/look.css", import.meta.url)), "utf8");
const page = readFileSync(join(here, "page.html"), "utf8")
  .replace("SCRIPT-HASH", hash(script))
  .replace("STYLE-HASH", hash(look + style));
if (/<\/script|<!--/i.test(script) || /<\/style/i.test(look + style)) throw new Error("the bundle cannot stand in a page");
const files = { "board.js": script, "board.css": style, "page.html": page };
const size = Buffer.byteLength(script);
if (size > MOST) throw new Error(`the script is ${size} bytes long; at most ${MOST} are allowed`);
for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
console.log(`${directory}: ${Object.entries(files).map(([name, text]) => `${name} ${Buffer.byteLength(text)}`).join(", ")} bytes`);
