// Notices under the board: passes, which stay until they are read, and short ones.
//
// Each pass is shown for LEAST milliseconds at least, and until a tap, a key or the next own move. Another pass
// waits until then. `busy` is the time until which the moves of the opponent wait.

import {$, say} from "./dom.js";

const LEAST = 1500;
const SHORT = 3000;
const LATEST = 3000; // milliseconds after which a notice of a visible page counts as seen

export class Notice {
  shown = null;
  waiting = [];
  isRead = false;

  constructor() {
    // At a press, buttons would move away under the pointer.
    for (const kind of ["click", "keydown"]) document.addEventListener(kind, () => this.read(), true);
    document.addEventListener("visibilitychange", () => this.lookLater());
  }

  // Shows a pass, after the passes before it.
  pass(text) {
    this.waiting.push(text);
    if (!this.shown?.isPass) this.next();
    else if (this.shown.age() >= LEAST) this.next();
    else this.isRead = true;
  }

  // Says a sentence, and shows it for some seconds, unless a pass is shown.
  notify(text) {
    say(text);
    if (!this.shown?.isPass) this.show(text, false);
  }

  // The user has seen the notice, or has done something that the notice was before.
  read() {
    if (!this.shown) return;
    this.shown.see();
    this.isRead = true;
    if (this.shown.age() >= LEAST) this.next();
  }

  // Removes all notices, as when another position is shown.
  clear() {
    this.waiting = [];
    this.next();
  }

  // Milliseconds until the opponent may go on.
  get rest() {
    return this.shown?.isPass ? Math.max(0, LEAST - Math.max(0, this.shown.age())) : 0;
  }

  show(text, isPass) {
    clearTimeout(this.timer);
    const shown = {isPass, since: Infinity, age: () => performance.now() - shown.since};
    Object.assign(this, {shown, isRead: false});
    $("notice").textContent = text;
    $("notice").hidden = false;
    // The time counts from the picture on, which the browser may draw later, in a hidden tab much later.
    shown.see = () => {
      if (this.shown !== shown || shown.since < Infinity) return;
      shown.since = performance.now();
      const end = () => {
        if (!isPass || this.isRead) this.next();
      };
      this.timer = setTimeout(end, isPass ? LEAST : SHORT);
    };
    requestAnimationFrame(shown.see);
    this.lookLater();
  }

  // Some browsers draw no picture of a visible page, also when it was hidden before.
  lookLater() {
    setTimeout(() => document.hidden || this.shown?.see(), LATEST);
  }

  next() {
    clearTimeout(this.timer);
    this.shown = null;
    if (this.waiting.length) this.show(this.waiting.shift(), true);
    else $("notice").hidden = true;
  }
}
