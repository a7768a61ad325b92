// The strip under the board in which lessons and exercises speak: a text, and Hint, Solution, Next and End.

import {$, onPress} from "./dom.js";
import {page} from "./page.js";

export class Lesson {
  constructor() {
    onPress("hint", () => (this.isOpen ? $("learn-hint").click() : page.analysis.hint()));
    for (const name of ["hint", "solve", "next", "end"])
      $(`learn-${name}`).addEventListener("click", () => this.current?.[name]());
  }

  // The question that has the board; the game is then not shown.
  get current() {
    return [page.exercise, page.course].find(question => question.isActive);
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
    $("learn-title").textContent = page.course.title;
    $("learn-text").textContent = current.text;
    $("learning").dataset.verdict = current.verdict;
    $("learn-hint").disabled = $("learn-solve").disabled = !this.canHelp;
    $("learn-next").classList.toggle("main", current.isSolved);
  }
}
