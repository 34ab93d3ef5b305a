import {HighlightStyle} from "@codemirror/language";
import {tags as t} from "@lezer/highlight";

/** Colours of Python; the values follow the page's theme. */
export const colours = HighlightStyle.define([
  {tag: [t.keyword, t.controlKeyword, t.operatorKeyword, t.definitionKeyword, t.moduleKeyword], color: "var(--code-keyword)"},
  {tag: [t.string, t.special(t.string), t.docString], color: "var(--code-string)"},
  {tag: [t.number, t.bool, t.null], color: "var(--code-number)"},
  {tag: [t.lineComment], color: "var(--code-comment)", fontStyle: "italic"},
  {tag: [t.function(t.variableName), t.function(t.definition(t.variableName)), t.definition(t.className)], color: "var(--code-function)"},
  {tag: [t.operator, t.punctuation], color: "var(--code-punct)"},
]);
