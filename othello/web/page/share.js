// Sharing a game: its link, its moves as text, its file, its review.

import {$, complain, download, element, facts, onPress, say} from "./dom.js";
import {title} from "./files.js";
import {fragment} from "./link.js";
import {page, update} from "./page.js";
import {other} from "./rules.js";
import {T} from "./texts.js";

const COLORS = ["black", "white"];

export class Share {
  constructor() {
    onPress("link-button", () => this.open());
    const actions = {
      "copy-link": () => this.copy($("link")),
      "copy-moves": () => this.copy($("link"), movesOf(page.game.record)),
      "share-link": () => this.shareLink(),
      save: () => this.save(),
      "friend-copy": () => this.send(() => this.copy($("friend-link"))),
      "friend-share": () => this.send(() => navigator.share({url: $("friend-link").value})),
      "share-review": () => this.give(page.review.page.name, new Blob([page.review.page.text], {type: "text/html"}))
    };
    for (const [id, action] of Object.entries(actions)) onPress(id, () => this.run(action));
    for (const color of COLORS) $(`${color}-name`).addEventListener("change", () => page.game.name({[color]: $(`${color}-name`).value}));
    $("format").append(...facts.formats.map(({name, suffix}) => element("option", {value: name}, `${name} (${suffix})`)));
  }

  open() {
    for (const color of COLORS) $(`${color}-name`).value = page.game.record[color];
    this.offer("share-link", "copy-link");
    complain($("link-dialog"), "");
    this.draw();
    $("link-dialog").showModal();
    $("link-dialog").querySelector(".main").focus();
  }

  // Offers the apps of a phone, or else the clipboard first.
  offer(share, copy, isMain = true) {
    const canShare = isTouched() && "share" in navigator;
    $(share).hidden = !canShare;
    $(share).classList.toggle("main", isMain && canShare);
    $(copy).classList.toggle("main", isMain && !canShare);
  }

  draw() {
    for (const note of document.querySelectorAll(".here")) note.toggleAttribute("hidden", !isHere());
    this.drawFriend();
    $("link").value = address(page.game);
    $("share-review").hidden = !(page.review.isCurrent && page.review.page);
  }

  // Shows the link for the friend, as long as the friend needs one.
  drawFriend() {
    const {game, players} = page;
    const {isFriendNext, isToSend, room} = players;
    const isWanted = isToSend || (isFriendNext && !game.isOver);
    $("friend").hidden = !(room ? page.room.isOpen || page.room.isWaiting : isWanted);
    if ($("friend").hidden) return;
    const {record} = game;
    const link = room ? `${origin()}#room=${room.name}` : address({record, moves: record.moves, isMain: true}, other(players.own));
    $("friend-link").value = link;
    $("friend-text").textContent = room ? T.joinRoom : isToSend ? T.sendLink : T.waitForLink;
    $("friend-code").hidden = !room;
    $("friend").setAttribute("aria-busy", String(Boolean(room) && !page.room.pages)); // the room has no game yet
    $("friend-cancel").hidden = !page.room.isWaiting;
    if (room) $("friend-code").setAttribute("src", `rooms/${room.name}.svg`);
    this.offer("friend-share", "friend-copy", Boolean(isToSend || room));
  }

  // Gives the friend the link, which shows the friend's next move or the end of the game.
  async send(give) {
    const {sendable} = page.players;
    await give();
    if (!page.players.room) page.players.sent = sendable;
    update();
  }

  async run(action) {
    complain($("link-dialog"), "");
    try {
      await action();
    } catch (error) {
      if (error.name !== "AbortError") complain($("link-dialog"), error.message); // the user has chosen no target
    }
  }

  // Gives the link to the apps of a phone, with the title of the game.
  shareLink() {
    const {game: {record}, players: {own}} = page;
    const named = own && !record[own] ? {...record, [own]: T.you} : record;
    return navigator.share({text: title(named), url: $("link").value});
  }

  // Saves the game in the chosen format.
  async save() {
    const {files} = await page.connection.ask("write", {game: page.game.record, format: $("format").value});
    for (const {name, data} of files) download(name, new Blob([Uint8Array.from(atob(data), character => character.charCodeAt(0))]));
    $("link-dialog").close();
    say(T.saved);
  }

  // Hands a file to the apps of a phone, or else saves it.
  async give(name, blob) {
    const files = [new File([blob], name, {type: blob.type})];
    const canShare = isTouched() && navigator.canShare?.({files});
    if (canShare) await navigator.share({files});
    else {
      download(name, blob);
      say(T.saved);
    }
  }

  // Copies the text of a field, or another one, and ends the dialog of the field if it has one. The page may be without the right to use
  // the clipboard, as under an address that is not this computer.
  async copy(field, text = field.value) {
    field.value = text;
    field.select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      if (!document.execCommand("copy")) return;
    }
    field.closest("dialog")?.close();
    page.notice.notify(T.copied);
  }
}

const movesOf = ({start, moves}) => [start, moves.filter(move => move !== "pass").join("")].filter(Boolean).join(" ");
const address = (game, friend = "") => origin() + fragment(game, friend);
const isLocal = host => /^(localhost|127\..*|\[::1\])$/.test(host);
// Whether links open on this computer only.
const isHere = () => isLocal(new URL(origin()).hostname);
// Where the page is. A server that lets other devices in tells under which address they find it.
const origin = () => (isLocal(location.hostname) && page.connection.server?.address) || location.origin + location.pathname;
const isTouched = () => matchMedia("(pointer: coarse)").matches;
