// The game on the page: its moves, the position that is shown, and the earlier states for undo and redo.

import * as rules from "./rules.js";

const LONGEST_HISTORY = 200;
const EMPTY = {
  start: null,
  moves: [],
  notes: [],
  black: "",
  white: "",
  event: "",
  date: "",
  result: null,
  ending: null,
  comment: ""
};

export class Game extends EventTarget {
  constructor() {
    super();
    this.past = [];
    this.future = [];
    this.become({...EMPTY}, 0);
  }

  get position() {
    return this.positions[this.ply];
  }
  get last() {
    return this.positions.at(-1);
  }
  get length() {
    return this.record.moves.length;
  }
  get isAtEnd() {
    return this.ply === this.length;
  }
  // A game is also over when a side has resigned or has no time left.
  get isOver() {
    return rules.isOver(this.last) || this.record.ending !== null;
  }

  // The game up to the shown position, as requests have it.
  shown() {
    return {start: this.record.start, moves: this.record.moves.slice(0, this.ply)};
  }

  begin(position = rules.START, facts = {}) {
    this.change({...EMPTY, start: rules.isStart(position) ? null : rules.format(position), ...facts}, 0);
  }

  // Replaces the game by one that the server or a link has; an illegal game raises an error.
  load(record, ply = record.moves.length) {
    this.change({...EMPTY, ...record}, Math.min(ply, record.moves.length));
  }

  // Plays a move in the shown position; returns whether it was legal.
  play(move, note = null) {
    if (!rules.play(this.position, move)) return false;
    if (this.record.moves[this.ply] === move && note === null && this.record.ending === null) {
      this.goTo(this.ply + 1);
      return true;
    }
    const moves = [...this.record.moves.slice(0, this.ply), move];
    const notes = moves.map((_, at) => this.record.notes[at] ?? null);
    notes[this.ply] = note;
    this.change({...this.record, moves, notes, result: null, ending: null}, moves.length);
    return true;
  }

  // Ends the game early: a side resigns, or has no time left.
  end(loser, ending) {
    this.change({...this.record, ending, result: loser === "black" ? -64 : 64}, this.length);
  }

  // Removes the moves after the first ones.
  cut(ply) {
    const {moves, notes} = this.record;
    this.change(
      {...this.record, moves: moves.slice(0, ply), notes: notes.slice(0, ply), result: null, ending: null},
      ply
    );
  }

  // Changes names and other facts about the game.
  name(facts) {
    if (Object.keys(facts).some(key => facts[key] !== this.record[key]))
      this.change({...this.record, ...facts}, this.ply);
  }

  goTo(ply) {
    const wanted = Math.max(0, Math.min(this.length, ply));
    if (wanted === this.ply) return;
    this.ply = wanted;
    this.dispatchEvent(new Event("move"));
  }

  undo() {
    this.swap(this.past, this.future);
  }
  redo() {
    this.swap(this.future, this.past);
  }

  swap(from, to) {
    if (!from.length) return;
    to.push({record: this.record, ply: this.ply});
    const {record, ply} = from.pop();
    this.become(record, ply);
    this.dispatchEvent(new Event("change"));
  }

  // Goes on with another game; forced passes at its end are made, and its result is noted.
  change(record, ply) {
    const before = {record: this.record, ply: this.ply};
    const last = positionsOf(record).at(-1);
    const isAtEnd = ply === record.moves.length;
    if (rules.mustPass(last)) record = {...record, moves: [...record.moves, "pass"]};
    else if (rules.isOver(last)) record = {...record, result: record.result ?? rules.finalScore(last)};
    this.become(record, isAtEnd ? record.moves.length : ply);
    this.past = [...this.past, before].slice(-LONGEST_HISTORY);
    this.future = [];
    this.dispatchEvent(new Event("change"));
  }

  become(record, ply) {
    const positions = positionsOf(record);
    Object.assign(this, {record, ply, positions});
  }
}

// Returns the positions of a game; an illegal game raises an error.
export function positionsOf(record) {
  const positions = [record.start ? rules.parse(record.start) : rules.START];
  if (!positions[0]) throw new Error("The link or the saved game has no position that can be read.");
  for (const [at, move] of record.moves.entries()) {
    const next = rules.play(positions[at], move);
    if (!next) throw new Error(`Move ${at + 1}, ${move}, is not legal.`);
    positions.push(next);
  }
  return positions;
}
