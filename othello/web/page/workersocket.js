// The engine in a worker of this page, behind the interface of a WebSocket.

const HEARTBEAT = 5000; // milliseconds between two questions whether the worker lives
const PATIENCE = 60000; // milliseconds without an answer after which it counts as dead

export class WorkerSocket extends EventTarget {
  // tableMib: the size of the table of the engine
  constructor(tableMib) {
    super();
    this.readyState = WebSocket.OPEN;
    this.heard = performance.now();
    this.asked = this.heard;
    this.worker = new Worker("worker.js", {type: "module"});
    this.worker.addEventListener("message", ({data}) => this.take(data));
    this.worker.addEventListener("error", () => this.close());
    this.worker.postMessage({tableMib});
    this.heartbeat = setInterval(() => this.look(), HEARTBEAT);
  }

  send(text) {
    this.worker.postMessage(text);
  }

  //   data: a message as text, null for the end, or a number as an answer of the worker
  take(data) {
    this.heard = performance.now();
    if (data === null) this.close();
    else if (typeof data === "string") this.dispatchEvent(new MessageEvent("message", {data}));
  }

  // A page that sleeps asks nothing, so the time counts from the question.
  look() {
    if (this.asked > this.heard) {
      if (performance.now() > this.asked + PATIENCE) this.close();
      return;
    }
    this.asked = performance.now();
    this.worker.postMessage(0);
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    clearInterval(this.heartbeat);
    this.worker.terminate();
    this.dispatchEvent(new Event("close"));
  }
}
