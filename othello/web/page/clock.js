// The clocks of both sides, in milliseconds; a game without a clock has none.

import {page} from "./page.js";

const PATIENCE = 200; // milliseconds between two looks
const LOW = 20e3; // milliseconds

export class Clock {
  left = null; // milliseconds of both sides
  increment = 0; // milliseconds
  running = null; // the side whose clock runs
  count = 0; // moves before the running move
  since = 0; // when the clock of the running side was right

  constructor() {
    setInterval(() => this.look(), PATIENCE);
  }

  // Begins with the same time for both sides, 0 for no clock; the increment is added after each move.
  set(minutes, increment) {
    this.left = minutes > 0 ? {black: 60e3 * minutes, white: 60e3 * minutes} : null;
    this.increment = 1e3 * increment;
    this.running = null;
  }

  // Lets the clock of a side run after a number of moves; after another number than before, the side whose clock ran
  // has moved and gets the increment.
  run(color, count) {
    if (!this.left || (color === this.running && count === this.count)) return;
    this.settle();
    if (this.running) this.left[this.running] += this.increment;
    Object.assign(this, {running: color, count});
  }

  hold() {
    this.settle();
    this.running = null;
  }

  settle() {
    if (this.running) this.left[this.running] = this.remaining(this.running);
    this.since = performance.now();
  }

  remaining(color) {
    return Math.max(0, this.left[color] - (color === this.running ? performance.now() - this.since : 0));
  }

  isLow(color) {
    return this.remaining(color) < LOW;
  }

  text(color) {
    const left = this.remaining(color);
    const seconds = Math.ceil(left / 1e3);
    if (left < LOW) return `0:${(Math.floor(left / 100) / 10).toFixed(1).padStart(4, "0")}`;
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  look() {
    if (!this.running) return;
    if (this.remaining(this.running) > 0) page.panels.drawPlayers();
    else if (!page.game.isOver) page.game.end(this.running, "time");
  }

  saved() {
    this.settle();
    return {left: this.left && {...this.left}, increment: this.increment};
  }

  restore(saved) {
    const {left = null, increment = 0} = saved ?? {};
    Object.assign(this, {left: left && {...left}, increment, running: null});
  }
}
