// Errors at their lines, until the lines are edited.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";

/** Replaces all errors: a list of `{ line, text }`. */
export const setErrors = StateEffect.define();

class Message extends WidgetType {
  constructor(text) {
    super();
    this.text = text;
  }

  eq(other) {
    return other.text === this.text;
  }

  toDOM() {
    const shown = document.createElement("div");
    shown.className = "error-text";
    shown.lang = "en";
    shown.textContent = this.text;
    return shown;
  }
}

const marked = Decoration.line({ class: "error-line" });

function decorations(doc, errors) {
  const known = errors.filter(({ line }) => line >= 1 && line <= doc.lines);
  const all = known.flatMap(({ line: number, text }) => {
    const line = doc.line(number);
    return [marked.range(line.from), Decoration.widget({ widget: new Message(text), block: true, side: 1 }).range(line.to)];
  });
  return Decoration.set(all, true);
}

export const errorLines = StateField.define({
  create: () => Decoration.none,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setErrors)) return decorations(transaction.state.doc, effect.value);
    if (!transaction.docChanged) return shown;
    const { startState: { doc }, changes } = transaction;
    const isEdited = (at) => changes.touchesRange(doc.lineAt(at).from, doc.lineAt(at).to);
    return shown.update({ filter: (from) => !isEdited(from) }).map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
