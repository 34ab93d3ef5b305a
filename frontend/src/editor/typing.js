import {EditorView} from "@codemirror/view";

/**
 * Typing over a selection. Left to itself the browser would carry the styles of the deleted text over
 * in style attributes, which the content security policy refuses with an error for each.
 */
export const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const {from, to, empty} = view.state.selection.main;
    if (event.inputType !== "insertText" || !event.data || empty || view.compositionStarted) return false;
    const insert = () => view.state.update(
      view.state.replaceSelection(event.data), {userEvent: "input.type", scrollIntoView: true},
    );
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some(handle => handle(view, from, to, event.data, insert))) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});
