// Learning from mistakes: the board before a mistake, and tries to find a better move.

import {say, showTable} from "./dom.js";
import {page, update} from "./page.js";
import {reasonsOf} from "./review.js";
import * as rules from "./rules.js";
import * as score from "./score.js";
import {T} from "./texts.js";

const LEVEL = 14;
const CLOSE = 1; // discs: a try that loses less than this is as good as the best move

export class Learn {
  mistake = null;
  scores = null; // the lines of all moves before the mistake, by their moves
  tried = null; // a move that waits for the scores
  text = "";
  isSolved = false;
  marks = [];

  constructor() {
    page.keys.onPress("learn", () => this.begin(), "learn", "T");
  }

  get isActive() {
    return this.mistake !== null;
  }
  // Whether the better move is not known yet.
  get isSearching() {
    return this.isActive && !this.isSolved;
  }
  get canHelp() {
    return this.isSearching;
  }
  // The position before the mistake.
  get position() {
    return page.game.positions[this.mistake.ply - 1];
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
    else this.end(T.allLearned);
  }

  end(text = "") {
    this.mistake = null;
    if (text) say(text);
    update();
  }

  show(mistake) {
    const scores = mistake.ply === this.mistake?.ply ? this.scores : null; // the same work is not done again
    Object.assign(this, {mistake, scores, tried: null, isSolved: false, marks: []});
    this.tell(T.findBetter(mistake.ply, mistake.move, mistake.turn));
    page.game.goTo(mistake.ply - 1);
    update();
    showTable();
  }

  tell(text) {
    this.text = text;
    say(text);
  }

  // Ends when another position is shown.
  look() {
    if (this.isActive && (page.game.ply !== this.mistake.ply - 1 || !page.review.of(this.mistake.ply)))
      this.mistake = null;
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
  choose(name) {
    if (!rules.flips(this.position, name).length) {
      this.tell(T.illegal(name));
    } else if (this.scores) this.judge(name);
    else {
      this.tried = name;
      this.tell(T.judging(name));
    }
    update();
  }

  judge(name) {
    this.tried = null;
    const {mistake} = this;
    const lost = this.best - score.discs(this.scores[name].score);
    this.isSolved = lost < CLOSE && name !== mistake.move;
    this.marks = this.isSolved ? [name] : [];
    if (this.isSolved) this.tell(`${T.goodTry(name, mistake.move, mistake.lost)} ${reasonsOf(mistake)}`.trim());
    else if (name === mistake.move) this.tell(T.sameTry(name));
    else this.tell(lost < mistake.loss ? T.betterTry(name, lost.toFixed(1)) : T.worseTry(name, lost.toFixed(1)));
  }

  get best() {
    return Math.max(...Object.values(this.scores).map(line => score.discs(line.score)));
  }

  // Marks the better move and another one.
  hint() {
    const [best] = this.mistake.pv;
    const others = rules.legalSquares(this.position).filter(name => name !== best && name !== this.mistake.move);
    this.marks = [best, ...others.slice(0, 1)].sort();
    this.tell(T.learnHint(this.marks));
    update();
  }

  solve() {
    const {mistake} = this;
    Object.assign(this, {isSolved: true, marks: mistake.pv.slice(0, 1)});
    this.tell(`${T.solution(mistake.pv.map(score.named), mistake.move, mistake.lost)} ${reasonsOf(mistake)}`.trim());
    update();
  }
}
