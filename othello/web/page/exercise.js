// Exercises: mistakes of games, endgames of which few moves keep the result, and openings against the book.
//
// Each begins in the position of a card of the deck. A move is judged by the values of all moves: those of a search, or
// those of the book. Endgames and openings go on after a right move, with a reply of the opponent.

import {Deck, today} from "./deck.js";
import {$, facts, onPress, say} from "./dom.js";
import {positionsOf} from "./game.js";
import {openingAt} from "./movelist.js";
import {page, update} from "./page.js";
import {Question} from "./question.js";
import {whyOf} from "./review.js";
import * as rules from "./rules.js";
import * as score from "./score.js";
import * as storage from "./storage.js";
import {T} from "./texts.js";

const DAILY = [800, 1200]; // the levels of the exercise of the day: fewer squares are empty for the lower one
const LEVEL = 14; // solves all endgames
const CLOSE = 1; // discs: a move that loses less than this is as good as the best one
const SHOWN = 6; // moves of a line
const NAMING = ["key_square", "only_move"]; // reasons that only say which move is best
const PAUSE = 500; // milliseconds for which a right move is shown alone

export class Exercise extends Question {
  deck = new Deck();
  looking = null; // where an endgame is looked for
  card = null;
  waiting = []; // the cards after it
  day = 0; // of which it is the exercise, or 0
  moves = []; // before the position on the board
  positions = [];
  lines = null; // the moves in the position with their values, the best one first
  tried = null; // a move that waits for the values
  wrong = ""; // a move of which the reasons are looked for
  right = ""; // the last right move
  margin = 0; // discs that every other move would have lost at least
  isFailed = false;
  all = 0; // cards of the series
  solved = 0; // of them, at once

  constructor() {
    super();
    onPress("learn", () => this.begin());
    onPress("practice-button", () => {
      page.modes.choose("learn");
      $("continue")?.focus();
    });
    onPress("practice-daily", () => {
      const {day, ongoing} = this.deck.kept;
      if (ongoing?.day === today() && day !== today()) this.show([ongoing.card], {day: ongoing.day, kept: ongoing});
      else this.lookForEnding(today());
    });
    onPress("practice-due", () => this.show(this.deck.due()));
    onPress("practice-ending", () => this.lookForEnding());
    onPress("practice-opening", () => this.show([{kind: "opening", start: null, moves: [], color: Math.random() < 0.5 ? "black" : "white"}]));
    onPress("practice-own", () => this.show(page.repertoire.ends().map(ownCard)));
    onPress("practice-drawn", () => this.beginDrawn());
  }

  get title() {
    const {card, day, isDone, isMistake} = this;
    if (isMistake && !isDone) return T.moveSaid(score.place([...card.moves, card.move]), card.move);
    return $(`practice-${day ? "daily" : isMistake ? "due" : card.kind}`).querySelector("strong").textContent;
  }
  get isMistake() {
    return this.card?.kind === "mistake";
  }
  get position() {
    return this.positions.at(-1);
  }
  get last() {
    const at = this.moves.findLastIndex(move => move !== "pass");
    return at < 0 ? null : {move: this.moves[at], before: this.positions[at]};
  }
  get best() {
    return this.card.pv?.[0] ?? this.mine ?? this.lines?.[0]?.move;
  }
  // Whether lines that the person has chosen are practiced.
  get isOwn() {
    return this.card?.kind === "own";
  }
  // The person's own move in the position of such a line, or null.
  get mine() {
    return this.isOwn && this.position.turn === this.card.color ? page.repertoire.moveAt(this.position) : null;
  }
  // The next move of the line; undefined at its end, and beside it.
  get following() {
    const {card, moves} = this;
    return moves.every((move, at) => move === card.line[at]) ? card.line[moves.length] : undefined;
  }
  get isOpening() {
    return this.isOwn || this.card?.kind === "opening";
  }
  // Whether the person is to move in an exercise that is not solved.
  get isAsking() {
    return this.isSearching && this.position.turn === this.card.color && !(this.isOwn && !this.mine);
  }
  get steps() {
    const {all, isDone, isOwn, moves, waiting} = this;
    return isOwn && !isDone ? [T.lineOf(all - waiting.length, all), openingAt(page.book.openings(), moves.length)].filter(Boolean).join(" · ") : "";
  }
  // Whether all moves of an endgame are right, so that there is no question.
  get isForced() {
    return this.card.kind === "ending" && Boolean(this.lines?.every(({move}) => this.isGood(move)));
  }
  get canHelp() {
    return this.isAsking && this.best !== undefined && !this.isForced;
  }
  get isLooking() {
    return this.looking?.from === page.game.id;
  }
  // The moves of an opening, which the book is asked about.
  get opening() {
    return this.isSearching && this.isOpening ? {start: this.card.start, moves: this.moves} : null;
  }

  // Shows in the room what is to be repeated.
  draw() {
    $("practice-own").hidden = page.repertoire.isEmpty;
    if ($("today").hidden) return;
    const dueCount = this.deck.due().length;
    $("due").textContent = T.due(dueCount);
    $("practice-due").hidden = !dueCount;
    const isDone = this.deck.kept.day === today();
    $("practice-daily").classList.toggle("won", isDone);
    $("streak").textContent = [isDone ? `✓ ${T.doneToday}` : T.daily, this.deck.streak].join(" ").trim();
  }

  // Begins with the mistake that is shown, or the last one before that; at an end of the game, with the first one.
  begin() {
    const {game, review} = page;
    const marked = review.marked();
    const first = review.isSummary ? 0 : marked.findLastIndex(({ply}) => ply <= game.ply);
    const cards = marked.slice(Math.max(0, first)).map(move => ({...cardOf(move, game.record.start, game.moves), ply: move.ply}));
    this.show(cards.some(hasChoice) ? cards.filter(hasChoice) : cards);
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

  // Looks for an endgame in a game that the engine plays.
  //   day: of which it is the exercise, the same one for everybody; 0 for any exercise
  lookForEnding(day = 0, seed = day ? 100 * day : Math.floor(Math.random() * 2 ** 31)) {
    page.notice.notify(T.lookingForEnding);
    this.looking = {from: page.game.id, seed, day};
    update();
  }

  takeEnding(looking, {type, message, game, stopped}) {
    if (this.looking !== looking) return;
    this.looking = null;
    page.notice.clear();
    if (type === "error") page.notice.notify(message);
    else if (game) this.show([{kind: "ending", start: game.start, moves: game.moves, color: positionsOf(game).at(-1).turn}], {day: looking.day});
    else if (stopped) update();
    else this.lookForEnding(looking.day, looking.seed + 1);
  }

  // Begins the exercise of the first card. The game of a card that has its ply shows the position, too.
  //   kept: the moves on the board and whether one was wrong, in an exercise of the day that goes on
  //   all, solved: the cards of the series, and those of them that were solved at once
  show(cards, {day = 0, kept = {moves: cards[0]?.moves, isFailed: false}, all = cards.length, solved = 0} = {}) {
    const [first, ...waiting] = cards;
    if (!first) return;
    const {ply, ...card} = first;
    if (ply) page.review.goTo(ply);
    Object.assign(this, {card, waiting, all, solved, day, isFailed: kept.isFailed, isDone: false, right: ""});
    this.past = this.isMistake ? [card.move] : [];
    this.setUp(kept.moves);
    const {kind, color} = card;
    this.ask(kind === "mistake" ? T.findBetter(card.move, color) : T.practice[kind](color));
  }

  setUp(moves) {
    const {start} = this.card;
    Object.assign(this, {moves, positions: positionsOf({start, moves}), lines: null, tried: null, wrong: "", marks: [], tries: []});
    this.keepDay();
  }

  // Keeps how far the exercise of the day is.
  keepDay() {
    const {card, day, isFailed, moves} = this;
    if (day) this.deck.keep({ongoing: {day, card, moves, isFailed}});
  }

  // Plays a move, and the pass that follows from it.
  play(name) {
    say(T.plays(this.position.turn, name));
    page.sound.play("disc");
    this.setUp([...this.moves, name]);
    if (rules.mustPass(this.position)) this.setUp([...this.moves, "pass"]);
    if (rules.isOver(this.position)) this.finish();
  }

  // Shows the next card. A series ends with the number of solved ones, and leads to what else can be learned.
  next() {
    const {all, card, day, isDone, isFailed, isMistake, isOwn, waiting} = this;
    const solved = this.solved + Number(!isFailed);
    if (isDone) page.modes.choose("learn");
    else if (waiting.length) this.show(waiting, {all, solved});
    else if (isOwn || all > 1) this.conclude(T.solvedAtOnce(solved, all));
    else if (isMistake || day) this.end();
    else $(`practice-${card.kind}`).click(); // there is always another one
  }

  // Keeps the mistakes of an own game that the review points at for later days: once, so that no review brings solved ones back.
  keep({id, own, start, moves}) {
    const game = `${id} ${moves.length}`;
    const {used} = this.deck.kept; // without a limit, as the library
    if (used.includes(game)) return;
    this.deck.keep({used: [...used, game]});
    this.deck.add(page.review.moments({start, moves}, own).map(move => cardOf(move, start, moves)).filter(hasChoice));
  }

  // The work of the server, see Work.want.
  work() {
    if (this.isLooking) {
      const {looking} = this;
      const {day, seed} = looking;
      const {rating: known = 0} = storage.choices; // of the last game that was reviewed: such players get the exercise wrong
      const rating = day ? DAILY[Number(known >= DAILY[1])] : known;
      const take = reply => this.takeEnding(looking, reply);
      return {key: `exercise ${seed}`, type: "exercise", fields: {seed, ...(rating && {rating})}, take};
    }
    if (!this.isSearching) return null;
    const {start} = this.card;
    const {moves, wrong} = this;
    const line = moves.join("");
    if (wrong) {
      const fields = {game: {start, moves: [...moves, wrong]}, level: LEVEL};
      return {key: `why ${start} ${line}${wrong}`, type: "review", fields, take: reply => this.explain(wrong, reply)};
    }
    if (this.lines || this.isOpening) return null;
    const take = reply => {
      if (reply.type === "error" || !reply.done) return;
      this.take(reply.lines);
      update();
    };
    return {key: `practice ${start} ${line}`, type: "analyze", fields: {game: {start, moves}, level: LEVEL, lines: 64}, take};
  }

  // Ends when the game has changed; takes the values of the book, which the person's own lines do not need.
  look() {
    super.look();
    // A judged try leads to the next position, whose values may be known, too.
    while (this.opening && !this.lines && (this.isOwn || page.book.isKnown))
      this.take(this.isOwn ? [] : page.book.moves.filter(line => line.score).sort((one, other) => score.discs(other.score) - score.discs(one.score)));
  }

  // Takes the values of the moves: judges a try, replies for the opponent, or asks.
  take(lines) {
    const {moves} = this;
    this.lines = lines;
    if (this.isOwn ? !this.following : !lines.length) this.finish();
    else if (!this.isAsking || this.isForced) {
      const good = this.isOwn ? [this.following] : lines.map(({move}) => move).filter(move => this.isGood(move));
      setTimeout(() => {
        if (this.moves !== moves || !this.isActive) return;
        this.play(good[Math.floor(Math.random() * good.length)]);
        update();
      }, PAUSE);
    } else if (this.tried) this.judge(this.tried);
    else if (!this.isMistake) this.tell(this.question(), this.right && "right");
  }

  // The task in the position, in a sentence.
  question() {
    const {card, lines, moves, right} = this;
    if (card.kind === "ending") {
      const kept = lines.filter(({move}) => this.isGood(move)).length;
      this.asked = T.endingQuestion(card.color, score.discs(lines[0].score), kept, lines.length);
      return right ? T.squaresLeft(right, rules.empties(this.position), this.margin) : this.asked;
    }
    return right ? T.goOn(right, openingAt(page.book.openings(), moves.length)) : T.practice[card.kind](card.color);
  }

  // The discs that a move loses, as far as it is known.
  lost(name) {
    const lines = this.lines ?? [];
    const values = lines.map(line => score.discs(line.score));
    const at = lines.findIndex(({move}) => move === name);
    return at < 0 ? Infinity : Math.max(...values) - values[at];
  }
  isGood(name) {
    if (this.mine) return rules.twins(this.position, this.mine).includes(name);
    return this.lost(name) < (this.isOpening ? facts.look.losses.dubious : CLOSE) && name !== this.card.move;
  }

  // The good moves, which a hint must not name as wrong ones, nor a verdict about one of those.
  get answers() {
    return [this.best, ...rules.legalSquares(this.position).filter(name => this.isGood(name))];
  }

  // Judges a move, as soon as the values are known.
  judge(name) {
    const {card} = this;
    if (!this.isAsking) return;
    Object.assign(this, {tried: name, wrong: ""});
    if (!this.lines) {
      this.tell(T.judging(name));
      return;
    }
    this.tried = null;
    const lost = this.lost(name);
    if (this.isGood(name)) this.accept(name);
    else if (this.isOwn) {
      this.fail();
      this.marks = [this.mine];
      this.tell(T.yourMove(this.mine), "wrong");
    } else if (lost === Infinity) { // the book does not have it
      this.wrong = name;
      this.tell(T.judging(name));
    } else {
      const isSame = name === card.move;
      const isBetter = lost < card.loss && !isSame;
      if (!isSame) this.wrong = name;
      if (!isBetter) this.fail();
      const words = (isBetter ? T.betterTry : isSame ? T.sameTry : T.worseTry)(name, Math.round(isSame ? card.loss : lost));
      this.tell([words, ...(isSame ? whyOf(card, this.answers) : [])].join(" "), isBetter ? "near" : "wrong", isSame ? card : {});
    }
  }

  accept(name) {
    const {card} = this;
    if (this.isMistake) {
      if (!this.isFailed) this.deck.grade(card, true);
      this.tell(`${T.goodTry(name, card.move, Math.round(card.loss))} ${reasonOf(card).join(" ")}`.trim(), "right", card);
      this.reveal(name);
      return;
    }
    const others = this.lines.filter(({move}) => move !== name).map(({move}) => this.lost(move));
    const margin = others.length && Math.round(Math.min(...others));
    Object.assign(this, {right: name, verdict: "right", margin, text: T.goOn(name, "")}); // until the next question
    this.play(this.isOwn && this.isGood(this.following) ? this.following : name); // not one that is the same by symmetry
  }

  // Plays the move that was looked for, which ends the exercise.
  reveal(name) {
    const moves = [...this.moves, name];
    Object.assign(this, {isSolved: true, marks: [], moves, positions: positionsOf({start: this.card.start, moves})});
    page.sound.play("disc");
  }

  // Says why a move is wrong. A move that the book does not have may lose nothing.
  explain(name, reply) {
    if (this.wrong !== name || reply.ply !== this.moves.length + 1) return;
    this.wrong = "";
    const {move} = reply;
    const reasons = whyOf(move, [...this.answers, move.pv[0]]).join(" ");
    if (this.lost(name) < Infinity) this.tell(`${this.text} ${reasons}`.trim(), this.verdict, move, reasons);
    else {
      if (move.mark) this.fail();
      const loss = (move.mark ? T.worseTry : T.outsideBook)(name, Math.round(move.loss));
      this.tell(`${loss} ${reasons}`.trim(), move.mark && "wrong", move);
    }
    update();
  }

  // After a wrong move, a hint and a solution the position comes again tomorrow, as does the one that was due.
  fail() {
    if (this.isFailed) return;
    this.isFailed = true;
    this.keepDay();
    this.deck.grade({...this.card, moves: this.moves}, false);
    this.deck.postpone(this.card);
  }

  // Ends an exercise whose game is over, or has left the book.
  finish() {
    const {card, day, deck, isFailed, position, right} = this;
    const isRight = !isFailed && (right !== "" || card.kind !== "opening");
    if (isRight) deck.grade(card, true);
    else deck.postpone(card);
    if (day) deck.note(day);
    this.isSolved = true;
    const own = 32 + (rules.finalScore(position) / 2) * (card.color === "black" ? 1 : -1);
    this.asked = card.kind === "ending" ? T.goalReached(own, 64 - own) : ""; // in place of the question
    const verdict = isFailed ? T.practiceFailed : isRight ? T.practiceSolved : T.notInBook;
    const text = `${verdict} ${day ? deck.streak : ""}`.trim();
    this.tell(text, isRight ? "right" : "", {}, `${this.asked} ${text}`);
  }

  hint() {
    this.wrong = "";
    this.fail();
    super.hint();
  }

  solve() {
    const {best, card, mine} = this;
    this.fail();
    if (this.isOpening) {
      this.tell(mine ? T.yourMove(mine) : T.bookPlays([...new Set(this.answers)]));
      Object.assign(this, {isSolved: true, marks: [best]});
    } else {
      const {pv} = {...this.lines?.[0], ...card};
      const [first, ...line] = pv.slice(0, SHOWN).map(score.named);
      this.tell([T.practiceSolution(first, line.join(", ")), ...reasonOf(card)].join(" "), "", {...card, pv});
      this.reveal(best);
    }
    update();
  }
}

// One of the person's lines as a card of the deck.
const ownCard = ({start, moves, from, color}) => ({kind: "own", start, moves: moves.slice(0, from), color, line: moves});

// A reviewed move of a line as a card of the deck.
const cardOf = ({ply, move, turn, mark, loss, lost, line, pv, reasons, played, best}, start, moves) =>
  ({kind: "mistake", start, moves: moves.slice(0, ply - 1), color: turn, move, mark, loss, lost, line, pv, reasons, played, best});

// Whether the position of a mistake has more moves than the wrong one and the right one.
const hasChoice = ({start, moves}) => rules.legalSquares(positionsOf({start, moves}).at(-1)).length > 2;

// Why the move of a card is wrong, beside an answer that names the best move.
const reasonOf = card => whyOf({...card, reasons: card.reasons?.filter(({code}) => !NAMING.includes(code))});
