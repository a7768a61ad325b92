// Games as fragments of addresses: #moves=f5d6c3&ply=2&position=...&black=Alice&result=-4

const FACTS = ["black", "white", "result", "ending", "date", "event"];
const ENDINGS = ["resigned", "time", "agreed", "left"];
const LONGEST = 200; // characters of a fact

// Returns the fragment of the shown line at the shown move.
export function fragment(game) {
  const {record, moves} = game;
  const {start} = record;
  const fields = new URLSearchParams();
  if (start) fields.set("position", start.replace(" ", "_"));
  fields.set("moves", moves.filter(move => move !== "pass").join(""));
  if (!game.isAtEnd) fields.set("ply", game.ply);
  if (game.isMain) for (const name of FACTS) if (record[name] || record[name] === 0) fields.set(name, record[name]);
  return `#${fields}`;
}

// Returns the text, the move and the facts of a fragment; null if it is empty. The server reads the text. A wrong
// result or ending is left out.
export function parseFragment(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const position = (fields.get("position") ?? "").replace("_", " ");
  const moves = fields.get("moves") ?? "";
  if (!position && !moves) return null;
  const ply = fields.get("ply");
  const facts = {};
  for (const name of FACTS) if (fields.get(name)) facts[name] = fields.get(name).slice(0, LONGEST);
  if (Math.abs(facts.result) <= 64) facts.result = Number(facts.result);
  else delete facts.result;
  if (!ENDINGS.includes(facts.ending)) delete facts.ending;
  return {
    text: `${position} ${moves}`.trim(),
    ply: ply === null ? undefined : Math.max(0, Math.trunc(Number(ply)) || 0),
    facts
  };
}
