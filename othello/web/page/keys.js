// The keys of the page, and the list of them.

import {$, element} from "./dom.js";

const SHOWN = {ArrowLeft: "←", ArrowRight: "→"};
const STEPS = ["back", "next", "undo", "redo"]; // the buttons that a held key presses again and again

// keys: lists of names of keys as events have them, in capitals, also with "Ctrl+" or "Ctrl+Shift+"; the text for the
// list; and the button for which they stand, by its id, or an action. A button that is disabled does nothing.
export function listen(keys) {
  const actions = new Map(keys.flatMap(([names, , action]) => names.map(name => [name.toLowerCase(), action])));
  $("keys").append(
    ...keys.flatMap(([names, text]) => [
      element("dt", {}, ...names.map(name => element("kbd", {}, SHOWN[name] ?? name))),
      element("dd", {}, text)
    ])
  );
  let held = ""; // the pressed key that has acted; its repetitions neither act nor write into a field
  document.addEventListener("keydown", event => {
    const modifiers = event.ctrlKey ? (event.shiftKey ? "Ctrl+Shift+" : "Ctrl+") : "";
    const name = (modifiers + event.key).toLowerCase(); // Caps Lock changes the letter
    if (event.repeat && name === held) {
      event.preventDefault();
      return;
    }
    held = "";
    if (event.altKey || (event.metaKey && !event.ctrlKey) || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input:not([type=checkbox]), textarea, select")) return;
    const action = actions.get(name);
    if (!action) return;
    event.preventDefault();
    if (!STEPS.includes(action)) held = name;
    if (typeof action === "string") $(action).click();
    else action();
  });
}
