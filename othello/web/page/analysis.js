// The analysis of the shown position: the search that is wanted, and what it has found.

import {say} from "./dom.js";
import * as score from "./score.js";
import {T} from "./texts.js";

const HINT = {level: 16, lines: 3};

export class Analysis {
  // changed: called when other work is wanted; redraw: after a report; asked: when the person wants a hint
  constructor(changed, redraw, asked) {
    Object.assign(this, {changed, redraw, asked, isOn: false, lines: 5, found: null, hinted: null});
  }

  toggle() {
    this.isOn = !this.isOn;
    say(this.isOn ? T.analysisOn : T.analysisOff);
    this.changed();
  }

  // The work of the server for a position, see Work.want; null if there is none.
  work(game) {
    if (!this.isOn && !this.isHintFor(game)) return null;
    const key = keyOf(game);
    const limits = this.isOn ? {lines: this.lines} : HINT;
    const take = reply => this.take(key, reply);
    const fields = {game: game.shown(), ...limits};
    return {key: `analyze ${limits.level} ${limits.lines} ${key}`, type: "analyze", fields, take};
  }

  hint(game) {
    this.asked();
    if (this.isOn) this.sayBest(game);
    this.hinted = placeOf(game);
    this.changed();
  }

  take(key, reply) {
    this.found = reply.type === "error" ? {key, lines: [], error: reply.message} : {key, ...reply};
    this.redraw();
    const [best] = this.found.lines;
    if (!this.isOn && reply.done && best) say(T.hint(best.move, score.words(best.score)));
  }

  isHintFor(game) {
    return this.hinted === placeOf(game);
  }

  // Whether the values on the board are those of this game's shown position.
  isFor(game) {
    return this.found?.key === keyOf(game) && (this.isOn || this.isHintFor(game));
  }

  // The scores of squares in the shown position.
  values(game) {
    if (!this.isFor(game)) return {};
    return Object.fromEntries(
      this.found.lines.filter(line => line.move && line.move !== "pass").map(line => [line.move, line.score])
    );
  }

  saved() {
    const {isOn, lines} = this;
    return {isOn, lines};
  }
  restore(saved) {
    Object.assign(this, saved);
  }

  sayBest(game) {
    const [best] = this.isFor(game) ? this.found.lines : [];
    say(
      best
        ? T.bestLine(best.move, score.words(best.score), best.pv.slice(0, 6).map(score.named).join(" "))
        : T.noAnalysis
    );
  }
}

export const keyOf = game => `${game.record.start ?? ""} ${game.moves.slice(0, game.ply).join("")}`;

// Names a position of one game: a hint is not one in another game.
const placeOf = game => `${game.id} ${keyOf(game)}`;
