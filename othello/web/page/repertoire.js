// The person's own openings: a move for each position that the person has chosen one for, and the results of own games.
//
// Both hold for all eight views of a position.

import {SQUARES} from "./board.js";
import {positionsOf} from "./game.js";
import {page, update} from "./page.js";
import {pointsOf} from "./progress.js";
import * as rules from "./rules.js";
import * as storage from "./storage.js";

const LONGEST = 30; // moves of own games that are counted

export class Repertoire {
  games = new Map(); // how many own games reached a position, and their points, by its canonical name
  isRead = false;

  get moves() {
    return storage.choices.repertoire ?? {};
  }

  // The person's move in a position, or null.
  moveAt(position) {
    const {name, map} = rules.canonical(position);
    return name in this.moves ? SQUARES[map(this.moves[name])] : null;
  }

  // Makes a move the person's one in a position, or removes it.
  toggle(position, move) {
    const {name, map} = rules.canonical(position);
    const {[name]: at, ...others} = this.moves;
    const isMine = at !== undefined && rules.twins(position, SQUARES[map(at)]).includes(move);
    const chosen = SQUARES.findIndex((_, place) => SQUARES[map(place)] === move);
    storage.choose({repertoire: isMine ? others : {...others, [name]: chosen}});
    update();
  }

  // The replies after which the person has a move, or else all of these replies.
  repliesTo(position, replies) {
    const known = replies.filter(reply => this.moveAt(rules.play(position, reply)));
    return known.length ? known : replies;
  }

  // The own games in which a move leads to the next position: their number, and the points per game.
  results(position, move) {
    const {count, points} = this.games.get(rules.canonical(rules.play(position, move)).name) ?? {count: 0, points: 0};
    return {count, rate: count ? points / count : null};
  }

  // Reads the own games each time that Explore is opened.
  async look() {
    const isWanted = page.modes.name === "explore";
    if (isWanted === this.isRead) return;
    this.isRead = isWanted;
    if (!isWanted) return;
    const kept = await page.library.all().catch(() => []);
    this.games = new Map();
    for (const game of kept.filter(({record: {result}}) => result !== null)) {
      const {start, moves} = game.record;
      for (const position of positionsOf({start, moves: moves.slice(0, LONGEST)}).slice(1)) {
        const {name} = rules.canonical(position);
        const {count, points} = this.games.get(name) ?? {count: 0, points: 0};
        this.games.set(name, {count: count + 1, points: points + pointsOf(game)});
      }
    }
    update();
  }
}
