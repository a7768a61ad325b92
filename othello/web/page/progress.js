// The progress in "My games": the rating, results by opponent, and the opponent who comes next.

import {$, element, onPress} from "./dom.js";
import * as levels from "./levels.js";
import {page} from "./page.js";
import {other} from "./rules.js";
import * as score from "./score.js";
import {T} from "./texts.js";

const LAST = 5; // games that count for the rating and for the next opponent
const ENOUGH = 3; // of them: won for the next opponent, reviewed for a rating
const LEAST = 40; // moves of a game that tells how strong a player is
const COMPARED = 5; // games of a table of opponents
const WIDTH = 600; // of the graph, with a height of 100

export const pointsOf = ({record, own}) => (record.result ? Number(record.result > 0 === (own === "black")) : 0.5);
const nameIn = (record, color) => levels.shownName(record[color]) || T.color(color);
// The name of the opponent, or both names in a game of others.
export const rivalOf = ({own, record}) => (own ? nameIn(record, other(own)) : ["black", "white"].map(color => nameIn(record, color)).join(" – "));
const mean = numbers => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

export class Progress {
  next = null; // the human-like level that is the next opponent

  constructor() {
    onPress("next-opponent", () => {
      const {choices} = page.newGame;
      page.newGame.start({...choices, level: this.next?.name ?? choices.level});
    });
  }

  //   games: the kept games, the last one first
  draw(games) {
    const ended = games.filter(({own, record}) => own && record.result !== null);
    const rated = games.filter(({isHelped, rating, record}) => rating && !isHelped && record.moves.length >= LEAST);
    this.drawRating(rated.map(({rating}) => rating).reverse());
    const rows = [...new Set(ended.map(rivalOf))].map(name => row(name, ended.filter(game => rivalOf(game) === name)));
    $("opponents").replaceChildren(...rows);
    $("opponents-table").hidden = ended.length < COMPARED;
    this.next = ended.length ? nextOf(ended) : null;
    $("next-opponent").hidden = !this.next && games.length > 0;
    $("next-opponent").textContent = this.next ? T.readyFor(levels.nameOf(this.next.name), this.next.rating) : T.playFirst;
  }

  // Draws the mean rating of the last games, after each game.
  drawRating(ratings) {
    const means = ratings.map((_, at) => Math.round(mean(ratings.slice(Math.max(0, at - LAST + 1), at + 1))));
    const {length} = means;
    $("rating-text").textContent = length >= ENOUGH ? T.ratingNow(means.at(-1), Math.min(LAST, length)) : length ? T.ratedAfter(ENOUGH, length) : "";
    $("rating-graph").hidden = length < LAST;
    if (length < LAST) return;
    const [lowest, highest] = [Math.min(...means), Math.max(...means)];
    Object.entries({lowest, highest}).forEach(([id, rating]) => ($(id).textContent = `${rating}`));
    const points = means.map((rating, at) => `${(WIDTH * at) / (length - 1)},${100 - (100 * (rating - lowest)) / (highest - lowest || 1)}`);
    $("rating-line").setAttribute("points", points.join(" "));
  }
}

// The next level after that of the last opponent, if the person has won enough of the last games against it.
function nextOf([last, ...others]) {
  const name = rivalOf(last);
  const at = levels.HUMAN.findIndex(level => levels.nameOf(level.name) === name);
  const against = [last, ...others].filter(game => rivalOf(game) === name).slice(0, LAST);
  const won = against.filter(game => pointsOf(game) === 1).length;
  return at >= 0 && won >= ENOUGH ? (levels.HUMAN[at + 1] ?? null) : null;
}

function row(name, games) {
  const known = games.flatMap(({accuracy}) => accuracy ?? []);
  const numbers = [games.length, games.filter(game => pointsOf(game) === 1).length, known.length ? score.accuracy(mean(known)) : ""];
  return element("tr", {}, element("td", {className: "words"}, name), ...numbers.map(text => element("td", {}, `${text}`)));
}
