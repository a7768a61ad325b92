// Says what has happened in the game, with sounds; passes also get a notice.

import {say} from "./dom.js";
import {page} from "./page.js";
import {named} from "./score.js";
import {passText, statusOf} from "./status.js";
import {T} from "./texts.js";

const MAX_SAID = 4; // moves that are announced one by one

export class Announcer {
  // Takes note of the moves without announcing them.
  look() {
    const {id, moves} = page.game;
    this.known = {id, moves, status: statusOf(page.game, page.players)};
  }

  // Announces the moves since the last look, if there are few, and the state of the game. Says nothing if both are as
  // before, such as after a change of a name.
  announce() {
    const {known} = this;
    const {id, moves: now} = page.game;
    this.look();
    const {status} = this.known;
    const added = now.length - known.moves.length;
    const goesOn = id === known.id && known.moves.every((move, at) => move === now[at]);
    if (goesOn && !added && status === known.status) return;
    if (goesOn && added <= MAX_SAID)
      for (let at = known.moves.length; at < now.length; at++) this.announceMove(at);
    say(status);
  }

  announceMove(at) {
    const {game, notice, players, sound} = page;
    const color = game.positions[at].turn;
    const move = game.moves[at];
    if (move === "pass") {
      const text = passText(at + 1, color, players.hasEngine ? players.own : null);
      say(text);
      notice.pass(text);
      sound.notice();
    } else {
      say(T.plays(color, move));
      sound.disc();
    }
  }

  // Says which move is shown after a step through the game.
  sayShown() {
    const {ply, moves} = page.game;
    this.look();
    say(ply ? T.moveSaid(ply, named(moves[ply - 1])) : T.firstPosition);
  }
}
