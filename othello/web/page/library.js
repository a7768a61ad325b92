// "My games": games against the engine, kept in the browser by IndexedDB; and their dialog.

import {ask} from "./ask.js";
import {$, complain, download, element} from "./dom.js";
import {normal} from "./game.js";
import {shownName} from "./levels.js";
import {T} from "./texts.js";

const NAME = "othello";
const GAMES = "games";
const FORMAT = "othello-games"; // names the version of files of exported games
const VERSION = 1;
const MAX_SEEN = 20; // games whose last state a tab remembers

export class Library {
  // open: called with a kept game to show it; changed: called when `failure` has changed: why the last game is not kept
  // copy: called with the id of a game that another tab has kept otherwise; returns a new one for that of this tab
  constructor(open, changed, copy) {
    Object.assign(this, {open, changed, copy, kept: "", failure: "", seen: {}, base: null});
    $("games-dialog").addEventListener("close", () => $("games").replaceChildren());
    $("export-games").addEventListener("click", () => this.export());
    $("import-button").addEventListener("click", () => $("import-games").click());
    $("import-games").addEventListener("change", () => {
      const [file] = $("import-games").files;
      $("import-games").value = "";
      if (file) this.import(file);
    });
  }

  // Keeps a game: the record and who played. The same game is kept once.
  keep(game) {
    const text = JSON.stringify(game);
    if (text === this.kept) return;
    this.kept = text;
    let seen = null;
    this.keeping = this.run("readwrite", store => {
      const found = store.get(game.id);
      found.onsuccess = () => {
        const old = found.result;
        const id = this.idFor(game, old);
        if (id === null) return;
        seen = {id, time: Date.now(), moves: line(game)};
        const lost = old && line(old) === line(game) ? old.lost : null;
        store.put({...game, id, lost, time: seen.time});
      };
    }).then(
      () => {
        if (seen) this.note(seen);
        this.say("");
      },
      error => this.fail(error)
    );
  }

  // Notes the discs that the person has lost in a kept game, unless it has other moves now.
  fill(id, moves, lost) {
    this.keeping = this.run("readwrite", store => {
      const found = store.get(id);
      found.onsuccess = () => {
        if (found.result && line(found.result) === moves.join("")) store.put({...found.result, lost});
      };
    }).catch(error => this.fail(error));
  }

  fail(error) {
    this.kept = "";
    this.say(T.notKept(error.message.replace(/\.$/, "")));
  }

  say(failure) {
    if (failure === this.failure) return;
    this.failure = failure;
    this.changed();
  }

  // Returns the id under which a game is kept in place of another state of it; null if it is not kept.
  idFor(game, old) {
    const {id} = game;
    const seen = this.seen[id];
    if (!old) return seen?.moves.startsWith(line(game)) ? null : id; // a deleted game comes back with a new move
    if (outcome(old) === outcome(game)) return id;
    if (old.players?.isDone && game.players.isDone) return null; // moves of both sides after the end
    if (seen?.time >= old.time) return id;
    if (line(old).startsWith(line(game))) return null; // another tab has played on
    return old.players?.isDone || !line(game).startsWith(line(old)) ? this.copy(id) : id;
  }

  note({id, ...state}) {
    const {[id]: _, ...others} = this.seen;
    this.seen = Object.fromEntries([...Object.entries(others).slice(1 - MAX_SEEN), [id, state]]);
  }

  // The times and the moves of the last games that this tab has kept; a reload and a copy of the tab keep them.
  saved() {
    return this.seen;
  }
  restore(saved) {
    this.seen = saved ?? {};
  }

  // Does something with the kept games, or says in the dialog why that fails.
  async attempt(action, failed = T.noLibrary) {
    try {
      await action();
    } catch (error) {
      complain($("games-dialog"), failed(error.message));
    }
  }

  // Writes all games into one file for the user.
  export() {
    return this.attempt(async () => {
      const games = await this.all();
      download("othello-games.json", new Blob([JSON.stringify({[FORMAT]: VERSION, games})]));
    });
  }

  // Adds the games of such a file, or none if one cannot be kept. A later state of a game replaces the one that is here.
  import(file) {
    return this.attempt(async () => {
      const games = read(await file.text());
      const added = new Set();
      const put = store => game => {
        const found = store.get(game.id);
        found.onsuccess = () => {
          if (found.result && !(game.time > found.result.time)) return;
          store.put(game);
          added.add(game.id);
        };
      };
      await this.run("readwrite", store => games.forEach(put(store)));
      await this.show();
      $("games-said").textContent = T.imported(added.size, games.length);
    }, T.notImported);
  }

  // Returns all games, also one that is being kept.
  async all() {
    await this.keeping;
    return this.run("readonly", store => store.getAll());
  }

  // Does something in a transaction, and returns the result. Where the browser has closed the connection, as some
  // do in the background, or could not open it, another one is opened.
  async run(mode, action) {
    const begin = async () => (await (this.base ??= connected())).transaction(GAMES, mode);
    const transaction = await begin().catch(() => {
      this.base = null;
      return begin();
    });
    const request = action(transaction.objectStore(GAMES));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  async show() {
    complain($("games-dialog"), "");
    $("games-said").textContent = "";
    if (!$("games-dialog").open) $("games-dialog").showModal();
    await this.attempt(async () => {
      const games = await this.all();
      games.sort((one, other) => other.time - one.time);
      $("no-games").hidden = games.length > 0;
      $("export-games").disabled = !games.length;
      $("games").replaceChildren(...games.map(game => this.row(game)));
    });
  }

  row(game) {
    const {record, own, lost} = game;
    const opponent = shownName(record[own === "black" ? "white" : "black"]);
    const cells = [record.date, T.color(own), opponent, T.outcome(record, own), lost ?? ""];
    const open = () => {
      $("games-dialog").close();
      this.open(game);
    };
    const name = `${opponent}, ${record.date}`;
    return element(
      "tr",
      {},
      ...cells.map((text, at) => element("td", {className: "words", "data-head": HEADS[at].textContent}, text)),
      element(
        "td",
        {},
        element("button", {type: "button", onclick: open, "aria-label": T.openNamed(name)}, T.open),
        element("button", {type: "button", onclick: event => this.remove(game, event), "aria-label": T.deleteNamed(name)}, T.delete)
      )
    );
  }

  async remove(game, {target}) {
    const at = target.closest("tr").sectionRowIndex;
    if (!(await ask(T.deleteGame, T.delete))) return;
    await this.attempt(async () => {
      await this.run("readwrite", store => store.delete(game.id));
      await this.show();
      const {rows} = $("games");
      (rows[at] ?? rows[at - 1] ?? $("games-dialog")).querySelector("button:last-child").focus();
    });
  }
}

const HEADS = $("games-dialog").querySelectorAll("th"); // phones show them beside the cells

const line = ({record}) => record.moves.join("");
const outcome = game => `${line(game)} ${game.record.result} ${game.record.ending}`;

function connected() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, {keyPath: "id"});
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// Returns the games of an exported file; raises an error with a sentence.
function read(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    file = null;
  }
  if (file?.[FORMAT] > VERSION) throw new Error(T.laterGames(file[FORMAT], VERSION));
  const games = file?.[FORMAT] === VERSION ? file.games : null;
  if (!Array.isArray(games) || !games.every(isGame)) throw new Error(T.notGames);
  return games.map(game => ({...game, record: normal(game.record)}));
}

const isGame = game =>
  typeof game?.id === "string" &&
  Array.isArray(game.record?.moves) &&
  ["black", "white"].includes(game.own) &&
  (!game.players || Array.isArray(game.players.engine));
