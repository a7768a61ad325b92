// The levels of the engine: names and words, as the server knows them, and faces: discs that look as they play.

import {element, facts} from "./dom.js";
import {T} from "./texts.js";

export const DEFAULT = facts.levels.first;
export const HUMAN = facts.levels.human;
export const STRONG = facts.levels.strong;
export const NAMES = [...HUMAN.map(({name}) => name), ...STRONG.map(({level}) => `${level}`)]; // those that are offered

const capital = text => text[0].toUpperCase() + text.slice(1);

const isHuman = level => HUMAN.some(({name}) => name === level);

// The name of the engine at a level, as files have it.
export const playerName = level => `othello, ${isHuman(level) ? "" : "level "}${level}`;

// The level of the engine that has this name in files; undefined for other players.
export const levelOf = name => /^othello, (?:level )?(\w+)$/.exec(name)?.[1];

// The step that a level, which may be a number in a text, is on. Undefined for numbers between the steps.
export const stepOf = level => HUMAN.find(({name}) => name === level) ?? STRONG.find(({level: number}) => `${number}` === level);

// How a level plays, in sentences; none for numbers between the steps.
export const wordsOf = level => {
  const step = stepOf(level);
  if (!step) return [];
  return isHuman(level) ? T.human({...step, words: T.levelWords[level] ?? step.words}) : T.strong(step);
};

// The name of a level, or its number in words.
export const nameOf = level => {
  const name = stepOf(level)?.name;
  return capital(name ? (T.levelNames[name] ?? name) : T.levelNumber(level));
};

// The name of a player for the page: that of the engine in the language of the page.
export const shownName = name => (levelOf(name) ? nameOf(levelOf(name)) : name);

const BROWS = {high: "M11 13q3-3 6-1M29 13q-3-3-6-1", low: "M10 14l7 3M30 14l-7 3", none: ""};
const MOUTHS = {
  round: "M18 29a2 2.4 0 1 0 4 0 2 2.4 0 1 0-4 0",
  smile: "M14 27q6 6 12 0",
  grin: "M13 27h14q-7 8-14 0z",
  smirk: "M15 29q6 1 10-3",
  flat: "M15 29h10",
  calm: "M16 28q4 3 8 0",
  sad: "M15 31q5-5 10 0"
};
// The radius of the eyes, brows, mouth, and what the opponent wears.
const FACES = {
  newcomer: [3.6, "none", "round", "M20 7V4q-6 0-6-4 6 0 6 4 0-4 6-4 0 4-6 4"],
  beginner: [3.2, "high", "grin", "M15 8q1-7 5-2 3-6 5 1"],
  casual: [2.6, "none", "smile", "M7 15a13 11 0 0 1 26 0h6q-3-3-6-3"],
  regular: [2.6, "high", "smirk", "M5 16q15-6 30 0v-4q-15-6-30 0z"],
  club: [2.6, "none", "calm", "M20 36l-7-4v8zl7-4v8z"],
  master: [2.2, "high", "flat", "M20 26q-4-3-9 1 6 2 9-1 4-3 9 1-6 2-9-1"],
  strong: [2.4, "low", "smirk", "M5 15q15-5 30 0v-4q-15-5-30 0zM35 13l4-4v8z"],
  expert: [1.8, "none", "flat", "M9 20a5 5 0 1 0 10 0 5 5 0 1 0-10 0M21 20a5 5 0 1 0 10 0 5 5 0 1 0-10 0M19 20h2"],
  champion: [2.6, "high", "grin", "M11 10L10 1l6 4 4-5 4 5 6-4-1 9q-9-3-18 0z"],
  titan: [2.2, "low", "flat", "M6 14Q0 9 3 1q2 6 9 7zM34 14q6-5 3-13-2 6-9 7z"],
  oracle: [1.6, "high", "calm", "M20 7l1.6 3.4 3.4 1.6-3.4 1.6L20 17l-1.6-3.4L15 12l3.4-1.6z"],
  other: [2.4, "none", "flat", "M20 6V2M17 1h6"]
};

// Returns the face of a level as a disc of a color, perhaps with another mouth.
export function face(level, color = "white", mouth = "") {
  const name = stepOf(level)?.name ?? "other";
  const [eye, brows, usual, worn] = FACES[name];
  const eyes = [14, 26].map(x => `<circle class="eye" cx="${x}" cy="20" r="${eye}"/>`).join("");
  const drawn = `<circle class="skin" cx="20" cy="22" r="16"/>${eyes}<path d="${BROWS[brows]}${MOUTHS[mouth || usual]}"/>`;
  const innerHTML = `<svg viewBox="-1 -1 42 42" aria-hidden="true">${drawn}<path class="${name === "expert" ? "glasses" : "worn"}" d="${worn}"/></svg>`;
  return element("span", {className: `face ${color}`, innerHTML});
}
