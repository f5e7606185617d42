// Colours and sizes, from the tokens of the page.
import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--surface)", color: "var(--text)", fontSize: "var(--size-s)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--text)" },
  ".cm-placeholder": { color: "var(--muted)" },
  ".cm-cursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--muted)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 10px 0 12px", minWidth: "2.6em" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--raised) 60%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--info-soft)", outline: "1px solid var(--accent)" },
  "&.cm-focused .cm-nonmatchingBracket": { color: "var(--bad)" },
  ".error-line": { backgroundColor: "var(--bad-soft)", boxShadow: "inset 3px 0 var(--bad)" },
  ".error-text": { backgroundColor: "var(--bad-soft)", boxShadow: "inset 3px 0 var(--bad)", color: "var(--bad)", padding: "2px 12px 4px", whiteSpace: "pre-wrap" },
});

export const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.character], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.literal], color: "var(--warn)" },
  { tag: [tags.comment, tags.meta], color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.typeName, tags.className, tags.standard(tags.variableName)], color: "var(--info)" },
  { tag: tags.invalid, color: "var(--bad)" },
]);
