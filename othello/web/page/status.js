// The state of the game as a sentence.

import * as rules from "./rules.js";
import {T} from "./texts.js";

// What happens in the shown position, in a sentence.
//   isOpen, isStarting: whether the engine can think, and whether it will
export function statusOf(game, players, {isOpen, isStarting} = {isOpen: true, isStarting: false}) {
  const {position, record} = game;
  if ((game.isMain && game.isAtEnd && record.ending) || rules.isOver(position)) return T.over(outcomeOf(game));
  const passed = game.moves[game.ply - 1] === "pass" ? `${T.hasNoMove(rules.other(position.turn))} ` : "";
  if (rules.mustPass(position)) return passed + T.mustPass(position.turn);
  if (!players.hasEngine || !game.isMain || !game.isAtEnd) return passed + T.toMove(position.turn);
  if (!players.isEngine(position.turn)) return passed + T.yourTurn(position.turn);
  if (players.isFriend) return passed + T.friendsTurn(position.turn);
  return passed + (isOpen ? T.thinks : isStarting ? T.answersLater : T.waitsForServer)(position.turn);
}

// How the game has ended, or the shown line.
export function outcomeOf({isMain, isAtEnd, position, record}) {
  if (isMain && isAtEnd && record.ending) {
    if (!record.result) return T.endedEarly;
    const loser = record.result > 0 ? "white" : "black";
    const reason = {resigned: T.resigns(loser), time: T.outOfTime(loser)}[record.ending] ?? T.endedEarly;
    return T.reasonAndWinner(reason, rules.other(loser));
  }
  const margin = rules.finalScore(position);
  if (!margin) return T.aDraw;
  return T.winsBy(margin > 0 ? "black" : "white", Math.abs(margin), rules.empties(position) > 0);
}

// A pass in a sentence: who has no move, and who plays again.
export const passText = (ply, color, own) =>
  color === own ? T.youPass(ply, rules.other(color)) : T.passes(ply, color, rules.other(color));
