// The state of the game as a sentence.

import * as rules from "./rules.js";

// What happens in the shown position, in a sentence.
export function statusOf(game, players, {hasPass = true} = {}) {
  const {position, record} = game;
  if (game.isAtEnd && record.ending) {
    const loser = record.result > 0 ? "white" : "black";
    const winner = rules.other(loser);
    const reason =
      {resigned: `${loser} resigns`, time: `${loser} has no time left`}[record.ending] ??
      "the game ended early";
    return record.result ? `Game over: ${reason}, ${winner} wins.` : `Game over: ${reason}.`;
  }
  if (rules.isOver(position)) {
    const margin = rules.finalScore(position);
    if (!margin) return "Game over: a draw.";
    const extra = rules.empties(position) ? ", with the empty squares" : "";
    return `Game over: ${margin > 0 ? "black" : "white"} wins by ${Math.abs(margin)}${extra}.`;
  }
  const last =
    hasPass && record.moves[game.ply - 1] === "pass"
      ? `${rules.other(position.turn)} has no move and passes. `
      : "";
  const to = `${position.turn} to move`;
  const who =
    players.hasEngine && game.isAtEnd
      ? players.isEngine(position.turn)
        ? ": the engine thinks"
        : ": your turn"
      : "";
  const text = last + to + who + (rules.mustPass(position) ? ", who must pass" : "");
  return (
    text[0].toUpperCase() + text.slice(1).replace(/\. (\w)/, (_, letter) => `. ${letter.toUpperCase()}`) + "."
  );
}
