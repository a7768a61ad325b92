// A room of the server, in which two pages play one game. Each page sends its state after a change, and the server passes
// it on, and keeps it for a page that comes later or comes back.
//
// The room of a game is {name, round, isHost}: which game in it this is, and whether this page has begun the first one.

import {onPress} from "./dom.js";
import {page, update} from "./page.js";
import {other, START} from "./rules.js";
import {T} from "./texts.js";

const WAIT = 2000; // milliseconds until a lost connection is made again

export class Room {
  name = ""; // of the room that this page has joined, or ""
  asked = ""; // the room of a link, until its game arrives
  pages = 0; // in the room; 0 without a connection
  socket = null;
  timer = 0;

  constructor() {
    onPress("friend-cancel", () => {
      page.game.begin(START, {}, () => page.players.leave());
      page.modes.choose("home");
    });
  }

  // The room of the next game with a friend: the same one, or a new one if the server lets other devices in.
  get next() {
    const {connection, players} = page;
    if (players.room) return {...players.room, round: players.room.round + 1};
    const letters = crypto.getRandomValues(new Uint8Array(8)).map(byte => 97 + (byte % 26));
    return connection.server?.address ? {name: String.fromCharCode(...letters), round: 1, isHost: true} : null;
  }
  // Whether the friend still has to come, or has gone.
  get isOpen() {
    return this.pages === 1 && !page.game.isOver;
  }

  // Whether the game waits for the friend to come.
  get isWaiting() {
    return Boolean(page.players.room) && this.pages < 2 && !page.game.length;
  }

  // Joins the room of a hash; returns whether the hash is the link of a room.
  follow(hash) {
    const name = /^#room=([a-z]{8})$/.exec(hash)?.[1];
    if (name && name !== page.players.room?.name) this.asked = name;
    return Boolean(name);
  }

  // Joins the room of the game, leaves it, and sends what has changed.
  look() {
    const {game, players} = page;
    const {room} = players;
    const name = this.asked || room?.name || "";
    if (name !== this.name) this.join(name);
    else if (this.pages && !this.asked && name && players.sent !== players.sendable) {
      const {start, moves, ending, result} = game.record;
      const guest = room.isHost ? other(players.own) : players.own;
      this.socket.send(JSON.stringify({round: room.round, id: game.id, record: {start, moves, ending, result}, guest}));
      players.sent = players.sendable;
    }
  }

  join(name) {
    clearTimeout(this.timer);
    const left = this.socket;
    Object.assign(this, {name, pages: 0, socket: null});
    left?.close();
    if (!name) return;
    const socket = (this.socket = new WebSocket(new URL(`rooms/${name}`, location.href.replace(/^http/, "ws"))));
    socket.addEventListener("message", event => {
      if (this.socket === socket) this.take(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (this.socket !== socket) return;
      this.pages = 0;
      this.timer = window.setTimeout(() => this.join(name), WAIT);
      update();
    });
  }

  // Takes the state of the room if it is later than the one of this page, which is sent otherwise.
  take({state, pages}) {
    this.pages = pages;
    try {
      if (state) this.show(JSON.parse(state));
      else if (this.asked && pages === 1) throw new Error(T.noRoom); // another page there is about to send the game
    } catch (error) {
      this.asked = "";
      page.panels.complain(error.message);
    }
    update();
  }

  show({round, id, record, guest}) {
    const {game, players} = page;
    const room = this.asked ? {name: this.asked, round: 0, isHost: false} : players.room;
    // After two rematches at the same moment, both pages take the same one.
    const isLater = round !== room.round ? round > room.round : id !== game.id ? id > game.id : rank(record) > rank(game.record);
    if (!isLater) return;
    this.asked = "";
    page.newGame.leave();
    game.load(record, {id, arrange: () => players.leave(room.isHost ? other(guest) : guest, {...room, round})});
    players.sent = players.sendable;
  }
}

// A later state of a game has more moves, or has ended.
const rank = ({moves, ending}) => moves.length + (ending ? 0.5 : 0);
