// Practice: end games of which few moves keep the result, and openings against the book.
//
// An exercise is a game against the engine in which each move of the person is judged before it is played. A wrong
// move is explained, and may be replaced by a better one.

import {keyOf} from "./analysis.js";
import {Deck} from "./deck.js";
import {$, facts, say, showTable} from "./dom.js";
import {positionsOf} from "./game.js";
import {reasonsOf} from "./review.js";
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
  // begin: begins a game with choices, from a record; play: plays a move of the person
  // drawn: begins a game from an opening drawn by chance; notify: shows a sentence
  constructor({game, players, book, library}, {begin, play, drawn, notify, changed}) {
    Object.assign(this, {game, players, book, library, begin, play, notify, changed, deck: new Deck()});
    Object.assign(this, {task: null, looking: null, scores: null});
    for (const kind of Object.keys(KINDS)) $(`practice-${kind}`).addEventListener("click", () => this.start(kind));
    $("practice-drawn").addEventListener("click", drawn);
  }

  // Whether the shown game is an exercise.
  get isActive() {
    return this.task?.id === this.game.id && this.players.isPractice;
  }
  // Whether an exercise is shown that has not ended; only moves at its end belong to it.
  get isGoingOn() {
    return this.isActive && !this.task.isDone;
  }
  // Whether a move of the person is wanted and judged.
  get isAsking() {
    const {game, players} = this;
    const isLast = game.isMain && game.isAtEnd && !game.isFinal;
    return this.isGoingOn && isLast && !players.isEngine(game.position.turn);
  }
  get isLooking() {
    return this.looking?.from === this.game.id;
  }
  get text() {
    return this.task.text;
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
    const {streak, best} = this.deck.kept;
    for (const kind of Object.keys(KINDS)) $(`due-${kind}`).textContent = T.due(this.deck.due(kind).length);
    $("streak").textContent = T.streak(streak, best);
    $("practice-dialog").showModal();
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

  // Looks for an end game: in an own game that was not used yet, or else in one that the engine plays.
  async lookForEnding() {
    this.notify(T.lookingForEnding);
    const own = await this.library.all().catch(() => []);
    const found = own.find(({id, record}) => record.moves.length >= SHORTEST && !this.deck.isUsed(id));
    this.looking = {from: this.game.id, own: found ?? null, seed: Math.floor(Math.random() * 2 ** 31)};
    this.changed();
  }

  takeEnding(looking, reply) {
    if (this.looking !== looking) return;
    this.looking = null;
    if (reply.type === "error") {
      this.notify(reply.message);
      return;
    }
    const {own} = looking;
    if (own) this.deck.use(own.id);
    if (reply.game) {
      const {start, moves} = reply.game;
      this.show({kind: "ending", start, moves, color: positionsOf(reply.game).at(-1).turn});
    } else if (reply.stopped) this.changed();
    else this.lookForEnding();
  }

  // Shows an exercise.
  show(card) {
    const {kind, start, moves, color} = card;
    this.begin({side: color, ...KINDS[kind], minutes: 0, increment: 0, isPractice: true}, {start, moves});
    this.task = {id: this.game.id, card, isFailed: false, isDone: false};
    this.scores = null; // the same exercise asks its question again
    this.ask(T.practice[kind](color));
    this.changed();
    showTable();
  }

  // Begins to ask for a move.
  ask(text) {
    Object.assign(this.task, {tried: null, wrong: null, marks: [], isShown: false, isTold: false});
    this.task.asked = keyOf(this.game);
    this.tell(text);
  }

  tell(text) {
    this.task.text = text;
    say(text);
  }

  // Ends an exercise whose game is over, or has left the book; asks for the next move otherwise.
  look() {
    if (!this.isAsking && !(this.isGoingOn && this.game.isOver)) return;
    const {game, task} = this;
    const {kind} = task.card;
    if (game.isOver || (kind === "opening" && this.book.isKnown(game) && !this.book.moves(game).length)) this.finish();
    else if (task.asked !== keyOf(game)) this.ask(task.isRight ? T.goOn : task.text);
    else if (kind === "opening" && task.tried && this.book.isKnown(game)) this.judge(task.tried);
  }

  finish() {
    const {task} = this;
    const isSolved = task.isRight && !task.isFailed;
    task.isDone = true;
    if (isSolved) this.deck.grade(task.card, true);
    else this.deck.postpone(task.card);
    this.tell(isSolved ? T.practiceSolved(this.deck.kept.streak) : task.isFailed ? T.practiceFailed : T.notInBook);
  }

  // A wrong move, a hint and a solution end the streak, and the position comes again, as does the one that was due.
  fail() {
    const {task, game} = this;
    if (task.isFailed) return;
    this.deck.grade({...task.card, ...game.shown()}, false);
    this.deck.postpone(task.card);
    task.isFailed = true;
  }

  // The work of the server, see Work.want.
  work() {
    const {looking, task} = this;
    if (this.isLooking) {
      const {own, seed} = looking;
      const of = own && {game: {start: own.record.start, moves: own.record.moves}, color: own.own};
      const take = reply => this.takeEnding(looking, reply);
      return {key: `exercise ${seed}`, type: "exercise", fields: {seed, ...of, ...this.strength}, take};
    }
    if (!this.isAsking) return null;
    const {start, moves} = this.game.shown();
    const key = keyOf(this.game);
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
    this.changed();
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
    const {task, game} = this;
    task.tried = name;
    const isKnown = task.card.kind === "opening" ? this.book.isKnown(game) : this.scores?.key === keyOf(game);
    if (isKnown) this.judge(name);
    else this.tell(T.judging(name));
    this.changed();
  }

  judge(name) {
    const {task} = this;
    Object.assign(task, {tried: null, wrong: null, marks: []});
    const lost = this.lost(name);
    if (task.card.kind === "opening" ? this.isOfBook(name) : lost === 0) {
      task.isRight = true;
      this.play(name);
      return;
    }
    task.wrong = name;
    if (task.card.kind === "ending") {
      this.fail();
      this.tell(T.worseTry(name, lost));
    } else this.tell(T.notOfBook(name));
  }

  // Whether a move of the book is a good one.
  isOfBook(name) {
    return this.lost(name) < facts.look.losses.dubious;
  }

  // The discs that a move loses, by the values of the end game or by those of the book.
  lost(name) {
    const known =
      this.task.card.kind === "opening" ? this.book.moves(this.game).filter(line => line.score) : this.scores.lines;
    const values = Object.fromEntries(known.map(line => [line.move, score.discs(line.score)]));
    return name in values ? Math.max(...Object.values(values)) - values[name] : Infinity;
  }

  // Says why a move is wrong. A move that the book does not have may lose nothing.
  takeReasons(name, reply) {
    const {task, game} = this;
    if (task.wrong !== name || reply.ply !== game.length + 1) return;
    task.wrong = null;
    const {move} = reply;
    if (task.card.kind === "ending") this.tell(`${task.text} ${reasonsOf(move)}`.trim());
    else {
      const others = T.bookPlays(this.book.moves(game).map(line => line.move).filter(other => this.isOfBook(other)));
      if (move.mark) this.fail();
      this.tell([move.mark ? T.wrongInOpening(name, move.lost) : T.outsideBook(name, move.lost), reasonsOf(move), others].filter(Boolean).join(" "));
    }
    this.changed();
  }

  get best() {
    const {game, task} = this;
    if (task.card.kind === "opening") {
      const moves = this.book.moves(game).filter(line => line.score);
      return moves.sort((one, other) => score.discs(other.score) - score.discs(one.score))[0];
    }
    return this.scores?.key === keyOf(game) ? this.scores.lines[0] : undefined;
  }

  // Marks a right move and another one.
  hint() {
    const {best} = this;
    this.fail();
    const others = rules.legalSquares(this.game.position).filter(name => name !== best.move);
    this.task.marks = [best.move, ...others.slice(0, 1)].sort();
    this.tell(T.learnHint(this.task.marks));
    this.changed();
  }

  solve() {
    const {best, task} = this;
    this.fail();
    Object.assign(task, {marks: [best.move], isShown: true, wrong: null});
    this.tell(T.practiceSolution((best.pv ?? [best.move]).slice(0, SHOWN).map(score.named)));
    this.changed();
  }

  next() {
    this.start(this.task.card.kind);
  }

  // Goes on without an opponent.
  end() {
    this.task = null;
    this.game.name({}, () => this.players.leave());
  }

  saved() {
    return this.task;
  }
  restore(saved) {
    this.task = saved ?? null;
  }
}
