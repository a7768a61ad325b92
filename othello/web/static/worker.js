// The engine of the page: Pyodide, with the session that the server of `othello web` has, too.
//
// store.js stands before this text. The first message from the page is the size of the table in MiB, and all
// others are messages of docs/server.md, as texts; so are those to the page. PING is only sent back, also while others wait:
// it shows that this worker lives.

const PYODIDE = ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "pyodide.mjs", "pyodide.asm.mjs"].map(
  name => `pyodide/${name}`
);
const PACKAGE = "python.zip";
const SITE_PACKAGES = "/lib/python3.14/site-packages";
const DATA = `${SITE_PACKAGES}/othello/data`;
// Under this name the browser keeps the memory of Python after its imports, from which later visits start.
// Another version of the browser may lay it out in another way.
const SNAPSHOT = addressOf(`snapshot?${encodeURIComponent(navigator.userAgent)}`);
const PING = JSON.stringify({id: 0, type: "ping"}); // as in connection.js

// A Python that will be kept calls accessors of this object with another `this`, so this one becomes a value.
Object.defineProperty(self, "scheduler", {value: self.scheduler});

let isRestored = false; // whether Python has started from a snapshot
let engine = null; // a promise of `receive`, which takes messages
const progress = {...PREPARING}; // the last report of the start

self.addEventListener("message", ({data}) => {
  if (data === PING) self.postMessage(data);
  else if (typeof data === "object") engine = begin(data.tableMib).catch(refuse);
  else engine.then(receive => receive(data));
});
// An error that ends Python becomes one of this worker, which the page hears of.
self.addEventListener("unhandledrejection", event => {
  event.preventDefault();
  refuse(event.reason);
});

const send = message => self.postMessage(JSON.stringify(message));

// After a start from a snapshot, which may be the cause, the page starts another worker without it.
async function refuse(error) {
  const text = String(error?.message ?? error);
  const [reason] = text.match(/^[\w.]*Error: .*$/m) ?? [text]; // of Python, after its traceback
  const isDeleted = isRestored && (await (await opened())?.delete(SNAPSHOT).then(() => true, () => false));
  if (!isDeleted) send({type: "refused", message: `the engine cannot be started: ${reason}`});
  self.postMessage(null); // the end
}

// Starts the engine, and returns `receive`. Python starts while the network, which is most of the bytes, still comes.
async function begin(tableMib) {
  const loads = loadAll([...PYODIDE, PACKAGE, LIBRARY, NETWORK, HUMAN], progress);
  for (const promise of Object.values(loads)) promise.catch(() => {}); // an error comes again below
  const files = {};
  for (const name of [...PYODIDE, PACKAGE, LIBRARY]) {
    files[name] = await loads[name];
    delete loads[name];
  }
  const cache = await opened();
  const kept = await cache?.match(SNAPSHOT);
  if (kept) await Promise.all([loads[NETWORK], loads[HUMAN]]); // else their error would be taken for an error of the snapshot
  isRestored = Boolean(kept);
  const snapshot = kept?.arrayBuffer();
  send(Object.assign(progress, {isBusy: true}));
  const pyodide = await python(files, isRestored ? {_loadSnapshot: snapshot} : {_makeSnapshot: true});
  const {FS} = pyodide;
  release(await snapshot);
  pyodide.unpackArchive(await files[PACKAGE].arrayBuffer(), "zip", {extractDir: SITE_PACKAGES});
  FS.mkdirTree(`${DATA}/native`);
  FS.writeFile(`${DATA}/native/${SITE.library}`, new Uint8Array(await files[LIBRARY].arrayBuffer()));
  delete files[PACKAGE];
  delete files[LIBRARY];
  if (!isRestored) {
    pyodide.runPython("import othello.web.worker; othello.web.worker.prepare_early()");
    await keep(cache, pyodide.makeMemorySnapshot()); // now, so that it is there even if this start is ended
  }
  send(Object.assign(progress, {isBusy: false}));
  const [network, human] = [await (await loads[NETWORK]).arrayBuffer(), await (await loads[HUMAN]).arrayBuffer()];
  FS.writeFile(`${DATA}/${NETWORK}`, new Uint8Array(network), {canOwn: true});
  FS.writeFile(`${DATA}/${HUMAN}`, new Uint8Array(human), {canOwn: true});
  const receive = pyodide.pyimport("othello.web.worker").begin(text => self.postMessage(text ?? null), tableMib);
  FS.unlink(`${DATA}/${NETWORK}`); // it was read
  release(network);
  return receive;
}

// Starts Python from files that are there and were checked.
async function python(files, options) {
  const {loadPyodide} = await import("./pyodide/pyodide.mjs");
  const outside = self.fetch;
  self.fetch = async (/** @type {any} */ address, ...rest) => {
    const name = String(address.url ?? address).replace(addressOf("./"), "");
    return files[name]?.clone() ?? outside(address, ...rest);
  };
  const indexURL = addressOf("pyodide/");
  const pyodide = await loadPyodide({indexURL, env: {PYTHONWARNINGS: "ignore"}, ...options});
  self.fetch = outside;
  delete pyodide._api.config._loadSnapshot;
  for (const name of PYODIDE) delete files[name];
  return pyodide;
}

async function keep(cache, snapshot) {
  try {
    await cache?.delete(SNAPSHOT, {ignoreSearch: true}); // those of other versions of the browser
    await cache?.put(SNAPSHOT, new Response(snapshot));
  } catch {
    // Without room for it, later visits start as the first one does.
  }
  release(snapshot.buffer);
}

// Gives up the memory of a buffer at once; a browser may take minutes to find out that nobody needs it.
function release(buffer) {
  if (!buffer) return;
  const {port1, port2} = new MessageChannel();
  port2.close();
  port1.postMessage(null, [buffer]);
}
