// The engine in a worker of this page, behind the interface of a WebSocket.

export class WorkerSocket extends EventTarget {
  /** @type {number} */
  readyState = WebSocket.OPEN;

  // tableMib: the size of the table of the engine
  constructor(tableMib) {
    super();
    this.worker = new Worker("worker.js", {type: "module"});
    this.worker.addEventListener("message", ({data}) => this.take(data));
    this.worker.addEventListener("error", () => this.close());
    this.worker.postMessage({tableMib});
  }

  send(text) {
    this.worker.postMessage(text);
  }

  //   data: a message as text, or null for the end
  take(data) {
    if (data === null) this.close();
    else this.dispatchEvent(new MessageEvent("message", {data}));
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.worker.terminate();
    this.dispatchEvent(new Event("close"));
  }
}
