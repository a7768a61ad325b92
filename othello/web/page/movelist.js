// The list of moves, with values, losses, marks and openings.

import {$, element} from "./dom.js";
import * as score from "./score.js";

const KINDS = {"?!": "dubious", "?": "mistake", "??": "blunder"};

export class MoveList {
  constructor(game) {
    this.game = game;
    $("moves").addEventListener("click", event => {
      const row = event.target.closest("tr");
      if (!row) return;
      event.preventDefault();
      game.goTo(Number(row.getAttribute("data-ply")));
    });
  }

  draw(reviewed, openings) {
    const {record, positions, ply} = this.game;
    const rows = record.moves.map((move, at) =>
      this.row(at + 1, move, positions[at].turn, reviewed(at + 1), openings[at + 1])
    );
    $("moves").replaceChildren(...rows);
    this.scroll($("list"), rows[ply - 1]);
  }

  row(ply, move, turn, review, opening) {
    const note = this.game.record.notes[ply - 1];
    const own = note?.value ?? null;
    const value = review
      ? review.played.short
      : own === null
        ? ""
        : score.number({kind: "heuristic", discs: turn === "black" ? own : -own});
    const isSure = review?.played.exact;
    const link = element("a", {href: `#${ply}`, tabIndex: -1}, `${ply}`);
    const cells = [
      element("td", {}, link),
      element(
        "td",
        {className: "words"},
        element("span", {className: `disc ${turn}`}),
        move,
        element("span", {className: "mark"}, review?.mark ?? "")
      ),
      element("td", {className: isSure ? "" : "doubt"}, value),
      element("td", {className: "loss"}, review?.lost ?? ""),
      element("td", {}, review?.lost ? review.pv[0] : ""),
      element("td", {className: "words"}, opening ?? (note?.comment ? "…" : ""))
    ];
    const row = element("tr", {className: KINDS[review?.mark] ?? ""}, ...cells);
    row.setAttribute("data-ply", ply);
    if (ply === this.game.ply) {
      row.classList.add("now");
      row.setAttribute("aria-current", "true");
    }
    return row;
  }

  scroll(list, row) {
    if (!row) list.scrollTop = 0;
    else if (
      row.offsetTop < list.scrollTop + 30 ||
      row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight
    )
      list.scrollTop = row.offsetTop - list.clientHeight / 2;
  }
}

// The name of the opening at the shown position: the last named one.
export function openingAt(openings, ply) {
  for (let at = ply; at > 0; at--) if (openings[at]) return openings[at];
  return "";
}
