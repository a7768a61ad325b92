// Opening names of the game, and what the opening book says about the shown position.

import {$, element, fill, icon, onPress, renew} from "./dom.js";
import {keyOf, positionsOf} from "./game.js";
import {openingAt} from "./movelist.js";
import {page, update} from "./page.js";
import * as rules from "./rules.js";
import * as score from "./score.js";
import * as storage from "./storage.js";
import {T} from "./texts.js";

const DELAY = 80; // milliseconds: a key that is held down shows many positions
const LARGEST = 500;
const FILE = "othello-openings.txt";
const USUAL = 1200; // the rating of a person without a reviewed game, as in exercises

export class Book {
  known = new Map(); // descriptions of positions by their keys
  timer = 0;
  isOwn = false; // whether the person's openings are shown in place of the moves of the position

  constructor() {
    onPress("own-button", () => this.turn(!this.isOwn));
    onPress("own-export", () => this.give());
    onPress("own-import", () => page.files.open(games => {
      page.repertoire.take(games);
      this.turn(true);
    }));
    $("own-tree").addEventListener("click", ({target}) => {
      const button = target.closest("button");
      if (button?.matches(".mine")) page.repertoire.remove(button.value);
      else if (button) page.files.show(...JSON.parse(button.value));
    });
    $("book-players").addEventListener("change", () => {
      storage.choose({bookPlayers: $("book-players").value});
      update();
    });
    // After the first click of two, the same button has another move.
    $("book-moves").addEventListener("click", ({target, detail}) => {
      if (target.matches(".mine")) page.repertoire.toggle(page.game.position, target.getAttribute("value"));
      else if (detail < 2 && target.matches(".move")) page.board.choose(target.textContent);
    });
    $("path").addEventListener("click", ({target}) => target.matches("button") && page.game.goTo(Number(target.getAttribute("value"))));
  }

  // The game up to the position that the book is asked about: the shown one, or that of an exercise.
  get game() {
    return page.exercise.opening ?? page.game.shown();
  }

  // Asks for what is not known yet about the position.
  look() {
    clearTimeout(this.timer);
    if (!this.isKnown) this.timer = setTimeout(() => this.ask([this.game]), DELAY);
  }

  async ask(games) {
    try {
      for (const game of games.filter(game => !this.known.has(keyOf(game)))) {
        const {book, openings, ...rest} = await page.connection.ask("describe", {game, rating: this.rating});
        if (this.known.size > LARGEST) this.known.clear();
        const names = Object.entries(openings).map(([ply, name]) => [ply, named(name)]);
        const lines = book.map(line => ({...line, opening: named(line.opening)}));
        this.known.set(keyOf(game), {...rest, book: lines, openings: Object.fromEntries(names)});
      }
      update();
    } catch {
      /* it is asked again with the next connection */
    }
  }

  turn(isOwn) {
    this.isOwn = isOwn;
    if (isOwn) this.ask(page.repertoire.stars);
    update();
  }

  // Saves the person's lines, each with the color of its last move; the first ones count less where they differ.
  give() {
    const lines = page.repertoire.ends().filter(({start}) => !start).sort((one, other) => other.others - one.others);
    const text = lines.map(({color, moves}) => `${moves.filter(move => move !== "pass").join("")} ${T.color(color)}\n`).join("");
    const given = page.share.give(FILE, new Blob([text], {type: "text/plain"}));
    given.then(() => page.notice.notify(T.exported(lines.length, FILE)), () => {}); // the person has chosen no target
  }

  // Whether the moves of the position are known.
  get isKnown() {
    return this.known.has(keyOf(this.game));
  }

  // The rating of the players with whom the person is compared.
  get rating() {
    return storage.choices.rating ?? USUAL;
  }

  // The moves of the book with the games of the chosen players, and the players whose choices are shown.
  get counted() {
    const {book = [], peers = {}, strong_peers: strong = {}, strong_rating: limit = null} = this.known.get(keyOf(this.game)) ?? {};
    if (limit === null || storage.choices.bookPlayers !== "strong") return {moves: book, peers, limit, rating: this.rating};
    const moves = book.map(line => ({...line, games: line.strong_games, rate: line.strong_rate}));
    return {moves, peers: strong, limit, rating: limit};
  }
  get moves() {
    return this.counted.moves;
  }

  // The names of openings by the number of the move in a game; undefined before the answer.
  names(game) {
    return this.known.get(keyOf(game))?.openings;
  }
  // The same in the shown part of the game, and as far as known after it.
  openings() {
    const {start, moves} = page.exercise.opening ?? {...page.game.record, moves: page.game.moves};
    const known = moves.map((_, at) => this.names({start, moves: moves.slice(0, at)}));
    return this.names({start, moves}) ?? known.findLast(Boolean) ?? {};
  }

  // The book's value of a move in the position, if no final score is known; undefined without one.
  valueOf(move, estimate) {
    const value = this.moves.find(line => line.move === move)?.score;
    return value && (estimate?.kind ?? "heuristic") === "heuristic" ? {...value, isBook: true} : undefined;
  }
  // The lines of a search and the other moves of the book, with the value of each, best first. The book's values take
  // the place of estimates: many searches made them.
  complete(lines) {
    const others = lines.length ? this.moves.filter(({move}) => !lines.some(line => line.move === move)) : [];
    const all = [...lines, ...others.map(({move}) => ({move, pv: [move], score: null}))];
    const valued = all.map(line => ({...line, value: this.valueOf(line.move, line.score) ?? line.score})).filter(({value}) => value);
    if (valued.some(({value}) => value.isBook)) valued.sort((one, other) => score.discs(other.value) - score.discs(one.value));
    return valued;
  }

  // The moves outside the book that the person plays, has played, or looks at.
  others(position) {
    const {game, repertoire} = page;
    const isKnown = name => this.moves.some(({move}) => rules.twins(position, move).includes(name));
    const isOwn = name => name === game.moves[game.ply] || name === repertoire.moveAt(position) || repertoire.results(position, name).count > 0;
    return rules.legalSquares(position).filter(name => !isKnown(name) && isOwn(name)).map(move => ({move, games: 0, rate: null, opening: ""}));
  }

  draw() {
    const {analysis: {hidden}, game, modes, repertoire} = page;
    const {position} = game;
    if (modes.name !== "explore") return;
    this.drawPath();
    // While the page is scrolled, it gets no shorter, for instance until the moves are known: it would jump.
    $("book").style.minHeight = scrollY ? `${$("book").getBoundingClientRect().height}px` : "";
    const all = hidden ? [] : [...this.moves, ...this.others(position)];
    // The four first moves are the same one, seen from the four sides.
    const isStart = game.ply === 0 && rules.isStart(position);
    const moves = isStart ? all.slice(0, 1) : all;
    const mine = repertoire.moveAt(position);
    const isMine = move => mine !== null && rules.twins(position, mine).includes(move);
    $("book-note").textContent = hidden || (this.isKnown && !moves.length && !this.isOwn ? T.notInBook : "");
    $("book-table").hidden = !moves.length || this.isOwn;
    this.drawOwn();
    const {limit, peers, rating} = this.counted;
    $("book-peers").textContent = T.chosenBy(rating);
    $("book-players").hidden = $("book-table").hidden || limit === null;
    $("book-players").lastElementChild.textContent = T.strongPlayers(limit);
    $("book-players").value = storage.choices.bookPlayers ?? "all";
    const values = page.analysis.values(); // also of moves without one in the book
    const rows = moves.map(({move, score: known, games, rate, opening}) => {
      const value = known ? {...known, isBook: true} : values[move];
      const own = repertoire.results(position, move);
      const cells = [
        isStart ? "" : starOf(move, isMine(move)),
        element("button", {type: "button", className: "move"}, move),
        value ? element("span", {className: known ? "" : "doubt", title: score.words(value)}, score.number(value)) : "",
        games ? score.large(games) : "",
        rate === null ? "" : sides(rate, position.turn),
        move in peers && !isStart ? T.percent(peers[move]) : ""
      ];
      const name = [isStart ? T.allTheSame : opening, own.count ? T.ownGames(own.count, T.percent(own.rate)) : ""].join(" ");
      return element("tr", {}, ...cells.map(cell => element("td", {}, cell)), element("td", {className: "name"}, name));
    });
    fill("book-moves", ...rows);
    // The page's rules allow no styles as attributes.
    for (const bar of /** @type {NodeListOf<PageElement>} */ ($("book-moves").querySelectorAll(".sides")))
      bar.style.setProperty("--black", bar.getAttribute("data-black"));
  }

  // Shows the person's moves as a tree, each with its star, which removes it.
  drawOwn() {
    $("own-button").setAttribute("aria-pressed", String(this.isOwn));
    $("own").hidden = !this.isOwn;
    const {isEmpty} = page.repertoire;
    $("own-note").hidden = this.isOwn ? !isEmpty : $("book-table").hidden; // it stays below the table: the page may be scrolled to its end
    for (const button of $("own").querySelectorAll(".bar button:not(#own-import)")) button.toggleAttribute("hidden", isEmpty);
    if (!this.isOwn) return;
    const {name: shown} = rules.canonical(page.game.position);
    const row = ({line: {game, start, moves, positions}, from, to, star, next}, before) => {
      const opening = openingAt(this.names(game) ?? {}, to);
      const parts = [moves.slice(from, star ? to - 1 : to).map(score.named).join(" ")];
      if (star) parts.push(element("b", {title: T.color(star.color)}, element("span", {className: `disc ${star.color}`}), moves[to - 1]));
      if (opening !== before) parts.push(element("span", {className: "name"}, opening));
      const ply = star ? to - 1 : to; // the position with the person's move
      const value = JSON.stringify([{start, moves: moves.slice(0, to)}, {ply}]);
      const button = element("button", {className: "line quiet", value}, ...parts.filter(Boolean));
      if (rules.canonical(positions[ply]).name === shown) button.setAttribute("aria-current", "true");
      const stars = star ? [starOf(moves[to - 1], true, star.name)] : [];
      return element("li", {}, button, ...stars, element("ul", {}, ...next.map(inner => row(inner, opening))));
    };
    fill("own-tree", ...page.repertoire.tree().map(root => row(root, "")));
  }

  // Shows the moves from the start, each of which leads back, and the opening that they are.
  drawPath() {
    const {moves, ply} = page.game;
    const steps = moves.slice(0, ply).map((move, at) => element("button", {value: at + 1, className: "quiet"}, score.named(move)));
    steps.at(-1)?.setAttribute("aria-current", "step");
    renew($("path").firstElementChild, element("span", {}, ...steps, " ", openingAt(this.openings(), ply)));
    $("path").scrollLeft = 0; // its end, which stays in sight whatever its width is
  }
}

// The star of a move, whose press chooses it or removes it.
function starOf(move, isChosen, value = move) {
  const title = T.myMove(move);
  return element("button", {type: "button", className: "mine quiet", value, "aria-pressed": String(isChosen), "aria-label": title, title, innerHTML: icon("star")});
}

// A bar with the points of both colors.
function sides(rate, turn) {
  const black = turn === "black" ? rate : 1 - rate;
  const percent = Math.round(100 * black);
  const part = (className, number) => element("span", {className}, number || "");
  const title = `${T.pointsFor(turn)}: ${T.percent(rate)}`;
  return element("div", {className: "sides", role: "img", "aria-label": title, title, "data-black": `${100 * black}%`}, part("black", percent), part("white", 100 - percent));
}

// The name of an opening, as the players of the language have it; "" without one.
const named = opening => T.openings[opening] ?? opening ?? "";
