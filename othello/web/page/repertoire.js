// The person's own openings: a move for each position that the person has chosen one for, with the moves that led there;
// their tree and lines; and the results of own games.
//
// All hold for all eight views of a position.

import {SQUARES} from "./board.js";
import {positionsOf} from "./game.js";
import {page, update} from "./page.js";
import {pointsOf} from "./progress.js";
import * as rules from "./rules.js";
import * as storage from "./storage.js";
import {T} from "./texts.js";

const LONGEST = 30; // moves of own games that are counted

export class Repertoire {
  games = null; // those that are counted
  counts = new Map();

  get moves() {
    return storage.choices.repertoire ?? {};
  }
  get isEmpty() {
    return !Object.keys(this.moves).length;
  }
  // The moves from the start to these positions. A position that was set up has none.
  get lines() {
    return storage.choices.lines ?? {};
  }

  // The person's move in a position, or null.
  moveAt(position) {
    const {name, map} = rules.canonical(position);
    return name in this.moves ? SQUARES[map(this.moves[name])] : null;
  }

  // Makes a move the person's one in a position, or removes it.
  toggle(position, move) {
    const {name} = rules.canonical(position);
    const {record, moves, ply} = page.game;
    const mine = this.moveAt(position);
    if (mine && rules.twins(position, mine).includes(move)) return this.remove(name);
    if (mine) page.notice.notify(T.yourMove(move)); // in place of the other one
    this.choose([{position, move, line: record.start ? this.lines[name] : moves.slice(0, ply)}]);
    update();
  }
  remove(name) {
    const {[name]: _, ...repertoire} = this.moves;
    storage.choose({repertoire});
    update();
  }

  //   line: the moves from the start to the position, or undefined
  choose(chosen) {
    const [repertoire, lines] = [{...this.moves}, {...this.lines}];
    for (const {position, move, line} of chosen) {
      const {name, map} = rules.canonical(position);
      repertoire[name] = SQUARES.findIndex((_, place) => SQUARES[map(place)] === move);
      lines[name] = line;
    }
    storage.choose({repertoire, lines});
  }

  // The person's moves, each with the moves before it: those from the start, or none where they are not known.
  get stars() {
    return Object.keys(this.moves).map(name => {
      const [cells, turn] = name.split(" ");
      const line = this.lines[name];
      const start = line ? null : rules.format({cells, turn});
      const positions = positionsOf({start, moves: line ?? []});
      const game = {start, moves: [...(line ?? []), this.moveAt(positions.at(-1))]};
      return {...game, game, name, positions, color: turn};
    });
  }

  // The person's moves as a tree. A row has the moves of a line from one place up to another: a move of the person
  // (`star`), or where lines part. It goes on in the rows of `next`.
  tree() {
    const {stars} = this;
    return [...new Set(stars.map(({start}) => start))].flatMap(start =>
      rows(stars.filter(star => star.start === start), positionsOf({start, moves: []})[0])
    );
  }

  // The lines to practice: each ends with a move of the person after which there is no other one of that color. `own`
  // are the positions with the person's moves, after the last of the `others`, where the line has another move; `from`
  // is the number of moves before them.
  ends() {
    const lines = this.stars.map(star => {
      const plies = star.positions.flatMap(({turn}, at) => (turn === star.color && this.moveAt(star.positions[at]) ? [at] : []));
      const isOther = at => !rules.twins(star.positions[at], this.moveAt(star.positions[at])).includes(star.moves[at]);
      const own = plies.slice(plies.findLastIndex(isOther) + 1);
      return {...star, from: own[0], own: own.map(at => rules.canonical(star.positions[at]).name), others: plies.filter(isOther).length};
    });
    const inner = lines.flatMap(({own}) => own.slice(0, -1));
    return lines.filter(({name}) => !inner.includes(name));
  }

  // Chooses the moves of games that an export wrote.
  take(games) {
    const chosen = games.filter(({start}) => !start).flatMap(({moves}) => {
      const positions = positionsOf({start: null, moves});
      const all = positions.slice(1, -1).map((position, at) => ({position, move: moves[at + 1], line: moves.slice(0, at + 1)}));
      return all.slice(0, LONGEST).filter(({position}) => position.turn === positions.at(-2).turn);
    });
    this.choose(chosen);
    update();
  }

  // The own games in which a move leads to the next position: their number, and the points per game.
  results(position, move) {
    const {games} = page.library;
    if (games !== this.games) Object.assign(this, {games, counts: countsOf(games)});
    const {count, points} = this.counts.get(rules.canonical(rules.play(position, move)).name) ?? {count: 0, points: 0};
    return {count, rate: count ? points / count : null};
  }
}

// How many games reached a position, and the person's points in them, by its canonical name.
function countsOf(games) {
  const counts = new Map();
  for (const game of games.filter(({own, record}) => own && record.result !== null)) {
    const {start, moves} = game.record;
    for (const position of positionsOf({start, moves: moves.slice(0, LONGEST)}).slice(1)) {
      const {name} = rules.canonical(position);
      const {count, points} = counts.get(name) ?? {count: 0, points: 0};
      counts.set(name, {count: count + 1, points: points + pointsOf(game)});
    }
  }
  return counts;
}

// The rows of a tree of lines, which are the same up to a position. Lines that are one line in other views have the view
// of the first one.
function rows(lines, position, from = 0) {
  const firsts = lines.map(({moves}) => moves[from]);
  const views = rules.views(position);
  const turned = lines.map(line => {
    const seen = view => view(line.moves[from]);
    const first = firsts.find(move => views.some(view => seen(view) === move));
    const view = views.find(view => seen(view) === first);
    return {...line, moves: line.moves.map((move, at) => (at < from ? move : view(move)))};
  });
  return [...new Set(turned.map(({moves}) => moves[from]))].map(move => {
    const same = turned.filter(({moves}) => moves[from] === move);
    const star = same.find(({moves}) => moves.length === from + 1);
    const next = rows(same.filter(line => line !== star), rules.play(position, move), from + 1);
    return star || next.length > 1 ? {line: same[0], from, to: from + 1, star, next} : {...next[0], from};
  });
}
