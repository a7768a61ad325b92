// Sharing a game: its link, its moves as text, its review.

import {$, complain, download, onPress, say} from "./dom.js";
import {title} from "./files.js";
import {fragment} from "./link.js";
import {page, update} from "./page.js";
import {other} from "./rules.js";
import {T} from "./texts.js";

export class Share {
  title = ""; // of the game in the dialog
  moves = "";

  constructor() {
    onPress("link-button", () => this.open());
    const actions = {
      "copy-link": () => this.copy($("link")),
      "copy-moves": () => this.copy($("link"), this.moves),
      "share-link": () => navigator.share({text: this.title, url: $("link").value}),
      "copy-command": () => this.copy($("command")),
      "friend-copy": () => this.send(() => this.copy($("friend-link"))),
      "friend-share": () => this.send(() => navigator.share({url: $("friend-link").value})),
      "share-review": () => this.giveReview()
    };
    for (const [id, action] of Object.entries(actions)) onPress(id, () => this.run(action));
  }

  open() {
    const {own} = page.players;
    const record = own ? {...page.players.record, [own]: page.players.record[own] || T.you} : page.players.record;
    this.title = title(record);
    this.moves = [record.start, record.moves.filter(move => move !== "pass").join("")].filter(Boolean).join(" ");
    $("link").value = address(page.game);
    $("link-note").hidden = !isHere();
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
    this.drawFriend();
    $("share-review").disabled = $("review").disabled || page.review.isRunning;
    $("share-note").textContent = page.review.isRunning ? T.reviewing(page.review.progress, page.review.moves.length) : "";
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

  // Gives the page of the review. A game that is not reviewed yet is reviewed first.
  async giveReview() {
    const {review} = page;
    if (review.isCurrent && review.page) await this.give(review.page.name, new Blob([review.page.text], {type: "text/html"}));
    else {
      review.begin();
      update();
    }
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

const address = (game, friend = "") => origin() + fragment(game, friend);
const isLocal = host => /^(localhost|127\..*|\[::1\])$/.test(host);
// Whether links open on this computer only.
export const isHere = () => isLocal(new URL(origin()).hostname);
// Where the page is. A server that lets other devices in tells under which address they find it.
const origin = () => (isLocal(location.hostname) && page.connection.server?.address) || location.origin + location.pathname;
const isTouched = () => matchMedia("(pointer: coarse)").matches;
