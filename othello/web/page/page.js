// The parts of the page by their names: they reach each other here. main.js makes them.

export const page = /** @type {import("./main.js").Page} */ ({});

// Does what follows from a change of a part, and shows it.
export const update = () => page.screen.update();

// The parts of which a reload keeps a state.
const kept = () => Object.entries(/** @type {any} */ (page)).filter(([, part]) => part.saved);

export const saved = () => Object.fromEntries(kept().map(([name, part]) => [name, part.saved()]));

// Takes up a state of the page; a damaged one raises an error.
export function restore(state) {
  for (const [name, part] of kept()) if (name in state) part.restore(state[name]);
}
