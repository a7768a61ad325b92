// The connection to the engine, a server or a worker: requests, replies, and attempts to connect again.

import {facts} from "./dom.js";
import {T} from "./texts.js";
import {WorkerSocket} from "./workersocket.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;
const FULL_WAIT = 10000; // milliseconds
const HEARTBEAT = 5000; // milliseconds between two looks whether the engine lives
const MAX_SILENCE = 12; // looks in a row without a word of the engine, after which it counts as dead
const PING = JSON.stringify({id: 0, type: "ping"}); // as in worker.js

export class Connection extends EventTarget {
  number = 0; // of the last request
  wait = FIRST_WAIT;
  handlers = new Map(); // of replies, by the numbers of requests
  isLost = false; // whether a connection has ended and no other one is open since

  constructor() {
    super();
    this.connect();
    this.begun = new Promise(resolve => {
      for (const kind of ["open", "lost"]) this.addEventListener(kind, resolve, {once: true});
    });
    setInterval(() => this.look(), HEARTBEAT);
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN && this.isWelcome;
  }

  // Whether moves at some levels are all that the engine can do so far.
  get hasOnlyMoves() {
    return this.isOpen && Boolean(this.server.hasOnlyMoves);
  }

  // Whether an engine is on its way, and nothing has shown that it will not come.
  get isStarting() {
    return this.socket !== null && !this.isOpen && (this.preparing !== null || !this.isLost);
  }

  connect() {
    this.isWelcome = false;
    this.preparing = null; // the last message about an engine that is not ready
    this.refusal = "";
    clearTimeout(this.timer);
    const socket = facts.isStatic
      ? new WorkerSocket()
      : new WebSocket(new URL("session", location.href.replace(/^http/, "ws")));
    this.socket = socket;
    this.silence = 0; // looks since the last word
    socket.addEventListener("message", event => {
      if (this.socket !== socket) return; // a late word of a session that has ended
      this.silence = 0;
      this.take(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (this.socket === socket) this.lose();
    });
  }

  // Asks whether the engine lives, and ends a session without an answer. A page that sleeps does not look, so silence is
  // counted in looks, not in seconds. A start is never ended: a busy computer needs minutes for it, and would have to
  // begin again each time.
  look() {
    if (!this.isOpen || this.hasOnlyMoves) return;
    const {socket} = this;
    this.silence += 1;
    if (this.silence === 1) socket.send(PING);
    if (this.silence <= MAX_SILENCE) return;
    this.lose(); // the other side may not hear of the end
    socket.close();
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

  take(message) {
    if (message.type === "hello") {
      this.isWelcome = true;
      this.isLost = false;
      this.wait = FIRST_WAIT;
      this.server = message;
      if (!message.hasOnlyMoves) this.refusal = "";
      this.dispatchEvent(new Event("open"));
    } else if (message.type === "refused") {
      this.refusal = message.message;
      this.dispatchEvent(new Event("refused"));
    } else if (message.type === "preparing") {
      const kind = this.preparing ? "progress" : "preparing";
      this.preparing = message;
      this.dispatchEvent(new Event(kind));
    } else {
      const handle = this.handlers.get(message.id);
      if (!(message.done === false || message.ply)) this.handlers.delete(message.id);
      handle?.(message);
    }
  }

  lose() {
    this.socket = null;
    this.isWelcome = false;
    this.isLost = true;
    this.preparing = null;
    const waiting = [...this.handlers.values()];
    this.handlers.clear();
    for (const handle of waiting) handle({type: "error", message: facts.isStatic ? T.engineLost : T.connectionLost, isLost: true});
    this.timer = setTimeout(() => this.connect(), this.refusal ? FULL_WAIT : this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    this.dispatchEvent(new Event("lost"));
  }
}
