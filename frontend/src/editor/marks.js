import {StateEffect, StateField} from "@codemirror/state";
import {Decoration, EditorView, WidgetType} from "@codemirror/view";

/** Where the last grading found fault: {line, lead, text}, or nothing. */
export const setMark = StateEffect.define();

export const markField = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMark)) return effect.value;
    // A mark speaks of the code that was graded; the first edit makes it stale.
    return transaction.docChanged ? Decoration.none : marks;
  },
  provide: field => EditorView.decorations.from(field),
});

export function failMark(doc, mark) {
  if (!mark || mark.line < 1 || mark.line > doc.lines) return Decoration.none;
  const line = doc.line(mark.line);
  return Decoration.set([
    Decoration.line({class: "cm-mark-fail"}).range(line.from),
    Decoration.widget({widget: new Note(mark.lead, mark.text), block: true, side: 1}).range(line.to),
  ]);
}

class Note extends WidgetType {
  constructor(lead, text) {
    super();
    this.lead = lead;
    this.text = text;
  }

  eq(other) {
    return other.lead === this.lead && other.text === this.text;
  }

  toDOM() {
    const note = Object.assign(document.createElement("div"), {className: "cm-note"});
    const line = note.appendChild(document.createElement("p"));
    line.append(Object.assign(document.createElement("b"), {textContent: this.lead}), ` ${this.text}`);
    return note;
  }
}
