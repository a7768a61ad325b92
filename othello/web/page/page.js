// The parts of the page by their names: they reach each other here. main.js makes them.

export const page = /** @type {import("./main.js").Page} */ ({});

// Does what follows from a change of a part, and shows it.
export const update = () => page.screen.update();

// The parts of which a reload keeps a state: they have saved() and restore(), or name fields in `savedFields`.
const kept = () => Object.entries(/** @type {any} */ (page)).filter(([, part]) => part.saved || part.savedFields);

const stateOf = part => (part.saved ? part.saved() : Object.fromEntries(part.savedFields.map(name => [name, part[name]])));

export const saved = () => Object.fromEntries(kept().map(([name, part]) => [name, stateOf(part)]));

// Takes up a state of the page; a damaged one raises an error.
export function restore(state) {
  for (const [name, part] of kept().filter(([name]) => name in state)) {
    if (part.restore) part.restore(state[name]);
    else Object.assign(part, state[name]);
  }
}
