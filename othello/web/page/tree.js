// The moves of a game as a tree: a main line, and variations, which begin in it or in other variations.
//
// A line has `moves`, a note for each of them (`notes`) and `variations`. The game itself is the main line. A
// variation also has `ply`, the number of moves of the whole game before it; it replaces the move of its line
// there. A path names a line: the places in lists of variations on the way from the main line. Nothing here
// changes an object.

// Returns a line of outside with all its fields.
export function complete({moves = [], notes = [], variations = [], ...rest}) {
  return {
    ...rest,
    moves,
    notes: moves.map((_, at) => notes?.[at] ?? null),
    variations: (variations ?? []).map(complete)
  };
}

export const lineAt = (game, path) => path.reduce((line, at) => line.variations[at], game);

// Returns the moves and notes of a line from the beginning of the game.
export function whole(game, path) {
  let {moves, notes} = game;
  path.forEach((_, depth) => {
    const line = lineAt(game, path.slice(0, depth + 1));
    moves = [...moves.slice(0, line.ply), ...line.moves];
    notes = [...notes.slice(0, line.ply), ...line.notes];
  });
  return {moves, notes};
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
  const line = lineAt(game, to);
  const at = ply - first(line);
  if (line.moves[at] === move) return {game, path: to};
  const known = line.variations.findIndex(variation => variation.ply === ply && variation.moves[0] === move);
  if (known >= 0) return {game, path: [...to, known]};
  const isEnd = at === line.moves.length;
  const added = isEnd
    ? {moves: [...line.moves, move], notes: [...line.notes, note]}
    : {variations: [...line.variations, {ply, moves: [move], notes: [note], variations: []}]};
  return {
    game: change(game, to, () => ({...line, ...added})),
    path: isEnd ? to : [...to, line.variations.length]
  };
}

// Removes the moves of a line after the first `ply` of the whole game, with the variations that replace them.
export function cut(game, path, ply) {
  const line = lineAt(game, path);
  if (path.length && ply <= line.ply) return remove(game, path);
  return {game: change(game, path, () => head(line, ply)), path};
}

// Removes a variation; the line in which it began is the one that remains.
export function remove(game, path) {
  const from = path.slice(0, -1);
  const without = line => ({...line, variations: line.variations.filter((_, at) => at !== path.at(-1))});
  return {game: change(game, from, without), path: from};
}

// Makes a variation the continuation of the line in which it began, whose moves become the variation.
export function promote(game, path) {
  const from = path.slice(0, -1);
  const line = lineAt(game, from);
  const promoted = lineAt(game, path);
  const {ply} = promoted;
  const at = ply - first(line);
  const tail = {
    ply,
    moves: line.moves.slice(at),
    notes: line.notes.slice(at),
    variations: line.variations.filter(variation => variation.ply > ply)
  };
  const others = line.variations.filter(variation => variation.ply <= ply);
  const before = head(line, ply);
  const made = {
    ...before,
    moves: [...before.moves, ...promoted.moves],
    notes: [...before.notes, ...promoted.notes],
    variations: [
      ...others.map(variation => (variation === promoted ? tail : variation)),
      ...promoted.variations
    ]
  };
  return {game: change(game, from, () => made), path: from};
}

// Makes a line, with the lines in which it began, the main line.
export function promoteAll(game, path) {
  return path.length ? promoteAll(promote(game, path).game, path.slice(0, -1)) : {game, path};
}

const first = line => line.ply ?? 0;

const head = (line, ply) => ({
  ...line,
  moves: line.moves.slice(0, ply - first(line)),
  notes: line.notes.slice(0, ply - first(line)),
  variations: line.variations.filter(variation => variation.ply < ply)
});

function change(line, path, make) {
  const [at, ...rest] = path;
  if (at === undefined) return make(line);
  const variations = line.variations.map((variation, place) =>
    place === at ? change(variation, rest, make) : variation
  );
  return {...line, variations};
}
