// A small engine for the first moves, while Python comes: kernels, called as `players/human_player.py` calls them.
//
// store.js stands before this text. Messages are those of worker.js. This worker answers moves at the named human-like
// levels, without a clock. `players/standalone.py` plans its memory, and has made PLAN.

const {plan: PLAN} = SITE;
const {arrays: A, levels: LEVELS} = PLAN;
const TABLES = "tables.bin";

self.addEventListener("message", ({data}) => reply(JSON.parse(data)).catch(end));
const machine = prepare();
machine.then(() => post({type: "hello", version: PLAN.version, hasOnlyMoves: true}), end);

// After an error Python answers all requests.
function end() {
  self.postMessage(null);
  self.close();
}

function post(message) {
  self.postMessage(JSON.stringify(message));
}

async function reply({id, type, game, level, seed}) {
  post({id, type, ...(await move(await machine, {game, level, seed}))});
}

// Returns the body of a container (storage/container.py), which was compressed with zlib.
async function body(file) {
  const bytes = new Uint8Array(await (await file).arrayBuffer());
  const header = new DataView(bytes.buffer).getUint32(16, true);
  const packed = new Blob([bytes.subarray(20 + header, bytes.length - 32)]).stream();
  return new Uint8Array(await new Response(packed.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
}

async function prepare() {
  if (!self.crypto.subtle || !(await opened())) throw new Error("no hash or no cache");
  const loads = loadAll([LIBRARY, TABLES, NETWORK, HUMAN], {...PREPARING});
  const parts = [
    loads[LIBRARY].then(async response => WebAssembly.compile(await response.arrayBuffer())),
    loads[TABLES].then(response => response.arrayBuffer()),
    body(loads[NETWORK]),
    body(loads[HUMAN])
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
  const copy = (source, list) => {
    for (const [from, size, count, to, step] of list)
      for (let index = 0; index < count; index++)
        bytes.set(source.subarray(from + index * size, from + (index + 1) * size), to + index * step);
  };
  kernels.patterns_number_rows(...arrays("packing mirrors"));
  copy(await network, PLAN.copies.network);
  kernels.network_lay_out_rows(BigInt(A.rows[0]), ...arrays("packing mirrors"), BigInt(PLAN.rowsAt));
  copy(await human, PLAN.copies.human);
  return {kernels, bytes, view: new DataView(memory.buffer)};
}

// The arguments of kernels for arrays: the address, and the length of each dimension.
const arrays = names => names.split(" ").flatMap(name => [A[name][0], BigInt(A[name][1])]);
const rows = names => names.split(" ").flatMap(name => [A[name][0], 1n, BigInt(A[name][1])]);
const squareOf = name => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);

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

// Returns the reply to a request for a move.
async function move({kernels, bytes, view}, {game, level, seed}) {
  const began = performance.now();
  const put = (name, numbers) => numbers.forEach((number, index) =>
    view.setBigInt64(A[name][0] + 8 * index, BigInt.asIntN(64, BigInt(number)), true));
  const word = (name, index = 0) => view.getBigInt64(A[name][0] + 8 * index, true);
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
  const turn = ply < 0 ? 0 : bytes[A.turns[0] + ply];
  const color = Number(isWhite) ^ turn;
  const key = kernels.zobrist_position_key(player, opponent, BigInt(color));
  const has = (set, square) => (set >> BigInt(square)) & 1n;
  const text = Array.from({length: 64}, (_, square) => (has(player, square) ? "XO"[color] : has(opponent, square) ? "OX"[color] : "-"));
  const position = `${text.join("")} ${"XO"[color]}`;
  const [rating, weight, beginning, mean] = LEVELS[level];
  const steps = PLAN.schedules[Math.floor(mean + (await random(seed, position, "search")))][text.filter(disc => disc === "-").length];
  const chance = await random(seed, position, "move");
  // From here on nothing waits, so requests do not share the arrays.
  const last = ply >= 0 && has(opponent, squares[ply]) ? squares[ply] : 64; // 64 after a pass
  put("asked", [player, opponent, last]);
  put("schedule", steps);
  const record = A.record[0];
  const count = kernels.human_policy_look(
    record, ...arrays("known packed steps numbers asked legal statics deeps games places inputs sums")
  );
  view.setFloat64(A.rating[0], rating, true);
  kernels.human_policy_log_probabilities(...arrays("rating"), 1n, count, ...arrays("numbers inputs sums hidden scores logarithms"));
  for (let index = 0; index < count; index++)
    view.setFloat32(A.scores[0] + 4 * index, view.getFloat64(A.logarithms[0] + 8 * index, true), true);
  for (const [first, size] of PLAN.cleared) bytes.fill(0, first, first + size);
  view.setBigInt64(record, 0n, true); // the nodes
  view.setBigInt64(record + PLAN.stop, 0n, true);
  const number = BigInt(steps.length / 2);
  kernels.deepening_search_lines(
    record, player, opponent, key, BigInt(color), BigInt(A.schedule[0]), 0n, number, number, BigInt(A.ranks[0]), BigInt(A.results[0]), count
  );
  const legal = bytes.subarray(A.legal[0], A.legal[0] + Number(count));
  for (let first = A.results[0]; first < A.results[0] + PLAN.rank * legal.length; first += PLAN.rank) {
    const index = legal.indexOf(Number(view.getBigInt64(first, true)));
    view.setInt16(A.values[0] + 2 * index, Number(view.getBigInt64(first + 8, true)), true);
  }
  const chosen = Number(
    kernels.human_choice_choose(player, opponent, count, ...arrays("legal scores values"), weight, beginning, chance, ...arrays("weights"))
  );
  const square = legal[chosen];
  const value = view.getInt16(A.values[0] + 2 * chosen, true);
  return {
    move: String.fromCharCode(97 + (square & 7)) + (1 + (square >> 3)),
    score: {discs: value / 100},
    depth: 0,
    seconds: (performance.now() - began) / 1e3,
    done: true
  };
}
