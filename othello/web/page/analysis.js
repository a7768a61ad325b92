// The analysis of the shown position: the search that is wanted, what it has found, and the panel that shows it.

import {$, element, fill, onPress, say} from "./dom.js";
import {page, update} from "./page.js";
import * as rules from "./rules.js";
import * as score from "./score.js";
import {T} from "./texts.js";

const HINT = {level: 16, lines: 1};
const MAX_HELPED = 100;
const SHOWN = 14; // moves of a line

export class Analysis {
  savedFields = ["isOn", "lines", "helped"];
  isOn = false;
  lines = 5; // wanted
  result = null; // the last reply, with the key of its position
  hinted = null; // the position with a hint
  /** @type {string[]} */
  helped = []; // the last games in which the person has asked for values, whatever is undone
  previewed = null; // the place of the line to show on the board

  constructor() {
    onPress("analysis-switch", () => this.toggle());
    $("lines").addEventListener("change", () => {
      this.lines = Number($("lines").value);
      update();
    });
    onPress("analysis-options", () => {
      $("options").hidden = !$("options").hidden;
      $("analysis-options").setAttribute("aria-expanded", String(!$("options").hidden));
      this.draw();
      $("options").scrollIntoView({block: "nearest"});
    });
    this.listen($("best"));
  }

  // Lets the lines of a list show themselves on the board, and play their first moves. A report may put another line
  // there between a press and its click, which plays the line of the press.
  listen(list) {
    const placeOf = ({target}) => target.closest("button")?.value ?? null;
    const lineAt = event => this.shownLines[placeOf(event)];
    let pressed = null;
    list.addEventListener("pointerdown", event => (pressed = lineAt(event)));
    list.addEventListener("click", event => {
      const line = (event.detail && pressed) || lineAt(event); // a key has no detail
      if (!line) return;
      this.preview(null);
      page.board.choose(line.move);
    });
    for (const kind of ["mouseover", "focusin"]) list.addEventListener(kind, event => this.preview(placeOf(event)));
    for (const kind of ["mouseleave", "focusout"]) list.addEventListener(kind, () => this.preview(null));
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
    if (page.players.hasEngine && !page.players.isHelped) page.notice.notify(T.notRated);
    this.noteHelp();
    this.hinted = page.game.place;
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

  get isHint() {
    return this.hinted === page.game.place && !page.game.isFinal;
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

  // The lines of the shown position with the value of each, best first.
  get shownLines() {
    return this.isShown ? page.book.complete(this.result.lines.filter(({move}) => move)) : [];
  }
  // The values of squares in the shown position.
  values() {
    const lines = this.shownLines.filter(({move}) => move !== "pass");
    return Object.fromEntries(lines.map(({move, value}) => [move, value]));
  }

  // The moves to show on the board instead of the values; null for none.
  get line() {
    return this.shownLines[this.previewed]?.pv;
  }

  preview(at) {
    if (at === this.previewed) return; // as when the row of a line is removed, which ends its focus
    this.previewed = at;
    page.screen.drawReport();
  }

  draw() {
    const {isOn, isShown, result} = this;
    $("analysis-switch").setAttribute("aria-checked", String(isOn));
    $("analysis-switch").textContent = isOn ? T.on : T.off;
    $("lines").value = this.lines;
    $("analysis").style.setProperty("--lines", String(Math.min(this.lines, 10)));
    const lines = this.shownLines.slice(0, this.lines);
    const why = isShown ? (result.error ?? T.gameIsOver) : this.hidden || this.waiting();
    fill("search", ...(lines.length && !$("options").hidden ? this.progress() : [lines.length ? T.valuesFor(page.game.position.turn) : why]));
    fill("best", ...lines.map(row));
  }

  // Says why there are no values of the shown position yet.
  waiting() {
    if (!this.isOn) return T.switchOn;
    if (page.game.isFinal) return T.gameIsOver;
    if (page.connection.isLost) return T.notConnected;
    if (page.players.isEngineToMove) return T.waitingForMove;
    return T.searching;
  }

  // Says how far the search is.
  progress() {
    const {depth, now, nodes, seconds, done, lines} = this.result;
    const speed = seconds > 0.05 ? `, ${score.large(Math.round(nodes / seconds))}/s` : "";
    const isSolved = done && lines.every(line => line.score.kind === "exact");
    const next = !done && now?.depth > depth ? `, ${T.now(now.depth)}` : "";
    const work = element("span", {className: "nodes"}, ` · ${score.large(nodes)} ${T.nodes}${speed}`);
    return [isSolved ? T.solved(depth) : T.searchDepth(depth) + next, work, ` · ${seconds.toFixed(1)}\u00a0s`];
  }
}

// The row of a line. Its button plays the move, and shows the line on the board before that.
function row({move, value, pv}, at) {
  const texts = {move: score.named(move), number: score.number(value), kind: score.kind(value), pv: pv.slice(1, SHOWN).map(score.named).join(" ")};
  const parts = Object.entries(texts).map(([className, text]) => element("span", {className}, text));
  return element("li", {}, element("button", {type: "button", className: "line", title: score.words(value), value: at}, ...parts));
}
