// The files of the site: fetched, checked by their hashes, and kept in the browser.
//
// The service worker and the worker of the engine both begin with this text, and before it with SITE: its
// `version`, and for each file by its name the `size` in bytes, the `hash`, the media `type`, the `sent` bytes,
// and whether the host has it compressed only, as NAME.gz (`isPacked`).

const addressOf = name => new URL(name, self.location).href;
const ADDRESS = addressOf("./"); // a host may have several sites
const CACHE = `othello-${SITE.version} ${ADDRESS}`;
const HASH = "X-Hash";

// Returns a file as a response; what the host sent is kept. Raises an error with a sentence.
//   onBytes: called with the number of bytes of each piece that comes
async function load(name, onBytes = () => {}) {
  const cache = await opened();
  const kept = await cache?.match(addressOf(name));
  if (kept) {
    onBytes(SITE.files[name].sent);
    return kept;
  }
  const content = await download(name, onBytes);
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

async function download(name, onBytes) {
  const {isPacked, size, hash} = SITE.files[name];
  let response;
  try {
    // The browser's own cache may keep a wrong file: a host may call one of the same time unchanged.
    response = await fetch(addressOf(isPacked ? `${name}.gz` : name), {cache: "no-store"});
  } catch {
    throw new Error(`${name} cannot be loaded: there is no connection to the host`);
  }
  if (!response.ok) throw new Error(`${name} cannot be loaded: the host answers ${response.status}`);
  const pieces = response.body.pipeThrough(
    new TransformStream({
      transform(piece, out) {
        onBytes(piece.length);
        out.enqueue(piece);
      }
    })
  );
  const sent = new Uint8Array(await new Response(pieces).arrayBuffer());
  const content = isPacked && isGzip(sent) ? await unpacked(sent, name) : sent;
  if (content.length !== size || (await hashOf(content, hash)) !== hash)
    throw new Error(`${name} is not the file that belongs to this version: reload the page later`);
  return content;
}

// Some hosts send NAME.gz as a compressed NAME, which the browser unpacks.
const isGzip = bytes => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function unpacked(bytes, name) {
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
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
