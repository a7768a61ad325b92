// The rules of Othello. A position has 64 cells, X, O or -, from a1, b1 to h8, and a side to move.

import {SQUARES} from "./board.js";

const DIRECTIONS = [-9, -8, -7, -1, 1, 7, 8, 9];
const DISCS = {black: "X", white: "O"};

export const START = {cells: "-".repeat(27) + "OX------XO" + "-".repeat(27), turn: "black"};

export const other = color => (color === "black" ? "white" : "black");
export const count = (position, color) => position.cells.split(DISCS[color]).length - 1;
export const empties = position => position.cells.split("-").length - 1;

// Returns the places of the discs that a move turns; none if the move is illegal.
export function flips(position, name) {
  const first = SQUARES.indexOf(name);
  const own = DISCS[position.turn];
  const foe = DISCS[other(position.turn)];
  if (first < 0 || position.cells[first] !== "-") return [];
  return DIRECTIONS.flatMap(step => {
    const captured = [];
    let at = first;
    while (isBeside(at, at + step) && position.cells[at + step] === foe) captured.push((at += step));
    return isBeside(at, at + step) && position.cells[at + step] === own ? captured : [];
  });
}

const isBeside = (from, to) => to >= 0 && to < 64 && Math.abs((to & 7) - (from & 7)) < 2;

export const legalSquares = position => SQUARES.filter(name => flips(position, name).length);
export const isOver = position => !legalSquares(position).length && !legalSquares(passed(position)).length;
export const mustPass = position => !legalSquares(position).length && !isOver(position);
const passed = position => ({cells: position.cells, turn: other(position.turn)});

// Returns the position after a move; null if the move is illegal.
export function play(position, move) {
  if (move === "pass") return mustPass(position) ? passed(position) : null;
  const turned = flips(position, move);
  if (!turned.length) return null;
  const cells = [...position.cells];
  for (const at of [SQUARES.indexOf(move), ...turned]) cells[at] = DISCS[position.turn];
  return {cells: cells.join(""), turn: other(position.turn)};
}

// Returns a position and the positions after moves from there, which are legal.
export const follow = (position, moves) => moves.reduce((all, move) => [...all, play(all.at(-1), move)], [position]);

// The symmetries of the board, as functions from the place of a square to another one.
const SYMMETRIES = [...Array(8).keys()].map(kind => at => {
  const [x, y] = [kind & 1 ? 7 - (at & 7) : at & 7, kind & 2 ? 7 - (at >> 3) : at >> 3];
  return kind & 4 ? 8 * x + y : 8 * y + x;
});
// Returns the views in which a position looks the same, as functions from a move to the same move there.
export function views({cells}) {
  const same = SYMMETRIES.filter(map => [...cells].every((cell, at) => cells[map(at)] === cell));
  return same.map(map => name => (name === "pass" ? name : SQUARES[map(SQUARES.indexOf(name))]));
}
// Returns the squares on which a move is the same as on this one, since the position is symmetric.
export const twins = (position, name) => views(position).map(view => view(name));

// Returns a name that all eight views of a position share, and the function from its squares to those of this view.
export function canonical({cells, turn}) {
  const views = SYMMETRIES.map(map => ({map, cells: SQUARES.map((_, at) => cells[map(at)]).join("")}));
  const least = views.reduce((one, other) => (other.cells < one.cells ? other : one));
  return {name: `${least.cells} ${turn}`, map: least.map};
}

// Returns the final score for black; the winner gets the empty squares.
export function finalScore(position) {
  const difference = count(position, "black") - count(position, "white");
  return difference + Math.sign(difference) * empties(position);
}

export const format = position => `${position.cells} ${DISCS[position.turn]}`;
export const isStart = position => format(position) === format(START);

// Returns the position of a text that `format` wrote; null if it is not one.
export function parse(text) {
  const match = /^([XO-]{64}) ([XO])$/.exec(text);
  return match && {cells: match[1], turn: match[2] === "X" ? "black" : "white"};
}
