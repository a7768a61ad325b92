// The connection to the engine, a server or a worker: requests, replies, and attempts to connect again.

import {facts} from "./dom.js";
import {T} from "./texts.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;
const FULL_WAIT = 10000; // milliseconds
const HEARTBEAT = 5000; // milliseconds between two questions whether the engine lives
const PATIENCE = 60000; // milliseconds without an answer after which it counts as dead
const PING = JSON.stringify({id: 0, type: "ping"}); // as in worker.js

export class Connection extends EventTarget {
  // open: returns a WebSocket, or what behaves like one
  constructor(open) {
    super();
    this.open = open;
    this.number = 0;
    this.wait = FIRST_WAIT;
    this.handlers = new Map();
    this.connect();
    this.begun = new Promise(resolve => {
      for (const kind of ["open", "lost"]) this.addEventListener(kind, resolve, {once: true});
    });
    setInterval(() => this.look(), HEARTBEAT);
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN && this.isWelcome;
  }

  connect() {
    this.isWelcome = false;
    this.preparing = null; // the last message about an engine that is not ready
    this.refusal = "";
    clearTimeout(this.timer);
    const socket = this.open();
    this.socket = socket;
    this.heard = this.asked = performance.now();
    socket.addEventListener("message", event => {
      if (this.socket !== socket) return;
      this.heard = performance.now();
      this.take(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (this.socket === socket) this.lose();
    });
  }

  // Asks whether the engine lives, and ends a connection without an answer. A page that sleeps asks nothing, so the time
  // counts from the question. A server answers nothing before its engine is ready.
  look() {
    const {socket} = this;
    if (this.asked > this.heard) {
      if (performance.now() < this.asked + PATIENCE) return;
      this.lose();
      socket.close();
    } else if (socket?.readyState === WebSocket.OPEN && (this.isWelcome || facts.isStatic)) {
      this.asked = performance.now();
      socket.send(PING);
    }
  }

  // Ends the session; the next one begins at once.
  restart() {
    this.wait = 0;
    this.socket?.close();
  }

  // Sends a request and returns its number; handle gets each of its replies.
  start(type, fields, handle) {
    const id = ++this.number;
    this.handlers.set(id, handle);
    this.socket.send(JSON.stringify({id, type, ...fields}));
    return id;
  }

  // Sends a request that has one reply, and returns the reply; raises an error with a sentence. A request waits while the
  // first engine starts.
  async ask(type, fields) {
    await this.begun;
    if (!this.isOpen) throw new Error(T.notConnected);
    return new Promise((resolve, reject) => {
      this.start(type, fields, reply => {
        if (reply.type === "error") reject(new Error(reply.message));
        else resolve(reply);
      });
    });
  }

  forget(id) {
    this.handlers.delete(id);
  }

  take(message) {
    if (message.type === "hello") {
      this.isWelcome = true;
      this.wait = FIRST_WAIT;
      this.server = message;
      this.dispatchEvent(new Event("open"));
    } else if (message.type === "refused") {
      this.refusal = message.message;
    } else if (message.type === "preparing") {
      this.preparing = message;
      this.dispatchEvent(new Event("preparing"));
    } else {
      const handle = this.handlers.get(message.id);
      if (!(message.done === false || message.ply)) this.forget(message.id);
      handle?.(message);
    }
  }

  lose() {
    this.socket = null;
    this.heard = this.asked;
    this.isWelcome = false;
    this.preparing = null;
    const waiting = [...this.handlers.values()];
    this.handlers.clear();
    for (const handle of waiting) handle({type: "error", message: facts.isStatic ? T.engineLost : T.connectionLost, isLost: true});
    this.timer = setTimeout(() => this.connect(), this.refusal ? FULL_WAIT : this.wait);
    this.wait = Math.min(2 * this.wait || FIRST_WAIT, LONGEST_WAIT);
    this.dispatchEvent(new Event("lost"));
  }
}
