// Games as fragments of addresses: #moves=f5d6c3&ply=2&position=...&black=Alice&result=-4&friend=white

import {positionsOf} from "./game.js";
import {mustPass} from "./rules.js";

const FACTS = ["black", "white", "result", "ending", "date", "event"];
const ENDINGS = ["resigned", "time", "agreed", "left"];
const LONGEST = 200; // characters of a fact

// Returns the fragment of the shown line at the shown move; with the color of a friend, who opens it to play on, that of
// the game at its end.
export function fragment(game, friend = "") {
  const {record, moves} = game;
  const {start} = record;
  const fields = new URLSearchParams();
  if (start) fields.set("position", start.replace(" ", "_"));
  fields.set("moves", moves.filter(move => move !== "pass").join(""));
  if (friend) fields.set("friend", friend);
  else if (!game.isAtEnd) fields.set("ply", game.ply);
  if (game.isMain) for (const name of FACTS) if (record[name] || record[name] === 0) fields.set(name, record[name]);
  return `#${fields}`;
}

// Returns the game, the move and the friend of a fragment; null if it is empty. A wrong result, ending or friend is left
// out; an illegal move raises an error.
export function parseFragment(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const start = fields.get("position")?.replace("_", " ") || null;
  const names = fields.get("moves") ?? "";
  if (!start && !names) return null;
  const ply = fields.get("ply");
  const facts = {};
  for (const name of FACTS) if (fields.get(name)) facts[name] = fields.get(name).slice(0, LONGEST);
  if (Math.abs(facts.result) <= 64) facts.result = Number(facts.result);
  else delete facts.result;
  if (!ENDINGS.includes(facts.ending)) delete facts.ending;
  const friend = fields.get("friend");
  const moves = [];
  for (const name of names.match(/..?/g) ?? []) {
    if (mustPass(positionsOf({start, moves}).at(-1))) moves.push("pass"); // links leave it out
    moves.push(name);
  }
  return {
    record: {start, moves, ...facts},
    friend: ["black", "white"].includes(friend) ? friend : null,
    ply: ply === null ? undefined : Math.max(0, Math.trunc(Number(ply)) || 0)
  };
}
