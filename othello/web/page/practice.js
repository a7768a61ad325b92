// Practice: end games of which few moves keep the result, and openings against the book.
//
// An exercise is a game against the engine in which each move of the person is judged before it is played. A wrong
// move is explained, and may be replaced by a better one.

import {Deck, today} from "./deck.js";
import {$, facts, onPress, say, showTable} from "./dom.js";
import {positionsOf} from "./game.js";
import {page, update} from "./page.js";
import {openingAt} from "./movelist.js";
import {whyOf} from "./review.js";
import * as rules from "./rules.js";
import * as score from "./score.js";
import * as storage from "./storage.js";
import {T} from "./texts.js";

const LEVEL = 14; // solves all end games of practice
const KINDS = {
  ending: {level: String(LEVEL), hasBook: false},
  opening: {level: "1", hasBook: true}
};
const SHORTEST = 46; // moves of a game with an end game to practice
const SHOWN = 6; // moves of a line

export class Practice {
  deck = new Deck();
  task = null; // the exercise
  looking = null; // where an end game is looked for
  scores = null; // the values of all moves of a position, with its key

  constructor() {
    onPress("practice-button", () => this.open());
    onPress("card-practice", () => this.open());
    onPress("practice-daily", () => this.lookForEnding(today()));
    onPress("practice-due", () => this.repeat());
    for (const kind of Object.keys(KINDS)) onPress(`practice-${kind}`, () => this.start(kind));
    onPress("practice-drawn", () => this.beginDrawn());
  }

  // Whether the shown game is an exercise.
  get isActive() {
    return this.task?.id === page.game.id && page.players.isPractice;
  }
  // Whether an exercise is shown that has not ended; only moves at its end belong to it.
  get isGoingOn() {
    return this.isActive && !this.task.isDone;
  }
  // Whether a move of the person is wanted and judged.
  get isAsking() {
    const {game, players} = page;
    const isLast = game.isMain && game.isAtEnd && !game.isFinal;
    return this.isGoingOn && isLast && !players.isEngine(game.position.turn);
  }
  get isLooking() {
    return this.looking?.from === page.game.id;
  }
  get text() {
    return this.task.text;
  }
  get verdict() {
    return this.task.verdict;
  }
  get isSolved() {
    return Boolean(this.task.isDone || this.task.isShown);
  }
  get canHelp() {
    return this.isAsking && !this.isSolved && this.best !== undefined;
  }
  get marks() {
    return this.isAsking ? this.task.marks : [];
  }

  // The rating of the person in the last game that was reviewed, for exercises that such players get wrong.
  get strength() {
    const {rating} = storage.choices;
    return rating ? {rating} : {};
  }

  open() {
    page.modes.choose("learn");
    $("continue")?.focus();
  }

  // Shows in the room what is to be repeated.
  draw() {
    if ($("room").hidden) return;
    const {kept, streak} = this.deck;
    const dueCount = this.deck.due().length;
    $("due").textContent = T.due(dueCount);
    $("practice-due").hidden = !dueCount;
    const done = kept.day === today() ? T.doneToday : T.sameForAll;
    $("streak").textContent = [done, streak ? T.streak(streak, kept.best) : ""].join(" ").trim();
  }

  // Shows the position that is due first, and then others of its kind.
  repeat() {
    const [first] = this.deck.due();
    if (first.kind === "mistake") page.learn.show(this.deck.due("mistake"));
    else this.show(first);
  }

  // Begins an exercise: one that is due, or else a new one.
  async start(kind) {
    const [due] = this.deck.due(kind);
    if (due) this.show(due);
    else if (kind === "opening") {
      const color = Math.random() < 0.5 ? "black" : "white";
      this.show({kind, start: null, moves: [], color});
    } else await this.lookForEnding();
  }

  // Begins a game from a balanced opening that is drawn by chance.
  async beginDrawn() {
    const {record} = page.game;
    try {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const reply = await page.connection.ask("opening", {seed});
      if (page.game.record === record) page.newGame.start(page.newGame.choices, reply.game);
    } catch (error) {
      page.notice.notify(error.message);
    }
  }

  // Looks for an end game: in an own game that was not used yet, or else in one that the engine plays.
  //   day: of which it is the exercise, the same one for everybody; 0 for any exercise
  async lookForEnding(day = 0, seed = day ? 100 * day : Math.floor(Math.random() * 2 ** 31)) {
    page.notice.notify(T.lookingForEnding);
    const own = day ? [] : await page.library.all().catch(() => []);
    const game = own.find(({id, record}) => record.moves.length >= SHORTEST && !this.deck.isUsed(id));
    this.looking = {from: page.game.id, own: game ?? null, seed, day};
    update();
  }

  takeEnding(looking, reply) {
    if (this.looking !== looking) return;
    this.looking = null;
    if (reply.type === "error") {
      page.notice.notify(reply.message);
      return;
    }
    const {day, own, seed} = looking;
    if (own) this.deck.use(own.id);
    if (reply.game) {
      const {start, moves} = reply.game;
      this.show({kind: "ending", start, moves, color: positionsOf(reply.game).at(-1).turn}, day);
    } else if (reply.stopped) update();
    else this.lookForEnding(day, seed + 1);
  }

  // Shows an exercise.
  //   day: of which it is the exercise, or 0
  show(card, day = 0) {
    const {kind, start, moves, color} = card;
    page.newGame.begin({side: color, ...KINDS[kind], minutes: 0, increment: 0, isPractice: true, from: {start, moves}});
    this.task = {id: page.game.id, card, day, isFailed: false, isDone: false};
    this.scores = null; // the same exercise asks its question again
    this.ask(T.practice[kind](color));
    update();
    showTable();
  }

  // Begins to ask for a move.
  ask(text, verdict) {
    Object.assign(this.task, {tried: null, wrong: null, marks: [], isShown: false, isTold: false});
    this.task.asked = page.game.key;
    this.tell(text, verdict);
  }

  tell(text, verdict = "") {
    Object.assign(this.task, {text, verdict});
    say(text);
  }

  // Ends an exercise whose game is over, or has left the book; asks for the next move otherwise.
  look() {
    const {book, game} = page;
    if (!this.isAsking && !(this.isGoingOn && game.isOver)) return;
    const {task} = this;
    const {kind} = task.card;
    if (game.isOver || (kind === "opening" && book.isKnown && !book.moves.length)) this.finish();
    else if (task.asked !== game.key) {
      if (task.right) this.ask(T.goOn(task.right, kind === "opening" ? openingAt(book.openings(), game.ply) : ""), "right");
      else this.ask(task.text);
    }
    else if (kind === "opening" && task.tried && book.isKnown) this.judge(task.tried);
  }

  finish() {
    const {task} = this;
    const isSolved = task.right && !task.isFailed;
    task.isDone = true;
    if (isSolved) this.deck.grade(task.card, true);
    else this.deck.postpone(task.card);
    if (task.day) this.deck.note(task.day);
    this.tell(this.outcome, isSolved ? "right" : "");
  }

  // How the exercise has ended, in a sentence.
  get outcome() {
    const {day, isFailed, right} = this.task;
    const {kept, streak} = this.deck;
    const verdict = isFailed ? T.practiceFailed : right ? T.practiceSolved : T.notInBook;
    return day ? `${verdict} ${T.streak(streak, kept.best)}` : verdict;
  }

  // After a wrong move, a hint and a solution the position comes again, as does the one that was due.
  fail() {
    const {task} = this;
    if (task.isFailed) return;
    this.deck.grade({...task.card, ...page.game.shown()}, false);
    this.deck.postpone(task.card);
    task.isFailed = true;
  }

  // The work of the server, see Work.want.
  work() {
    const {looking, task} = this;
    if (this.isLooking) {
      const {day, own, seed} = looking;
      const of = own && {game: {start: own.record.start, moves: own.record.moves}, color: own.own};
      const take = reply => this.takeEnding(looking, reply);
      return {key: `exercise ${seed}`, type: "exercise", fields: {seed, ...of, ...(day ? {} : this.strength)}, take};
    }
    if (!this.isAsking) return null;
    const {start, moves} = page.game.shown();
    const key = page.game.key;
    if (task.wrong) {
      const {wrong} = task;
      const fields = {game: {start, moves: [...moves, wrong]}, level: LEVEL};
      const take = reply => this.takeReasons(wrong, reply);
      return {key: `why ${key}${wrong}`, type: "review", fields, take};
    }
    if (task.card.kind === "opening" || this.scores?.key === key) return null;
    const take = reply => this.takeScores(key, reply);
    return {key: `practice ${key}`, type: "analyze", fields: {game: {start, moves}, lines: 64, level: LEVEL}, take};
  }

  takeScores(key, reply) {
    if (reply.type === "error" || !reply.done) return;
    this.scores = {key, lines: reply.lines};
    const {task} = this;
    if (this.isAsking && !task.wrong) {
      if (task.tried) this.judge(task.tried);
      else if (!task.isTold) this.tell(this.question());
      task.isTold = true;
    }
    update();
  }

  // The result with best play, and how many moves keep it.
  question() {
    const {lines} = this.scores;
    const best = score.discs(lines[0].score);
    const kept = lines.filter(line => score.discs(line.score) === best).length;
    return T.endingQuestion(this.task.card.color, best, kept, lines.length);
  }

  // Judges a legal move as soon as the values are known; plays it if it is right.
  choose(name) {
    const {task} = this;
    task.tried = name;
    const isKnown = task.card.kind === "opening" ? page.book.isKnown : this.scores?.key === page.game.key;
    if (isKnown) this.judge(name);
    else this.tell(T.judging(name));
    update();
  }

  judge(name) {
    const {task} = this;
    Object.assign(task, {tried: null, wrong: null, marks: []});
    const lost = this.lost(name);
    if (task.card.kind === "opening" ? this.isOfBook(name) : lost === 0) {
      task.right = name;
      page.players.play(name);
      return;
    }
    task.wrong = name;
    if (task.card.kind === "ending") {
      this.fail();
      this.tell(T.worseTry(name, lost), "wrong");
    } else this.tell(T.notOfBook(name), "wrong");
  }

  // Whether a move of the book is a good one.
  isOfBook(name) {
    return this.lost(name) < facts.look.losses.dubious;
  }

  // The discs that a move loses, by the values of the end game or by those of the book.
  lost(name) {
    const known =
      this.task.card.kind === "opening" ? page.book.moves.filter(line => line.score) : this.scores.lines;
    const values = Object.fromEntries(known.map(line => [line.move, score.discs(line.score)]));
    return name in values ? Math.max(...Object.values(values)) - values[name] : Infinity;
  }

  // Says why a move is wrong. A move that the book does not have may lose nothing.
  takeReasons(name, reply) {
    const {task} = this;
    if (task.wrong !== name || reply.ply !== page.game.length + 1) return;
    task.wrong = null;
    const {move} = reply;
    const reasons = whyOf(move).join(" ");
    if (task.card.kind === "ending") this.tell(`${task.text} ${reasons}`.trim(), "wrong");
    else {
      const others = T.bookPlays(page.book.moves.map(line => line.move).filter(other => this.isOfBook(other)));
      if (move.mark) this.fail();
      const loss = (move.mark ? T.wrongInOpening : T.outsideBook)(name, move.lost);
      this.tell([loss, reasons, others].filter(Boolean).join(" "), move.mark && "wrong");
    }
    update();
  }

  get best() {
    const {task} = this;
    if (task.card.kind === "opening") {
      const moves = page.book.moves.filter(line => line.score);
      return moves.sort((one, other) => score.discs(other.score) - score.discs(one.score))[0];
    }
    return this.scores?.key === page.game.key ? this.scores.lines[0] : undefined;
  }

  // Marks a right move and another one.
  hint() {
    const {best} = this;
    this.fail();
    const others = rules.legalSquares(page.game.position).filter(name => name !== best.move);
    this.task.marks = [best.move, ...others.slice(0, 1)].sort();
    this.tell(T.learnHint(this.task.marks));
    update();
  }

  solve() {
    const {best, task} = this;
    this.fail();
    Object.assign(task, {marks: [best.move], isShown: true, wrong: null});
    this.tell(T.practiceSolution((best.pv ?? [best.move]).slice(0, SHOWN).map(score.named)));
    update();
  }

  next() {
    this.start(this.task.card.kind);
  }

  // Goes on without an opponent, in the room.
  end() {
    this.task = null;
    page.game.name({}, () => page.players.leave());
    page.modes.choose("learn");
  }

  saved() {
    return this.task && {...this.task, language: document.documentElement.lang};
  }
  // In another language than before, the exercise asks its question again.
  restore(saved) {
    const task = saved ?? null;
    this.task = task;
    if (!task || task.language === document.documentElement.lang) return;
    const text = task.isDone ? this.outcome : T.practice[task.card.kind](task.card.color);
    Object.assign(task, {text, verdict: "", isTold: false});
  }
}
