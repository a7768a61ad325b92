// The board: the picture, and above it a grid of buttons for mouse, touch, keyboard and screen readers.

import {BoardPicture, SQUARES} from "./board.js";
import {$, element, facts, onPress} from "./dom.js";
import {page, update} from "./page.js";
import * as rules from "./rules.js";
import * as score from "./score.js";
import * as storage from "./storage.js";
import {T} from "./texts.js";

const STEPS = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8};

export class BoardView {
  hasKeys = false; // whether arrow keys belong to the board: the focus did not come from a pointer
  shown = null; // the cells of the shown position
  at = 0; // the square that the Tab key reaches
  picture = new BoardPicture($("board").querySelector("svg"), facts.look);

  constructor() {
    $("theme").value = storage.choices.board ?? "green";
    $("theme").addEventListener("change", () => this.dye($("theme").value));
    this.dye($("theme").value);
    document.querySelector(".skip").addEventListener("click", event => {
      event.preventDefault();
      this.focus();
    });
    // In all games.
    onPress("turn", () => {
      storage.choose({isTurned: !storage.choices.isTurned});
      update();
    });
    $("board").querySelector("svg").setAttribute("aria-hidden", "true");
    this.cells = SQUARES.map(name =>
      element("button", {type: "button", tabIndex: -1, onclick: () => this.choose(name)})
    );
    this.cells.forEach((cell, at) => cell.setAttribute("data-square", SQUARES[at]));
    for (let row = 0; row < 8; row++) {
      const cells = this.cells.slice(8 * row, 8 * row + 8);
      const inRow = cells.map(cell => element("div", {role: "gridcell"}, cell));
      $("grid").append(element("div", {role: "row"}, ...inRow));
    }
    this.setFocus(SQUARES.indexOf("f5"));
    $("grid").addEventListener("keydown", event => this.onKey(event));
    $("grid").addEventListener("pointerdown", () => {
      this.hasKeys = false;
    });
    $("grid").addEventListener("focusin", event => {
      this.hasKeys = event.target.matches(":focus-visible");
      this.setFocus(this.cells.indexOf(event.target));
    });
  }

  // Does what the choice of a square means now; panels choose squares, too.
  choose(name) {
    const {analysis, course, files, game, lesson, modes, newGame, notice, players, review, room, setup} = page;
    const {current: question} = lesson;
    if (setup.isActive || question) {
      (setup.isActive ? setup : question).choose(name);
      return;
    }
    if (modes.isRoom) {
      course.begin(course.following);
      return;
    }
    if (review.leaveLine()) return;
    if (review.isStaged) game.goTo(game.ply - 1);
    if (game.hasEndedEarly && modes.name === "explore") {
      files.show({...game.record, result: null, ending: null}, {}); // the game stays as it ended
      modes.explore();
    }
    if (newGame.isGoingOn && (modes.isHome || (modes.name === "explore" && analysis.hidesValues))) {
      modes.choose("");
      return;
    }
    if (modes.isHome) newGame.begin({...newGame.choices, side: newGame.choices.side === "both" ? "both" : "black"});
    const {turn} = game.position;
    if (room.isWaiting) notice.notify(T.waiting);
    else if (game.isFinal) notice.notify(T.gameIsOver);
    else if (players.isLookingBack) game.select([], game.record.moves.length); // these moves stay
    else if (players.isEngine(turn)) notice.notify(players.room ? T.friendsTurn(turn) : players.isFriend ? T.sendLink : T.enginesTurn(players.name(turn)));
    else if (!rules.play(game.position, name)) notice.refuse(game.position, name);
    else game.play(name);
  }

  // Gives the board the colors of a theme, also for later visits.
  dye(board) {
    if (board !== (storage.choices.board ?? "green")) storage.choose({board});
    document.documentElement.dataset.board = board;
  }

  // Shows the board from the other side, or from its own again.
  turn(isTurned) {
    if (isTurned !== this.picture.isTurned) this.picture.turnBoard();
    $("grid").classList.toggle("turned", isTurned);
  }

  // Shows a position. Discs that the last move has turned are marked, and turn if the move is new on the board.
  //   last: the last move and the position before it; values: scores by square
  //   better, worse: the better moves than the one that was played, and that one; named: what the reason is about
  //   line: moves to show as numbered discs instead of the values; led: moves that led to the position, to number
  //   canMove: whether legal squares can be chosen; hasDots: whether they have dots; isFree: whether every square can be
  //   past: moves that were played in the game
  show({position, last = null, values = {}, better = [], worse = [], past = [], named = [], line = null, led = [], canMove = false, hasDots = canMove, isFree = false}) {
    const picture = this.picture;
    const legal = new Set(rules.legalSquares(position));
    const turned = last ? rules.flips(last.before, last.move).map(at => SQUARES[at]) : [];
    const isNew = last !== null && this.shown === last.before.cells && this.shown !== position.cells;
    picture.drawDiscs(position.cells);
    if (isNew && !matchMedia("(prefers-reduced-motion: reduce)").matches) picture.animate(last.move, turned);
    this.shown = position.cells;
    if (last && !led.length) picture.drawLast(last.move);
    picture.drawTurned(turned.filter(name => !led.includes(name)));
    picture.numberDiscs(position.cells, led);
    if (line) picture.drawLine(position.turn, line);
    else {
      const best = Math.max(...Object.values(values).map(score.discs));
      const isMarked = name => values[name] || [...better, ...worse, ...past].includes(name);
      if (hasDots) picture.drawLegal([...legal].filter(name => !isMarked(name)));
      const length = Math.max(...Object.values(values).map(value => score.number(value).length));
      for (const [name, value] of Object.entries(values))
        picture.drawValue(name, score.number(value), best - score.discs(value), length);
      picture.drawNamed(named);
      worse.forEach(name => picture.drawWorse(name));
      past.filter(name => !worse.includes(name)).forEach(name => picture.drawCross(name, "past", "#d9d6cc"));
      better.forEach(name => picture.drawBetter(name));
    }
    this.cells.forEach((cell, at) => {
      const name = SQUARES[at];
      const isLegal = canMove && legal.has(name);
      const canChoose = isLegal || isFree;
      cell.setAttribute("aria-label", label(name, position.cells[at], isLegal, values[name], name === last?.move));
      cell.setAttribute("aria-disabled", !canChoose);
      cell.classList.toggle("legal", canChoose);
    });
  }

  // Makes a square the one that the Tab key reaches.
  setFocus(at) {
    if (at < 0) return;
    this.cells.forEach((cell, other) => {
      cell.tabIndex = other === at ? 0 : -1;
    });
    this.at = at;
  }

  focus() {
    this.cells[this.at].focus({focusVisible: true});
    this.hasKeys = true;
  }

  // Gives the focus to the board; the browser knows whether the person uses keys.
  takeFocus() {
    const one = $("grid").hidden ? $("games-open") : this.cells[this.at];
    one.focus({preventScroll: true}); // a new mode has scrolled to the start
  }

  onKey(event) {
    if (event.repeat && event.key === "Enter") event.preventDefault(); // the key that has begun the game
    if (event.ctrlKey || event.altKey || event.metaKey || !this.hasKeys) return;
    let at = this.at;
    if (event.key in STEPS) {
      const step = this.picture.isTurned ? -STEPS[event.key] : STEPS[event.key];
      const isInside =
        Math.abs(step) === 1 ? (at & 7) + step >= 0 && (at & 7) + step < 8 : at + step >= 0 && at + step < 64;
      if (isInside) at += step;
    } else if (event.key === "Home") at &= ~7;
    else if (event.key === "End") at |= 7;
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.setFocus(at);
    this.focus();
  }
}

function label(name, cell, isLegal, value, isLast) {
  const contents = {X: T.blackDisc, O: T.whiteDisc}[cell] ?? (isLegal ? T.legal : T.empty);
  return [name, contents, isLast ? T.lastMove : "", value ? score.words(value) : ""]
    .filter(Boolean)
    .join(", ");
}
