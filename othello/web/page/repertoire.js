// The person's own openings: a move for each position that the person has chosen one for, with the moves that led there;
// their tree; and the results of own games.
//
// All hold for all eight views of a position.

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
    const {[name]: at, ...others} = this.moves;
    const {record, moves, ply} = page.game;
    if (at !== undefined && rules.twins(position, this.moveAt(position)).includes(move)) storage.choose({repertoire: others});
    else this.choose([{position, move, line: record.start ? this.lines[name] : rules.fromF5(moves.slice(0, ply))}]);
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

  // The positions with a move of the person that were reached from the start, as a tree: `next` are those whose lines
  // have no later one. `line` ends with the person's move, and `rest` is what it adds.
  tree() {
    const nodes = new Map();
    for (const name of Object.keys(this.moves)) {
      const line = this.lines[name];
      if (!line) continue;
      const positions = positionsOf({start: null, moves: line});
      const position = positions.at(-1);
      const move = this.moveAt(position);
      const names = positions.map(each => rules.canonical(each).name);
      nodes.set(name, {name, names, line: [...line, move], turn: position.turn, after: rules.canonical(rules.play(position, move)).name, next: []});
    }
    const roots = [];
    for (const node of nodes.values()) {
      const at = node.names.findLastIndex(name => name !== node.name && nodes.has(name));
      const before = nodes.get(node.names[at]);
      node.rest = node.line.slice(before?.after === node.names[at + 1] ? at + 1 : Math.max(0, at));
      (before?.next ?? roots).push(node);
    }
    return {nodes: [...nodes.values()], roots};
  }

  // The longest lines of the tree as text: the last move of each is the person's. So are the others of its color, if no
  // later line has another move instead.
  text() {
    const {nodes} = this.tree();
    const isBefore = ({name, turn, after}, node) => turn === node.turn && node.names.some((each, at) => each === name && node.names[at + 1] === after);
    const left = node => nodes.filter(other => other !== node && other.turn === node.turn && node.names.includes(other.name) && !isBefore(other, node)).length;
    const ends = nodes.filter(node => !nodes.some(other => isBefore(node, other))).sort((one, other) => left(other) - left(one));
    return ends.map(({line}) => `${line.filter(move => move !== "pass").join("")}\n`).join("");
  }

  // Chooses the moves of games that `text` wrote.
  take(games) {
    const chosen = games.filter(({start}) => !start).flatMap(({moves}) => {
      const positions = positionsOf({start: null, moves});
      const all = positions.slice(1, -1).map((position, at) => ({position, move: moves[at + 1], line: rules.fromF5(moves.slice(0, at + 1))}));
      return all.slice(0, LONGEST).filter(({position}) => position.turn === positions.at(-2).turn);
    });
    this.choose(chosen);
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
