// The card at the end of a game against the engine, a friend or another person at this device: the result, where the game
// turned, what to do next, and the costliest mistakes.

import {endOf} from "./announcer.js";
import {BoardPicture} from "./board.js";
import {$, element, facts, fill} from "./dom.js";
import {face, levelOf} from "./levels.js";
import {page, update} from "./page.js";
import {titleOf} from "./review.js";
import * as rules from "./rules.js";
import {T} from "./texts.js";

const MIN_GOOD = 2; // good moves that are worth a word
const MIN_PRAISED = 10; // moves of a person that deserve praise

export class ResultCard {
  savedFields = ["closed"];
  closed = null; // the id of the game whose card was closed
  isNew = false;

  constructor() {
    const actions = {
      "result-review": () => page.review.look(),
      again: () => (page.players.isFriend ? page.newGame.beginFriend() : this.again(page.players.own ?? "both")),
      "other-side": () => this.again(rules.other(page.players.own)),
      "result-close": update
    };
    for (const [id, action] of Object.entries(actions))
      $(id).addEventListener("click", () => {
        this.close();
        action();
      });
    document.addEventListener("click", event => {
      if (this.isShown && !this.isNew && !event.target.closest("#result")) $("result-close").click();
    }, true);
    // A key that was meant for the board does not press a button of the card either.
    $("result").addEventListener("animationend", () => this.takeFocus());
  }

  // The game against the engine has ended: it is reviewed. It may have gone on after an earlier end.
  open() {
    page.players.isDone = true;
    Object.assign(this, {closed: null, isNew: true});
    if (page.game.isMain && page.players.own) page.review.begin();
    page.sound.play("notice");
  }

  close() {
    Object.assign(this, {closed: page.game.id, isNew: false});
  }

  // Takes the focus when the game has just ended, unless the person writes something.
  takeFocus() {
    if (this.isNew && !document.activeElement.matches("input, textarea, select, dialog *")) $("result").querySelector(".main").focus({preventScroll: true});
    this.isNew = false;
  }

  again(side) {
    const {level, hasBook} = page.players;
    page.newGame.start({...page.newGame.choices, level, hasBook, side});
  }

  get isShown() {
    const {game, players} = page;
    if (!(players.engine.length || players.isBoth) || players.isToSend || page.modes.name !== "play") return false;
    return game.isOver && game.isMain && game.isAtEnd && this.closed !== game.id;
  }

  draw() {
    const {game, players, review} = page;
    $("result").hidden = !this.isShown;
    if (!this.isShown) return;
    const {ending, result} = game.record;
    const {isBoth, isFriend, own} = players;
    const hasWon = own !== null && result !== 0 && result > 0 === (own === "black");
    const color = rules.other(own);
    const hasEngine = !isBoth && !isFriend;
    $("result-title").textContent = endOf(game, own);
    const isReviewed = review.isCurrent && review.isComplete;
    const wins = page.library.wins(players.level) + 1;
    const praise = hasWon && hasEngine && (wins > 1 ? T.winsNow : T.firstWin)(players.name(color), wins);
    $("result-note").textContent = [emptySquares(game, own), praise, players.isHelped && T.notRated].filter(Boolean).join(" ");
    $("result").classList.toggle("new", this.isNew);
    $("result-title").classList.toggle("won", hasWon);
    $("result-progress").hidden = own === null;
    $("result-progress").textContent = isReviewed ? this.verdict(hasWon) : review.isRunning ? review.progressWords : "";
    $("result-graph").hidden = ending !== null;
    const graph = review.isCurrent && review.cursor.graph.querySelector(".line")?.getAttribute("points");
    $("result-graph").querySelector("polyline").setAttribute("points", graph || "");
    this.drawMistakes(isReviewed ? review.moments() : []);
    const mouth = hasWon ? "sad" : result ? "calm" : "";
    $("result-face").replaceChildren(...(hasEngine ? [face(levelOf(game.record[color]), color, mouth)] : []));
    $("other-side").hidden = !hasEngine;
  }

  // What the review found: praise, an advice after a lost game, or where the game turned.
  verdict(hasWon) {
    const {advice, ratings, own, verdict} = page.review;
    const played = page.review.all().filter(({turn, move}) => turn === own && move !== "pass");
    const hasPlayed = played.length >= MIN_PRAISED;
    const good = played.filter(({mark}) => !mark).length;
    if (!page.review.moments().length) return `${verdict} ${hasPlayed ? T.wellPlayed : ""}`;
    if (hasWon && hasPlayed && ratings?.[own]) return T.playedLike(ratings[own]);
    return !hasWon && advice ? [good >= MIN_GOOD && T.goodMoves(good), advice].filter(Boolean).join(" ") : verdict;
  }

  // Draws the boards before the costliest mistakes; each leads to its review.
  drawMistakes(mistakes) {
    const boards = mistakes.map(move =>
      element("button", titleOf(move), miniature(page.game.positions[move.ply - 1], move), `${move.number}. ${move.move}`)
    );
    $("result-key").hidden = !mistakes.length;
    $("result-worst").textContent = T.costliest(mistakes.length);
    fill("result-mistakes", ...boards);
  }
}

// Why the result counts more discs than the board shows, as a sentence.
function emptySquares({last, record: {ending, result}}, own) {
  if (ending || !result || !rules.empties(last)) return "";
  const winner = result > 0 ? "black" : "white";
  const loser = rules.other(winner);
  return T.emptySquares(rules.count(last, loser) ? null : loser, winner, own === winner);
}

// A small picture of a position, with a reviewed move if it is given: its square and the better one.
export function miniature({cells}, move = null) {
  const {square, margin} = facts.look;
  const board = /** @type {SVGElement} */ ($("board").querySelector("svg").cloneNode(true));
  board.setAttribute("viewBox", `${margin} ${margin} ${8 * square} ${8 * square}`);
  const picture = new BoardPicture(board, facts.look);
  picture.drawDiscs(cells);
  if (move) {
    picture.drawWorse(move.move);
    picture.drawBetter(move.pv[0]);
  }
  for (const part of board.querySelectorAll("defs, text, title")) part.remove(); // the large board has the same colors
  return board;
}
