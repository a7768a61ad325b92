// The files of the site: fetched, checked by their hashes, and kept in the browser.
//
// The service worker and the worker of the engine both begin with this text, and before it with SITE: its
// `version`, and for each file by its name the `size` in bytes, the `hash`, the media `type`, the `sent` bytes,
// and whether the host has it compressed only, as NAME.gz (`isPacked`).

const addressOf = name => new URL(name, self.location.href).href;
const ADDRESS = addressOf("./"); // a host may have several sites
const CACHE = `othello-${SITE.version} ${ADDRESS}`;
const HASH = "X-Hash";
const BEAT = 5000; // milliseconds between two looks whether the host sends
const MAX_SILENCE = 5; // looks in a row without a byte of any file, after which a file is asked for again
const REPORT = 250; // milliseconds between two reports of what is loaded
const PREPARING = {type: "preparing", loaded: 0, total: 0, isBusy: false};
const [LIBRARY, NETWORK, HUMAN] = ["kernels.wasm", "network.bin", "human.bin"]; // what both engines load
const MAX_TRIES = 3; // requests in a row that bring no more of a file
let received = 0; // bytes of all files

// Returns a file as a response; what the host sent is kept. Raises an error with a sentence.
//   onBytes: called with the number of bytes of each piece that comes, negative for pieces that are dropped
//   address: where the host has the file
async function load(name, onBytes = _ => {}, address = addressOf(SITE.files[name].isPacked ? `${name}.gz` : name)) {
  const cache = await opened();
  const kept = await cache?.match(addressOf(name));
  if (kept) {
    onBytes(SITE.files[name].sent);
    return kept;
  }
  const content = await download(name, address, onBytes);
  const {type, hash} = SITE.files[name];
  const response = new Response(content, {headers: {"Content-Type": type, [HASH]: hash}});
  try {
    await cache?.put(addressOf(name), response.clone());
  } catch {
    // Without room for it the page works, but not without a network.
  }
  return response;
}

// Browsers keep files only of hosts with encryption and of this computer.
async function opened() {
  try {
    return await self.caches?.open(CACHE);
  } catch {
    return undefined;
  }
}

async function download(name, address, onBytes) {
  const {isPacked, size, hash} = SITE.files[name];
  // The browser's own cache has or keeps what the page itself loads, too. That may be a wrong file: a host may call one of
  // the same time unchanged.
  for (const cache of isPacked ? ["no-store"] : ["force-cache", "reload"]) {
    const sent = await requestBytes(name, address, cache, onBytes);
    const content = isPacked && isGzip(sent) ? await unpacked(sent, name) : sent;
    if (content.length === size && (await hashOf(content, hash)) === hash) return content;
    onBytes(-sent.length);
  }
  throw new Error(`${name} is not the file that belongs to this version: reload the page later`);
}

// Returns what the host sends. After a silence or an interruption it is asked again, for the rest if it can send that.
async function requestBytes(name, address, cache, onBytes) {
  const drop = () => {
    onBytes(-length);
    pieces = [];
    length = 0;
  };
  let pieces = [];
  let length = 0;
  let most = 0;
  let canContinue = false;
  for (let tries = 1; ; tries++) {
    const control = new AbortController();
    const timer = endAtSilence(control);
    let reason = "there is no connection to the host";
    try {
      /** @type {RequestInit} */
      const rest = length ? {headers: {Range: `bytes=${length}-`}, cache: "no-store"} : {cache};
      const response = await fetch(address, {...rest, signal: control.signal});
      if (response.status !== 206) drop();
      if (!response.ok && cache === "force-cache") {
        cache = "reload"; // the browser may have an old answer
        continue;
      }
      if (response.ok) {
        canContinue = !response.headers.has("Content-Encoding"); // else the bytes that are sent are others
        const reader = response.body.getReader();
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          pieces.push(part.value);
          length += part.value.length;
          received += part.value.length;
          onBytes(part.value.length);
        }
        return joined(pieces, length);
      }
      reason = `the host answers ${response.status}`;
    } catch {
      // The reason is below.
    } finally {
      clearInterval(timer);
    }
    const isSilent = control.signal.aborted;
    if (isSilent) reason = "the host has stopped sending";
    if (length > most) tries = 1;
    most = Math.max(most, length);
    if (tries === MAX_TRIES || !(most || isSilent)) throw new Error(`${name} cannot be loaded: ${reason}`);
    if (!canContinue) drop();
    if (!isSilent) await new Promise(resolve => setTimeout(resolve, BEAT));
  }
}

// A blob would do the same, but its bytes would travel to another process of the browser and back.
function joined(pieces, length) {
  const bytes = new Uint8Array(length);
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
}

// Ends a request when no file has got a byte for long: on a slow line, files wait for each other. A worker that sleeps does
// not look.
function endAtSilence(control) {
  let silence = 0;
  let seen = received;
  return setInterval(() => {
    silence = received === seen ? silence + 1 : 0;
    seen = received;
    if (silence === MAX_SILENCE) control.abort();
  }, BEAT);
}

// Some hosts send NAME.gz as a compressed NAME, which the browser unpacks.
const isGzip = bytes => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function unpacked(bytes, name) {
  try {
    const stream = new Response(bytes).body.pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Error(`${name} is damaged: reload the page later`);
  }
}

// The hash of bytes; `wanted` where the browser computes none, which is where it keeps no files either.
async function hashOf(bytes, wanted) {
  if (!self.crypto.subtle) return wanted;
  const digest = new Uint8Array(await self.crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

// Returns promises of files, by their names, and sends reports how much of all of them is there.
//   progress: the last report: the bytes that are there, of how many, and whether the engine holds its thread
function loadAll(names, progress) {
  const total = names.reduce((sum, name) => sum + SITE.files[name].sent, 0);
  let loaded = 0;
  let timer;
  const report = () => {
    clearTimeout(timer);
    timer = undefined;
    self.postMessage(JSON.stringify(Object.assign(progress, {loaded: Math.min(loaded, total), total})));
  };
  const count = bytes => {
    loaded += bytes;
    if (loaded >= total) report();
    else timer ??= setTimeout(report, REPORT);
  };
  report();
  return Object.fromEntries(names.map(name => [name, load(name, count)]));
}
