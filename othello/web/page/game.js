// The game on the page: its tree of moves, the line and the position that are shown, and earlier states for undo.

import {page, update} from "./page.js";
import * as rules from "./rules.js";
import * as storage from "./storage.js";
import {T} from "./texts.js";
import * as tree from "./tree.js";

const LONGEST_HISTORY = 200;
const EMPTY = {
  start: null, moves: [], notes: [], variations: [], comment: "",
  black: "", white: "", black_rating: null, white_rating: null,
  event: "", date: "", result: null, ending: null
};

export class Game {
  record = EMPTY;
  path = []; // of the shown line
  ply = 0; // of the shown position
  id = "";
  moves = []; // of the shown line, as are the notes and the positions
  notes = [];
  positions = [];
  mainPositions = [];
  past = [];
  future = [];

  constructor() {
    this.become({record: EMPTY, path: [], ply: 0, id: newId()});
  }

  // The parts of the page that undo brings back with the game.
  get companions() {
    return [page.players, page.clock];
  }
  get position() {
    return this.positions[this.ply];
  }
  // The last position of the game.
  get last() {
    return this.mainPositions.at(-1);
  }
  // The path of the line in which the shown move stands.
  get owner() {
    return tree.owner(this.record, this.path, this.ply);
  }
  get length() {
    return this.moves.length;
  }
  get isAtEnd() {
    return this.ply === this.length;
  }
  get isMain() {
    return !this.path.length;
  }
  // Whether the game has ended: its main line, whatever is shown; also if a side resigned or has no time left.
  get isOver() {
    return rules.isOver(this.last) || this.record.ending !== null;
  }
  // Whether nothing can follow the shown position.
  get isFinal() {
    return rules.isOver(this.position) || this.hasEndedEarly;
  }
  // Whether the shown position is the last one of a game that a side resigned or lost on time.
  get hasEndedEarly() {
    return this.isMain && this.isAtEnd && this.record.ending !== null && !rules.isOver(this.position);
  }
  get canUndo() {
    return this.past.some(state => !state.isWaiting);
  }
  // The last move before the shown position that is not a pass, and the place of the position before it.
  get lastMove() {
    const at = this.moves.slice(0, this.ply).findLastIndex(move => move !== "pass");
    return at < 0 ? null : {move: this.moves[at], before: this.positions[at]};
  }

  // Names the shown position by the moves that lead to it, in any game or in this one.
  get key() {
    return keyOf(this.shown());
  }
  get place() {
    return `${this.id} ${this.key}`;
  }

  // The game up to the shown position, as requests have it.
  shown() {
    return {start: this.record.start, moves: this.moves.slice(0, this.ply)};
  }

  // Begins a game; arrange changes the companions for it.
  begin(position = rules.START, facts = {}, arrange) {
    const start = rules.isStart(position) ? null : rules.format(position);
    this.change({record: {...EMPTY, start, ...facts}, path: [], ply: 0, id: newId()}, arrange);
  }

  // Replaces the game by one that the server or a link has; an illegal game raises an error.
  load(record, {ply = record.moves.length, id = newId(), arrange = () => {}} = {}) {
    const loaded = normal(record);
    this.change({record: loaded, path: [], ply: Math.min(ply, loaded.moves.length), id}, arrange);
  }

  // Plays a move in the shown position; returns whether it was legal. In a line that goes on otherwise, the move
  // begins a variation.
  play(move, {note = null} = {}) {
    if (!rules.play(this.position, move)) return false;
    if (this.moves[this.ply] === move) {
      this.goTo(this.ply + 1);
      return true;
    }
    this.edit(tree.add(this.record, this.path, this.ply, move, note), this.ply + 1);
    return true;
  }

  // Ends the game early: a side resigns, or has no time left.
  end(loser, ending) {
    const record = {...this.record, ending, result: loser === "black" ? -64 : 64};
    this.change({record, path: [], ply: record.moves.length});
  }

  // Removes the moves of the shown line after the first ones.
  cut(ply, arrange) {
    this.edit(tree.cut(this.record, this.path, ply), ply, arrange);
  }

  remove(path) {
    this.edit(tree.remove(this.record, path), Math.min(this.ply, tree.lineAt(this.record, path).ply));
  }

  // Takes the game that a function of tree.js has made; a main line with other moves has not ended.
  edit({game, path}, ply, arrange) {
    const record = game.moves === this.record.moves ? game : {...game, result: null, ending: null};
    this.change({record, path, ply}, arrange);
  }

  // Changes names and other facts about the game.
  name(facts, arrange) {
    if (arrange || Object.keys(facts).some(key => facts[key] !== this.record[key]))
      this.change({record: {...this.record, ...facts}}, arrange);
  }

  goTo(ply) {
    this.select(this.path, ply);
  }

  // Shows a position of a line.
  select(path, ply) {
    const wanted = Math.max(0, Math.min(tree.whole(this.record, path).moves.length, ply));
    if (wanted === this.ply && path.join() === this.path.join()) return;
    this.become({...this.saved(), path, ply: wanted});
    page.analysis.previewed = null;
    page.announcer.sayShown();
    update();
  }

  // Undoes or redoes: goes from `past` or `future` to the last state that is not waiting, over the ones between.
  swap(from, to) {
    const at = Math.max(0, from.findLastIndex(state => !state.isWaiting));
    const [wanted, ...between] = from.splice(at);
    to.push(this.state(), ...between.reverse());
    this.companions.forEach((companion, place) => companion.restore(wanted.kept[place]));
    this.become(wanted);
    this.follow();
  }

  // Goes on with another state; a forced pass at the end of its line is made, and its result is noted.
  change(next, arrange = () => {}) {
    const before = this.state();
    let state = {...before, ...next};
    const {moves} = tree.whole(state.record, state.path);
    const last = positionsOf(state.record, moves).at(-1);
    if (rules.mustPass(last)) {
      const {game} = tree.add(state.record, state.path, moves.length, "pass");
      state = {...state, record: game, ply: state.ply + (state.ply === moves.length)};
    } else if (rules.isOver(last) && !state.path.length && state.record.result === null)
      state = {...state, record: {...state.record, result: rules.finalScore(last)}};
    arrange();
    this.become(state);
    this.past = [...this.past, before].slice(-LONGEST_HISTORY);
    this.future = [];
    this.follow();
  }

  // Does what follows from a change.
  follow() {
    const {analysis, announcer, library, panels} = page;
    panels.complaint = "";
    analysis.previewed = null;
    announcer.announce();
    storage.claim();
    update();
    library.keep();
  }

  state() {
    const kept = this.companions.map(companion => companion.saved());
    return {...this.saved(), kept, isWaiting: page.players.isEngineToMove}; // undo does not stop there
  }

  become({record, path, ply, id}) {
    const {moves, notes} = tree.whole(record, path);
    const positions = positionsOf(record, moves);
    const mainPositions = path.length ? positionsOf(record) : positions;
    Object.assign(this, {record, path, ply, id, moves, notes, positions, mainPositions});
  }

  saved() {
    const {record, path, ply, id} = this;
    return {record, path, ply, id};
  }

  // Takes up an earlier state of the page, without a history; raises an error if it has an illegal move.
  restore({record, path = [], ply, id = newId()}) {
    this.become({record: normal(record), path, ply, id});
    this.past = [];
  }
}

// Names the position after the moves of a game.
export const keyOf = ({start, moves}) => `${start ?? ""} ${moves.join("")}`;

const newId = () => `${Date.now()}-${Math.random()}`;

// Returns a game of outside with all its fields; raises an error if one of its lines is illegal.
export function normal(record) {
  const completed = tree.complete({...EMPTY, ...record});
  for (const path of tree.paths(completed)) positionsOf(completed, tree.whole(completed, path).moves);
  return completed;
}

// Returns the positions of a line; an illegal move raises an error.
export function positionsOf(record, moves = record.moves) {
  const positions = [record.start ? rules.parse(record.start) : rules.START];
  if (!positions[0]) throw new Error(T.unreadablePosition);
  for (const [at, move] of moves.entries()) {
    const next = rules.play(positions[at], move);
    if (!next) throw new Error(T.illegalMove(at + 1, move));
    positions.push(next);
  }
  return positions;
}
