// The clocks of both sides, in milliseconds; a game without a clock has none.

const PATIENCE = 200; // milliseconds between two looks

export class Clock extends EventTarget {
  constructor() {
    super();
    this.stop();
    setInterval(() => this.look(), PATIENCE);
  }

  // Begins with the same time for both sides; the increment is added after each move.
  set(minutes, increment) {
    this.left = minutes > 0 ? {black: 60e3 * minutes, white: 60e3 * minutes} : null;
    this.increment = 1e3 * increment;
    this.running = null;
  }

  // Lets the clock of a side run, and adds the increment to the other side; null holds both clocks.
  run(color) {
    if (!this.left || color === this.running) return;
    this.settle();
    if (this.running && color) this.left[this.running] += this.increment;
    this.running = color;
    this.since = performance.now();
  }

  stop() {
    this.left = this.running = null;
    this.increment = 0;
  }

  hold() {
    if (this.left) this.settle();
    this.running = null;
  }

  settle() {
    if (this.running) this.left[this.running] = this.remaining(this.running);
    this.since = performance.now();
  }

  remaining(color) {
    const spent = color === this.running ? performance.now() - this.since : 0;
    return Math.max(0, this.left[color] - spent);
  }

  // Returns the clock as the request of a move has it.
  forRequest(color) {
    return this.left && {remaining: this.remaining(color) / 1e3, increment: this.increment / 1e3};
  }

  text(color) {
    if (!this.left) return "";
    const left = this.remaining(color);
    const seconds = Math.ceil(left / 1e3);
    if (left < 10e3) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  look() {
    if (!this.running) return;
    const isOut = this.remaining(this.running) <= 0;
    this.dispatchEvent(new CustomEvent(isOut ? "out" : "tick", {detail: this.running}));
  }

  saved() {
    if (this.left) this.settle();
    return {left: this.left, increment: this.increment};
  }

  restore(saved) {
    if (saved?.left) Object.assign(this, {left: saved.left, increment: saved.increment ?? 0, running: null});
  }
}
