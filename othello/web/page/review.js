// The review of the game: losses and marks of its moves, sums of both sides, and the graph of the values.

import {$, element, say} from "./dom.js";
import {GraphCursor} from "./graph.js";

const LEVEL = 14;

export class Review {
  constructor(game, players, changed) {
    Object.assign(this, {
      game,
      players,
      changed,
      moves: [],
      start: null,
      found: new Map(),
      isWanted: false,
      graph: "",
      error: ""
    });
    $("review").addEventListener("click", () => this.toggle());
    $("mistake").addEventListener("click", () => this.nextMistake());
  }

  toggle() {
    if (!this.isWanted && !this.game.length) return;
    this.isWanted = !this.isWanted;
    if (this.isWanted) this.begin();
    this.changed();
  }

  begin() {
    const {start, moves} = this.game.record;
    Object.assign(this, {start, moves: [...moves], found: new Map(), graph: "", error: "", scale: null});
  }

  // The work of the server, see Work.want; null if there is none.
  work() {
    if (!this.isWanted) return null;
    const {start, moves} = this;
    return {
      key: `review ${start} ${moves.join("")}`,
      type: "review",
      fields: {game: {start, moves}, level: LEVEL},
      take: reply => this.take(reply)
    };
  }

  take(reply) {
    if (reply.type === "error") Object.assign(this, {error: reply.message, isWanted: false});
    else if (reply.done) {
      this.isWanted = false;
      const marked = [...this.found.values()].filter(move => move.mark).length;
      say(`The review is complete: ${marked} marked moves.`);
    } else {
      this.found.set(reply.ply, reply.move);
      Object.assign(this, {graph: reply.graph, scale: reply.scale});
    }
    this.changed();
  }

  // The review of a move, as long as the game still has this move and those before it.
  of(ply) {
    const {record} = this.game;
    const isSame = record.start === this.start && ply <= this.commonLength(record.moves);
    return isSame ? this.found.get(ply) : undefined;
  }

  commonLength(moves) {
    const first = moves.findIndex((move, at) => move !== this.moves[at]);
    return first < 0 ? moves.length : first;
  }

  get isCurrent() {
    return this.game.record.start === this.start && this.game.record.moves.join() === this.moves.join();
  }

  nextMistake() {
    const marked = this.game.record.moves.map((_, at) => at + 1).filter(ply => this.of(ply)?.mark);
    const next = marked.find(ply => ply > this.game.ply) ?? marked[0];
    if (next) this.game.goTo(next);
  }

  draw() {
    const isShown = this.isCurrent && this.found.size > 0;
    const total = this.moves.length;
    $("review").textContent = this.isWanted ? `Stop, ${this.found.size} of ${total}` : "Review";
    $("review").disabled = !this.game.length;
    $("mistake").hidden = !this.game.record.moves.some((_, at) => this.of(at + 1)?.mark);
    $("graph").hidden = !isShown;
    $("sums").hidden = !isShown;
    if (!isShown) {
      this.drawn = "";
      return;
    }
    if (this.drawn !== this.graph) this.drawGraph();
    this.cursor.show(this.game.ply);
    $("sums").tBodies[0].replaceChildren(...["black", "white"].map(color => this.sum(color)));
  }

  drawGraph() {
    // The picture comes from this page's own server, which the content security policy restricts to pictures.
    const picture = new DOMParser().parseFromString(
      this.graph.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" '),
      "image/svg+xml"
    ).documentElement;
    $("graph").replaceChildren(picture);
    this.cursor = new GraphCursor(picture, this.scale, ply => this.game.goTo(ply));
    this.drawn = this.graph;
  }

  // Says what the review found about the last move of the shown position, in a sentence.
  about() {
    const found = this.of(this.game.ply);
    if (!found) return "";
    const name = `${this.game.ply}. ${found.move}${found.mark}: ${found.played.text} for black`;
    if (!found.lost) return `${name}.`;
    const line = found.pv.slice(0, 8).join(" ");
    return `${name}, loses ${found.lost}${found.turns ? " and the result" : ""}. Best: ${found.pv[0]}, ${found.best.text}. Line: ${line}`;
  }

  sum(color) {
    const moves = [...this.found.values()].filter(move => move.turn === color && move.move !== "pass");
    const marks = ["?!", "?", "??"].map(mark => moves.filter(move => move.mark === mark).length);
    // Losses are hundredths of a disc: a sum of fractions would round otherwise than that of othello analyze.
    const lost = (moves.reduce((sum, move) => sum + Math.round(100 * move.loss), 0) / 100).toFixed(1);
    const numbers = [moves.filter(move => !move.loss).length, lost, ...marks];
    return element(
      "tr",
      {},
      element(
        "td",
        {className: "words name"},
        element("span", {className: `disc ${color}`}),
        this.players.name(color)
      ),
      ...numbers.map(number => element("td", {}, `${number}`))
    );
  }

  saved() {
    return {
      isWanted: this.isWanted,
      start: this.start,
      moves: this.moves,
      found: [...this.found],
      graph: this.graph,
      scale: this.scale
    };
  }

  // Takes up an earlier state of the page; a review that was not complete begins again.
  restore(saved) {
    if (saved?.moves) Object.assign(this, {...saved, found: new Map(saved.found)});
    if (this.isWanted) this.begin();
  }
}
