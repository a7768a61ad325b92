// Setting up a position: clicks on squares put discs, and a bar has the discs and the side to move.

import {$, complain, element, say} from "./dom.js";
import {SQUARES} from "./board.js";
import * as rules from "./rules.js";

const PALETTE = [
  ["X", "Black"],
  ["O", "White"],
  ["-", "Empty"]
];

export class Setup {
  // done: called with the position that was set up
  constructor(changed, done) {
    Object.assign(this, {changed, done, isActive: false, cell: "X", position: rules.START});
    const choose = (value, text) =>
      element(
        "button",
        {
          type: "button",
          onclick: () => {
            this.cell = value;
            changed();
          }
        },
        text
      );
    this.palette = PALETTE.map(([value, text]) => choose(value, text));
    const act = (text, action) =>
      element(
        "button",
        {
          type: "button",
          onclick: () => {
            action();
            changed();
          }
        },
        text
      );
    this.turn = act("", () => this.set({turn: rules.other(this.position.turn)}));
    $("setup").append(
      element("div", {className: "bar", role: "group", "aria-label": "Disc to put"}, ...this.palette),
      element(
        "div",
        {className: "bar"},
        this.turn,
        act("Start", () => this.set(rules.START)),
        act("Clear", () => this.set({cells: "-".repeat(64)})),
        act("Cancel", () => this.leave()),
        element("button", {type: "button", className: "main", onclick: () => this.finish()}, "Done")
      ),
      element("p", {className: "error", role: "alert"})
    );
  }

  begin(position) {
    Object.assign(this, {isActive: true, position: {...position}});
    complain($("setup"), "");
    say("Set up a position: choose squares to put discs.");
    this.changed();
  }

  leave() {
    this.isActive = false;
    this.changed();
  }

  set(parts) {
    this.position = {...this.position, ...parts};
    complain($("setup"), "");
  }

  // Puts the chosen disc; a square that has it already becomes empty.
  put(name) {
    const cells = [...this.position.cells];
    const at = SQUARES.indexOf(name);
    cells[at] = cells[at] === this.cell ? "-" : this.cell;
    this.set({cells: cells.join("")});
    this.changed();
  }

  finish() {
    if (!/[XO]/.test(this.position.cells)) {
      complain($("setup"), "The board is empty: put some discs");
      return;
    }
    this.isActive = false;
    this.done(this.position);
  }

  draw() {
    $("setup").hidden = !this.isActive;
    $("setup-button").setAttribute("aria-pressed", this.isActive);
    this.palette.forEach((button, at) => button.setAttribute("aria-pressed", PALETTE[at][0] === this.cell));
    this.turn.textContent = `${this.position.turn[0].toUpperCase()}${this.position.turn.slice(1)} to move`;
  }
}
