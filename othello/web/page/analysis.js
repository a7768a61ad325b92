// The analysis of the shown position: best lines, depth and nodes, and the values of squares.

import {$, element, say} from "./dom.js";
import * as score from "./score.js";

const LINES = [
  [1, "1"],
  [3, "3"],
  [5, "5"],
  [10, "10"],
  [64, "all"]
];
const HINT = {level: 16, lines: 3};
const SHOWN = 14; // moves of a line

export class Analysis {
  // changed: called when other work is wanted; redraw: called after a report
  // preview: called with the moves of a line to show on the board, or with null; play: plays a move
  constructor(changed, redraw, preview, play) {
    Object.assign(this, {changed, redraw, preview, play, isOn: false, lines: 5, found: null, hintKey: null});
    $("lines").append(...LINES.map(([value, text]) => element("option", {value}, text)));
    $("lines").addEventListener("change", () => {
      this.lines = Number($("lines").value);
      changed();
    });
    $("analysis-switch").addEventListener("click", () => this.toggle());
  }

  toggle() {
    this.isOn = !this.isOn;
    say(`Analysis ${this.isOn ? "on" : "off"}.`);
    this.changed();
  }

  // The work of the server for a position, see Work.want; null if there is none.
  work(game) {
    const key = keyOf(game);
    const request = {game: game.shown()};
    const take = reply => this.take(key, reply);
    if (this.isOn)
      return {
        key: `analyze ${this.lines} ${key}`,
        type: "analyze",
        fields: {...request, lines: this.lines},
        take
      };
    if (this.hintKey === key)
      return {
        key: `hint ${key}`,
        type: "analyze",
        fields: {...request, ...HINT},
        take: reply => this.takeHint(key, reply)
      };
    return null;
  }

  hint(game) {
    if (this.isOn) this.sayBest(game);
    this.hintKey = keyOf(game);
    this.changed();
  }

  take(key, reply) {
    this.found = reply.type === "error" ? {key, lines: [], error: reply.message} : {key, ...reply};
    this.redraw();
  }

  takeHint(key, reply) {
    this.take(key, reply);
    const [best] = reply.lines ?? [];
    if (reply.done && best) say(`Hint: ${best.move}, ${score.words(best.score)}.`);
  }

  // Whether the values on the board are those of this game's shown position.
  isFor(game) {
    return (
      this.found !== null && this.found.key === keyOf(game) && (this.isOn || this.hintKey === this.found.key)
    );
  }

  // The scores of squares in the shown position.
  values(game) {
    if (!this.isFor(game)) return {};
    return Object.fromEntries(
      this.found.lines.filter(line => line.move && line.move !== "pass").map(line => [line.move, line.score])
    );
  }

  sayBest(game) {
    const [best] = this.isFor(game) ? this.found.lines : [];
    say(
      best
        ? `Best: ${best.move}, ${score.words(best.score)}. Line: ${best.pv.slice(0, 6).join(" ")}.`
        : "There is no analysis of this position."
    );
  }

  draw(game, isBusy) {
    const isFor = this.isFor(game);
    $("analysis-switch").setAttribute("aria-checked", this.isOn);
    $("analysis-switch").textContent = this.isOn ? "On" : "Off";
    $("lines").value = this.lines;
    $("legend").hidden = !isFor;
    $("search").textContent = this.status(game, isFor, isBusy);
    const lines = isFor ? this.found.lines.filter(line => line.move) : [];
    const rows = [...$("best").children];
    while (rows.length > lines.length) rows.pop().remove();
    while (rows.length < lines.length) {
      const made = this.row(rows.length);
      $("best").append(made);
      rows.push(made);
    }
    lines.forEach((line, at) => this.fill(rows[at].firstChild, line));
  }

  status(game, isFor, isBusy) {
    if (isFor && this.found.error) return this.found.error;
    if (!this.isOn && !isFor)
      return this.hintKey === keyOf(game)
        ? "Looking for a hint …"
        : "Switch the analysis on to see the values of moves.";
    if (!isFor)
      return game.isAtEnd && game.isOver
        ? "The game is over."
        : isBusy
          ? "Waiting for the engine's move …"
          : "Searching …";
    const {depth, now, nodes, seconds, done, lines} = this.found;
    if (!lines.some(line => line.move)) return "The game is over.";
    const speed = seconds > 0.05 ? `, ${score.large(Math.round(nodes / seconds))}/s` : "";
    const isSolved = done && lines.every(line => line.score.kind === "exact");
    const state = isSolved
      ? "Solved, depth"
      : done
        ? "Depth"
        : now && now.depth > depth
          ? `Depth ${depth}, now`
          : "Depth";
    return `${state} ${done ? depth : (now?.depth ?? depth)} · ${score.large(nodes)} nodes${speed} · ${seconds.toFixed(1)} s`;
  }

  // Makes the row of a line; its button plays the move, and shows the line on the board before that.
  row(at) {
    const line = () => this.found?.lines[at];
    const button = element(
      "button",
      {
        type: "button",
        className: "line",
        onclick: () => {
          this.preview(null);
          this.play(line().move);
        }
      },
      element("b"),
      element("span", {className: "number"}),
      element("span", {className: "kind"}),
      element("span", {className: "pv"})
    );
    for (const kind of ["mouseenter", "focus"])
      button.addEventListener(kind, () => this.preview(line()?.pv ?? null));
    for (const kind of ["mouseleave", "blur"]) button.addEventListener(kind, () => this.preview(null));
    return element("li", {}, button);
  }

  fill(button, line) {
    const [move, number, kind, pv] = button.children;
    move.textContent = line.move;
    number.textContent = score.number(line.score);
    kind.textContent = score.fullKind(line.score);
    pv.textContent = line.pv.slice(1, SHOWN).join(" ");
    button.setAttribute(
      "aria-label",
      `${line.move}, ${score.words(line.score)}, then ${line.pv.slice(1, 5).join(" ")}`
    );
  }
}

export const keyOf = game => `${game.record.start ?? ""} ${game.record.moves.slice(0, game.ply).join("")}`;
