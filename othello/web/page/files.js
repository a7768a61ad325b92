// Opening games: texts, files, links; by the dialog, by pasting and by dropping.

import {resultOf} from "./announcer.js";
import {$, complain, element, facts, onPress, say} from "./dom.js";
import {levelOf, shownName} from "./levels.js";
import {parseFragment} from "./link.js";
import {page} from "./page.js";
import * as storage from "./storage.js";
import {T} from "./texts.js";

export class Files {
  taker = null; // takes all games that the dialog reads; null if one of them is opened
  reading = null; // the games that are being read

  constructor() {
    onPress("open-button", () => this.open());
    onPress("open", () => this.openText($("text").value));
    $("text").addEventListener("input", () => this.forget());
    $("open-dialog").addEventListener("close", () => this.forget());
    $("file").addEventListener("change", () => {
      const [file] = $("file").files;
      $("file").value = ""; // the same file may be chosen again
      if (file) this.openFile(file);
    });
    document.addEventListener("dragover", event => event.preventDefault());
    document.addEventListener("drop", event => this.receive(event, event.dataTransfer));
    document.addEventListener("paste", event => this.receive(event, event.clipboardData));
  }

  // Opens a file or a text that is dropped or pasted. Fields keep what they take: a field of files those, others texts.
  receive(event, data) {
    const [file] = data.files;
    const text = data.getData("text");
    if (event.target.matches?.(file ? "[type=file]" : "input, textarea") || !(file || text.trim())) return;
    if (document.querySelector("dialog[open]:not(#open-dialog)")) return;
    event.preventDefault();
    this.open($("open-dialog").open ? this.taker : null);
    $("text").value = text;
    if (file) this.openFile(file);
    else this.openText(text);
  }

  open(taker = null) {
    this.taker = taker;
    complain($("open-dialog"), "");
    this.forget();
    $("text").value = "";
    if (!$("open-dialog").open) $("open-dialog").showModal();
    $("text").focus();
  }

  openText(text) {
    if (text.trim()) this.read({text});
    else complain($("open-dialog"), T.typeOrPaste);
  }

  openFile(file) {
    if (file.size > facts.largestFile) {
      complain($("open-dialog"), T.tooLarge(file.name, facts.largestFile / 1024));
      return;
    }
    this.read(content(file));
  }

  // Reads games for the dialog. A reply that comes after the next call, after an edit of the text, or after the dialog
  // was closed, is ignored.
  //   fields: of the request, or a promise of them; a text may be a link
  async read(fields) {
    complain($("open-dialog"), page.connection.isOpen ? "" : T.starting);
    const reading = (this.reading = {});
    const isWanted = () => this.reading === reading && $("open-dialog").open;
    try {
      const request = await fields;
      const link = parseFragment(/^\s*https?:\/\/\S*(#\S+)\s*$/.exec(request.text)?.[1] ?? "");
      const linked = link && {games: [link.record], warnings: [[]], is_text: [false], unread: []};
      const {games, warnings, is_text: isText, unread} = linked ?? (await page.connection.ask("read", request));
      if (!isWanted()) return;
      complain($("open-dialog"), "");
      if (this.taker) {
        this.taker(games);
        $("open-dialog").close();
      } else if (games.length > 1) this.choose(games, warnings, isText, unread);
      else await this.take(games[0], link ?? {}, warnings[0], isText[0], unread);
    } catch (error) {
      if (isWanted()) complain($("open-dialog"), error.message);
    }
  }

  // Opens the game of a fragment, or says above the board why that fails.
  follow(hash) {
    try {
      const link = parseFragment(hash);
      if (link) this.show(link.record, link);
    } catch (error) {
      page.panels.complain(T.badLink(error.message));
    }
  }

  // Shows a game; one that is over is reviewed, except at a move that was asked for, and for a friend.
  show(record, {ply = undefined, friend = null}) {
    page.newGame.leave();
    if (friend) page.analysis.isOn = false;
    page.game.load(record, {ply, arrange: () => page.players.leave(friend, null, friend ? null : sideOf(record))});
    if (!friend && page.game.isOver && ply === undefined) page.review.look();
  }

  //   link: the ply and the friend of a link
  //   warnings: what was ignored or assumed in the game
  //   isText: whether it was read from more than moves, so that the person should see what was understood
  //   unread: what is wrong with games of the file that cannot be read
  async take(record, link, warnings, isText, unread) {
    const isToReview = page.modes.name === "review";
    $("open-dialog").close();
    // After a paste no element had the focus before: then arrows step through the game, not through squares.
    if ($("open-dialog").contains(document.activeElement)) document.activeElement.blur();
    const kept = link.friend ? null : await page.library.find(record);
    if (kept) page.library.open(kept);
    else this.show(record, link);
    if (isToReview && !link.friend) page.review.look();
    const words = T.opened(title(page.game.record));
    say(words);
    const notes = [isText && words, warnings.length && T.warnings(warnings), unread.length && T.unread(unread)].filter(Boolean);
    if (notes.length) page.panels.complain(notes.join(" "));
  }

  // Removes the games that were read, and ignores the reply about those that are being read.
  forget() {
    this.reading = null;
    $("found").hidden = true;
    $("open").hidden = false;
    $("found").replaceChildren();
  }

  choose(games, warnings, isText, unread) {
    const rows = games.map((record, at) => {
      const onclick = () => this.take(record, {}, warnings[at], isText[at], unread);
      return element("button", {type: "button", onclick}, `${at + 1}. ${title(record)}`);
    });
    $("found").replaceChildren(...rows);
    $("found").hidden = false;
    $("open").hidden = true; // a press on a game opens it
    if (unread.length) complain($("open-dialog"), T.unread(unread));
    rows[0].focus();
  }
}

// Returns a file as the request of its games has it; a folder, or a file that is gone, raises an error.
async function content(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return {name: file.name.slice(-200), data: btoa(text)};
}

// The side of the person in a game, by its names: the side that is not the engine's, or has the name of their last game.
function sideOf(record) {
  const isPerson = color => !levelOf(record[color]);
  const people = ["black", "white"].filter(isPerson);
  const named = people.filter(color => record[color] && record[color] === storage.choices.name);
  const [side = null, isOpen] = named.length ? named : people;
  return people.length ? (isOpen ? null : side) : "none";
}

// A game in a line: players, result, event, date, number of moves.
export function title(record) {
  const {black, white, event, date, moves} = record;
  const names = black || white ? [black, white].map(name => shownName(name) || "?").join(" – ") : "";
  return [names, resultOf(record), event, date, T.moveCount(moves.length)].filter(Boolean).join(", ");
}
