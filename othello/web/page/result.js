// The card at the end of a game against the engine: the result, how many moves to look at, and what to do next.

import {$, element, sentence} from "./dom.js";
import {face} from "./face.js";
import {levelOf} from "./levels.js";
import {page, update} from "./page.js";
import {count, other} from "./rules.js";
import {outcomeOf} from "./status.js";
import {T} from "./texts.js";

export class ResultCard {
  closed = null; // the id of the game whose card was closed
  isNew = false;

  constructor() {
    const actions = {
      "result-review": () => page.review.look(),
      again: () => (page.players.isFriend ? page.newGame.beginFriend() : this.again(page.players.own)),
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
    if (this.isNew && !document.activeElement.matches("input, textarea, select, dialog *")) $("result").querySelector(".main").focus();
    this.isNew = false;
  }

  again(side) {
    const {level, hasBook} = page.players;
    page.newGame.start({...page.newGame.choices, level, hasBook, side});
  }

  get isShown() {
    const {game, players} = page;
    if (players.own === null || players.isPractice || players.isToSend) return false;
    return game.isOver && game.isMain && game.isAtEnd && this.closed !== game.id;
  }

  draw() {
    const {game, players, review} = page;
    $("result").hidden = !this.isShown;
    if (!this.isShown) return;
    const discs = color => [element("span", {className: `disc ${color}`}), `${count(game.last, color)}`];
    $("result-title").textContent = sentence(outcomeOf(game));
    $("result-score").replaceChildren(...discs("black"), " ", ...discs("white"));
    const isReviewed = review.isCurrent && review.isComplete;
    $("result-progress").textContent = review.isRunning
      ? T.reviewing(review.progress, review.moves.length)
      : isReviewed
        ? T.toLookAt(review.marked().length)
        : "";
    const hasLost = game.record.result !== 0 && game.record.result > 0 !== (players.own === "black");
    const color = other(players.own);
    const mouth = hasLost ? "grin" : game.record.result ? "sad" : "";
    $("result-face").replaceChildren(...(players.isFriend ? [] : [face(levelOf(game.record[color]), color, mouth)]));
    $("other-side").hidden = players.isFriend;
  }

  saved() {
    return this.closed;
  }
  restore(saved) {
    this.closed = saved ?? null;
  }
}
