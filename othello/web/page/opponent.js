// The moves of the engine: asked of the server, and shown only when the person has seen the moves before.

const LEAST = 500; // milliseconds for which the person's own move is shown alone

export class Opponent {
  // played: called with the engine's move; complain: with a sentence; thinking: after each report of the search
  constructor(game, players, clock, notice, {played, complain, thinking}) {
    Object.assign(this, {game, players, clock, notice, played, complain, thinking, since: 0, began: null});
    this.forget();
  }

  // Forgets how far the search is, which has ended.
  forget() {
    this.thought = {depth: 0, seconds: 0};
  }

  // Notes that the person is to move, who has not seen the position before.
  begin() {
    this.began = performance.now();
  }

  // The seconds of the person's move, null if they are not known.
  get spent() {
    return this.began === null ? null : (performance.now() - this.began) / 1e3;
  }

  // Notes that the person's move is shown now, or that it is not known when the person began to think.
  noteMove() {
    this.since = performance.now();
    this.began = null;
  }

  get key() {
    const {level, seed} = this.players;
    const {start, moves} = this.game.record;
    return `play ${this.game.id} ${level} ${seed} ${start} ${moves.join("")}`;
  }

  // The work of the server, see Work.want.
  work() {
    const {key} = this;
    return {
      key,
      type: "play",
      fields: {...this.players.request(), progress: true},
      take: reply => this.take(key, reply)
    };
  }

  take(key, reply) {
    if (reply.type === "error") {
      this.complain(reply.message);
      return;
    }
    this.thought = {depth: reply.now?.depth ?? reply.depth ?? 0, seconds: reply.seconds};
    if (reply.done === false) {
      this.thinking();
      return;
    }
    this.forget();
    this.clock.freeze();
    this.wait(key, reply);
  }

  // Waits until the person's move and passes have been seen; meanwhile the game may have become another one.
  wait(key, reply) {
    const rest = Math.max(this.since + LEAST - performance.now(), this.notice.rest);
    if (rest > 0) setTimeout(() => this.wait(key, reply), rest);
    else if (this.key === key && this.players.isEngineToMove) {
      const comment = "";
      this.played(reply.move, {value: reply.score.discs, seconds: reply.seconds, comment});
      this.begin();
    }
  }
}
