// Opening and saving games: texts, files, links; by dialogs, by pasting and by dropping.

import {$, complain, copy, element, facts, say, sentence} from "./dom.js";
import {fragment, parseFragment} from "./link.js";

export class Files {
  // opened: called with a game that was opened, and its ply; banner: shows a sentence at the top of the page
  constructor(game, connection, opened, banner) {
    Object.assign(this, {game, connection, opened, banner});
    $("format").append(
      ...facts.formats.map(({name, suffix}) => element("option", {value: name}, `${name} (${suffix})`))
    );
    this.onSubmit("open", () => this.openText($("text").value));
    this.onSubmit("save", () => this.save());
    this.onSubmit("copy-text", () => this.copyText());
    this.onSubmit("copy-link", async () => {
      if (await copy($("link").value, $("link"))) $("copy-link").textContent = "Copied";
    });
    $("file").addEventListener("change", () => {
      if ($("file").files[0]) this.openFile($("file").files[0]);
    });
    $("format").addEventListener("change", () => this.preview());
    for (const id of ["black-name", "white-name", "event"])
      $(id).addEventListener("change", () => this.preview());
    this.acceptDrops();
    document.addEventListener("paste", event => this.paste(event));
  }

  // Runs an action when a button of a dialog is pressed, without closing the dialog.
  onSubmit(id, action) {
    $(id).addEventListener("click", event => {
      event.preventDefault();
      action();
    });
  }

  acceptDrops() {
    document.addEventListener("dragover", event => {
      event.preventDefault();
      document.body.classList.add("drop");
    });
    document.addEventListener("dragleave", event => {
      if (!event.relatedTarget) document.body.classList.remove("drop");
    });
    document.addEventListener("drop", event => {
      event.preventDefault();
      document.body.classList.remove("drop");
      const file = event.dataTransfer.files[0];
      const text = event.dataTransfer.getData("text");
      if (file || text) this.open();
      if (file) this.openFile(file);
      else if (text) this.openText(text);
    });
  }

  paste(event) {
    if (event.target.matches("input, textarea") || document.querySelector("dialog[open]")) return;
    const file = event.clipboardData.files[0];
    const text = event.clipboardData.getData("text");
    if (!file && !text.trim()) return;
    event.preventDefault();
    this.open();
    $("text").value = text;
    if (file) this.openFile(file);
    else this.openText(text);
  }

  open() {
    complain($("open-dialog"), "");
    $("found").hidden = true;
    $("text").value = $("file").value = "";
    if (!$("open-dialog").open) $("open-dialog").showModal();
    $("text").focus();
  }

  openText(text) {
    const link = /^\s*https?:\/\/\S*(#\S+)\s*$/.exec(text);
    const found = link && parseFragment(link[1]);
    if (!text.trim()) complain($("open-dialog"), "Type or paste moves, a board or a game, or choose a file");
    else this.read({text: found ? found.text : text}, found?.ply);
  }

  async openFile(file) {
    if (file.size > facts.largestFile) {
      complain($("open-dialog"), `The file ${file.name} is larger than ${facts.largestFile / 1024} KiB`);
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    await this.read({name: file.name.slice(-200), data: btoa(text)});
  }

  async read(fields, ply) {
    complain($("open-dialog"), "");
    try {
      const {games} = await this.connection.ask("read", fields);
      if (games.length > 1) this.choose(games);
      else this.take(games[0], ply);
    } catch (error) {
      complain($("open-dialog"), error.message);
    }
  }

  // Opens the game of a link, or says above the board why that fails.
  async follow(link) {
    try {
      const {games} = await this.connection.ask("read", {text: link.text});
      this.opened(games[0], link.ply);
    } catch (error) {
      this.banner(`The link cannot be opened: ${error.message}`);
    }
  }

  take(game, ply) {
    $("open-dialog").close();
    this.opened(game, ply);
    say(sentence(`Opened: ${title(game)}`));
  }

  choose(games) {
    const list = $("found");
    list.hidden = false;
    list.replaceChildren(
      ...games.map((game, at) =>
        element(
          "button",
          {type: "button", role: "option", onclick: () => this.take(game)},
          `${at + 1}. ${title(game)}`
        )
      )
    );
    list.firstChild.focus();
  }

  openSave() {
    const {black, white, event} = this.game.record;
    Object.assign($("black-name"), {value: black});
    Object.assign($("white-name"), {value: white});
    Object.assign($("event"), {value: event});
    $("save-dialog").showModal();
    this.preview();
  }

  // Writes the game in the chosen format; shows it if it is a text, or why it cannot be written. A reply that
  // comes after the next call is ignored.
  async preview() {
    this.game.name({black: $("black-name").value, white: $("white-name").value, event: $("event").value});
    const request = {game: this.game.record, format: $("format").value};
    const writing = this.connection.ask("write", request).then(
      ({files}) => ({files, error: ""}),
      ({message}) => ({files: [], error: message})
    );
    this.writing = writing;
    const {files, error} = await writing;
    if (writing !== this.writing) return;
    complain($("save-dialog"), error);
    const text = files[0]?.text ?? null;
    $("written").hidden = $("copy-text").hidden = text === null;
    $("written").value = text ?? "";
    $("save").disabled = !files.length;
  }

  async save() {
    const {files} = await this.writing;
    for (const {name, data} of files) {
      const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0));
      const address = URL.createObjectURL(new Blob([bytes]));
      element("a", {href: address, download: name}).click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
    }
    if (files.length) say("Saved.");
  }

  async copyText() {
    await this.writing;
    if (await copy($("written").value, $("written"))) say("Copied.");
  }

  openLink() {
    $("link").value = location.origin + location.pathname + fragment(this.game);
    $("copy-link").textContent = "Copy";
    $("link-dialog").showModal();
    $("link").select();
  }
}

function title({black, white, event, date, result, moves}) {
  const names = black || white ? `${black || "?"} – ${white || "?"}` : "";
  const outcome =
    result === null
      ? ""
      : result > 0
        ? `black wins by ${result}`
        : result < 0
          ? `white wins by ${-result}`
          : "a draw";
  return [names, outcome, event, date, `${moves.length} moves`].filter(Boolean).join(", ");
}
