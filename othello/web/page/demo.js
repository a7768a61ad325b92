// The first screen's board: the shortest game plays itself, until the person plays, or pauses it.

import {$, onPress} from "./dom.js";
import {positionsOf} from "./game.js";
import {page} from "./page.js";

const MOVES = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
const MOVE = 1600; // milliseconds
const END = 4000; // milliseconds for which the first and the last position are shown

export class Demo {
  ply = 0;
  timer = 0;
  positions = positionsOf({start: null, moves: MOVES});

  constructor() {
    onPress("demo-pause", () => {
      $("demo-pause").setAttribute("aria-pressed", String(!this.isPaused));
      this.draw();
    });
  }

  get isPaused() {
    return $("demo-pause").getAttribute("aria-pressed") === "true";
  }
  // What the board shows.
  get shown() {
    const at = this.ply - 1;
    return {position: this.positions[this.ply], last: at < 0 ? null : {move: MOVES[at], before: this.positions[at]}};
  }

  // Goes on, or stops.
  draw() {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    $("demo").hidden = !page.modes.isHome;
    $("demo").classList.toggle("still", isStill);
    const isGoing = page.modes.isHome && !isStill && !this.isPaused;
    if (!page.modes.isHome) this.ply = 0;
    if (isGoing === this.timer > 0) return;
    clearTimeout(this.timer);
    this.timer = isGoing ? this.wait() : 0;
  }

  wait() {
    return window.setTimeout(() => {
      if (!document.hidden) this.ply = (this.ply + 1) % this.positions.length;
      this.timer = this.wait();
      page.screen.drawReport();
    }, this.ply % MOVES.length ? MOVE : END);
  }
}
