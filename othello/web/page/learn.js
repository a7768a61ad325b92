// Learning from mistakes: the board before a mistake, and tries to find a better move.

import {say} from "./dom.js";
import {page, update} from "./page.js";
import {Question} from "./question.js";
import {reasonsOf} from "./review.js";
import * as score from "./score.js";
import {T} from "./texts.js";

const LEVEL = 14;
const CLOSE = 1; // discs: a try that loses less than this is as good as the best move

export class Learn extends Question {
  mistake = null;
  scores = null; // the lines of all moves before the mistake, by their moves
  tried = null; // a move that waits for the scores

  constructor() {
    super();
    page.keys.onPress("learn", () => this.begin(), "learn", "T");
  }

  // The position before the mistake.
  get position() {
    return page.game.positions[this.mistake.ply - 1];
  }
  get last() {
    return page.game.lastMove;
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
    const marked = page.review.marked();
    const first = marked.find(({ply}) => ply === page.game.ply) ?? marked[0];
    if (first) this.show(first);
  }

  next() {
    const after = page.review.marked().find(({ply}) => ply > this.mistake.ply);
    if (after) this.show(after);
    else {
      say(T.allLearned);
      this.end();
    }
  }

  show(mistake) {
    const scores = mistake.ply === this.mistake?.ply ? this.scores : null; // the same work is not done again
    page.game.goTo(mistake.ply - 1);
    Object.assign(this, {mistake, scores, tried: null});
    this.ask(T.findBetter(mistake.ply, mistake.move, mistake.turn));
  }

  look() {
    super.look();
    if (this.isActive && !page.review.of(this.mistake.ply)) this.key = "";
  }

  // The work of the server, see Work.want: the values of all moves before the mistake.
  work() {
    const line = page.game.shown();
    return {
      key: `learn ${line.start} ${line.moves.join("")}`,
      type: "analyze",
      fields: {game: line, level: LEVEL, lines: 64},
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
    if (this.isSolved) this.tell(`${T.goodTry(name, mistake.move, mistake.lost)} ${reasonsOf(mistake)}`.trim(), "right");
    else if (name === mistake.move) this.tell(T.sameTry(name), "wrong");
    else this.tell((lost < mistake.loss ? T.betterTry : T.worseTry)(name, lost.toFixed(1)), "wrong");
  }

  solve() {
    const {mistake} = this;
    Object.assign(this, {isSolved: true, marks: [this.best]});
    this.tell(`${T.solution(mistake.pv.map(score.named), mistake.move, mistake.lost)} ${reasonsOf(mistake)}`.trim());
    update();
  }
}
