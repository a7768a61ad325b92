// Setting up a position: squares get discs by clicks and by dragging, and a bar has the discs and the side to move.

import {SQUARES} from "./board.js";
import {$, complain, element, onPress, say, showTable} from "./dom.js";
import {page, update} from "./page.js";
import * as rules from "./rules.js";
import {T} from "./texts.js";

const PALETTE = ["X", "O", "-"];

export class Setup {
  isActive = false;
  cell = "X"; // the chosen disc
  brush = null; // what a press that has not ended puts on squares
  position = rules.START;
  first = rules.START; // the position at the beginning

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
    this.acceptDrags();
  }

  // Paints with a mouse, a pen or a finger; the first square decides whether discs are put or removed.
  acceptDrags() {
    $("grid").addEventListener("pointerdown", event => {
      if (!this.isActive) return;
      const name = event.target.getAttribute("data-square");
      this.brush = this.cellFor(name);
      this.paint(name);
      event.target.releasePointerCapture?.(event.pointerId);
    });
    $("grid").addEventListener("pointermove", event => {
      if (!this.isActive || this.brush === null || !event.buttons) return;
      const name = document.elementFromPoint(event.clientX, event.clientY)?.getAttribute("data-square");
      if (name) this.paint(name);
    });
    for (const kind of ["pointerup", "pointercancel"])
      document.addEventListener(kind, () => {
        this.brush = null;
      });
  }

  begin(position) {
    Object.assign(this, {isActive: true, position: {...position}, first: position});
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

  // The chosen disc; a square that has it already becomes empty.
  cellFor(name) {
    return this.position.cells[SQUARES.indexOf(name)] === this.cell ? "-" : this.cell;
  }

  paint(name, cell = this.brush) {
    const cells = [...this.position.cells];
    cells[SQUARES.indexOf(name)] = cell;
    this.set({cells: cells.join("")});
    update();
  }

  finish() {
    if (!/[XO]/.test(this.position.cells)) {
      complain($("setup"), T.emptyBoard);
      return;
    }
    this.isActive = false;
    if (rules.format(this.position) !== rules.format(this.first)) page.game.begin(this.position, {}, () => page.players.leave());
  }

  saved() {
    const {isActive, cell, position, first} = this;
    return {isActive, cell, position, first};
  }
  restore(saved) {
    Object.assign(this, saved);
  }

  draw() {
    $("setup").hidden = !this.isActive;
    $("board").classList.toggle("painted", this.isActive);
    $("setup-button").setAttribute("aria-pressed", String(this.isActive));
    this.palette.forEach((button, at) => button.setAttribute("aria-pressed", PALETTE[at] === this.cell));
    this.turns.forEach((button, at) =>
      button.setAttribute("aria-pressed", ["black", "white"][at] === this.position.turn)
    );
  }
}
