// The levels of the engine: names and words, as the server knows them.

import {facts} from "./dom.js";
import {T} from "./texts.js";

export const DEFAULT = facts.levels.first;
export const HUMAN = facts.levels.human;
export const STRONG = facts.levels.strong;
export const MOST = facts.levels.most;

const capital = text => text[0].toUpperCase() + text.slice(1);

export const levelName = name => capital(T.levelNames[name] ?? name);

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
  const step = stepOf(level);
  return step ? levelName(step.name) : capital(T.levelNumber(level));
};

// The name of a player for the page: that of the engine in the language of the page.
export const shownName = name => (levelOf(name) ? nameOf(levelOf(name)) : name);
