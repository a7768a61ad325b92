// What the page keeps over a reload: the game, the players, the clock and the choices.
//
// Each tab keeps its own state; a new tab begins with that of the last one.

const KEY = "othello";

export function load() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export function save(state) {
  const text = JSON.stringify(state);
  for (const name of ["sessionStorage", "localStorage"])
    try {
      window[name].setItem(KEY, text);
    } catch {
      /* without storage a reload begins anew */
    }
}
