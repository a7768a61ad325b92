// The moves of the engine: asked of the server, and shown only when the person has seen the moves before.

import {page} from "./page.js";

const LEAST = 1000; // milliseconds for which the person's own move and its flips are shown alone
const MOVES = 20; // for which the time that is left should do
const NOTHING = {depth: 0, seconds: 0};

export class Opponent {
  thought = NOTHING;

  // Forgets how far the search is, which has ended.
  forget() {
    this.thought = NOTHING;
  }

  get key() {
    const {level, seed} = page.players;
    const {start, moves} = page.game.record;
    return `play ${page.game.id} ${level} ${seed} ${start} ${moves.join("")}`;
  }

  // The work of the server, see Work.want. It begins when the person's move is shown.
  work() {
    const {key} = this;
    const {clock, game: {last, record: {start, moves}}, players: {hasBook: book, level, seed}} = page;
    const remaining = clock.left ? clock.remaining(last.turn) : Infinity;
    const end = performance.now() + Math.min(LEAST, remaining / MOVES);
    const left = clock.left && {clock: {remaining: remaining / 1e3, increment: clock.increment / 1e3}};
    const fields = {game: {start, moves}, level, seed, book, ...left, progress: true};
    return {key, type: "play", fields, take: reply => this.take(key, reply, end)};
  }

  take(key, reply, end) {
    if (reply.type === "error") {
      page.panels.complain(reply.message);
      return;
    }
    this.thought = {depth: reply.now?.depth ?? reply.depth ?? 0, seconds: reply.seconds};
    if (reply.done === false) {
      page.panels.drawButtons();
      return;
    }
    this.forget();
    this.wait(key, reply, end);
  }

  // Waits until the person's move and passes have been seen; meanwhile the game may have become another one.
  wait(key, reply, end) {
    const {game, notice, players} = page;
    const rest = Math.max(end - performance.now(), notice.rest);
    if (rest > 0) setTimeout(() => this.wait(key, reply, end), rest);
    else if (this.key === key && players.isEngineToMove) {
      game.select([], game.record.moves.length);
      game.play(reply.move, {note: {value: reply.score.discs, seconds: reply.seconds, comment: ""}});
    }
  }
}
