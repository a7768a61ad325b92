// The review of a line: losses and marks of its moves, sums of both sides, and the graph of the values.

import {$, element, facts, renew, say} from "./dom.js";
import {GraphCursor} from "./graph.js";
import {translate} from "./language.js";
import * as levels from "./levels.js";
import {page, update} from "./page.js";
import * as score from "./score.js";
import * as storage from "./storage.js";
import {T} from "./texts.js";

const LEVEL = 14;
const LARGEST = 500; // reviewed moves that the open page keeps
const NOTHING = {id: null, own: null, start: null, moves: [], isWanted: false, isComplete: false, graph: "", scale: null, accuracy: null, ratings: null, page: null};

export class Review extends EventTarget {
  id; own; start; moves; isWanted; isComplete; graph; scale; accuracy; ratings; page; // as in NOTHING
  drawn = ""; // the graph that is shown
  cursor = null;
  known = new Map(); // reviewed moves by the lines that end with them

  constructor() {
    super();
    Object.assign(this, NOTHING);
    page.keys.onPress("review", () => this.toggle(), "review", "R");
    page.keys.onPress("mistake", () => this.toMistake(1), "mistake", "M");
    page.keys.onPress("mistake-before", () => this.toMistake(-1), "mistakeBefore", "P");
    $("peers").append(
      element("option", {value: ""}, T.ownPeers),
      ...levels.PEERS.map(rating => element("option", {value: rating}, levels.ratingName(rating)))
    );
    $("peers").value = storage.choices.peers ?? "";
    $("peers").addEventListener("change", () => this.compare($("peers").value));
    for (const head of document.querySelectorAll("#sums [data-mark]")) {
      const least = facts.look.losses[head.dataset.mark];
      head.append(` ≥${least}`);
      head.title = T.losesAtLeast(least);
    }
    $("graph").append(element("p", {className: "note"}, T.graphNote));
    $("mine").addEventListener("change", () => {
      storage.choose({isMineOnly: $("mine").checked});
      update();
    });
  }

  toggle() {
    if (!this.isRunning && (!page.game.length || page.players.hasEngine)) return;
    if (this.isRunning) {
      this.isWanted = false;
      this.dispatchEvent(new Event("end"));
    } else this.show();
    update();
  }

  // Shows and begins the review of the shown line.
  show() {
    page.modes.choose("review");
    this.begin();
  }

  // Begins to review the shown line.
  begin() {
    const {record, moves, isMain} = page.game;
    const id = isMain ? page.game.id : null;
    if (this.known.size > LARGEST) this.known.clear();
    Object.assign(this, NOTHING, {id, own: page.players.own, start: record.start, moves, isWanted: true});
    this.dispatchEvent(new Event("end"));
  }

  // Compares moves with those of people of a rating, "" for that of each player; reviews the shown line again.
  compare(peers) {
    storage.choose({peers});
    this.known.clear();
    if (this.isCurrent && (this.isWanted || this.isComplete)) this.begin();
    update();
  }

  // The work of the server, see Work.want; null if there is none.
  work() {
    if (!this.isWanted) return null;
    const {start, moves} = this;
    const {peers} = storage.choices;
    const facts = page.game.isMain && this.isCurrent ? {...page.players.record, variations: []} : {};
    return {
      key: `review ${start} ${moves.join("")} ${peers ?? ""}`,
      type: "review",
      fields: {game: {...facts, start, moves}, level: LEVEL, page: true, ...(peers && {peers})},
      take: reply => this.take(reply)
    };
  }

  take(reply) {
    if (reply.type === "error") {
      this.isWanted = false;
      page.notice.notify(reply.message);
    } else if (reply.done) {
      const {accuracy = null, ratings = null, page: file = null} = reply;
      const {isCurrent} = this; // in the background the page does not know the names of the players
      Object.assign(this, {isWanted: false, isComplete: !reply.stopped, accuracy, ratings, page: reply.stopped || !isCurrent ? null : file});
      if (isCurrent) say(T.reviewComplete(this.marked().length));
      const own = ratings?.[this.own];
      if (own) storage.choose({rating: own.rating});
      if (this.isComplete && this.own && this.id) page.library.fill(this.id, this.moves, this.lost(this.own, this));
    } else {
      const {line, sentences, ...move} = reply.move; // these two are for other programs
      this.known.set(key(this.start, this.moves.slice(0, reply.ply)), move);
      Object.assign(this, {graph: reply.graph, scale: reply.scale});
    }
    update();
    if (!this.isWanted) this.dispatchEvent(new Event("end"));
  }

  // Returns the review of the shown line as a file, a page that needs no others, or null if it is stopped, or
  // another review begins. A line whose page is not known is reviewed first.
  async file() {
    if (!this.isCurrent || !this.page) {
      if (!this.isCurrent || !this.isWanted) this.begin();
      const wanted = key(this.start, this.moves);
      const isReplaced = () => key(this.start, this.moves) !== wanted;
      update();
      while (this.isWanted && !isReplaced())
        await new Promise(resolve => this.addEventListener("end", resolve, {once: true}));
      if (isReplaced()) return null;
    }
    return this.page;
  }

  // The number of moves of the reviewed line that have been reviewed.
  get progress() {
    return this.moves.filter((_, at) => this.find(this.start, this.moves.slice(0, at + 1))).length;
  }
  // Whether the reviewed line is the shown one.
  get isCurrent() {
    return page.game.record.start === this.start && page.game.moves.join() === this.moves.join();
  }

  // Whether the shown line is being reviewed.
  get isRunning() {
    return this.isWanted && this.isCurrent;
  }

  find(start, moves) {
    return this.known.get(key(start, moves));
  }

  // The review of the last one of these moves, as far as it is known.
  ofMoves(moves) {
    return this.find(page.game.record.start, moves);
  }

  // The review of a move of the shown line.
  of(ply) {
    return ply ? this.ofMoves(page.game.moves.slice(0, ply)) : undefined;
  }

  // The reviewed moves of a line, the shown one by default, with the number of each.
  all({start, moves} = {start: page.game.record.start, moves: page.game.moves}) {
    return moves.map((_, at) => ({...this.find(start, moves.slice(0, at + 1)), ply: at + 1})).filter(move => move.played);
  }

  get isMineOnly() {
    return page.players.own !== null && (storage.choices.isMineOnly ?? true);
  }

  // The marked moves of the shown line, of the person's side if only these are wanted.
  marked() {
    return this.all().filter(move => move.mark && !(this.isMineOnly && move.turn !== page.players.own));
  }

  // Shows the first mistake of the shown line, after a review.
  look() {
    page.modes.choose("review");
    if (!this.isCurrent || !this.progress) {
      if (!this.isCurrent || !this.isWanted) this.begin();
    } else {
      page.game.goTo(0);
      this.toMistake(1);
    }
    update();
  }

  toMistake(step) {
    if (page.modes.name === "play") page.modes.choose("review");
    const plies = this.marked().map(({ply}) => ply);
    const next =
      step > 0
        ? (plies.find(ply => ply > page.game.ply) ?? plies[0])
        : (plies.findLast(ply => ply < page.game.ply) ?? plies.at(-1));
    if (next) page.game.goTo(next);
  }

  // hasValues: whether values of moves are shown
  draw(hasValues) {
    const isCurrent = hasValues && this.isCurrent;
    const isShown = isCurrent && this.progress > 0;
    document.body.classList.toggle("reviewed", isCurrent && (this.isWanted || isShown));
    $("review").textContent = this.isRunning ? T.stopReview(this.progress, this.moves.length) : T.review;
    $("review").disabled = !page.game.length || page.players.hasEngine;
    const hasMistakes = hasValues && this.marked().length > 0;
    for (const id of ["mistake", "mistake-before", "learn"]) $(id).disabled = !hasMistakes;
    $("mine-row").hidden = page.players.own === null || !hasValues;
    $("mine").checked = this.isMineOnly;
    $("sums").hidden = !isShown;
    $("graph").hidden = !(isCurrent && (this.isWanted || isShown));
    if (!isShown) {
      this.drawn = "";
      return;
    }
    if (this.drawn !== this.graph) this.drawGraph();
    this.cursor?.show(page.game.ply);
    $("sums").tBodies[0].replaceChildren(...["black", "white"].map(color => this.sum(color)));
    $("accuracy-head").hidden = !this.accuracy;
  }

  drawGraph() {
    this.drawn = this.graph;
    if (!this.graph) return;
    // The picture comes from this page's own server, which the content security policy restricts to pictures.
    const picture = new DOMParser().parseFromString(
      this.graph.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" '),
      "image/svg+xml"
    ).documentElement;
    translate(picture);
    if (this.cursor) {
      renew(this.cursor.graph, picture);
      this.cursor.scale = this.scale;
    } else {
      $("graph").querySelector("svg").replaceWith(picture);
      this.cursor = new GraphCursor(picture, this.scale, ply => page.game.goTo(ply));
    }
  }

  // Says what the review found about the last move of the shown position, in a sentence.
  about() {
    const move = this.of(page.game.ply);
    if (!move) return "";
    const shown = {...move, move: score.named(move.move), pv: move.pv.map(score.named)};
    return T.reviewed(page.game.ply, shown, score.ofMove(move, "text"), score.ofBest(move));
  }

  // The sentences that say why the last move of the shown position is worse than the best one.
  reasons() {
    const move = this.of(page.game.ply);
    return move ? reasonsOf(move) : "";
  }

  // The discs that a side has lost in a line, the shown one by default, as text.
  lost(color, line) {
    const own = this.all(line).filter(({turn}) => turn === color);
    // In hundredths of a disc, as the engine has them: sums of fractions depend on their order.
    return (own.reduce((sum, {loss}) => sum + Math.round(100 * loss), 0) / 100).toFixed(1);
  }

  sum(color) {
    const moves = this.all().filter(move => move.turn === color && move.move !== "pass");
    const marks = ["?!", "?", "??"].map(mark => moves.filter(move => move.mark === mark).length);
    const numbers = [moves.filter(move => !move.lost).length, this.lost(color), ...marks];
    const name = element("td", {className: "words name"}, element("span", {className: `disc ${color}`}), page.players.name(color));
    if (this.accuracy) numbers.push(T.accuracy(this.accuracy[color]));
    return element("tr", {}, name, ...numbers.map(number => element("td", {}, `${number}`)));
  }

  // The state with the moves of the reviewed line and of the shown one: each change of the page writes it.
  saved() {
    const {id, own, start, moves, isWanted, isComplete, graph, scale, accuracy, ratings} = this;
    const keys = new Set([...keysOf(start, moves), ...keysOf(page.game.record.start, page.game.moves)]);
    const found = [...this.known].filter(([line]) => keys.has(line)); // the name in states that are kept
    return {id, own, start, moves, isWanted, isComplete, graph, scale, accuracy, ratings, found};
  }

  // Takes up an earlier state of the page; a review that was not complete goes on.
  restore(saved) {
    const {found, ...rest} = saved ?? {};
    if (rest.moves) Object.assign(this, NOTHING, rest, {known: new Map(found)});
  }
}

// Why a reviewed move loses discs, in sentences.
export const reasonsOf = move => {
  const sentences = (move.reasons ?? []).map(reason => (reason.counts && T.reasons[reason.code]?.(reason, move)) ?? reason.sentence);
  if (move.mark && move.peers) sentences.push(T.peers(move.peers.rating, share(move.peers.played), share(move.peers.best), move.pv[0]));
  return sentences.join(" ");
};

const share = part => (part < 0.005 ? "< 1" : (100 * part).toFixed(0));

const key = (start, moves) => `${start ?? ""} ${moves.join("")}`;

// The key of each move of a line.
const keysOf = (start, moves) => moves.map((_, at) => key(start, moves.slice(0, at + 1)));
