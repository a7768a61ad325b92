// The card at the end of a game against the engine: the result, the accuracy, the worst moves, and what to do next.

import {$, element} from "./dom.js";
import {reasonsOf} from "./review.js";
import {statusOf} from "./status.js";
import {T} from "./texts.js";

const WORST = 3; // moves

export class ResultCard {
  // again: called with whether the sides change; look: called to show the review
  constructor(game, players, review, {again, look, changed}) {
    Object.assign(this, {game, players, review, closed: null, isNew: false});
    const close = action => () => {
      this.close();
      action();
    };
    $("result-review").addEventListener("click", close(look));
    $("again").addEventListener("click", close(() => again(false)));
    $("other-side").addEventListener("click", close(() => again(true)));
    $("result-close").addEventListener("click", close(changed));
    // A key that was meant for the board does not press a button of the card either.
    $("result").addEventListener("animationend", () => this.takeFocus());
  }

  close() {
    Object.assign(this, {closed: this.game.id, isNew: false});
  }

  // Takes the focus when the game has just ended, unless the person writes something.
  takeFocus() {
    if (this.isNew && !document.activeElement.matches("input, textarea, select, dialog *")) $("again").focus();
    this.isNew = false;
  }

  get isShown() {
    const {game, players} = this;
    return players.own !== null && !players.isPractice && game.isOver && game.isMain && game.isAtEnd && this.closed !== game.id;
  }

  draw() {
    $("result").hidden = !this.isShown;
    if (!this.isShown) return;
    const {game, players, review} = this;
    const {own} = players;
    const {result} = game.record;
    const won = result === 0 ? T.draw : (result > 0) === (own === "black") ? T.youWin : T.youLose;
    $("result-title").textContent = result === null ? T.gameOver : won;
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
    const lost = this.review.all().filter(move => move.turn === own && move.mark);
    return lost.sort((one, other) => other.avoided - one.avoided).slice(0, WORST);
  }

  saved() {
    return this.closed;
  }
  restore(saved) {
    this.closed = saved ?? null;
  }
}
