// The engine in workers of this page, behind the interface of a WebSocket.
//
// quick.js soon answers moves and hints, and leaves some to Python. Then Python, in worker.js, is loaded, answers all requests
// that have waited for it, and takes over: each request contains all that its answer depends on.

const TABLE_MIB = 16; // the rest of the engine takes 150 more
const RETRY = 10000; // milliseconds until Python is started again
const SEARCHES = ["play", "analyze", "review", "exercise", "stop"]; // of which the page wants only the last one
const QUICK = ["play", "analyze"]; // requests for the small engine

export class WorkerSocket extends EventTarget {
  /** @type {number} */
  readyState = WebSocket.OPEN;
  python = null;
  timer = null; // until Python is started again
  isReady = false; // whether Python answers
  waiting = []; // requests for Python
  asked = null; // the last request to the small engine, which has not answered it
  hasMoves = false; // whether the small engine answers

  constructor() {
    super();
    this.quick = this.begin("quick.js", text => this.takeMove(text));
  }

  // take: gets the messages of the worker, and null for its end
  begin(name, take) {
    const worker = new Worker(name, {type: "module"});
    worker.addEventListener("message", ({data}) => take(data));
    worker.addEventListener("error", () => take(null));
    return worker;
  }

  startPython() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.python = this.begin("worker.js", text => this.take(text));
    this.python.postMessage({tableMib: TABLE_MIB});
  }

  send(text) {
    const {id, type, clock} = JSON.parse(text);
    if (SEARCHES.includes(type)) {
      this.waiting = this.waiting.filter(other => !SEARCHES.includes(JSON.parse(other).type));
      this.asked = null;
    }
    if (this.hasMoves && !this.isReady && QUICK.includes(type) && !clock) {
      this.asked = {id, text};
      this.quick.postMessage(text);
    } else this.leave(text);
  }

  // Gives a request to Python as soon as it is ready.
  leave(text) {
    if (this.isReady) this.python.postMessage(text);
    else this.waiting.push(text);
  }

  // Takes a message of the small engine.
  takeMove(text) {
    const {id, type, isForPython = !text} = JSON.parse(text) ?? {};
    if (type === "hello") this.hasMoves = true;
    if (!text) {
      this.quick = null;
      this.hasMoves = false;
    }
    if (!isForPython) this.show(text);
    if (this.asked && (!text || id === this.asked.id)) {
      if (isForPython) this.leave(this.asked.text);
      this.asked = null;
    }
    // While a visitor waits for a first move, Python would take processor time from it.
    if (!this.python && !this.asked && (this.hasMoves || !this.quick)) this.startPython();
    this.endQuick();
  }

  // Takes a message of Python.
  take(text) {
    if (text === null) {
      if (this.isReady || !this.hasMoves) this.close();
      else {
        this.python.terminate();
        clearTimeout(this.timer); // a worker may report two errors
        this.timer = setTimeout(() => this.startPython(), RETRY);
      }
      return;
    }
    if (JSON.parse(text).type === "hello") {
      this.isReady = true;
      for (const request of this.waiting.splice(0)) this.python.postMessage(request);
      this.endQuick();
    }
    this.show(text);
  }

  endQuick() {
    if (!this.isReady || this.asked) return;
    this.quick?.terminate();
    this.quick = null;
  }

  show(data) {
    this.dispatchEvent(new MessageEvent("message", {data}));
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.python?.terminate();
    this.quick?.terminate();
    this.dispatchEvent(new Event("close"));
  }
}
