// What the page keeps over a reload: the game, the players, the clock and the choices.

const KEY = "othello";

export function load() {
  try { return JSON.parse(localStorage.getItem(KEY)) ?? {}; } catch { return {}; }
}

export function save(state) {
  try { localStorage.setItem(KEY, JSON.stringify(state)); } catch { /* without storage a reload begins anew */ }
}
