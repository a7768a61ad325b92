// The review of a line: losses and marks of its moves, sums of both sides, and the graph of the values.

import {resultOf} from "./announcer.js";
import {$, element, facts, fill, icon, onPress, renew, say, sentence, showTable} from "./dom.js";
import {keyOf} from "./game.js";
import {GraphCursor} from "./graph.js";
import {inLanguage, translate} from "./language.js";
import {page, update} from "./page.js";
import * as rules from "./rules.js";
import * as score from "./score.js";
import * as storage from "./storage.js";
import {T} from "./texts.js";

const LEVEL = 14;
const MAX_MOMENTS = 3;
const MAX_REASONS = 2; // in the sentence about a move
const MOVES = /([a-h][1-8](?: [a-h][1-8])*)/;
const LESSONS = { // by the codes of the reasons that they explain
  x_square: "x-squares", c_square: "x-squares", corner: "corners", missed_corner: "corners", only_safe_move: "x-squares",
  safe_moves: "mobility", tempo: "mobility", few_moves: "mobility", mobility: "mobility", frontier: "quiet", quiet_move: "quiet",
  unbalanced_edge: "edges", opened_edge: "edges", wedge: "wedges", parity: "parity", pass: "passes", missed_pass: "passes",
  stable_discs: "stable", missed_stable: "stable"
};
const COMPARING = ["best_line", "key_square", "move_order"]; // reasons of which a sentence names both the move and a better one
const HARD = 0.1; // share of people that finds a move which is hard to find
const RARE = 0.05; // share of people that plays a rare move
const GROUPS = { // of lessons, for an advice
  corners: "corners", "x-squares": "corners", mobility: "mobility", passes: "mobility", quiet: "mobility",
  edges: "edges", wedges: "edges", stable: "edges", parity: "parity"
};
const NOTHING = {id: null, own: null, start: null, moves: [], isWanted: false, isComplete: false, graph: "", scale: null, accuracy: null, ratings: null, page: null};

export class Review {
  id; own; start; moves; isWanted; isComplete; graph; scale; accuracy; ratings; page; // as in NOTHING
  drawn = ""; // the graph that is shown
  cursor = new GraphCursor($("graph").querySelector("svg"), null, ply => this.goTo(ply));
  staged = 0; // the move whose board is shown as it was before the move, if the move is marked
  line = ""; // the moves that the board shows from the position of a staged move on
  known = new Map(); // reviewed moves by the lines that end with them

  constructor() {
    Object.assign(this, NOTHING);
    onPress("mistake", () => this.toMistake(1));
    onPress("mistake-before", () => this.toMistake(-1));
    bindText("about", line => this.goTo(page.game.ply, page.game.path, line));
    for (const id of ["moments", "result-mistakes"]) $(id).addEventListener("click", event => {
      const {ply} = event.target.closest("button")?.dataset ?? {};
      if (!ply) return;
      page.result.close();
      page.modes.choose("review");
      this.goTo(Number(ply));
      showTable(); // with the reason
    });
  }

  // Begins to review the shown line.
  begin() {
    const {record, moves, isMain} = page.game;
    const id = isMain ? page.game.id : null;
    Object.assign(this, NOTHING, {id, own: page.players.own, start: record.start, moves, isWanted: true});
    page.library.keep();
  }

  // The work of the server, see Work.want; null if there is none.
  work() {
    if (!this.isWanted) return null;
    const {start, moves} = this;
    const {rating} = storage.choices;
    const facts = page.game.isMain && this.isCurrent ? {...page.game.record, variations: []} : {};
    return {
      key: `review ${start} ${moves.join("")}`,
      type: "review",
      fields: {game: {...facts, start, moves}, level: LEVEL, page: true, ...(rating && {peers: `${rating}`})},
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
      if (this.isSummary) this.toFirst();
      this.note();
    } else {
      const {sentences, ...move} = reply.move; // the sentences are for other programs
      this.known.set(keyOf({start: this.start, moves: this.moves.slice(0, reply.ply)}), move);
      Object.assign(this, {graph: reply.graph, scale: reply.scale});
    }
    update();
  }

  // Notes the accuracy and the rating of the person, and keeps the mistakes of the game for practice.
  note() {
    const {accuracy, id, isComplete, moves, own, ratings} = this;
    const rating = ratings?.[own]?.rating ?? null;
    if (rating) storage.choose({rating: Math.round((rating + (storage.choices.rating ?? rating)) / 2)});
    if (!own || !id || !isComplete) return;
    page.library.fill(id, moves, {accuracy: accuracy?.[own] ?? null, rating});
    page.exercise.keep(this);
  }

  // The number of moves of the reviewed line that have been reviewed.
  get progress() {
    return this.moves.filter((_, at) => this.find(this.start, this.moves.slice(0, at + 1))).length;
  }
  // How far the review is, in a sentence that counts no passes.
  get progressWords() {
    const {moves, progress} = this;
    const [done, all] = [moves.slice(moves.length - progress), moves].map(part => part.filter(move => move !== "pass").length);
    return T.reviewing(done, all);
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
    return this.known.get(keyOf({start, moves}));
  }

  // The review of the last one of these moves, as far as it is known.
  ofMoves(moves) {
    return this.find(page.game.record.start, moves);
  }

  // The review of a move of the shown line.
  of(ply) {
    return ply ? this.ofMoves(page.game.moves.slice(0, ply)) : undefined;
  }

  // The reviewed moves of a line, the shown one by default, with the place of each, and its number without passes.
  all({start, moves} = {start: page.game.record.start, moves: page.game.moves}) {
    const before = moves.map((_, at) => moves.slice(0, at + 1));
    return before.map((line, at) => ({...this.find(start, line), ply: at + 1, number: score.place(line)})).filter(move => move.played);
  }

  // The marked moves of a line, the shown one by default; in a game of a person, those of the person.
  marked(line, own = page.players.own) {
    return this.all(line).filter(move => move.mark && [null, move.turn].includes(own));
  }

  // The moves to look at, the costliest ones first.
  ranked(...line) {
    return this.marked(...line).sort((one, other) => other.loss - one.loss);
  }
  // The first ones of these with different answers, in the order of the game.
  moments(...line) {
    const different = this.ranked(...line).filter(({pv}, at, all) => all.findIndex(move => move.pv[0] === pv[0]) === at);
    return different.slice(0, MAX_MOMENTS).sort((one, other) => one.ply - other.ply);
  }

  // Shows the review of the shown line: its costliest mistake, as soon as it is complete.
  look() {
    page.modes.choose("review");
    if (!this.isCurrent || !(this.isComplete || this.isWanted)) this.begin();
    page.game.goTo(page.game.length);
    this.toFirst();
    update();
  }
  toFirst() {
    const [first] = this.isComplete ? this.ranked() : [];
    if (first) this.goTo(first.ply);
  }

  // Whether the board shows the position before the last move, which is marked: where the person thought.
  get isStaged() {
    return page.modes.name === "review" && this.staged === page.game.ply && Boolean(this.of(this.staged)?.mark);
  }
  // The costliest mistake, or that there is none, as a sentence.
  get verdict() {
    const [first] = this.ranked();
    return first ? T.turned({...first, isOwn: first.turn === this.own}) : T.noMistake;
  }

  // What most of the person's mistakes are about, by their first reasons, as a sentence; "" if it is not known.
  get advice() {
    const causes = this.own ? this.marked().map(({reasons}) => GROUPS[LESSONS[reasons[0]?.code]]).filter(Boolean) : [];
    const count = cause => causes.filter(one => one === cause).length;
    const [most] = causes.sort((one, other) => count(other) - count(one));
    return most ? T.advice(most, count(most)) : "";
  }

  // Whether the board shows an end of the reviewed line, and a sentence sums up the review.
  get isSummary() {
    const {game, modes} = page;
    return modes.name === "review" && this.isCurrent && !this.isStaged && (!game.ply || game.isAtEnd);
  }
  // The position where the shown line begins, and those after its moves; without a line, the shown position.
  get trail() {
    return rules.follow(page.game.positions[page.game.ply - Number(this.isStaged)], this.shown);
  }

  // Shows a move of a line; a marked one with the board before it, or after a line of moves from there.
  goTo(ply, path = page.game.path, line = "") {
    Object.assign(this, {staged: ply, line});
    page.game.select(path, ply);
    update();
  }

  // Shows the next position: that after a marked move, if the one before it is on the board. A step leaves a line.
  step(step) {
    if (!this.leaveLine()) {
      if (step < 0 || !this.isStaged) page.game.goTo(page.game.ply + step);
      this.staged = 0;
      update();
    }
  }

  // Shows the position before the line again; returns whether one was shown.
  leaveLine() {
    if (!this.shown.length) return false;
    this.goTo(page.game.ply);
    return true;
  }

  toMistake(step) {
    if (page.modes.name !== "review") page.modes.choose("review");
    const plies = this.marked().map(({ply}) => ply);
    const {ply} = page.game;
    const next = step > 0 ? (plies.find(one => one > ply) ?? plies[0]) : (plies.findLast(one => one < ply) ?? plies.at(-1));
    if (!next) return;
    this.goTo(next);
    say(T.verdict(this.of(next)));
  }

  // hasValues: whether values of moves are shown
  draw(hasValues) {
    const isCurrent = hasValues && this.isCurrent;
    const isShown = isCurrent && this.progress > 0;
    const hasMistakes = hasValues && this.marked().length > 0;
    const isClean = this.isCurrent && this.isComplete && !hasMistakes;
    for (const id of ["mistake", "mistake-before", "learn"]) Object.assign($(id), {disabled: !hasMistakes, hidden: isClean});
    $("learn").disabled ||= this.isRunning;
    $("explore-game").hidden = !isClean;
    if (isCurrent) this.drawMoments();
    $("summary").hidden = $("graph").hidden = !(isCurrent && (this.isWanted || isShown));
    if (!isShown) return;
    if (this.drawn !== this.graph) this.drawGraph();
    if (this.drawn) this.cursor.show(page.game.ply);
    this.drawSums();
  }

  // How far the review is, and then the moves to look at.
  drawMoments() {
    const {ply} = page.game;
    const {isComplete, moves, progress} = this;
    const moments = this.moments();
    const {length} = this.marked();
    const head = length ? T.worst(length, moments.length < length, page.players.own !== null) : "";
    const buttons = moments.map(move => {
      const now = move.ply === ply ? {"aria-current": "true"} : {};
      return element("button", {...titleOf(move), ...now}, `${move.number}. ${move.move}${move.mark}`);
    });
    const bar = element("progress", {value: progress, max: moves.length, "aria-label": T.review});
    const words = isComplete ? head : this.progressWords;
    fill("moments", words && element("p", {className: "note"}, words), ...(isComplete ? buttons : [bar]));
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
    renew(this.cursor.graph, picture);
    this.cursor.scale = this.scale;
  }

  drawAbout(isHidden) {
    const {number = "", verdict = "", reason = "", peers = "", subject = {}} = isHidden ? {} : this.about();
    const [verdicts, reasons] = [verdict, reason].map(text => pressable(text, subject, this.shown));
    for (const part of verdicts.filter(({value}) => value)) {
      const [color, sign] = part.value === subject.move ? ["lost", "played"] : ["won", "better"];
      part.classList.add(color);
      part.insertAdjacentHTML("afterbegin", icon(sign));
    }
    const parts = [
      element("span", {className: "note"}, number),
      element("strong", {id: "verdict"}, ...verdicts),
      element("span", {id: "reason"}, ...reasons),
      element("span", {id: "peers-line", className: "note"}, peers),
      ...lessonOf(subject, reason)
    ];
    fill("about", ...parts.flatMap(part => [part, " "]));
  }

  // The marked move that the text is about while the board shows the position before it.
  get subject() {
    return this.isStaged ? this.of(this.staged) : {};
  }
  // The moves that the board shows.
  get shown() {
    const {line = [], pv = []} = this.subject;
    return [line, pv].some(moves => moves.join(" ").startsWith(this.line)) ? this.line.split(" ").filter(Boolean) : [];
  }

  // What the review found about the line at its ends, or about the last move of the shown position, as texts.
  about() {
    const {isMain, ply, record} = page.game;
    if (this.isSummary) {
      const number = isMain ? sentence(resultOf(record, page.players.own)) : "";
      const like = this.ratings?.[this.own];
      return this.isComplete
        ? {number, verdict: this.verdict, reason: [like ? T.playedLike(like) : "", this.advice].join(" ").trim()}
        : {number, verdict: this.progressWords};
    }
    const move = this.of(ply);
    if (!move || move.move === "pass") return {};
    const isOwn = move.turn === page.players.own;
    const marked = this.marked();
    const at = marked.findIndex(one => one.ply === ply);
    return {
      number: at >= 0 ? T.mistakeAt(at + 1, marked.length, ply === this.ranked()[0].ply) : move.mark && T.plays(move.turn, move.move),
      verdict: T.verdict({...move, pv: move.pv.map(score.named)}),
      reason: [...this.deviation(move, ply), ...(move.mark ? whyOf(move) : [])].join(" "),
      peers: move.mark && move.peers ? T.peers(isOwn ? null : move.peers.rating, peersOf(move)) : "",
      subject: move.mark ? move : {}
    };
  }

  // That a move of the person is not the one of the repertoire, in a sentence if it is so.
  deviation({turn, move}, ply) {
    const before = page.game.positions[ply - 1];
    const mine = [null, turn].includes(page.players.own) ? page.repertoire.moveAt(before) : null;
    return mine && !rules.twins(before, mine).includes(move) ? [T.leftLine(mine)] : [];
  }

  // Draws the table of the numbers of both sides.
  drawSums() {
    const {blunder, mistake, dubious} = facts.look.losses;
    const titles = ["", ...[blunder, mistake, dubious].map(T.losesAtLeast), ""];
    const sides = ["black", "white"];
    const sums = sides.map(color => this.sums(color));
    const heads = sides.map(color => element("th", {className: "name"}, element("span", {className: `disc ${color}`}), page.players.name(color)));
    const rows = T.sums.map((name, at) =>
      element("tr", {}, element("th", {className: "words", title: titles[at]}, name), ...sums.map(numbers => element("td", {}, `${numbers[at]}`)))
    );
    $("sums").replaceChildren(element("thead", {}, element("tr", {}, element("td"), ...heads)), element("tbody", {}, ...rows));
  }

  // The numbers of a side, in the order of their names.
  sums(color) {
    const moves = this.all().filter(move => move.turn === color && move.move !== "pass");
    const marks = ["??", "?", "?!"].map(mark => moves.filter(move => move.mark === mark).length);
    // In hundredths of a disc, as the engine has them: sums of fractions depend on their order.
    const lost = moves.reduce((sum, {loss}) => sum + Math.round(100 * loss), 0) / 100;
    return [score.accuracy(this.accuracy?.[color]), ...marks, lost.toFixed(1)];
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

// A text about a move, in parts: the moves of its line, and of the better one, are buttons that show the position after them.
//   shown: the moves that the board shows
export function pressable(text, {line = [], pv = []}, shown) {
  let named = line;
  return text.split(MOVES).map((part, at) => {
    named = [pv, line].find(one => one[0] === part.slice(0, 2)) ?? named;
    const end = named.indexOf(part.slice(-2));
    if (at % 2 === 0 || end < 0) return part;
    const value = named.slice(0, end + 1).join(" ");
    return element("button", {className: "quiet", value, "aria-pressed": String(value === shown.join(" "))}, part);
  });
}

// A button for the lesson that explains the reasons of a move in a text, if there is one.
export function lessonOf(move, text) {
  const told = (move.reasons ?? []).filter(reason => sentencesOf(reason, move).some(sentence => text.includes(sentence)));
  const wanted = told.map(({code}) => LESSONS[code]).find(Boolean);
  const lessons = page.course.lessons.filter(({name}) => name === wanted);
  return lessons.map(({name, title}) => element("button", {className: "quiet", "data-lesson": name}, T.lessonAbout(inLanguage(title))));
}

// Lets these buttons of a text begin the lesson, or show a line of moves; a second press shows none.
export const bindText = (id, show) => $(id).addEventListener("click", ({target}) => {
  const button = target.closest("button");
  if (button?.dataset.lesson) page.course.begin(page.course.lessons.find(({name}) => name === button.dataset.lesson));
  else if (button?.value) show(button.ariaPressed === "true" ? "" : button.value);
});

// What people of the same strength do: the better move and the percentage that finds it, whether it is hard to find, and
// the move and its percentage, if it is not rare: nobody needs to read that they alone play so.
const peersOf = ({move, pv, peers: {played, best}}) =>
  ({better: pv[0], best: share(best), isHard: best < HARD, move, played: played < RARE ? "" : share(played)});

// A share of people, 0 to 1, in percent.
const share = part => (part < 0.005 ? "< 1" : (100 * part).toFixed(0));

// Why a reviewed move loses discs, in a text for each reason.
//   hidden: moves that no text gives away: only what comes after the reviewed move may name them; at least the reply is told
export function whyOf(move, hidden = []) {
  const texts = [];
  for (const reason of move.reasons ?? []) {
    const isAfter = sentence => sentence.includes(move.move) && !COMPARING.includes(reason.code);
    const isShown = sentence => isAfter(sentence) || !hidden.some(name => sentence.includes(name));
    const text = sentencesOf(reason, move).filter(isShown).join(" ");
    const isSaid = reason.code === "access" && texts.some(earlier => earlier.includes(reason.squares[0])); // it only names a reply
    if (text && !isSaid) texts.push(text);
  }
  const [, reply = "pass"] = move.line ?? [];
  if (!texts.length && hidden.length && move.mark && reply !== "pass") texts.push(T.plays(rules.other(turnOf(move)), reply));
  return texts.slice(0, MAX_REASONS);
}
const turnOf = ({turn, color}) => turn ?? color; // that of a card
const sentencesOf = (reason, move) =>
  [T.reasons[reason.code]?.(reason, {...move, turn: turnOf(move)}) ?? reason.sentences ?? []].flat().filter(Boolean);

// Whether a shown reason counts legal moves.
export const countsMoves = ({reasons = []}) => reasons.slice(0, MAX_REASONS).some(({code}) => ["few_moves", "mobility"].includes(code));

// The best moves of a reviewed position that the text names.
export const betterOf = ({reasons = [], pv = []}) =>
  reasons.slice(0, MAX_REASONS).find(({code}) => code === "equal_moves")?.squares ?? pv.slice(0, 1);

// The squares that the shown ones of these reasons are about, without the moves, which have rings.
//   isAll: whether they include squares that the text does not name
export function squaresOf(reviewed, isAll = false) {
  const {reasons = [], move} = reviewed;
  const squares = new Set(reasons.slice(0, MAX_REASONS).flatMap(reason => reason.squares));
  const text = whyOf(reviewed).join(" ");
  const isShown = name => (isAll || text.includes(name)) && ![move, ...betterOf(reviewed)].includes(name);
  return [...squares].filter(isShown);
}

// The attributes of a button that leads to a move.
export const titleOf = move => ({"data-ply": move.ply, "aria-label": T.moment(move), title: T.moment(move)});

// The key of each move of a line.
const keysOf = (start, moves) => moves.map((_, at) => keyOf({start, moves: moves.slice(0, at + 1)}));
