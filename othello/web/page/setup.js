// Setting up a position: squares get discs by clicks, and a bar has the discs and the side to move.

import {SQUARES} from "./board.js";
import {$, complain, element, onPress, say, showTable} from "./dom.js";
import {page, update} from "./page.js";
import * as rules from "./rules.js";
import {T} from "./texts.js";

const PALETTE = ["X", "O", "-"];

export class Setup {
  isActive = false;
  cell = "X"; // the chosen disc
  position = rules.START;

  constructor() {
    onPress("setup-button", () => (this.isActive ? this.leave() : this.begin(page.game.position)));
    const button = (text, action, properties = {}) => {
      const onclick = () => {
        action();
        update();
      };
      return element("button", {type: "button", onclick, ...properties}, text);
    };
    this.palette = PALETTE.map((cell, at) => button(T.palette[at], () => (this.cell = cell)));
    this.turns = ["black", "white"].map(turn => button(T.toMoveShort(turn), () => this.set({turn})));
    const group = (label, ...buttons) => element("div", {className: "bar", role: "group", "aria-label": label}, ...buttons);
    $("setup").append(
      group(T.discToPut, ...this.palette),
      group(T.sideToMove, ...this.turns),
      element(
        "div",
        {className: "bar"},
        button(T.startPosition, () => this.set(rules.START)),
        button(T.clear, () => this.set({cells: "-".repeat(64)})),
        button(T.cancel, () => this.leave()),
        button(T.done, () => this.finish(), {className: "main"})
      ),
      element("p", {className: "error", role: "alert"})
    );
  }

  begin(position) {
    Object.assign(this, {isActive: true, position});
    complain($("setup"), "");
    say(T.setUp);
    update();
    showTable();
  }

  leave() {
    this.isActive = false;
    update();
  }

  set(parts) {
    this.position = {...this.position, ...parts};
    complain($("setup"), "");
  }

  // Puts the chosen disc on a square; one that has it already becomes empty.
  choose(name) {
    const cells = [...this.position.cells];
    const at = SQUARES.indexOf(name);
    cells[at] = cells[at] === this.cell ? "-" : this.cell;
    this.set({cells: cells.join("")});
    update();
  }

  finish() {
    if (!/[XO]/.test(this.position.cells)) {
      complain($("setup"), T.emptyBoard);
      return;
    }
    this.isActive = false;
    if (rules.format(this.position) !== rules.format(page.game.position)) page.game.begin(this.position, {}, () => page.players.leave());
  }

  saved() {
    const {isActive, cell, position} = this;
    return {isActive, cell, position};
  }
  restore(saved) {
    Object.assign(this, saved);
  }

  draw() {
    $("setup").hidden = !this.isActive;
    $("setup-button").setAttribute("aria-pressed", String(this.isActive));
    this.palette.forEach((button, at) => button.setAttribute("aria-pressed", PALETTE[at] === this.cell));
    this.turns.forEach((button, at) =>
      button.setAttribute("aria-pressed", ["black", "white"][at] === this.position.turn)
    );
  }
}
