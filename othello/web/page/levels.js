// The levels of the engine: names and words, as the server knows them.

import {facts} from "./dom.js";

export const DEFAULT = facts.levels.first;
export const HUMAN = facts.levels.human;
export const STRONG = facts.levels.strong;
export const MOST = facts.levels.most;

export const isHuman = level => HUMAN.some(({name}) => name === level);

// The name of the engine at a level, as files have it.
export const playerName = level => `othello, ${isHuman(level) ? "" : "level "}${level}`;
