// Setting up a position: squares get discs by clicks, and a bar has the discs and the side to move.

import {SQUARES} from "./board.js";
import {$, complain, onPress, say, showTable} from "./dom.js";
import {page, update} from "./page.js";
import * as rules from "./rules.js";
import {T} from "./texts.js";

export class Setup {
  savedFields = ["isActive", "cell", "position"];
  isActive = false;
  cell = "X"; // the chosen disc
  position = rules.START;

  constructor() {
    onPress("setup-button", () => (this.isActive ? this.leave() : this.begin(page.game.position)));
    onPress("setup-clear", () => this.set({cells: "-".repeat(64)}));
    onPress("setup-cancel", () => this.leave());
    onPress("setup-analyze", () => this.finish(() => page.modes.explore()));
    onPress("setup-play", () => this.finish(() => page.newGame.open(true)));
    $("setup").addEventListener("click", event => {
      const {cell, turn} = event.target.closest("button")?.dataset ?? {};
      if (cell) this.cell = cell;
      if (turn) this.set({turn});
      update();
    });
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

  // Begins a game from the position, and does something with it.
  finish(act) {
    if (!/[XO]/.test(this.position.cells)) {
      complain($("setup"), T.emptyBoard);
      return;
    }
    this.isActive = false;
    if (rules.format(this.position) !== rules.format(page.game.position)) page.game.begin(this.position, {}, () => page.players.leave());
    act();
  }

  draw() {
    $("setup").hidden = !this.isActive;
    $("setup-button").setAttribute("aria-pressed", String(this.isActive));
    for (const button of $("setup").querySelectorAll(".choice"))
      button.setAttribute("aria-pressed", String([this.cell, this.position.turn].includes(button.dataset.cell ?? button.dataset.turn)));
  }
}
