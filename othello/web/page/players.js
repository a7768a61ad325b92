// Who plays: a person or the engine on each side, and its level. All of it belongs to the state of the game.
//
// In a game with a friend, the friend has the side that otherwise the engine has, and plays by links or in a room.

import {ask, onPress, say} from "./dom.js";
import * as levels from "./levels.js";
import {page} from "./page.js";
import * as rules from "./rules.js";
import {T} from "./texts.js";

const FIRST = {engine: [], level: levels.DEFAULT, hasBook: true, seed: 1, isDone: false, isFriend: false, isBoth: false, side: null, room: null, sent: ""};

export class Players {
  engine; level; hasBook; seed; isDone; isFriend; isBoth; side; room; sent; // as in FIRST

  constructor() {
    Object.assign(this, FIRST);
    onPress("take-back", () => this.takeBack());
    onPress("resign", () => this.resign());
  }

  isEngine(color) {
    return this.hasEngine && this.engine.includes(color);
  }
  // Whether the game is played against the engine or a friend now. After its end people may try moves of both sides.
  get hasEngine() {
    return this.engine.length > 0 && !this.isDone;
  }
  // Whether the game is played here and has not ended.
  get isPlaying() {
    return (this.engine.length > 0 || this.isBoth) && !this.isDone;
  }
  // Whether an earlier position of the running game is shown.
  get isLookingBack() {
    return this.hasEngine && !(page.game.isAtEnd && page.game.isMain);
  }
  // Whether the engine is to move in the game, whatever position is shown.
  get isEngineToMove() {
    return !this.isFriend && !page.game.isOver && this.isEngine(page.game.last.turn);
  }
  // Whether the friend needs a link: to move, or to see how the game has ended by the person's move.
  get isFriendNext() {
    const {isOver, last, mainPositions, record} = page.game;
    if (!this.isFriend || !record.moves.length) return false;
    if (record.ending) return record.result > 0 !== (this.own === "black");
    const at = record.moves.findLastIndex(move => move !== "pass");
    return isOver ? mainPositions[at]?.turn === this.own : last.turn !== this.own;
  }
  // Names the state of the game that the friend gets.
  get sendable() {
    const {id, record} = page.game;
    return `${id} ${record.moves.length} ${record.ending}`;
  }
  get isToSend() {
    return this.isFriendNext && !this.room && this.sent !== this.sendable;
  }
  // The side of the person: against the engine or a friend, or as they say about another game; null without one.
  get own() {
    const {engine: [engine], side} = this;
    if (engine) return rules.other(engine);
    return side === "none" ? null : side;
  }

  // Whether the person has asked for values in this game.
  get isHelped() {
    return page.analysis.helped.includes(page.game.id);
  }

  // Begins a game.
  //   side: "black", "white", "random" or "both"; minutes, increment: of the clock
  //   from: the game with which it begins, null for the usual start
  //   isFriend: whether a friend plays the other side, and not the engine; room: in which both play, see Room, or null
  begin({side, level, hasBook, minutes, increment, from = null, isFriend = false, room = null}) {
    const own = side === "random" ? ["black", "white"][Math.floor(2 * Math.random())] : side;
    const engine = side === "both" ? [] : [rules.other(own)];
    const facts = isFriend ? {} : Object.fromEntries(engine.map(color => [color, levels.playerName(level)]));
    facts.date = new Date().toLocaleDateString("sv"); // where the person is, as 2026-11-27
    const arrange = () => {
      const seed = Math.floor(Math.random() * 2 ** 31);
      Object.assign(this, FIRST, {engine, level, hasBook, seed, isFriend, room, isBoth: side === "both"});
      page.clock.set(minutes, increment);
    };
    if (from) page.game.load({...from, ...facts}, {arrange});
    else page.game.begin(rules.START, facts, arrange);
    say(own === "both" ? T.newGame : T.newGameAs(own));
  }

  // The name of a side, for the page.
  name(color) {
    const {record} = page.game;
    const person = color === this.own ? T.you : this.isFriend ? T.friend : T.color(color);
    const rating = record[`${color}_rating`];
    const name = levels.shownName(record[color]) || person;
    return rating === null ? name : `${name} (${Math.round(rating)})`;
  }

  // Lets people play both sides, as after a game was opened, or the side that a friend gives by a link or in a room.
  //   side: of the person in an opened game, null if it is not known
  leave(own = null, room = null, side = null) {
    Object.assign(this, FIRST, {level: this.level, side, ...(own && {engine: [rules.other(own)], isFriend: true, room})});
    page.clock.set(0, 0);
  }

  async resign() {
    const {game} = page;
    const {id} = game;
    const isWanted = await ask(T.resignQuestion(this.isBoth && game.last.turn), T.resign);
    if (isWanted && game.id === id && !game.isOver && this.isPlaying) game.end(this.own ?? game.last.turn, "resigned");
  }

  // Takes back the moves at the end of the shown line, up to and including the last move of a person. A game against
  // the engine that has ended goes on.
  takeBack() {
    const {moves, positions, length, isAtEnd, isMain} = page.game;
    const isEngine = ({turn}) => isMain && this.engine.includes(turn);
    let ply = length - 1;
    while (ply >= 0 && (moves[ply] === "pass" || isEngine(positions[ply]))) ply--;
    if (ply < 0 || !isAtEnd) return;
    page.clock.hold();
    say(T.takenBack(moves[ply]));
    page.game.cut(ply, () => (this.isDone &&= !isMain));
  }

  saved() {
    return Object.fromEntries(Object.keys(FIRST).map(name => [name, this[name]]));
  }
  restore(saved) {
    Object.assign(this, FIRST, saved);
  }
}
