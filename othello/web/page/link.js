// Games as fragments of addresses: #moves=f5d6c3&ply=2&position=...&black=Alice&result=-4

const FACTS = ["black", "white", "result", "ending", "date", "event"];
const ENDINGS = ["resigned", "time", "agreed", "left"];
const LONGEST = 200; // characters of a fact

// Returns the fragment of the shown line at the shown move.
export function fragment(game) {
  const {record, moves} = game;
  const {start} = record;
  const found = new URLSearchParams();
  if (start) found.set("position", start.replace(" ", "_"));
  found.set("moves", moves.filter(move => move !== "pass").join(""));
  if (!game.isAtEnd) found.set("ply", game.ply);
  if (game.isMain) for (const name of FACTS) if (record[name] || record[name] === 0) found.set(name, record[name]);
  return `#${found}`;
}

// Returns the text, the move and the facts of a fragment; null if it is empty. The server reads the text. A wrong
// result or ending is left out.
export function parseFragment(hash) {
  const found = new URLSearchParams(hash.replace(/^#/, ""));
  const position = (found.get("position") ?? "").replace("_", " ");
  const moves = found.get("moves") ?? "";
  if (!position && !moves) return null;
  const ply = found.get("ply");
  const facts = {};
  for (const name of FACTS) if (found.get(name)) facts[name] = found.get(name).slice(0, LONGEST);
  if (Math.abs(facts.result) <= 64) facts.result = Number(facts.result);
  else delete facts.result;
  if (!ENDINGS.includes(facts.ending)) delete facts.ending;
  return {
    text: `${position} ${moves}`.trim(),
    ply: ply === null ? undefined : Math.max(0, Math.trunc(Number(ply)) || 0),
    facts
  };
}
