import {autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap} from "@codemirror/autocomplete";
import {defaultKeymap, history, historyKeymap, indentWithTab} from "@codemirror/commands";
import {python, pythonLanguage} from "@codemirror/lang-python";
import {bracketMatching, indentOnInput, indentUnit, syntaxHighlighting} from "@codemirror/language";
import {highlightSelectionMatches, searchKeymap} from "@codemirror/search";
import {EditorState, Prec} from "@codemirror/state";
import {
  crosshairCursor, drawSelection, dropCursor, EditorView, highlightActiveLine, highlightActiveLineGutter,
  highlightSpecialChars, keymap, lineNumbers, rectangularSelection,
} from "@codemirror/view";
import {completeNumpy} from "./completion.js";
import {colours} from "./colours.js";
import {failMark, markField, setMark} from "./marks.js";
import {typeOverSelection} from "./typing.js";

/** Put an editor in the place of a textarea; returns what the page may do with it. */
export function mount(area, {label, nonce, onRun, onSubmit, onChange}) {
  const view = new EditorView({
    state: EditorState.create({
      doc: area.value,
      extensions: [
        nonce ? EditorView.cspNonce.of(nonce) : [],
        Prec.highest(keymap.of([
          {key: "Mod-Enter", run: () => (onRun(), true), stopPropagation: true},
          {key: "Shift-Mod-Enter", run: () => (onSubmit(), true), stopPropagation: true},
        ])),
        behaviour(), language(), markField,
        EditorView.contentAttributes.of({"aria-label": label, spellcheck: "false", tabindex: "0"}),
        EditorView.updateListener.of(update => update.docChanged && onChange(update.state.doc.toString())),
      ],
    }),
  });
  area.hidden = true;
  area.after(view.dom);
  return {
    text: () => view.state.doc.toString(),
    replace: text => view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: text}}),
    goto: line => goto(view, line),
    mark: mark => view.dispatch({effects: setMark.of(failMark(view.state.doc, mark))}),
  };
}

function behaviour() {
  return [
    lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), highlightSpecialChars(), history(),
    drawSelection(), dropCursor(), rectangularSelection(), crosshairCursor(), EditorState.allowMultipleSelections.of(true),
    typeOverSelection, bracketMatching(), closeBrackets(), autocompletion(), highlightSelectionMatches(),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
  ];
}

function language() {
  return [
    python(), pythonLanguage.data.of({autocomplete: completeNumpy}),
    indentOnInput(), indentUnit.of("    "), EditorState.tabSize.of(4), syntaxHighlighting(colours),
  ];
}

function goto(view, number) {
  const doc = view.state.doc;
  const line = doc.line(Math.min(Math.max(1, number), doc.lines));
  view.dispatch({selection: {anchor: line.from, head: line.to}, effects: EditorView.scrollIntoView(line.from, {y: "center"})});
  view.focus();
}
