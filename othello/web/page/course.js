// The course: how to play, and ten lessons. Each has positions in which the person finds a move; lessons.json has them.

import {$, element, renew} from "./dom.js";
import {page, update} from "./page.js";
import {Question} from "./question.js";
import * as rules from "./rules.js";
import * as storage from "./storage.js";
import {T} from "./texts.js";

const OTHERS = "others"; // stands for all other wrong moves

const inLanguage = texts => texts[document.documentElement.lang];

export class Course extends Question {
  lessons = []; // until the file is here
  isLoading = false;
  lesson = null;
  at = 0; // the task of the lesson
  isWhole = true; // whether all tasks before it are solved
  position = rules.START;
  last = null; // the last move and the position before it, as the board has it

  constructor() {
    super();
    page.keys.onPress("continue", () => this.begin(this.following));
    $("lessons").addEventListener("click", event => {
      const {lesson: wanted} = event.target.closest("button")?.dataset ?? {};
      if (wanted) this.begin(this.lessons.find(({name}) => name === wanted));
    });
  }

  get task() {
    return this.lesson?.tasks[this.at];
  }
  get best() {
    return this.task.right[0];
  }
  get title() {
    return this.isActive ? T.lessonStep(inLanguage(this.lesson.title), this.at + 1, this.lesson.tasks.length) : "";
  }
  get done() {
    return storage.choices.lessons ?? [];
  }
  // The first lesson that is not done.
  get following() {
    return this.lessons.find(({name}) => !this.done.includes(name));
  }
  isRight(name) {
    return this.task.right.includes(name);
  }

  begin(lesson = this.lessons[0]) {
    if (!lesson) return;
    Object.assign(this, {lesson, isWhole: true});
    this.show(0);
  }

  show(at) {
    this.at = at;
    this.setUp();
    this.ask(inLanguage(this.task.ask));
  }

  // Puts the position of the task on the board.
  setUp() {
    Object.assign(this, {position: rules.START, last: null});
    for (const move of this.task?.moves.match(/../g) ?? []) this.play(move);
  }

  play(move) {
    const before = rules.mustPass(this.position) ? rules.play(this.position, "pass") : this.position;
    Object.assign(this, {position: rules.play(before, move), last: {move, before}});
  }

  judge(name) {
    if (this.isSolved) return;
    const {wrong} = this.task;
    const squares = Object.keys(wrong).find(names => names.split(" ").includes(name)) ?? OTHERS;
    if (this.isRight(name)) this.reveal(name, "right");
    else this.tell(inLanguage(wrong[squares]).replace("{}", name), "wrong");
  }

  // Plays a right move, and gives its reason.
  reveal(name, verdict = "") {
    Object.assign(this, {isSolved: true, marks: []});
    this.play(name);
    this.tell(inLanguage(this.task.reason), verdict);
  }

  solve() {
    this.reveal(this.best);
    update();
  }

  next() {
    const {lesson, at} = this;
    this.isWhole &&= this.isSolved;
    if (at + 1 < lesson.tasks.length) this.show(at + 1);
    else {
      if (this.isWhole && !this.done.includes(lesson.name)) storage.choose({lessons: [...this.done, lesson.name]});
      this.end();
    }
  }

  async load() {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      this.lessons = await (await fetch("lessons.json")).json();
      update();
    } catch {
      page.notice.notify(T.noLessons);
    }
  }

  // Shows the room: what can be learned, and on the board the first task of the next lesson.
  draw() {
    const isShown = page.modes.isRoom;
    $("room").hidden = !isShown;
    this.isLoading &&= isShown || this.lessons.length > 0; // opening the room again loads what is missing
    if (!isShown) return;
    this.load();
    const {done, following} = this;
    Object.assign(this, {lesson: following, at: 0});
    this.setUp();
    if (following) {
      $("continue-title").textContent = inLanguage(following.title);
      $("continue-words").textContent = T.lessonsDone(done.length, this.lessons.length);
    }
    $("continue").hidden = !following;
    const tiles = this.lessons.map(({name, title}) => {
      const isDone = done.includes(name);
      const mark = element("span", {className: "due"}, "✓", element("span", {className: "spoken"}, T.lessonDone));
      return element("button", {className: "level", "data-lesson": name}, inLanguage(title), ...(isDone ? [mark] : []));
    });
    renew($("lessons"), element("div", {id: "lessons", className: "levels"}, ...tiles));
  }
}
