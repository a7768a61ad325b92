// A position with a question: find a good move; and the strip under the board in which questions speak.

import {$, fill, onPress, say, showTable} from "./dom.js";
import {page, update} from "./page.js";
import {lessonOf, bindText, pressable} from "./review.js";
import * as rules from "./rules.js";
import {T} from "./texts.js";

export class Question {
  asked = ""; // the question, which stays in sight
  text = ""; // what was said last
  subject = {}; // the move that the text is about, and the position before it
  line = ""; // the moves of it that the board shows
  verdict = ""; // of the last try: "right", "wrong", or "" without one
  isSolved = false;
  isDone = false; // whether a lesson or a series of exercises has just ended
  marks = [];
  past = []; // moves that were wrong in the game
  idea = ""; // what helps to choose between the squares of a hint
  tries = []; // the moves that were tried in the position
  key = ""; // of the game and the position that it showed when the question was asked; "" if nothing is asked

  get isActive() {
    return this.key !== "";
  }
  get isSearching() {
    return this.isActive && !this.isSolved;
  }
  get canHelp() {
    return this.isSearching;
  }

  // This question as one of its kinds, which have position, best, answers and judge(name).
  get kind() {
    return /** @type {import("./exercise.js").Exercise | import("./course.js").Course} */ (/** @type {unknown} */ (this));
  }

  ask(text) {
    Object.assign(this, {key: page.game.place, asked: text, isSolved: false, marks: []});
    this.tell(text);
    update();
    showTable();
  }

  //   added: what the text adds to the last one, for screen readers
  tell(text, verdict = "", move = {}, added = text) {
    Object.assign(this, {text, verdict, line: "", subject: {...move, before: this.kind.position}});
    say(added);
  }

  // Ends when the game has changed, or shows another position.
  look() {
    if (this.key !== page.game.place) this.key = "";
  }

  // Ends a lesson or a series with a sentence.
  conclude(text) {
    Object.assign(this, {isDone: true, asked: ""});
    this.tell(text, "done");
    update();
  }

  end() {
    this.key = "";
    update();
  }

  // The moves that the board shows, and the positions before and after them.
  get shown() {
    return this.line.split(" ").filter(Boolean);
  }
  get trail() {
    return rules.follow(this.line ? this.subject.before : this.kind.position, this.shown);
  }

  // The moves that are known to be wrong.
  get missed() {
    return this.isActive && this.verdict === "wrong" ? this.tries.slice(-1) : [];
  }

  // The squares that the answer to a wrong try names, as the corner that it gives away.
  get named() {
    const names = this.verdict === "wrong" ? (this.text.match(/[a-h][1-8]/g) ?? []) : [];
    return names.filter(name => ![...this.marks, this.tries.at(-1)].includes(name));
  }

  choose(name) {
    if (this.line) this.line = "";
    else if (this.isSolved) return;
    else if (rules.flips(this.kind.position, name).length) {
      Object.assign(this, {tries: [...this.tries, name], marks: this.marks.filter(mark => mark !== name)});
      this.kind.judge(name);
    } else page.notice.refuse(this.kind.position, name); // the question stays in sight
    update();
  }

  // Marks the right move and a wrong one that was not tried, if there is one.
  hint() {
    const {kind, past, tries} = this;
    const known = [...kind.answers, ...past, ...tries];
    const others = rules.legalSquares(kind.position).filter(name => !known.includes(name));
    this.marks = [kind.best, ...others.slice(0, 1)].sort();
    this.tell(`${T.learnHint(this.marks)} ${this.idea}`.trim());
    update();
  }
}

// The strip: a text, and Hint, Solution, Next and Leave.
export class Lesson {
  constructor() {
    onPress("hint", () => (this.isOpen ? $("learn-hint").click() : page.analysis.hint()));
    for (const name of ["hint", "solve", "next", "end"])
      $(`learn-${name}`).addEventListener("click", () => this.current?.[name]());
    onPress("learn-next", () => page.board.takeFocus());
    bindText("learn-text", line => {
      this.current.line = line;
      update();
    });
  }

  // The question that has the board; the game is then not shown. After a lesson that an exercise names, the exercise goes on.
  get current() {
    return [page.course, page.exercise].find(question => question.isActive);
  }

  // Whether a lesson has a question that is not solved; a hint is then one of the lesson.
  get isOpen() {
    return this.current?.isSolved === false;
  }

  draw() {
    const {current} = this;
    $("learning").hidden = !current || page.setup.isActive;
    $("board").classList.toggle("trapping", page.course.isTrapping);
    if (!current) return;
    $("learn-title").textContent = current.title;
    $("learn-steps").textContent = current.steps;
    const isAsking = current.text === current.asked;
    $("learn-task").textContent = isAsking ? "" : current.asked;
    fill("learn-text", ...pressable(current.text, current.subject, current.shown), ...lessonOf(current.subject, current.text).flatMap(button => [" ", button]));
    $("learning").dataset.verdict = current.verdict || (isAsking ? "" : "none");
    $("learn-hint").disabled = $("learn-solve").disabled = !current.canHelp;
    $("learn-next").disabled = !current.isSolved;
    const {isDone, lesson, lessons, following} = page.course;
    const isEnd = isDone && current === page.course;
    const hasRules = isEnd && lesson === lessons[0];
    const hasNext = isEnd && following !== undefined;
    $("learn-hint").hidden = $("learn-solve").hidden = current.isDone;
    $("learn-play").hidden = !hasRules;
    $("learn-next").classList.toggle("main", current.isSolved && !hasRules);
    for (const id of ["learn-step", "learn-lesson"]) $(id).hidden = hasNext !== (id === "learn-lesson");
  }
}
