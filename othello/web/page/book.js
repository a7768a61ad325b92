// Opening names of the game, and what the opening book says about the shown position.

import {$, element, renew} from "./dom.js";
import {page, update} from "./page.js";
import * as rules from "./rules.js";
import {T} from "./texts.js";

const DELAY = 80; // milliseconds: a key that is held down shows many positions
const LARGEST = 500;

export class Book {
  known = new Map(); // descriptions of positions by their keys
  timer = 0;

  constructor() {
    // After the first click of two, the same button has another move.
    $("book-moves").addEventListener("click", ({target, detail}) => {
      if (target.matches(".mine")) page.repertoire.toggle(page.game.position, target.getAttribute("value"));
      else if (detail < 2 && target.matches(".move")) page.board.choose(target.textContent);
    });
  }

  // The game up to the position that the book is asked about: the shown one, or that of an exercise.
  get game() {
    return page.exercise.opening ?? page.game.shown();
  }
  get key() {
    return keyOf(this.game);
  }

  // Asks for what is not known yet about the position.
  look() {
    clearTimeout(this.timer);
    if (!this.isKnown) this.timer = setTimeout(() => this.ask(), DELAY);
  }

  async ask() {
    const {game, key} = this;
    try {
      const description = await page.connection.ask("describe", {game});
      if (this.known.size > LARGEST) this.known.clear();
      this.known.set(key, description);
      update();
    } catch {
      /* it is asked again with the next connection */
    }
  }

  // Whether the moves of the position are known.
  get isKnown() {
    return this.known.has(this.key);
  }

  get moves() {
    return this.known.get(this.key)?.book ?? [];
  }

  // The names of openings by the number of the move, in the shown part of the game and as far as known after it.
  openings() {
    const {start, moves} = page.exercise.opening ?? {...page.game.record, moves: page.game.moves};
    for (let ply = moves.length; ply >= 0; ply--) {
      const known = this.known.get(keyOf({start, moves: moves.slice(0, ply)}));
      if (known) return named(known.openings);
    }
    return {};
  }

  // Adds the book's values to those of a search that knows less.
  complete(values) {
    const all = {...values};
    for (const {move, score: value} of this.moves)
      if (value && !(all[move] && trust(all[move]) >= trust(value))) all[move] = {...value, isBook: true};
    return all;
  }

  // The moves outside the book that the person plays, has played, or looks at.
  others(position) {
    const {game, repertoire} = page;
    const isKnown = name => this.moves.some(({move}) => rules.twins(position, move).includes(name));
    const isOwn = name => name === game.moves[game.ply] || name === repertoire.moveAt(position) || repertoire.results(position, name).count > 0;
    return rules.legalSquares(position).filter(name => !isKnown(name) && isOwn(name)).map(move => ({move, games: 0, rate: null, opening: null}));
  }

  //   hidden: why the lines of the book are hidden, as in a game; "" if they are not
  draw(hidden) {
    const {game, repertoire} = page;
    const {position} = game;
    const all = hidden ? [] : [...this.moves, ...this.others(position)];
    // The four first moves are the same one, seen from the four sides.
    const isStart = game.ply === 0 && rules.isStart(position);
    const moves = isStart ? all.slice(0, 1) : all;
    const mine = repertoire.moveAt(position);
    const isMine = move => mine !== null && rules.twins(position, mine).includes(move);
    $("book-note").hidden = moves.length > 0;
    $("book-note").textContent = hidden || (this.isKnown ? T.notInBook : "");
    $("book-table").hidden = !moves.length;
    $("book-points").textContent = T.pointsFor(page.game.position.turn);
    if (this.isKnown) $("book").classList.toggle("unknown", !moves.length); // until then, as before
    const rows = moves.map(({move, games, rate, opening}) => {
      const words = isStart ? T.allTheSame : opening ? (T.openings[opening] ?? opening) : "";
      const title = T.myMove(move);
      const star = {type: "button", className: "mine quiet", value: move, "aria-pressed": String(isMine(move)), "aria-label": title, title};
      const own = repertoire.results(position, move);
      return element(
        "tr",
        {},
        element("td", {}, isStart ? "" : element("button", star, isMine(move) ? "★" : "☆")),
        element("td", {className: "words"}, element("button", {type: "button", className: "move"}, move), ` ${words}`),
        element("td", {}, games ? games.toLocaleString(document.documentElement.lang) : ""),
        element("td", {}, rate === null ? "" : T.percent(rate)),
        element("td", {}, own.count ? `${own.count} · ${T.percent(own.rate)}` : "")
      );
    });
    renew($("book-moves"), element("tbody", {id: "book-moves"}, ...rows));
  }
}

const keyOf = ({start, moves}) => `${start ?? ""} ${moves.join("")}`;
const trust = value => (value.kind === "exact" ? 200 : value.kind === "selective" ? 100 : value.depth);

// Openings by the number of the move, with the players' own names where the language has them.
const named = openings => Object.fromEntries(Object.entries(openings).map(([ply, name]) => [ply, T.openings[name] ?? name]));
