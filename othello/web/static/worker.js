// The engine of the page: Pyodide, with the session that the server of `othello web` has, too.
//
// store.js stands before this text. The first message from the page is the size of the table in MiB, and all
// others are messages of docs/web.md, as texts; so are those to the page. A number is only sent back: it shows
// that this worker lives.

const PYODIDE = ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "pyodide.mjs", "pyodide.asm.mjs"].map(
  name => `pyodide/${name}`
);
const PACKAGE = "python.zip";
const NETWORK = "network.bin";
const SITE_PACKAGES = "/lib/python3.14/site-packages";
const REPORT = 100; // milliseconds between two reports of what is loaded

let receive = null;
const early = [];

self.addEventListener("message", ({data}) => {
  if (typeof data === "number") self.postMessage(data);
  else if (typeof data === "object") begin(data.tableMib).catch(refuse);
  else if (receive) receive(data);
  else early.push(data);
});
// An error that ends Python becomes one of this worker, which the page hears of.
self.addEventListener("unhandledrejection", event => {
  event.preventDefault();
  refuse(event.reason);
});

const send = message => self.postMessage(JSON.stringify(message));

function refuse(error) {
  const text = String(error?.message ?? error);
  const [reason] = text.match(/^[\w.]*Error: .*$/m) ?? [text]; // of Python, after its traceback
  send({type: "refused", message: `the engine cannot be started: ${reason}`});
  self.postMessage(null); // the end
}

async function begin(tableMib) {
  const files = await loadAll([...PYODIDE, PACKAGE, NETWORK]);
  const {loadPyodide} = await import("./pyodide/pyodide.mjs");
  // Pyodide gets what was checked.
  const outside = self.fetch;
  self.fetch = async (address, ...rest) => {
    const name = String(address.url ?? address).replace(addressOf("./"), "");
    return files[name]?.clone() ?? outside(address, ...rest);
  };
  const pyodide = await loadPyodide({indexURL: addressOf("pyodide/"), env: {PYTHONWARNINGS: "ignore"}});
  self.fetch = outside;
  const take = async name => {
    const content = await files[name].arrayBuffer();
    delete files[name];
    return content;
  };
  pyodide.unpackArchive(await take(PACKAGE), "zip", {extractDir: SITE_PACKAGES});
  pyodide.FS.writeFile(`${SITE_PACKAGES}/othello/data/${NETWORK}`, new Uint8Array(await take(NETWORK)));
  for (const name of PYODIDE) delete files[name];
  receive = pyodide.pyimport("othello.web.worker").begin(text => self.postMessage(text), tableMib);
  for (const message of early.splice(0)) receive(message);
}

// Loads files, and reports how much of them is there.
async function loadAll(names) {
  const total = names.reduce((sum, name) => sum + SITE.files[name].sent, 0);
  let loaded = 0;
  let reported = -Infinity;
  const report = () => {
    if (performance.now() < reported + REPORT && loaded < total) return;
    reported = performance.now();
    send({type: "preparing", loaded: Math.min(loaded, total), total});
  };
  const one = async name => [
    name,
    await load(name, bytes => {
      loaded += bytes;
      report();
    })
  ];
  report();
  return Object.fromEntries(await Promise.all(names.map(one)));
}
