// A small engine for the first moves, while Python comes: kernels, called as `players/human_player.py` calls them.
//
// store.js stands before this text. Messages are those of worker.js. This worker answers moves and analyses at named and
// low levels, without a clock. `players/standalone.py` plans its memory, and has made PLAN.

const {plan: PLAN} = SITE;
const {arrays: A, levels: LEVELS} = PLAN;
const TABLES = "tables.bin";

const machine = prepare();
machine.then(() => post({type: "hello", version: PLAN.version, hasOnlyMoves: true}), end);
/** @type {Promise<any>} */
let turn = machine; // ends when all requests so far are answered, which share the memory
self.addEventListener("message", ({data}) => {
  turn = turn.then(() => reply(JSON.parse(data))).catch(end);
});

// After an error Python answers all requests.
function end() {
  self.postMessage(null);
  self.close();
}

function post(message) {
  self.postMessage(JSON.stringify(message));
}

async function reply(request) {
  const {id, type} = request;
  const began = performance.now();
  const found = await answer(await machine, request);
  post({id, type, ...(found ? {...found, seconds: (performance.now() - began) / 1e3, done: true} : {isForPython: true})});
}

// Unpacks the body of a container (storage/container.py), which was compressed with zlib, to an address in memory.
async function unpack(file, memory, address) {
  const bytes = new Uint8Array(await (await file).arrayBuffer());
  const header = new DataView(bytes.buffer).getUint32(16, true);
  const packed = new Response(bytes.subarray(20 + header, bytes.length - 32)).body;
  const reader = packed.pipeThrough(new DecompressionStream("deflate")).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    memory.set(part.value, address);
    address += part.value.length;
  }
}

async function prepare() {
  if (!self.crypto.subtle || !(await opened())) throw new Error("no hash or no cache");
  const loads = loadAll([LIBRARY, TABLES, NETWORK, HUMAN], {...PREPARING});
  const parts = [
    loads[LIBRARY].then(async response => WebAssembly.compile(await response.arrayBuffer())),
    loads[TABLES].then(response => response.arrayBuffer()),
    loads[NETWORK],
    loads[HUMAN]
  ];
  for (const part of parts) part.catch(() => {}); // the first error that `assemble` meets ends the start
  return assemble(...parts);
}

// Puts the parts of the engine, which are promises, into memory.
async function assemble(library, tables, network, human) {
  const memory = new WebAssembly.Memory({initial: PLAN.pages});
  const number = (value, mutable) => new WebAssembly.Global({value: "i32", mutable}, value);
  const env = {
    memory,
    __stack_pointer: number(PLAN.data, true),
    __memory_base: number(PLAN.data, false),
    __table_base: number(0, false)
  };
  /** @type {any} */
  const {exports: kernels} = await WebAssembly.instantiate(await library, {env});
  kernels.__wasm_apply_data_relocs?.();
  kernels.__wasm_call_ctors?.();
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(new Uint8Array(await tables), PLAN.first);
  kernels.patterns_number_rows(...arrays("packing mirrors"));
  await unpack(human, bytes, A.known[0]);
  await unpack(network, bytes, A.network_body[0]);
  for (const [from, size, count, to, step] of PLAN.copies)
    for (let index = 0; index < count; index++)
      bytes.copyWithin(to + index * step, from + index * size, from + (index + 1) * size);
  kernels.network_lay_out_rows(BigInt(A.rows[0]), ...arrays("packing mirrors"), BigInt(PLAN.rowsAt));
  const view = new DataView(memory.buffer);
  const put = (name, numbers) => numbers.forEach((number, index) =>
    view.setBigInt64(A[name][0] + 8 * index, BigInt.asIntN(64, BigInt(number)), true));
  const word = (name, index) => view.getBigInt64(A[name][0] + 8 * index, true);
  return {kernels, bytes, view, put, word};
}

// The arguments of kernels for arrays: the address, and the length of each dimension.
const arrays = names => names.split(" ").flatMap(name => [A[name][0], BigInt(A[name][1])]);
const rows = names => names.split(" ").flatMap(name => [A[name][0], 1n, BigInt(A[name][1])]);
const squareOf = name => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
const squareName = square => String.fromCharCode(97 + (square & 7)) + (1 + (square >> 3));

// Returns a number in [0, 1), as players/choice.py does.
async function random(...words) {
  const digest = await self.crypto.subtle.digest("SHA-256", new TextEncoder().encode(words.join(" ")));
  return Number(new DataView(digest).getBigUint64(0) >> 11n) / 2 ** 53;
}

// Returns the sets of the discs of both sides in a text with a position, the side to move first, and whether that is White.
function read(text) {
  const of = disc => [...text.slice(0, 64)].reduce((set, square, index) => set | (BigInt(square === disc) << BigInt(index)), 0n);
  const isWhite = text.at(-1) === "O";
  return {start: isWhite ? [of("O"), of("X")] : [of("X"), of("O")], isWhite};
}

// Returns the answer to a request for a move or for the best moves, undefined if only Python can give it.
async function answer(machine, {game, level, lines = 1, seed, book}) {
  const position = locate(machine, game);
  if (!position.legal.length) return undefined;
  if (LEVELS[level]) return humanMove(machine, position, level, seed);
  if (!PLAN.schedules[level]) return undefined;
  if (book) {
    const known = await bookMove(machine, position, seed);
    if (known) return known.book ? known : undefined;
  }
  const {nodes, results} = search(machine, position, level, Math.min(lines, position.legal.length));
  const found = results.map(({square, score}) => ({move: squareName(square), score, pv: [squareName(square)]}));
  return {...found[0], depth: found[0].score.depth, nodes, lines: found};
}

// Puts the last position of a game into memory, and returns it.
function locate({kernels, bytes, put, word}, game) {
  const {start, isWhite} = read(game.start ?? PLAN.start);
  const squares = game.moves.filter(name => name !== "pass").map(squareOf);
  put("start", start);
  bytes.fill(255, A.moves[0], A.moves[0] + A.moves[1]);
  bytes.set(squares, A.moves[0]);
  kernels.random_games_replay_rows(
    ...rows("moves"), 1, ...arrays("start"), ...rows("players opponents turns replies"), ...arrays("lengths final illegal")
  );
  const ply = squares.length - 1;
  const [player, opponent] = ply < 0 ? start.map(set => BigInt.asIntN(64, set)) : [word("players", ply), word("opponents", ply)];
  const color = Number(isWhite) ^ (ply < 0 ? 0 : bytes[A.turns[0] + ply]);
  const has = (set, square) => (set >> BigInt(square)) & 1n;
  const text = Array.from({length: 64}, (_, square) => (has(player, square) ? "XO"[color] : has(opponent, square) ? "OX"[color] : "-"));
  const last = ply >= 0 && has(opponent, squares[ply]) ? squares[ply] : 64; // 64 after a pass
  put("asked", [player, opponent, last]);
  const count = kernels.human_policy_look(
    A.record[0], ...arrays("known packed steps numbers asked legal statics deeps games places inputs sums")
  );
  return {
    player,
    opponent,
    color,
    text: `${text.join("")} ${"XO"[color]}`,
    empties: text.filter(disc => disc === "-").length,
    legal: [...bytes.subarray(A.legal[0], A.legal[0] + Number(count))]
  };
}

// Searches with an empty table, and returns the number of nodes and the best moves.
function search({kernels, bytes, view, put}, {player, opponent, color, empties}, level, lines) {
  const record = A.record[0];
  const steps = PLAN.schedules[level][empties];
  const count = BigInt(steps.length / 2);
  for (const [first, size] of PLAN.cleared) bytes.fill(0, first, first + size);
  view.setBigInt64(record, 0n, true); // the nodes
  view.setBigInt64(record + PLAN.stop, 0n, true);
  put("schedule", steps);
  const key = kernels.zobrist_position_key(player, opponent, BigInt(color));
  const last = kernels.deepening_search_lines(
    record, player, opponent, key, BigInt(color), BigInt(A.schedule[0]), 0n, count, count, BigInt(A.ranks[0]), BigInt(A.results[0]),
    BigInt(lines)
  );
  const [depth, selectivity] = steps.slice(2 * Number(last));
  const results = Array.from({length: lines}, (_, line) => {
    const [square, value, lower, upper] = [0, 8, 16, 24].map(offset =>
      Number(view.getBigInt64(A.results[0] + PLAN.rank * line + offset, true)));
    const kind = lower === upper ? "exact" : depth < empties ? "heuristic" : "selective";
    const probability = PLAN.percent[selectivity];
    return {square, value, score: {discs: value / 100, kind, bound: "=", depth: kind === "exact" ? empties : depth, probability}};
  });
  return {nodes: Number(view.getBigInt64(record, true)), results};
}

// Returns the reply of a human-like level, as `players/human_player.py` chooses it.
async function humanMove(machine, position, level, seed) {
  const {kernels, bytes, view} = machine;
  const {player, opponent, legal, text} = position;
  const [rating, weight, beginning, mean] = LEVELS[level];
  const {results} = search(machine, position, Math.floor(mean + (await random(seed, text, "search"))), legal.length);
  for (const {square, value} of results) view.setInt16(A.values[0] + 2 * legal.indexOf(square), value, true);
  const count = BigInt(legal.length);
  view.setFloat64(A.rating[0], rating, true);
  kernels.human_policy_log_probabilities(...arrays("rating"), 1n, count, ...arrays("numbers inputs sums hidden scores logarithms"));
  for (let index = 0; index < legal.length; index++)
    view.setFloat32(A.scores[0] + 4 * index, view.getFloat64(A.logarithms[0] + 8 * index, true), true);
  const chance = await random(seed, text, "move");
  const chosen = Number(
    kernels.human_choice_choose(player, opponent, count, ...arrays("legal scores values"), weight, beginning, chance, ...arrays("weights"))
  );
  const discs = view.getInt16(A.values[0] + 2 * chosen, true) / 100;
  return {move: squareName(legal[chosen]), score: {discs}, depth: 0};
}

// Returns a reply from the book, as `players/book_player.py` chooses it; undefined if the book does not know the position.
async function bookMove(machine, position, seed) {
  const {kernels, view} = machine;
  const {player, opponent, legal, text} = position;
  const symmetry = kernels.symmetry_canonical_symmetry(player, opponent);
  const turned = set => kernels.symmetry_transformed(set, symmetry);
  const key = kernels.zobrist_position_key(turned(player), turned(opponent), 0n);
  const book = [...new BigInt64Array(view.buffer, A.book[0], A.book[1])].filter(entry => (entry ^ key) >> 24n === 0n);
  if (!book.length) return undefined;
  const entry = book[Math.floor((await random(seed, text)) * book.length)];
  const square = legal.find(move => turned(1n << BigInt(move)) === BigInt.asIntN(64, 1n << (entry & 63n)));
  const discs = Number(BigInt.asIntN(16, entry >> 8n)) / 100;
  const isAgreed = !(entry & 64n) || search(machine, position, PLAN.check, 1).results[0].value / 100 <= discs + PLAN.margin;
  return {move: squareName(square), score: {discs}, depth: 0, book: isAgreed};
}
