// The panel of the analysis: its switch, depth and nodes, and the best lines.

import {$, element, onPress} from "./dom.js";
import {page, update} from "./page.js";
import * as score from "./score.js";
import {T} from "./texts.js";

const SHOWN = 14; // moves of a line

export class AnalysisPanel {
  previewed = null; // the place of the line to show on the board

  constructor() {
    $("lines").addEventListener("change", () => {
      page.analysis.lines = Number($("lines").value);
      update();
    });
    onPress("analysis-options", () => {
      $("options").hidden = !$("options").hidden;
      $("analysis-options").setAttribute("aria-expanded", String(!$("options").hidden));
    });
    onPress("new-board", () => {
      page.files.show({moves: []}, {});
      page.modes.explore();
    });
  }

  // The moves to show on the board instead of the values; null for none.
  get line() {
    return page.analysis.isShown ? page.analysis.result.lines[this.previewed]?.pv : null;
  }

  preview(at) {
    if (at === this.previewed) return; // as when the row of a line is removed, which ends its focus
    this.previewed = at;
    page.screen.drawReport();
  }

  draw() {
    const {analysis} = page;
    const {isShown} = analysis;
    $("analysis-switch").setAttribute("aria-checked", String(analysis.isOn));
    $("analysis-switch").textContent = analysis.isOn ? T.on : T.off;
    $("lines").value = analysis.lines;
    $("best").style.setProperty("--lines", String(Math.min(analysis.lines, 10)));
    const lines = isShown ? analysis.result.lines.filter(line => line.move) : [];
    $("search").textContent = lines.length ? this.progress() : isShown ? (analysis.result.error ?? T.gameIsOver) : analysis.hidden || this.waiting();
    $("search").classList.toggle("work", lines.length > 0); // which the settings show
    this.drawLines(lines);
  }

  // Says why there are no values of the shown position yet.
  waiting() {
    if (!page.analysis.isOn) return T.switchOn;
    if (page.game.isFinal) return T.gameIsOver;
    if (page.connection.isLost) return T.notConnected;
    if (page.players.isEngineToMove) return T.waitingForMove;
    return T.searching;
  }

  // Says how far the search is.
  progress() {
    const {depth, now, nodes, seconds, done, lines} = page.analysis.result;
    const speed = seconds > 0.05 ? `, ${score.large(Math.round(nodes / seconds))}/s` : "";
    const work = `${score.large(nodes)} ${T.nodes}${speed} · ${seconds.toFixed(1)} s`;
    if (done && lines.every(line => line.score.kind === "exact")) return `${T.solved(depth)} · ${work}`;
    if (!done && now?.depth > depth) return `${T.searchDepth(depth)}, ${T.now(now.depth)} · ${work}`;
    return `${T.searchDepth(depth)} · ${work}`;
  }

  drawLines(lines) {
    const list = $("best");
    while (list.children.length > lines.length) list.lastChild.remove();
    while (list.children.length < lines.length) list.append(this.row(list.children.length));
    lines.forEach((line, at) => fill(list.children[at].firstChild, line));
  }

  // Makes the row of a line; its button plays the move, and shows the line on the board before that. A report may
  // put another line there between a press and its click, which plays the line of the press.
  row(at) {
    const line = () => page.analysis.result?.lines[at];
    let pressed = null;
    const onclick = ({detail}) => {
      const {move} = (detail && pressed) || line(); // a key has no detail
      this.preview(null);
      page.board.choose(move);
    };
    const parts = ["move", "number", "kind", "pv"].map(className => element("span", {className}));
    const button = element("button", {type: "button", className: "line", onclick}, ...parts);
    button.addEventListener("pointerdown", () => {
      pressed = line();
    });
    for (const kind of ["mouseenter", "focus"]) button.addEventListener(kind, () => this.preview(at));
    for (const kind of ["mouseleave", "blur"]) button.addEventListener(kind, () => this.preview(null));
    return element("li", {}, button);
  }
}

function fill(button, line) {
  const [move, number, kind, pv] = button.children;
  move.textContent = score.named(line.move);
  number.textContent = score.number(line.score);
  kind.textContent = score.kind(line.score);
  button.title = score.words(line.score);
  pv.textContent = line.pv.slice(1, SHOWN).map(score.named).join(" ");
}
