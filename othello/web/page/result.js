// The card at the end of a game against the engine: the result, the accuracy, the worst moves, and what to do next.

import {$, element} from "./dom.js";
import {page, update} from "./page.js";
import {reasonsOf} from "./review.js";
import {count, other} from "./rules.js";
import {statusOf} from "./status.js";
import {T} from "./texts.js";

const WORST = 3; // moves

export class ResultCard {
  closed = null; // the id of the game whose card was closed
  isNew = false;

  constructor() {
    const actions = {
      "result-review": () => page.review.look(),
      again: () => this.again(page.players.own),
      "other-side": () => this.again(other(page.players.own)),
      "result-close": update
    };
    for (const [id, action] of Object.entries(actions))
      $(id).addEventListener("click", () => {
        this.close();
        action();
      });
    // A key that was meant for the board does not press a button of the card either.
    $("result").addEventListener("animationend", () => this.takeFocus());
  }

  // The game against the engine has ended: it is reviewed. It may have gone on after an earlier end.
  open() {
    page.players.isDone = true;
    Object.assign(this, {closed: null, isNew: true});
    if (page.game.isMain && page.players.own && !page.players.isPractice) page.review.begin();
    page.sound.notice();
  }

  close() {
    Object.assign(this, {closed: page.game.id, isNew: false});
  }

  // Takes the focus when the game has just ended, unless the person writes something.
  takeFocus() {
    if (this.isNew && !document.activeElement.matches("input, textarea, select, dialog *")) $("again").focus();
    this.isNew = false;
  }

  again(side) {
    const {level, hasBook} = page.players;
    page.newGame.start({...page.newGame.choices, level, hasBook, side});
  }

  get isShown() {
    const {game, players} = page;
    return players.own !== null && !players.isPractice && game.isOver && game.isMain && game.isAtEnd && this.closed !== game.id;
  }

  draw() {
    const {game, players, review} = page;
    $("result").hidden = !this.isShown;
    if (!this.isShown) return;
    const {own} = players;
    const {result} = game.record;
    const won = result === 0 ? T.draw : (result > 0) === (own === "black") ? T.youWin : T.youLose;
    $("result-title").textContent = result === null ? T.gameOver : won;
    $("result-score").textContent = [own, other(own)].map(color => count(game.last, color)).join(" : ");
    $("result-text").textContent = statusOf(game, players);
    const isReviewed = review.isCurrent && review.isComplete;
    $("result-progress").textContent = review.isRunning
      ? T.reviewing(review.progress, review.moves.length)
      : isReviewed
        ? T.summary(review.lost(own), review.accuracy?.[own] ?? null, review.ratings?.[own] ?? null)
        : "";
    const worst = isReviewed ? this.worst(own) : [];
    const list = element(
      "ol",
      {id: "worst"},
      ...worst.map(move =>
        element(
          "li",
          {},
          element("button", {type: "button", onclick: () => game.goTo(move.ply)}, T.worst(move)),
          ` ${reasonsOf({...move, reasons: move.reasons?.slice(0, 1)})}`
        )
      )
    );
    if (!list.isEqualNode($("worst"))) $("worst").replaceWith(list); // equal buttons keep the focus
  }

  // The marked moves that cost most and that equally strong people avoid.
  worst(own) {
    const lost = page.review.all().filter(move => move.turn === own && move.mark);
    return lost.sort((one, other) => other.avoided - one.avoided).slice(0, WORST);
  }

  saved() {
    return this.closed;
  }
  restore(saved) {
    this.closed = saved ?? null;
  }
}
