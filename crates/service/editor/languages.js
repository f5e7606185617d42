// Highlighting by the ids of languages. A mode is a script of its own, loaded when it is needed.
import { StreamLanguage } from "@codemirror/language";

/** The script of each language, and the name of the parser in it if it differs. */
const scripts = {
  c: ["clike"], cpp: ["clike"], csharp: ["clike"], java: ["clike"], kotlin: ["clike"], php: ["clike"], scala: ["clike"],
  javascript: ["javascript"], typescript: ["javascript"],
  python: ["python"], pypy: ["python", "python"],
  // Elixir has the strings, atoms, comments and most of the keywords of Ruby.
  ruby: ["ruby"], elixir: ["ruby", "ruby"],
  erlang: ["erlang"], go: ["go"], racket: ["scheme", "scheme"], rust: ["rust"],
};

/** Returns the extension that highlights a language; an empty one if there is no mode for it. */
export async function highlighting(id) {
  const [script, name = id] = scripts[id] ?? [];
  if (!script) return [];
  // Not a literal, so that the mode stays out of the bundle.
  const path = `./mode-${script}.js`;
  const mode = await import(path);
  return StreamLanguage.define(mode[name]);
}
