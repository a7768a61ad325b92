// The moves of a game as a tree: a main line, and variations, which begin in it or in other variations.
//
// A line has `moves`, a note for each of them (`notes`) and `variations`. The game itself is the main line. A
// variation also has `ply`, the number of moves of the whole game before it; it replaces the move of its line
// there. A path names a line: the places in lists of variations on the way from the main line. Nothing here
// changes an object.

// Returns a line of outside with all its fields.
export const complete = ({moves = [], notes = [], variations = [], ...rest}) =>
  ({...rest, moves, notes: moves.map((_, at) => notes?.[at] ?? null), variations: (variations ?? []).map(complete)});

export const lineAt = (game, path) => path.reduce((line, at) => line.variations[at], game);

// Returns the moves and notes of a line from the beginning of the game.
export function whole(game, path) {
  if (!path.length) return game;
  const before = whole(game, path.slice(0, -1));
  const {ply, moves, notes} = lineAt(game, path);
  return {moves: [...before.moves.slice(0, ply), ...moves], notes: [...before.notes.slice(0, ply), ...notes]};
}

// Returns the paths of all lines, the main line first.
export function paths(line, path = []) {
  return [path, ...line.variations.flatMap((variation, at) => paths(variation, [...path, at]))];
}

// Returns the path of the line that has the last one of the first `ply` moves; other next moves begin in it.
export function owner(game, path, ply) {
  return path.length && lineAt(game, path).ply >= ply ? owner(game, path.slice(0, -1), ply) : path;
}

// Adds a move after `ply` moves of a line: it continues the line, or is there already, or begins a variation.
// Returns the game and the path of the line with the move.
export function add(game, path, ply, move, note = null) {
  const to = owner(game, path, ply);
  const {moves, notes, variations, ...line} = lineAt(game, to);
  const at = ply - first(line);
  if (moves[at] === move) return {game, path: to};
  const known = variations.findIndex(variation => variation.ply === ply && variation.moves[0] === move);
  if (known >= 0) return {game, path: [...to, known]};
  if (at === moves.length)
    return {game: change(game, to, {moves: [...moves, move], notes: [...notes, note]}), path: to};
  const begun = {ply, moves: [move], notes: [note], variations: []};
  return {game: change(game, to, {variations: [...variations, begun]}), path: [...to, variations.length]};
}

// Removes the moves of a line after the first `ply` of the whole game, with the variations that replace them.
export function cut(game, path, ply) {
  const line = lineAt(game, path);
  if (path.length && ply <= line.ply) return remove(game, path);
  const end = ply - first(line);
  const variations = line.variations.filter(variation => variation.ply < ply);
  return {game: change(game, path, {moves: line.moves.slice(0, end), notes: line.notes.slice(0, end), variations}), path};
}

// Removes a variation; the line in which it began is the one that remains.
export function remove(game, path) {
  const from = path.slice(0, -1);
  const variations = lineAt(game, from).variations.filter((_, at) => at !== path.at(-1));
  return {game: change(game, from, {variations}), path: from};
}

const first = line => line.ply ?? 0;

// Returns a game in which a line has other parts.
function change(line, path, parts) {
  if (!path.length) return {...line, ...parts};
  const changed = (variation, at) => (at === path[0] ? change(variation, path.slice(1), parts) : variation);
  return {...line, variations: line.variations.map(changed)};
}
