// The strip under the board in which learning and practice speak: a text, and Hint, Solution, Next and End.

import {$} from "./dom.js";
import {page} from "./page.js";

export class Lesson {
  constructor() {
    page.keys.onPress("hint", () => (this.isOpen ? $("learn-hint").click() : page.analysis.hint()), "hint", "H");
    for (const name of ["hint", "solve", "next", "end"])
      $(`learn-${name}`).addEventListener("click", () => this.current?.[name]());
  }

  // Learn or Practice, which have isActive, text, isSolved, canHelp, hint(), solve(), next() and end().
  get current() {
    return [page.learn, page.practice].find(lesson => lesson.isActive);
  }

  // Whether a lesson has a question that is not solved; a hint is then one of the lesson.
  get isOpen() {
    return this.current?.isSolved === false;
  }
  get canHelp() {
    return Boolean(this.current?.canHelp);
  }

  end() {
    this.current?.end();
  }

  draw() {
    const {current} = this;
    $("learning").hidden = !current;
    if (!current) return;
    $("learn-text").textContent = current.text;
    $("learn-hint").disabled = $("learn-solve").disabled = !this.canHelp;
    $("learn-next").classList.toggle("main", current.isSolved);
  }
}
