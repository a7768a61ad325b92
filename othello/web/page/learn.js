// Learning from mistakes: the board before a mistake, and tries to find a better move. The mistakes are those of the shown
// game, or those of earlier games that come again.

import {keyOf} from "./deck.js";
import {onPress, say} from "./dom.js";
import {positionsOf} from "./game.js";
import {page, update} from "./page.js";
import {Question} from "./question.js";
import {whyOf} from "./review.js";
import * as score from "./score.js";
import {T} from "./texts.js";

const LEVEL = 14;
const MARKS = ["?", "??"]; // of mistakes that come again
const MOST = 3; // of them from a game
const CLOSE = 1; // discs: a try that loses less than this is as good as the best move

export class Learn extends Question {
  mistake = null; // a card of the deck
  waiting = []; // the mistakes after it
  positions = []; // of the moves before it
  isFailed = false;
  scores = null; // the lines of all moves before the mistake, by their moves
  tried = null; // a move that waits for the scores

  constructor() {
    super();
    onPress("learn", () => this.begin());
  }

  // The position before the mistake.
  get position() {
    return this.positions.at(-1);
  }
  get last() {
    const {moves} = this.mistake;
    const at = moves.findLastIndex(move => move !== "pass");
    return at < 0 ? null : {move: moves[at], before: this.positions[at]};
  }
  get best() {
    return this.mistake.pv[0];
  }
  // Whether a hint must not name the move as a wrong one.
  isRight(name) {
    return name === this.best || name === this.mistake.move;
  }

  // Begins with the mistake that is shown, or else the first one.
  begin() {
    const {game, review} = page;
    const marked = review.marked();
    const first = marked.findIndex(({ply}) => ply === game.ply);
    this.show(marked.slice(Math.max(0, first)).map(move => ({...cardOf(move, game.record.start, game.moves), ply: move.ply})));
  }

  next() {
    if (this.waiting.length) this.show(this.waiting);
    else {
      say(T.allLearned);
      this.end();
    }
  }

  // Asks about the first one of some mistakes. A game that has its ply shows the position, too.
  show(mistakes) {
    const [mistake, ...waiting] = mistakes;
    if (!mistake) return;
    const scores = keyOf(mistake) === (this.mistake && keyOf(this.mistake)) ? this.scores : null; // the same work is not done again
    if (mistake.ply) page.game.goTo(mistake.ply - 1);
    Object.assign(this, {mistake, waiting, positions: positionsOf(mistake), scores, tried: null, isFailed: false});
    this.ask(T.findBetter(mistake.moves.length + 1, mistake.move, mistake.color));
  }

  // Keeps the costliest mistakes of a person's own game for later days: once, so that no review brings solved ones back.
  keep({id, own, start, moves}) {
    const {deck} = page.practice;
    const game = `${id} ${moves.length}`;
    if (deck.isUsed(game)) return;
    deck.use(game);
    const costly = page.review.all({start, moves}).filter(({mark, turn}) => turn === own && MARKS.includes(mark));
    const worst = costly.sort((one, other) => other.loss - one.loss).slice(0, MOST);
    deck.add(worst.map(move => cardOf(move, start, moves)));
  }

  // A wrong move, a hint and a solution let the mistake come again tomorrow.
  grade(isSolved) {
    const {ply: _, ...card} = this.mistake;
    if (!this.isFailed) page.practice.deck.grade(card, isSolved);
    this.isFailed ||= !isSolved;
  }

  // The work of the server, see Work.want: the values of all moves before the mistake.
  work() {
    const {start, moves} = this.mistake;
    return {
      key: `learn ${keyOf(this.mistake)}`,
      type: "analyze",
      fields: {game: {start, moves}, level: LEVEL, lines: 64},
      take: reply => {
        if (reply.type === "error" || !reply.done) return;
        this.scores = Object.fromEntries(reply.lines.map(line => [line.move, line]));
        if (this.tried) this.judge(this.tried);
        update();
      }
    };
  }

  // Judges a try, as soon as the values are known.
  judge(name) {
    this.tried = this.scores ? null : name;
    if (!this.scores) {
      this.tell(T.judging(name));
      return;
    }
    const {mistake} = this;
    const best = Math.max(...Object.values(this.scores).map(line => score.discs(line.score)));
    const lost = best - score.discs(this.scores[name].score);
    this.isSolved = lost < CLOSE && name !== mistake.move;
    this.marks = this.isSolved ? [name] : [];
    this.grade(this.isSolved);
    if (this.isSolved) this.tell(`${T.goodTry(name, mistake.move, mistake.lost)} ${whyOf(mistake).join(" ")}`.trim(), "right");
    else if (name === mistake.move) this.tell(T.sameTry(name), "wrong");
    else this.tell((lost < mistake.loss ? T.betterTry : T.worseTry)(name, lost.toFixed(1)), "wrong");
  }

  hint() {
    this.grade(false);
    super.hint();
  }

  solve() {
    const {mistake} = this;
    this.grade(false);
    Object.assign(this, {isSolved: true, marks: [this.best]});
    this.tell(`${T.solution(mistake.pv.map(score.named), mistake.move, mistake.lost)} ${whyOf(mistake).join(" ")}`.trim());
    update();
  }
}

// A reviewed move of a line as a card of the deck.
const cardOf = ({ply, move, turn, mark, loss, lost, pv, reasons}, start, moves) =>
  ({kind: "mistake", start, moves: moves.slice(0, ply - 1), color: turn, move, mark, loss, lost, pv, reasons});
