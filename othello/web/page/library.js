// "My games": games that were played or reviewed, kept in the browser by IndexedDB; and the page with them.

import {resultOf} from "./announcer.js";
import {$, ask, complain, download, element, fill, icon, onPress} from "./dom.js";
import {normal, positionsOf} from "./game.js";
import {face, levelOf, shownName} from "./levels.js";
import {page} from "./page.js";
import {pointsOf, rivalOf} from "./progress.js";
import {miniature} from "./result.js";
import {other} from "./rules.js";
import * as score from "./score.js";
import * as storage from "./storage.js";
import {T} from "./texts.js";

const NAME = "othello";
const GAMES = "games";
const FORMAT = "othello-games"; // names the version of files of exported games
const VERSION = 1;
const RECENT = 7 * 86400e3; // milliseconds for which Home offers to go on with a game
const COLORS = ["black", "white"];
const SAMPLE = "#black=othello, club&white=othello, regular&moves=" +
  "d3e3f3e2d1c5f5e1c4d2f1f4g4f2c1g3g5c2g1b3c3h4h5h6g6f7f6e7h2e6a3a2a4a5b4b5d6c6d7d8c7b6a7a6a1b1b2h1b7h3g2a8b8c8g7g8f8e8h7h8";

export class Library {
  kept = ""; // the last game, as text
  keeping = null; // a promise of the end of the last change
  failure = ""; // why the last game is not kept
  base = null; // a promise of the connection
  games = []; // all of them, when they were last read
  seen = ""; // which of these it was
  at = 0; // which of them the board shows
  isReturning = null; // whether there are games, as the first screen knows it; null until then
  last = null; // the last game that has ended, as the first screen shows it

  constructor() {
    onPress("games-button", () => this.show());
    onPress("last-game", () => this.open(this.last));
    for (const kind of ["focusin", "mouseover"]) $("games").addEventListener(kind, ({target}) => this.look(target.closest("li")));
    for (const answer of $("whose").querySelectorAll("button")) answer.addEventListener("click", () => this.answer(answer.dataset.side));
    onPress("sample", () => page.files.follow(SAMPLE));
    $("export-games").addEventListener("click", () => this.export());
    $("import-games").addEventListener("change", () => {
      const [file] = $("import-games").files;
      $("import-games").value = "";
      if (file) this.import(file);
    });
  }

  // Keeps the game if it is played here, or is reviewed: the record and who plays. The same game is kept once. A game with a
  // friend cannot go on from here.
  keep() {
    const {clock, game, players, review} = page;
    const {isBoth, isFriend, own} = players;
    const isPlayed = isBoth || (own && !players.side && !isFriend);
    const isReviewed = review.id === game.id && !COLORS.every(color => levelOf(game.record[color])); // not of the engine alone
    const isTakenBack = game.record.ending && this.kept.includes(game.id); // to its start, and then resigned
    if (!(isPlayed || isReviewed) || (game.record.moves.length < 2 && !isTakenBack)) return;
    const record = {...game.record, ...(isFriend && {[other(own)]: T.friend})};
    const kept = {id: game.id, record, own, isHelped: players.isHelped, players: isFriend ? {side: own} : players.saved(), clock: clock.saved()};
    const text = JSON.stringify(kept);
    if (text === this.kept) return;
    this.kept = text; // at once: the next change may come before this game is written
    this.keeping = this.change(kept.id, old => {
      if (old?.players?.isDone && kept.players.isDone && outcome(old) !== outcome(kept)) return null; // moves after the end
      const {accuracy = null, rating = null} = old && line(old) === line(kept) ? old : {};
      const isHelped = kept.isHelped || (old && (old.isHelped || !line(kept).startsWith(line(old)))); // moves were taken back
      const time = old && outcome(old) === outcome(kept) ? old.time : Date.now(); // a look makes no game the last one
      return {...kept, accuracy, rating, isHelped, time};
    }).then(
      () => this.say(""),
      error => this.fail(error)
    );
  }

  // Notes what the review of a kept game has found, unless the game has other moves now.
  //   findings: the accuracy and the rating of the person's moves
  fill(id, moves, findings) {
    const add = old => (old && line(old) === moves.join("") ? {...old, ...findings} : null);
    this.keeping = this.change(id, add).catch(error => this.fail(error));
  }

  // Puts what `make` returns in the place of a kept game; null leaves it.
  change(id, make) {
    return this.run("readwrite", store => {
      const request = store.get(id);
      request.onsuccess = () => {
        const made = make(request.result);
        if (made) store.put(made);
      };
    });
  }

  fail(error) {
    this.kept = "";
    this.say(T.notKept(error.message.replace(/\.$/, "")));
  }

  say(failure) {
    if (failure === this.failure) return;
    this.failure = failure;
    page.screen.draw();
  }

  // The last game if it can go on and is not old, or undefined.
  get unfinished() {
    return this.games.slice(0, 1).find(game => goesOn(game) && game.time > Date.now() - RECENT);
  }

  // Opens a kept game: one that has not ended goes on, others are reviewed.
  open(kept) {
    const {clock, game, modes, players, result, review} = page;
    page.newGame.leave();
    const arrange = () => {
      players.restore(kept.players);
      clock.restore(kept.clock);
    };
    game.load(kept.record, {id: kept.id, arrange});
    if (goesOn(kept)) modes.choose("");
    else {
      result.close();
      review.look();
    }
  }

  // Returns the kept game that has ended with these moves; undefined without one.
  async find({start = null, moves}) {
    const games = await this.all().catch(() => []);
    return games.find(kept => kept.record.result !== null && kept.record.start === start && line(kept) === moves.join(""));
  }

  // Notes which side of a reviewed game was the person's, and looks at the mistakes of this side.
  answer(side) {
    const {game, players, review} = page;
    if (game.record[side]) storage.choose({name: game.record[side]});
    game.name({}, () => (players.side = side));
    review.own = players.own;
    review.note();
    review.look();
  }

  // Does something with the kept games, or says below their title why that fails.
  async attempt(action, failed = T.noLibrary) {
    try {
      await action();
    } catch (error) {
      this.isReturning ??= false;
      page.screen.draw();
      complain($("library"), failed(error.message));
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
      const times = new Map((await this.all()).map(({id, time}) => [id, time]));
      const added = games.filter(({id, time}) => !times.has(id) || time > times.get(id));
      await this.run("readwrite", store => added.forEach(game => store.put(game)));
      await this.show();
      $("games-said").textContent = T.imported(added.length, games.length);
    }, T.notImported);
  }

  // Returns all games, also one that is being kept, the last one first.
  async all() {
    await this.keeping;
    const games = await this.run("readonly", store => store.getAll());
    return (this.games = games.sort((one, other) => other.time - one.time));
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
    complain($("library"), "");
    $("games-said").textContent = "";
    page.modes.choose("games");
    await this.list();
  }

  // The number of earlier games against a level that the person has won.
  wins(level) {
    return this.games.filter(game => game.id !== page.game.id && game.own && levelOf(game.record[other(game.own)]) === level && pointsOf(game) === 1).length;
  }

  // Shows the page while games are offered. The first screen shows the last game, and a review asks for the side of the person.
  draw() {
    const {game, modes, players, review} = page;
    const {isHome, isLibrary: isShown, isRoom} = modes;
    $("whose").hidden = modes.name !== "review" || review.id !== game.id || players.engine.length > 0 || players.side !== null;
    for (const color of COLORS) $(`${color}-whose`).textContent = shownName(game.record[color]) || T.color(color);
    const seen = isHome ? "home" : isShown ? "games" : game.id;
    if (seen !== this.seen) this.list();
    this.seen = seen;
    $("welcome").hidden = !isHome || this.isReturning === null;
    $("today").hidden = !isRoom && !(isHome && this.isReturning);
    $("last-game").hidden = !this.last;
    if (isHome && this.last) this.drawLast(this.last);
    $("library").hidden = !isShown;
  }

  // Draws the last game for Home.
  drawLast(game) {
    const {record} = game;
    $("last-result").textContent = `${resultOf(record, game.own)} · ${rivalOf(game)}`;
    fill("last-board", miniature(positionsOf(record).at(-1)));
  }

  // Reads and lists the games, and finds out what the first screen offers to a person who returns.
  list() {
    return this.attempt(async () => {
      const games = await this.all();
      this.at = 0;
      this.isReturning = games.length > 0;
      this.last = games.find(({own, record}) => own && record.result !== null) ?? null;
      page.screen.draw();
      page.progress.draw(games);
      $("export-games").hidden = !games.length;
      $("games-note").hidden = $("sample").hidden = games.length > 0;
      const listed = page.modes.isLibrary ? games : [];
      $("games").replaceChildren(...listed.map(game => this.row(game)));
    });
  }

  // Shows how the game of a row has ended, or where it stands.
  look(row) {
    const at = [...$("games").children].indexOf(row);
    if (at < 0 || at === this.at) return; // beside the rows, and for each part of a row
    this.at = at;
    page.screen.drawReport();
  }

  // The position on the board: the last one of a kept game, or null.
  get position() {
    const kept = page.modes.isLibrary && this.games[this.at];
    return kept ? positionsOf(kept.record).at(-1) : null;
  }

  row(game) {
    const {record, own, accuracy} = game;
    const date = record.date || (game.time ? new Date(game.time).toLocaleDateString("sv") : ""); // else of the last change
    const color = other(own ?? "white");
    const level = levelOf(record[color]);
    const name = rivalOf(game);
    const facts = [own && T.color(own), date, accuracy && `${T.sums[0]} ${score.accuracy(accuracy)}`].filter(Boolean).join(" · ");
    const words = T.deleteNamed(`${name}, ${date}`);
    const isGood = goesOn(game) || (own && pointsOf(game) === 1);
    const result = goesOn(game) ? T.resume : resultOf(record, own) || T.moveCount(record.moves.length);
    return element(
      "li",
      {className: "bar"},
      element(
        "button",
        {className: "level", onclick: () => this.open(game)},
        level ? face(level, color) : element("span", {innerHTML: icon("people")}),
        element("span", {className: "bar"}, element("strong", {}, name), element("span", {className: `outcome ${isGood ? "won" : ""}`}, result)),
        element("small", {}, facts)
      ),
      element("button", {className: "quiet", onclick: event => this.remove(game, event), "aria-label": words, title: T.delete, innerHTML: icon("bin")})
    );
  }

  async remove(game, {target}) {
    const at = [...$("games").children].indexOf(target.closest("li"));
    if (!(await ask(T.deleteGame, T.delete))) return;
    await this.attempt(async () => {
      await this.run("readwrite", store => store.delete(game.id));
      await this.list();
      const rows = $("games").children;
      ((rows[at] ?? rows[at - 1])?.querySelector("button:last-child") ?? $("next-opponent")).focus();
    });
  }
}

const line = ({record}) => record.moves.join("");
// Whether a kept game can go on: one that is played here and has not ended.
const goesOn = ({players, record}) => record.result === null && Boolean(players?.engine?.length || players?.isBoth);
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
  try {
    const {[FORMAT]: version, games} = JSON.parse(text);
    if (version === VERSION && games.every(isGame)) return games.map(game => ({...game, record: normal(game.record)}));
  } catch {
    // as another file
  }
  throw new Error(T.notGames);
}

const isGame = ({id, own, players: {engine = []} = {}, record}) =>
  typeof id === "string" && [...COLORS, null].includes(own) && Array.isArray(record.moves) && Array.isArray(engine);
