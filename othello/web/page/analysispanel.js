// The panel of the analysis: its switch, depth and nodes, and the best lines.

import {$, element} from "./dom.js";
import * as score from "./score.js";

const LINES = {1: "1", 3: "3", 5: "5", 10: "10", 64: "all"}; // numbers of lines to choose from
const SHOWN = 14; // moves of a line

export class AnalysisPanel {
  // preview: called with the moves of a line to show on the board, or with null; play: plays a move
  constructor(analysis, preview, play) {
    Object.assign(this, {analysis, preview, play});
    $("lines").append(...Object.entries(LINES).map(([value, text]) => element("option", {value}, text)));
    $("lines").addEventListener("change", () => {
      analysis.lines = Number($("lines").value);
      analysis.changed();
    });
    $("analysis-switch").addEventListener("click", () => analysis.toggle());
  }

  draw(game, isBusy) {
    const {analysis} = this;
    const isFor = analysis.isFor(game);
    $("analysis-switch").setAttribute("aria-checked", analysis.isOn);
    $("analysis-switch").textContent = analysis.isOn ? "On" : "Off";
    $("lines").value = analysis.lines;
    $("legend").hidden = !isFor;
    $("search").textContent = isFor ? this.progress() : this.waiting(game, isBusy);
    this.drawLines(isFor ? analysis.found.lines.filter(line => line.move) : []);
  }

  // Says why there are no values of the shown position yet.
  waiting(game, isBusy) {
    if (!this.analysis.isOn) {
      const isHint = this.analysis.isHintFor(game);
      return isHint ? "Looking for a hint …" : "Switch the analysis on to see the values of moves.";
    }
    if (game.isAtEnd && game.isOver) return "The game is over.";
    return isBusy ? "Waiting for the engine's move …" : "Searching …";
  }

  // Says how far the search is.
  progress() {
    const {depth, now, nodes, seconds, done, lines, error} = this.analysis.found;
    if (error) return error;
    if (!lines.some(line => line.move)) return "The game is over.";
    const speed = seconds > 0.05 ? `, ${score.large(Math.round(nodes / seconds))}/s` : "";
    const work = `${score.large(nodes)} nodes${speed} · ${seconds.toFixed(1)} s`;
    if (done && lines.every(line => line.score.kind === "exact")) return `Solved, depth ${depth} · ${work}`;
    if (!done && now?.depth > depth) return `Depth ${depth}, now ${now.depth} · ${work}`;
    return `Depth ${depth} · ${work}`;
  }

  drawLines(lines) {
    const list = $("best");
    while (list.children.length > lines.length) list.lastChild.remove();
    while (list.children.length < lines.length) list.append(this.row(list.children.length));
    lines.forEach((line, at) => fill(list.children[at].firstChild, line));
  }

  // Makes the row of a line; its button plays the move, and shows the line on the board before that.
  row(at) {
    const line = () => this.analysis.found?.lines[at];
    const onclick = () => {
      this.preview(null);
      this.play(line().move);
    };
    const parts = ["move", "number", "kind", "pv"].map(className => element("span", {className}));
    const button = element("button", {type: "button", className: "line", onclick}, ...parts);
    for (const kind of ["mouseenter", "focus"])
      button.addEventListener(kind, () => this.preview(line()?.pv ?? null));
    for (const kind of ["mouseleave", "blur"]) button.addEventListener(kind, () => this.preview(null));
    return element("li", {}, button);
  }
}

function fill(button, line) {
  const [move, number, kind, pv] = button.children;
  move.textContent = line.move;
  number.textContent = score.number(line.score);
  kind.textContent = score.fullKind(line.score);
  pv.textContent = line.pv.slice(1, SHOWN).join(" ");
}
