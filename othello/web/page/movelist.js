// The list of moves, with values, losses, marks and openings; variations stand below the moves that they replace.

import {$, element} from "./dom.js";
import * as score from "./score.js";
import {T} from "./texts.js";

const KINDS = {"?!": "dubious", "?": "mistake", "??": "blunder"};

export class MoveList {
  // reviewOf: returns the review of the last one of a list of moves
  constructor(game, reviewOf) {
    Object.assign(this, {game, reviewOf});
    $("moves").addEventListener("click", event => {
      const act = event.target.closest("[data-act]");
      const move = event.target.closest("[data-ply]");
      const path = (act ?? move)?.getAttribute("data-path");
      if (!path) return;
      event.preventDefault();
      if (act) game[act.getAttribute("data-act")](JSON.parse(path));
      else game.select(JSON.parse(path), Number(move.getAttribute("data-ply")));
    });
  }

  // openings: names by the number of the move; hasValues: whether values of moves are shown
  draw(openings, hasValues) {
    const {record} = this.game;
    const rows = record.moves.flatMap((_, at) => {
      const row = this.row(at, openings[at + 1], hasValues);
      const variations = this.variations(record, [], record.moves.slice(0, at), hasValues);
      return variations.length
        ? [row, element("tr", {className: "variations"}, element("td", {colSpan: 7}, ...variations))]
        : [row];
    });
    $("moves").replaceChildren(...rows);
    $("list").classList.toggle("timed", record.notes.some(hasTime));
    this.scroll($("list"), $("moves").querySelector(".now"));
  }

  row(at, opening, hasValues) {
    const {record} = this.game;
    const ply = at + 1;
    const move = record.moves[at];
    const note = record.notes[at];
    const review = hasValues ? this.reviewOf(record.moves.slice(0, ply)) : undefined;
    const own = hasValues ? (note?.value ?? null) : null;
    const value = review ? score.ofMove(review) : own === null ? "" : score.number({kind: "heuristic", discs: own});
    const mark = element("span", {className: "mark"}, review?.mark ?? "");
    const cells = [
      element("td", {}, element("a", {href: `#${ply}`, tabIndex: -1}, `${ply}`)),
      element("td", {className: "words"}, element("span", {className: `disc ${this.game.mainPositions[at].turn}`}), score.named(move), mark),
      element("td", {className: review?.played.exact ? "" : "doubt"}, value),
      element("td", {className: "loss"}, review?.lost ?? ""),
      element("td", {}, review?.lost ? review.pv[0] : ""),
      element("td", {className: "time"}, hasTime(note) ? note.seconds.toFixed(1) : ""),
      element("td", {className: "words"}, note?.comment ? element("span", {title: note.comment}, "✎ ") : "", opening ?? "")
    ];
    const row = element("tr", {className: KINDS[review?.mark] ?? ""}, ...cells);
    return this.marked(row, [], ply);
  }

  // The variations that replace the move after these moves, and begin in the line of this path.
  variations(line, path, before, hasValues) {
    return line.variations.flatMap((each, at) =>
      each.ply === before.length ? [this.variation(each, [...path, at], before, hasValues)] : []
    );
  }

  variation(line, path, before, hasValues) {
    const parts = line.moves.flatMap((move, at) => {
      const moves = [...before, ...line.moves.slice(0, at + 1)];
      const review = hasValues ? this.reviewOf(moves) : undefined;
      const comment = line.notes[at]?.comment;
      const mark = element("span", {className: `mark ${KINDS[review?.mark] ?? ""}`}, review?.mark ?? "");
      const link = element("a", {href: `#${moves.length}`, tabIndex: -1}, `${moves.length}. ${score.named(move)}`, mark);
      const inner = this.variations(line, path, moves.slice(0, -1), hasValues);
      return [
        this.marked(link, path, moves.length),
        " ",
        ...(comment ? [element("em", {}, `${comment} `)] : []),
        ...inner
      ];
    });
    const isShown = this.game.path.slice(0, path.length).join() === path.join();
    const act = (name, text) =>
      element("button", {type: "button", "data-act": name, "data-path": JSON.stringify(path)}, text);
    const acts = isShown ? [act("promote", T.promote), act("remove", T.remove)] : [];
    return element("div", {className: "variation"}, ...parts, ...acts);
  }

  marked(node, path, ply) {
    node.setAttribute("data-path", JSON.stringify(path));
    node.setAttribute("data-ply", ply);
    if (ply === this.game.ply && this.game.owner.join() === path.join()) {
      node.classList.add("now");
      node.setAttribute("aria-current", "true");
    }
    return node;
  }

  scroll(list, row) {
    if (!row) {
      list.scrollTop = 0;
      return;
    }
    const top = row.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (top < 30 || top + row.offsetHeight > list.clientHeight) list.scrollTop += top - list.clientHeight / 2;
  }
}

const hasTime = note => (note?.seconds ?? null) !== null;

// The name of the opening at the shown position: the last named one.
export function openingAt(openings, ply) {
  for (let at = ply; at > 0; at--) if (openings[at]) return openings[at];
  return "";
}
