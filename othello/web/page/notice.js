// Notices under the board: passes, which stay until they are read, and short ones.

import {SQUARES} from "./board.js";
import {$, say} from "./dom.js";
import {T} from "./texts.js";

const LEAST = 1500; // milliseconds for which a pass is shown, and the opponent waits
const SHORT = 3000;

export class Notice {
  since = -Infinity; // when the last pass was shown
  timer = 0;

  constructor() {
    // After a click: at a press, buttons would move away under the pointer.
    for (const kind of ["click", "keydown"]) document.addEventListener(kind, () => this.end(this.rest), true);
  }

  // Milliseconds until the opponent may go on.
  get rest() {
    return Math.max(0, this.since + LEAST - performance.now());
  }

  // Shows a pass until the next click, key or notice.
  pass(text) {
    const note = () => (this.since = performance.now());
    this.show(text);
    note();
    requestAnimationFrame(note); // the browser may draw it later
  }

  // Says a sentence, and shows it for some seconds, unless a pass is shown.
  notify(text) {
    say(text);
    if (this.rest) return;
    this.show(text);
    this.end(SHORT);
  }

  // Says why a move is not legal.
  refuse({cells, turn}, name) {
    this.notify(cells[SQUARES.indexOf(name)] === "-" ? T.illegal(name, turn) : T.taken(name));
  }

  // Removes the notice, as when another position is shown.
  clear() {
    this.since = -Infinity;
    this.end(0);
  }

  show(text) {
    clearTimeout(this.timer);
    $("notice").textContent = text;
    $("notice").hidden = false;
  }

  // Lets the notice disappear after some milliseconds.
  end(time) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => ($("notice").hidden = true), time);
  }
}
