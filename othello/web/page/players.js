// Who plays: a person or the engine on each side, its level, and the dialog of a new game.

import {$, complain, element, facts, say} from "./dom.js";
import * as rules from "./rules.js";

const FIRST = {engine: [], level: "4", hasBook: true, seed: 1};

export class Players {
  constructor(game, clock, changed) {
    Object.assign(this, FIRST, {game, clock, changed});
    const human = facts.levels.human.map(name => element("option", {value: name}, name));
    const numbers = [...Array(facts.levels.most + 1).keys()].map(at =>
      element("option", {value: at}, `level ${at}`)
    );
    $("level").append(
      element("optgroup", {label: "Plays like people"}, ...human),
      element("optgroup", {label: "Plays its best"}, ...numbers)
    );
    $("new-dialog").addEventListener("close", () => {
      if ($("new-dialog").returnValue === "default") this.begin();
    });
    $("resign").addEventListener("click", () => this.resign());
    $("take-back").addEventListener("click", () => this.takeBack());
  }

  isEngine(color) {
    return this.engine.includes(color);
  }
  get hasEngine() {
    return this.engine.length > 0;
  }
  // Whether the engine is to move in the game, whatever position is shown.
  get isEngineToMove() {
    return !this.game.isOver && this.isEngine(this.game.last.turn);
  }

  open() {
    $("level").value = this.level;
    $("new-dialog").returnValue = "";
    complain($("new-dialog"), "");
    $("new-dialog").showModal();
  }

  begin() {
    const form = $("new-dialog").querySelector("form");
    const chosen = form.elements.side.value;
    const side = chosen === "random" ? ["black", "white"][Math.floor(2 * Math.random())] : chosen;
    this.engine = side === "both" ? [] : [rules.other(side)];
    this.level = $("level").value;
    this.hasBook = $("with-book").checked;
    this.seed = Math.floor(Math.random() * 2 ** 31);
    this.clock.set(Number($("minutes").value) || 0, Number($("increment").value) || 0);
    const record = Object.fromEntries(this.engine.map(color => [color, this.engineName]));
    record.date = new Date().toISOString().slice(0, 10);
    this.game.begin($("from-here").checked ? this.game.position : rules.START, record);
    say(side === "both" ? "New game." : `New game. You play ${side}.`);
    this.changed();
  }

  get engineName() {
    return facts.levels.human.includes(this.level)
      ? `othello, ${this.level}`
      : `othello, level ${this.level}`;
  }

  // The name of a side, for the page.
  name(color) {
    if (this.isEngine(color)) return this.engineName;
    return this.game.record[color] || (this.hasEngine ? "You" : color[0].toUpperCase() + color.slice(1));
  }

  // Lets people play both sides, as after a game was opened.
  leave() {
    this.engine = [];
    this.clock.stop();
  }

  resign() {
    if (this.game.isOver || !this.hasEngine) return;
    const [winner] = this.engine;
    this.game.end(rules.other(winner), "resigned");
    say(`You resign. ${winner} wins.`);
  }

  // Takes back the moves up to and including the last move of a person.
  takeBack() {
    const {record, positions} = this.game;
    let ply = this.game.ply - 1;
    while (ply >= 0 && (record.moves[ply] === "pass" || this.isEngine(positions[ply].turn))) ply--;
    if (ply < 0) return;
    this.clock.hold();
    say(`Taken back: ${record.moves[ply]}.`);
    this.game.cut(ply);
  }

  // The request of the engine's move.
  request() {
    const {record, last} = this.game;
    const clock = this.clock.forRequest(last.turn);
    return {
      game: {start: record.start, moves: record.moves},
      level: this.level,
      seed: this.seed,
      book: this.hasBook,
      ...(clock && {clock})
    };
  }

  saved() {
    return {engine: this.engine, level: this.level, hasBook: this.hasBook, seed: this.seed};
  }
  restore(saved) {
    Object.assign(this, FIRST, saved);
  }
}
