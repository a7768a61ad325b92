// The course: how to play, and ten lessons. Each has positions in which the person finds a move; lessons.json has them.

import {SQUARES} from "./board.js";
import {$, element, fill, onPress} from "./dom.js";
import {inLanguage} from "./language.js";
import * as levels from "./levels.js";
import {page, update} from "./page.js";
import {Question} from "./question.js";
import * as rules from "./rules.js";
import * as storage from "./storage.js";
import {T} from "./texts.js";

const OTHERS = "others"; // stands for all other wrong moves
const OPPONENT = levels.HUMAN[0].name; // of somebody who has just learned the rules

export class Course extends Question {
  lessons = []; // until the file is here
  loading = null; // the promise of the lessons
  lesson = null;
  pointed = ""; // the square under the pointer
  at = 0; // the task of the lesson
  position = rules.START;
  last = null; // the right move that was found and the position before it, as the board has it

  constructor() {
    super();
    $("lessons").addEventListener("click", event => {
      const {lesson: wanted} = event.target.closest("button")?.dataset ?? {};
      if (wanted) this.begin(this.lessons.find(({name}) => name === wanted));
    });
    onPress("card-practice", async () => {
      await (this.loading ??= this.load());
      if (!page.modes.isHome || !this.following) return;
      page.modes.choose("learn");
      this.begin(this.following);
    });
    $("learn-play").append(levels.face(OPPONENT), T.playLevel(levels.nameOf(OPPONENT)));
    onPress("learn-play", () => page.newGame.start({...page.newGame.choices, side: "black", level: OPPONENT}));
    $("grid").addEventListener("pointerover", event => this.point(event.target.closest("button")?.dataset.square));
    $("grid").addEventListener("focusin", event => this.point(event.target.matches(":focus-visible") ? event.target.getAttribute("data-square") : ""));
  }

  get task() {
    return this.lesson?.tasks[this.at];
  }
  get best() {
    return this.task.right[0];
  }
  get title() {
    const {done, isDone, lesson, lessons} = this;
    return isDone ? T.lessonsDone(done.length, lessons.length) : T.lessonStep(inLanguage(lesson.title), this.at + 1, lesson.tasks.length);
  }
  get steps() {
    const [count, all] = this.isDone ? [this.done.length, this.lessons.length] : [this.at + 1, this.lesson.tasks.length];
    return "●".repeat(count) + "○".repeat(all - count);
  }
  // The names of the lessons that are done, and of those that are begun.
  get done() {
    return storage.choices.lessons ?? [];
  }
  get begun() {
    return Object.keys(this.reached);
  }
  // The task with which each begun lesson goes on.
  get reached() {
    return storage.choices.reached ?? {};
  }
  // The first lesson that is not done.
  get following() {
    return this.lessons.find(({name}) => !this.done.includes(name));
  }
  // The name of that lesson for Home, "" before the first one has begun.
  get invitation() {
    const {begun, following, lessons} = this;
    return begun.length && following ? T.lessonNamed(lessons.indexOf(following) + 1, inLanguage(following.title)) : "";
  }
  get answers() {
    return this.task.right;
  }

  begin(lesson = this.lessons[0]) {
    if (!lesson) return;
    Object.assign(this, {lesson, isDone: false, idea: inLanguage(lesson.about)});
    this.show(this.reached[lesson.name] ?? 0);
  }

  show(at) {
    this.reach(at);
    Object.assign(this, {at, pointed: "", tries: []});
    this.setUp();
    this.ask(inLanguage(this.task.ask));
  }

  reach(at) {
    storage.choose({reached: {...this.reached, [this.lesson.name]: at}});
  }

  // Puts the position of the task on the board.
  setUp() {
    this.position = rules.START;
    for (const move of this.task?.moves.match(/../g) ?? []) this.play(move);
    this.last = null; // no task is about it
  }

  play(move) {
    const before = rules.mustPass(this.position) ? rules.play(this.position, "pass") : this.position;
    Object.assign(this, {position: rules.play(before, move), last: {move, before}});
  }

  point(name) {
    this.pointed = name;
    if (this.isActive) page.screen.drawReport();
  }
  get isTrapping() {
    return this.isSearching && this.lesson === this.lessons[0];
  }
  // In the first lesson, the discs that a move would flip: the one under the pointer, the last try, or a right one.
  get named() {
    if (!this.isTrapping) return super.named;
    const moves = [this.pointed, ...this.missed, this.best];
    const flips = moves.map(name => rules.flips(this.position, name)).find(({length}) => length) ?? [];
    return flips.map(at => SQUARES[at]);
  }

  judge(name) {
    const {wrong} = this.task;
    const squares = Object.keys(wrong).find(names => names.split(" ").includes(name)) ?? OTHERS;
    if (this.answers.includes(name)) this.reveal(name, "right");
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
    if (at + 1 < lesson.tasks.length) this.show(at + 1);
    else if (!this.isDone) {
      this.reach(0);
      storage.choose({lessons: [...new Set([...this.done, lesson.name])]});
      this.conclude(lesson === this.lessons[0] ? T.rulesDone : T.lessonDone(inLanguage(lesson.title)));
    } else if (this.following) this.begin(this.following);
    else this.end();
  }

  async load() {
    try {
      const lessons = await (await fetch("lessons.json")).json();
      if (!this.lessons.length) this.lessons = lessons; // two visits may load them at once
      update();
    } catch {
      page.notice.notify(T.noLessons);
    }
  }

  // Shows the room: what can be learned, and on the board the first task of the next lesson. Home names that lesson, and
  // texts about moves name the lessons that explain their reasons.
  draw() {
    const {isHome, isRoom, name} = page.modes;
    $("room").hidden = !isRoom;
    if (["learn", "review"].includes(name) || (isHome && this.begun.length)) this.loading ??= this.load();
    else if (!this.lessons.length) this.loading = null; // the next visit loads what is missing
    if (!isRoom) return;
    const {done, begun, following, lessons} = this;
    Object.assign(this, {lesson: following, at: this.reached[following?.name] ?? 0});
    this.setUp();
    $("lessons-done").textContent = T.lessonsDone(done.length, lessons.length);
    Object.assign($("lessons-bar"), {value: done.length, max: lessons.length || 1});
    $("lessons-bar").parentElement.hidden = !lessons.length;
    const rows = lessons.map((lesson, at) => {
      const {name, title, about} = lesson;
      const state = done.includes(name) ? "done" : begun.includes(name) ? "begun" : "new";
      const look = lesson === following ? {id: "continue", className: "level main"} : {className: "level"};
      return element(
        "button",
        {...look, "data-lesson": name, "data-state": state},
        element("strong", {}, `${at + 1}. ${inLanguage(title)}`),
        element("span", {className: "spoken"}, T.lessonStates[state]),
        element("small", {}, inLanguage(about))
      );
    });
    fill("lessons", ...rows);
  }
}
