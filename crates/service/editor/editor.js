// The editor for solutions. It replaces a text area and keeps its value up to date.
import { history, historyKeymap, indentWithTab, standardKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { errorLines, setErrors } from "./errors.js";
import { highlighting } from "./languages.js";
import { colours, theme } from "./theme.js";

/** Indentation by language; others use four spaces. */
const INDENTS = { go: "\t", ruby: "  ", elixir: "  ", racket: "  ", scala: "  ", javascript: "  ", typescript: "  " };

/**
 * Mounts the editor instead of a text area. It lives in a shadow root, whose style sheets are
 * adopted by script, so the page needs no inline styles.
 */
export function mount(field, { label, hint, submit }) {
  const host = document.createElement("div");
  host.className = "editor";
  const root = host.attachShadow({ mode: "open" });
  if (field.hasAttribute("aria-invalid")) host.setAttribute("aria-invalid", "true");
  // Outside of the label, which would take the focus away at each click.
  const outer = field.closest("label") ?? field;
  outer.after(host);
  outer.hidden = true;

  const language = new Compartment();
  const indent = new Compartment();
  let current;
  const attributes = { "aria-label": label, autocapitalize: "off", autocorrect: "off", spellcheck: "false" };
  const described = field.getAttribute("aria-describedby");
  if (described) attributes["aria-invalid"] = "true";
  const extensions = [
    lineNumbers(), history(), indentOnInput(), bracketMatching(), highlightActiveLine(), highlightActiveLineGutter(),
    syntaxHighlighting(colours), theme, errorLines, language.of([]), indent.of(indentUnit.of("    ")),
    EditorState.tabSize.of(4), EditorView.lineWrapping, placeholder(hint), EditorView.contentAttributes.of(attributes),
    Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => { submit(); return true; } }])),
    keymap.of([...standardKeymap, ...historyKeymap, indentWithTab]),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      field.value = update.state.doc.toString();
      if (!update.transactions.some((one) => one.isUserEvent("set"))) field.dispatchEvent(new Event("input"));
    }),
  ];
  const view = new EditorView({ state: EditorState.create({ doc: field.value, extensions }), root, parent: root });
  if (field.autofocus) view.focus();

  return {
    /** Replaces the text, and shows errors at its lines. */
    set(text, errors = []) {
      const all = { from: 0, to: view.state.doc.length, insert: text };
      if (view.state.doc.toString() !== text.replaceAll("\r\n", "\n")) view.dispatch({ changes: all, userEvent: "set" });
      const shown = errors.find(({ line }) => line <= view.state.doc.lines);
      const scroll = shown ? [EditorView.scrollIntoView(view.state.doc.line(shown.line).from, { y: "center" })] : [];
      view.dispatch({ effects: [setErrors.of(errors), ...scroll] });
    },
    async setLanguage(id) {
      if (id === current) return;
      current = id;
      const found = await highlighting(id);
      if (id !== current) return;
      const unit = indentUnit.of(INDENTS[id] ?? "    ");
      view.dispatch({ effects: [language.reconfigure(found), indent.reconfigure(unit)] });
    },
    focus: () => view.focus(),
  };
}
