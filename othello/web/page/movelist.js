// The list of moves, with values, losses, marks and openings; variations stand below the moves that they replace.

import {$, element, fill, onPress, showTable} from "./dom.js";
import {page} from "./page.js";
import * as score from "./score.js";
import {T} from "./texts.js";

const KINDS = {"?!": "dubious", "?": "mistake", "??": "blunder"};
const EDGE = 30; // pixels at both ends of the list in which a row is covered

export class MoveList {
  place = ""; // of the shown move

  constructor() {
    // After the list is drawn, what comes above it makes it smaller, and larger type its rows higher.
    const observer = new ResizeObserver(() => this.scroll());
    for (const id of ["list", "moves"]) observer.observe($(id));
    onPress("back", () => page.review.step(-1));
    onPress("next", () => page.review.step(1));
    onPress("begin", () => page.game.goTo(0));
    onPress("end", () => page.game.goTo(page.game.length));
    onPress("undo", () => this.swap(page.game.past, page.game.future));
    onPress("redo", () => this.swap(page.game.future, page.game.past));
    $("moves").addEventListener("click", event => {
      const {ply, path} = event.target.closest("[data-path]")?.dataset ?? {};
      if (!path) return;
      event.preventDefault();
      if (ply) page.review.goTo(Number(ply), JSON.parse(path));
      else page.game.remove(JSON.parse(path));
      if (page.modes.name === "review") showTable(); // with the reason
    });
    $("moves").addEventListener("dragstart", event => event.preventDefault()); // a click may slip a few pixels
  }

  // Undoes or redoes a change of the game; no clock gets an increment for that.
  swap(from, to) {
    page.clock.hold();
    page.notice.clear();
    page.game.swap(from, to);
  }

  // openings: names by the number of the move; hasValues: whether values of moves are shown
  draw(openings, hasValues) {
    const {record} = page.game;
    const rows = record.moves.flatMap((_, at) => {
      const row = this.row(at, openings[at + 1], hasValues);
      const variations = this.variations(record, [], record.moves.slice(0, at), hasValues);
      if (!variations.length) return [row];
      return [row, element("tr", {className: "variations"}, element("td", {colSpan: 6}, ...variations))];
    });
    fill("moves", ...rows);
    const place = `${page.modes.name} ${page.game.id} ${page.game.path} ${page.game.ply}`;
    if (this.place !== place) this.scroll();
    this.place = place;
  }

  row(at, opening, hasValues) {
    const {record, mainPositions} = page.game;
    const note = record.notes[at];
    const reviewed = hasValues ? page.review.ofMoves(record.moves.slice(0, at + 1)) : undefined;
    const {turn} = mainPositions[at];
    const mark = reviewed?.mark ?? "";
    const move = [element("span", {className: `disc ${turn}`}), score.named(record.moves[at]), element("span", {className: "mark"}, mark)];
    const cells = [
      element("td", {}, element("a", {href: `#${at + 1}`, tabIndex: -1}, score.place(record.moves.slice(0, at + 1)))),
      element("td", {className: "words"}, ...move),
      element("td", {className: reviewed?.played.exact ? "" : "doubt"}, reviewed ? score.number(score.ofReview(reviewed.played)) : ""),
      element("td", {className: "loss"}, reviewed?.lost ?? ""),
      element("td", {}, reviewed?.lost ? `${reviewed.pv[0]} ${score.number(score.ofReview(reviewed.best))}` : ""),
      element("td", {className: "words"}, note?.comment ? element("span", {title: note.comment}, "✎ ") : "", opening ?? "")
    ];
    return this.marked(element("tr", {className: KINDS[mark] ?? ""}, ...cells), [], at + 1);
  }

  // The variations that replace the move after these moves, and begin in the line of this path.
  variations(line, path, before, hasValues) {
    return line.variations.flatMap((variation, at) =>
      variation.ply === before.length ? [this.variation(variation, [...path, at], before, hasValues)] : []
    );
  }

  variation(line, path, before, hasValues) {
    const parts = line.moves.flatMap((move, at) => {
      const moves = [...before, ...line.moves.slice(0, at + 1)];
      const reviewed = hasValues ? page.review.ofMoves(moves) : undefined;
      const comment = line.notes[at]?.comment;
      const mark = element("span", {className: `mark ${KINDS[reviewed?.mark] ?? ""}`}, reviewed?.mark ?? "");
      const link = element("a", {href: `#${moves.length}`, tabIndex: -1}, `${score.place(moves)}. ${score.named(move)}`.replace("–. ", ""), mark);
      const inner = this.variations(line, path, moves.slice(0, -1), hasValues);
      return [
        this.marked(link, path, moves.length),
        " ",
        ...(comment ? [element("em", {}, `${comment} `)] : []),
        ...inner
      ];
    });
    const isShown = page.game.path.slice(0, path.length).join() === path.join();
    const remove = element("button", {type: "button", "data-path": JSON.stringify(path)}, T.delete);
    return element("div", {className: "variation"}, ...parts, ...(isShown ? [remove] : []));
  }

  // Makes an element the one of a move, and marks it if the board shows the position after the move.
  marked(node, path, ply) {
    node.setAttribute("data-path", JSON.stringify(path));
    node.setAttribute("data-ply", ply);
    if (ply === page.game.ply && page.game.owner.join() === path.join()) {
      node.classList.add("now");
      node.setAttribute("aria-current", "true");
    }
    return node;
  }

  // Brings the row of the shown move into sight.
  scroll() {
    const list = $("list");
    const row = $("moves").querySelector(".now");
    if (!row) {
      list.scrollTop = 0;
      return;
    }
    const {height, y} = row.getBoundingClientRect();
    const top = y - list.getBoundingClientRect().y;
    const wanted = list.scrollTop + top + height - list.clientHeight / 2;
    // By whole rows, up to the end: the head of the table would cut the first one. More rows fade at the end.
    if (top < EDGE || top + height + EDGE > list.clientHeight) list.scrollTop = Math.ceil(wanted / height) * height;
  }
}

// The name of the opening at the shown position: the last named one.
export function openingAt(openings, ply) {
  for (let at = ply; at >= 0; at--) if (openings[at]) return openings[at];
  return "";
}
