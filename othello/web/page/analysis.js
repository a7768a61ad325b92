// The analysis of the shown position: the search that is wanted, and what it has found.

import {onPress, say} from "./dom.js";
import {page, update} from "./page.js";
import * as rules from "./rules.js";
import * as score from "./score.js";
import {T} from "./texts.js";

const HINT = {level: 16, lines: 1};
const MAX_HELPED = 100;

export class Analysis {
  savedFields = ["isOn", "lines", "helped"];
  isOn = false;
  lines = 5; // wanted
  result = null; // the last reply, with the key of its position
  hinted = null; // the position with a hint
  /** @type {string[]} */
  helped = []; // the last games in which the person has asked for values, whatever is undone

  constructor() {
    onPress("analysis-switch", () => this.toggle());
  }

  // Whether values, the book and the review are hidden: during a game against the engine, unless the person asks.
  get hidesValues() {
    return page.players.hasEngine && !page.game.isOver && !this.isOn;
  }
  // Why, in a sentence; "" if they are not hidden.
  get hidden() {
    return page.setup.isActive ? T.hiddenInSetup : this.hidesValues ? T.hiddenInGame : "";
  }

  toggle() {
    this.isOn = !this.isOn;
    say(this.isOn ? T.analysisOn : T.analysisOff);
    update();
  }

  // The work of the server for a position, see Work.want; null if there is none.
  work() {
    if (!this.isOn && !this.isHint) return null;
    const {key} = page.game;
    const limits = this.isOn ? {lines: this.lines} : HINT;
    const take = reply => this.take(key, reply);
    const fields = {game: page.game.shown(), ...limits};
    return {key: `analyze ${limits.level} ${limits.lines} ${key}`, type: "analyze", fields, take};
  }

  // Notes that the person sees values during a game.
  noteHelp() {
    const {id, isOver} = page.game;
    if (page.players.hasEngine && !isOver) this.helped = [...new Set([...this.helped, id])].slice(-MAX_HELPED);
  }

  hint() {
    if (page.connection.isLost) return say(T.notConnected); // a sentence above the page shows it, too
    this.noteHelp();
    if (this.isOn) this.sayBest();
    this.hinted = this.place;
    update();
  }

  take(key, reply) {
    this.result = reply.type === "error" ? {key, lines: [], error: reply.message} : {key, ...reply};
    if (key === page.game.key) this.level();
    page.screen.drawReport();
    const [best] = this.result.lines;
    if (!this.isOn && reply.done && best) say(T.hint(best.move));
  }

  // Gives moves that are the same by symmetry the same value, the best one: the search reaches them one by one.
  level() {
    const {position} = page.game;
    const {lines} = this.result;
    for (const line of lines) line.score = lines.find(({move}) => rules.twins(position, line.move).includes(move))?.score ?? line.score;
  }

  // Names the shown position of this game: a hint is not one in another game.
  get place() {
    return `${page.game.id} ${page.game.key}`;
  }
  get isHint() {
    return this.hinted === this.place && !page.game.isFinal;
  }
  // The best move as far as it is known, if the person has asked for it only.
  get hintMarks() {
    const {isHint, isOn, result} = this;
    return isHint && !isOn && result?.key === page.game.key ? result.lines.map(line => line.move) : [];
  }

  // Whether the result is about the shown position, and may be shown.
  get isShown() {
    return this.result?.key === page.game.key && this.isOn && !page.setup.isActive;
  }

  // The scores of squares in the shown position.
  values() {
    if (!this.isShown) return {};
    return Object.fromEntries(
      this.result.lines.filter(line => line.move && line.move !== "pass").map(line => [line.move, line.score])
    );
  }

  sayBest() {
    const [best] = this.isShown ? this.result.lines : [];
    say(
      best
        ? T.bestLine(best.move, score.words(best.score), best.pv.slice(0, 6).map(score.named).join(" "))
        : T.noAnalysis
    );
  }
}
