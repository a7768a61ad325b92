// The keys of the page, and the list of them.

import {$, element} from "./dom.js";

// keys: lists of names of keys as events have them, the text for the list, and the button for which they stand, by its
// id, or an action. A button that is disabled does nothing.
export function listen(keys) {
  const actions = new Map(keys.flatMap(([names, , action]) => names.map(name => [name, action])));
  $("keys").append(
    ...keys.flatMap(([names, text]) => [
      element(
        "dt",
        {},
        ...names
          .filter(name => !/^[A-Z]$/.test(name) || !names.includes(name.toLowerCase()))
          .map(name => element("kbd", {}, shown(name)))
      ),
      element("dd", {}, text)
    ])
  );
  document.addEventListener("keydown", event => {
    if (event.altKey || (event.metaKey && !event.ctrlKey) || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input, textarea, select")) return;
    const action = actions.get((event.ctrlKey ? "Ctrl+" : "") + event.key);
    if (!action) return;
    event.preventDefault();
    if (typeof action === "string") $(action).click();
    else action();
  });
}

const shown = name =>
  ({ArrowLeft: "←", ArrowRight: "→"})[name] ??
  name
    .replace("+Z", "+Shift+Z")
    .replace(/^(Ctrl\+)?[a-z]$/, key => key.replace(/.$/, last => last.toUpperCase()));
