// The board: the picture, and above it a grid of buttons for mouse, touch, keyboard and screen readers.

import {BoardPicture, SQUARES} from "./board.js";
import {$, element, facts} from "./dom.js";
import * as rules from "./rules.js";
import * as score from "./score.js";

const STEPS = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8};

export class BoardView {
  // choose: called with the name of a square that was clicked
  constructor(choose) {
    this.picture = new BoardPicture($("board").querySelector("svg"), facts.look);
    $("board").querySelector("svg").setAttribute("aria-hidden", "true");
    this.cells = SQUARES.map(name =>
      element("button", {type: "button", tabIndex: -1, onclick: () => choose(name)})
    );
    this.cells.forEach((cell, at) => cell.setAttribute("data-square", SQUARES[at]));
    for (let row = 0; row < 8; row++) {
      const cells = this.cells.slice(8 * row, 8 * row + 8);
      const inRow = cells.map(cell => element("div", {role: "gridcell"}, cell));
      $("grid").append(element("div", {role: "row"}, ...inRow));
    }
    this.setFocus(SQUARES.indexOf("f5"));
    $("grid").addEventListener("keydown", event => this.onKey(event));
    $("grid").addEventListener("focusin", event => this.setFocus(this.cells.indexOf(event.target)));
  }

  // Shows a position.
  //   last: the last move; values: scores by square; better: a better move than the last one
  //   line: moves to show as numbered discs instead of the values
  //   canMove: whether legal squares can be chosen; isFree: whether every square can be
  show({position, last, values = {}, better, line, canMove, isFree = false}) {
    const picture = this.picture;
    const legal = new Set(rules.legalSquares(position));
    picture.drawDiscs(position.cells);
    if (last) picture.drawLast(last);
    if (line) picture.drawLine(position.turn, line);
    else {
      const best = Math.max(...Object.values(values).map(score.discs));
      picture.drawLegal([...legal].filter(name => !values[name]));
      for (const [name, found] of Object.entries(values))
        picture.drawValue(name, score.number(found), score.kind(found), score.discs(found) === best);
      if (better) picture.drawBetter(better);
    }
    this.cells.forEach((cell, at) => {
      const name = SQUARES[at];
      const isLegal = canMove && legal.has(name);
      const canChoose = isLegal || isFree;
      cell.setAttribute("aria-label", label(name, position.cells[at], isLegal, values[name], name === last));
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
    this.cells[this.at].focus();
  }

  onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    let at = this.at;
    if (event.key in STEPS) {
      const step = STEPS[event.key];
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
  const contents = {X: "black disc", O: "white disc"}[cell] ?? (isLegal ? "legal move" : "empty");
  return [name, contents, isLast ? "last move" : "", value ? score.words(value) : ""]
    .filter(Boolean)
    .join(", ");
}
