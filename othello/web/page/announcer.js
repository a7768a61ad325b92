// The state of the game in sentences, and what happens in it, with sounds; passes also get a notice.

import {say} from "./dom.js";
import {page} from "./page.js";
import * as rules from "./rules.js";
import {place} from "./score.js";
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
      const isOwn = players.hasEngine && color === players.own;
      const text = (isOwn ? T.youPass : T.passes)(place([...game.moves.slice(0, at), ""]), rules.other(color), color);
      say(text);
      notice.pass(text);
      sound.play("notice");
    } else {
      say(T.plays(color, move));
      sound.play("disc");
    }
  }

  // Says which move is shown after a step through the game.
  sayShown() {
    const {ply, moves, positions} = page.game;
    const move = moves[ply - 1];
    this.look();
    say(!move ? T.firstPosition : move === "pass" ? T.hasPassed(positions[ply - 1].turn) : T.moveSaid(place(moves.slice(0, ply)), move));
  }
}

// What happens in the shown position, in a sentence.
//   isOpen: whether the engine can think; the page shows elsewhere why it cannot
export function statusOf(game, players, isOpen = true) {
  const {position, record} = game;
  if (players.isLookingBack) return T.lookingBack(game.ply, game.length);
  if ((game.isMain && game.isAtEnd && record.ending) || rules.isOver(position)) return endOf(game, players.own);
  const passed = game.moves[game.ply - 1] === "pass" ? `${T.hasPassed(rules.other(position.turn))} ` : "";
  if (page.room.isWaiting) return T.waiting;
  if (rules.mustPass(position)) return passed + T.hasPassed(position.turn);
  if (!players.hasEngine || !game.isMain || !game.isAtEnd) return passed + T.toMove(position.turn);
  if (!players.isEngine(position.turn)) return passed + T.yourTurn(position.turn);
  if (players.isFriend) return passed + T.friendsTurn(position.turn);
  return passed + (isOpen ? T.thinks : T.toMove)(position.turn);
}

// How the game has ended, or the shown line.
export function endOf({isAtEnd, isMain, position, record}, own) {
  return isMain && isAtEnd ? resultOf(record, own) : resultOf({result: rules.finalScore(position), ending: null});
}

// How a game has ended, in words; "" if it has not.
//   own: the side of the person, whose discs come first; without one, those of the winner do
export function resultOf({result, ending}, own = null) {
  if (result === null) return ending ? T.endedEarly : "";
  const winner = result && (result > 0 ? "black" : "white");
  const half = ((own ?? winner) === "white" ? -result : result) / 2;
  return T.result(winner, own, ending ? "" : `${32 + half}–${32 - half}`, ending);
}
