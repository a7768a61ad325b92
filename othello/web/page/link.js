// Games as fragments of addresses: #moves=f5d6c3&ply=2&position=...&black=Alice&result=-4

const FACTS = ["black", "white", "result", "ending", "date", "event"];

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

// Returns the text, the move and the facts of a fragment; null if it is empty. The server reads the text.
export function parseFragment(hash) {
  const found = new URLSearchParams(hash.replace(/^#/, ""));
  const position = (found.get("position") ?? "").replace("_", " ");
  const moves = found.get("moves") ?? "";
  if (!position && !moves) return null;
  const ply = found.get("ply");
  const facts = Object.fromEntries(FACTS.filter(name => found.has(name)).map(name => [name, found.get(name)]));
  if ("result" in facts) facts.result = Number(facts.result) || 0;
  return {
    text: `${position} ${moves}`.trim(),
    ply: ply === null ? undefined : Math.max(0, Number(ply) || 0),
    facts
  };
}
