// What the page keeps over a reload: the game, the players, the clock, a set-up; and the choices of its user.
//
// Each tab keeps its own state; a new tab begins with that of the tab whose game was changed last. Choices are those of
// all tabs.

const KEY = "othello";
const CHOICES = "othello-choices";

let last = null; // the state that a new tab begins with, unless another tab has saved one since

export function load() {
  last = read("sessionStorage", KEY) ?? read("localStorage", KEY);
  return parse(last);
}

// Keeps the state for a reload, and for a new tab if no other tab has saved one.
export function save(state) {
  const isLast = read("localStorage", KEY) === last;
  last = JSON.stringify(state);
  for (const name of isLast ? ["sessionStorage", "localStorage"] : ["sessionStorage"]) write(name, KEY, last);
}

// Lets a new tab begin with the state that this tab saves, although others have saved theirs.
export function claim() {
  last = read("localStorage", KEY);
}

let hasFailed = false;

// Whether the browser has no room for the last choice, or keeps nothing at all.
export const isFull = () => hasFailed;

export const choices = parse(read("localStorage", CHOICES));

// Another tab has changed them.
window.addEventListener("storage", event => {
  if (event.key === CHOICES) Object.assign(choices, parse(event.newValue));
});
// A page that comes back with the browser's back button has heard of no change.
window.addEventListener("pageshow", ({persisted}) => {
  if (persisted) Object.assign(choices, parse(read("localStorage", CHOICES)));
});

// Remembers choices, also for later visits.
export function choose(changed) {
  Object.assign(choices, changed);
  hasFailed = !write("localStorage", CHOICES, JSON.stringify(choices));
}

function parse(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

function read(name, key) {
  try {
    return globalThis[name].getItem(key);
  } catch {
    return null;
  }
}

function write(name, key, text) {
  try {
    globalThis[name].setItem(key, text);
    return true;
  } catch {
    return false; // a reload begins anew
  }
}
