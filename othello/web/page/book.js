// Opening names of the game, and what the opening book says about the shown position.

import {$, element, renew} from "./dom.js";
import {keyOf} from "./analysis.js";
import * as rules from "./rules.js";
import * as score from "./score.js";
import {T} from "./texts.js";

const DELAY = 80; // milliseconds: a key that is held down shows many positions
const LARGEST = 500;

export class Book {
  constructor(connection, changed, play) {
    Object.assign(this, {connection, changed, known: new Map(), timer: 0});
    // After the first click of two, the same button has another move.
    $("book-moves").addEventListener("click", ({target, detail}) => {
      if (detail < 2 && target.matches(".move")) play(target.textContent);
    });
  }

  // Asks for what is not known yet about the shown position.
  look(game) {
    clearTimeout(this.timer);
    if (!this.isKnown(game))
      this.timer = setTimeout(() => this.ask(keyOf(game), game.shown()), DELAY);
  }

  async ask(key, game) {
    try {
      const found = await this.connection.ask("describe", {game});
      if (this.known.size > LARGEST) this.known.clear();
      this.known.set(key, found);
      this.changed();
    } catch {
      /* it is asked again with the next connection */
    }
  }

  isKnown(game) {
    return this.known.has(keyOf(game));
  }

  moves(game) {
    return this.known.get(keyOf(game))?.book ?? [];
  }

  // The names of openings by the number of the move, in the shown part of the game and as far as known after it.
  openings(game) {
    const {start} = game.record;
    const {moves} = game;
    for (let ply = moves.length; ply >= 0; ply--) {
      const known = this.known.get(`${start ?? ""} ${moves.slice(0, ply).join("")}`);
      if (known) return known.openings;
    }
    return {};
  }

  // Adds the book's values to those of a search that knows less.
  complete(game, values) {
    const found = {...values};
    for (const {move, score: value} of this.moves(game))
      if (value && !(found[move] && trust(found[move]) >= trust(value)))
        found[move] = {...value, isBook: true};
    return found;
  }

  //   hidden: why the lines of the book are hidden, as in a game; "" if they are not
  draw(game, hidden) {
    const all = hidden ? [] : this.moves(game);
    // The four first moves are the same one, seen from the four sides.
    const isStart = game.ply === 0 && rules.isStart(game.position);
    const moves = isStart ? all.slice(0, 1) : all;
    $("book-note").hidden = moves.length > 0;
    $("book-note").textContent = hidden || (this.isKnown(game) ? T.notInBook : "");
    $("book-table").hidden = !moves.length;
    const rows = moves.map(({move, score: value, games, rate}) =>
      element(
        "tr",
        {},
        element(
          "td",
          {className: "words"},
          element("button", {type: "button", className: "move"}, move),
          isStart && all.length > 1 ? ` ${T.allTheSame}` : ""
        ),
        element("td", {}, value ? score.number(value) : ""),
        element("td", {className: "doubt"}, value ? score.kind(value) : ""),
        element("td", {}, games ? games.toLocaleString(document.documentElement.lang) : ""),
        element("td", {}, rate === null ? "" : T.percent(rate))
      )
    );
    renew($("book-moves"), element("tbody", {id: "book-moves"}, ...rows));
  }
}

const trust = value => (value.kind === "exact" ? 200 : value.kind === "selective" ? 100 : value.depth);
