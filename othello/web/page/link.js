// Games as fragments of addresses: #moves=f5d6c3&ply=2&position=...

// Returns the fragment of the game at the shown move.
export function fragment(game) {
  const {start, moves} = game.record;
  const found = new URLSearchParams();
  if (start) found.set("position", start.replace(" ", "_"));
  found.set("moves", moves.filter(move => move !== "pass").join(""));
  if (!game.isAtEnd) found.set("ply", game.ply);
  return `#${found}`;
}

// Returns the text and the move of a fragment; null if it is empty. The server reads the text.
export function parseFragment(hash) {
  const found = new URLSearchParams(hash.replace(/^#/, ""));
  const position = (found.get("position") ?? "").replace("_", " ");
  const moves = found.get("moves") ?? "";
  if (!position && !moves) return null;
  const ply = found.get("ply");
  return {text: `${position} ${moves}`.trim(), ply: ply === null ? undefined : Math.max(0, Number(ply) || 0)};
}
