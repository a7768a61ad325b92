// The page: joins its parts, and shows every change.
//
// In reading order:
//
//   dom, storage, language, texts       elements; what a reload keeps; the language and all texts
//   score                               values as text
//   rules, tree, game, link             positions; lines and variations; the game with undo; games in addresses
//   workersocket, connection, work      an engine in the page; requests to the engine; its one search
//   board, boardview                    the picture of the board; its keys and labels
//   notice, sound, ask                  notices; sounds; questions
//   clock, levels, helped, players      the clocks; levels in words; games with help; who plays
//   opponent                            the moves of the engine
//   newgame, result, library            the beginning and the end of games; "My games"
//   analysis, analysispanel, book       values of moves
//   movelist, review, graph             the list of moves; its marks; the graph
//   learn, deck, practice, lesson       learning from mistakes; exercises; the strip for both
//   files, share, setup                 opening and saving; sharing; setting up positions
//   offline, memory                     visits without a network, and memory, for a page without a server
//   status, announcer                   the state of the game as a sentence; what is said, with sounds
//   panels, phone, keys, focus, back    the rest of the page; what phones have; keys; the focus; the back button
//   swipe, doubleclick                  swipes; second clicks that hit something else
//   main                                this file

import {Analysis} from "./analysis.js";
import {AnalysisPanel} from "./analysispanel.js";
import {Announcer} from "./announcer.js";
import {ask} from "./ask.js";
import {closeWithBack} from "./back.js";
import {BoardView} from "./boardview.js";
import {Book} from "./book.js";
import {Clock} from "./clock.js";
import {Connection} from "./connection.js";
import {$, facts, say, sentence} from "./dom.js";
import {ignoreSecondClicks} from "./doubleclick.js";
import {Files} from "./files.js";
import {holdFocus, holdFocusAtClicks} from "./focus.js";
import {Game} from "./game.js";
import {Helped} from "./helped.js";
import {listen} from "./keys.js";
import {Learn} from "./learn.js";
import {Lesson} from "./lesson.js";
import {Library} from "./library.js";
import {fragment, parseFragment} from "./link.js";
import {offerMemory, tableMib} from "./memory.js";
import {MoveList, openingAt} from "./movelist.js";
import {NewGame} from "./newgame.js";
import {Notice} from "./notice.js";
import {Opponent} from "./opponent.js";
import {Panels} from "./panels.js";
import {Phone} from "./phone.js";
import {Players} from "./players.js";
import {Practice} from "./practice.js";
import {ResultCard} from "./result.js";
import {Review} from "./review.js";
import * as rules from "./rules.js";
import {Setup} from "./setup.js";
import {Share} from "./share.js";
import {Sound} from "./sound.js";
import * as storage from "./storage.js";
import {keepOffline} from "./offline.js";
import {onSwipe} from "./swipe.js";
import {T} from "./texts.js";
import {Work} from "./work.js";
import {WorkerSocket} from "./workersocket.js";

const game = new Game();
const clock = new Clock();
const connection = new Connection(
  facts.isStatic
    ? () => new WorkerSocket(tableMib())
    : () => new WebSocket(new URL("session", location.href.replace(/^http/, "ws")))
);
const work = new Work(connection, update);
const helped = new Helped();
const players = new Players(game, clock, helped);
const notice = new Notice();
const sound = new Sound();
const announcer = new Announcer(game, players, notice, sound);
const opponent = new Opponent(game, players, clock, notice, {
  played: (move, note) => game.playOn(move, note),
  complain: complainAbove,
  thinking: () => panels.drawButtons()
});
const analysis = new Analysis(update, drawAnalysis, noteHelp);
const analysisPanel = new AnalysisPanel(analysis, preview, choose);
const book = new Book(connection, update, choose);
const review = new Review(game, players, update, (...found) => library.fill(...found), notify);
const learn = new Learn(game, review, update);
const files = new Files(game, connection, {
  opened,
  banner: complainAbove,
  notify,
  record: () => players.record
});
const share = new Share({game, connection, review}, {record: () => players.record, notify});
const setup = new Setup(update, position => game.begin(position, {}, () => players.leave()));
const board = new BoardView(choose);
const moves = new MoveList(game, line => review.ofMoves(line));
const newGame = new NewGame(players, {
  begin: beginGame,
  analyze,
  open: () => files.open(),
  practice: () => practice.open()
});
const result = new ResultCard(game, players, review, {again, look: lookAtReview, changed: update});
const library = new Library(reopen, draw, copyGame);
const practice = new Practice(
  {game, players, book, library},
  {begin: beginExercise, play, drawn: beginDrawn, notify, changed: update}
);
const lesson = new Lesson([learn, practice]);
const phone = new Phone();
const panels = new Panels({game, players, clock, connection, review, setup, opponent, lesson, library, hidesValues});
game.keep([players, clock], () => players.isEngineToMove);
const kept = {game, players, helped, clock, review, analysis, result, library, practice, newGame, setup};

let previewed = null; // the place of the line of the analysis to show on the board
let complaint = ""; // a sentence above the board

// Whether values, the book and the review are hidden: during a game against the engine, unless the person asks.
function hidesValues() {
  return players.hasEngine && !game.isOver && !analysis.isOn;
}

function isFresh() {
  return !newGame.isClosed && !game.length && !game.record.start && !setup.isActive && !players.hasEngine;
}

// Actions

// Chooses a square of the board, or a move of a panel.
function choose(name, isByKey = false) {
  if (setup.isActive) {
    if (isByKey) setup.paint(name, setup.cellFor(name));
    return;
  }
  if (learn.isActive) {
    learn.choose(name);
    return;
  }
  if (isFresh()) newGame.startUsual();
  if (game.isFinal) notify(T.gameIsOver);
  else if (players.isEngine(game.position.turn)) notify(T.enginesTurn);
  else if (!rules.play(game.position, name)) notify(T.illegal(name));
  else if (practice.isAsking) practice.choose(name);
  else if (practice.isGoingOn) game.goTo(game.length);
  else play(name);
}

function play(name) {
  const {spent: seconds} = opponent;
  const note = players.hasEngine && seconds !== null ? {value: null, seconds, comment: ""} : null;
  game.play(name, {note, isMain: players.hasEngine});
  opponent.noteMove();
}

function notify(text) {
  say(text);
  notice.say(text);
}

function beginGame(choices) {
  keep();
  analysis.isOn = analysis.isOn && choices.side === "both";
  setup.isActive = false;
  notice.clear();
  players.begin(choices);
  opponent.begin();
  board.takeFocus();
}

function beginExercise(choices, from) {
  newGame.isClosed = true;
  beginGame({...choices, from});
}

// Begins a game from a balanced opening that is drawn by chance.
async function beginDrawn() {
  const {record} = game;
  try {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const reply = await connection.ask("opening", {seed});
    if (game.record === record) newGame.start(newGame.choices, reply.game);
  } catch (error) {
    notify(error.message);
  }
}

function again(hasOtherSide) {
  const {own, level, hasBook} = players;
  newGame.start({...newGame.choices, level, hasBook, side: hasOtherSide ? rules.other(own) : own});
}

function analyze() {
  if (!analysis.isOn) analysis.toggle();
}

function lookAtReview() {
  if (!review.isCurrent || !review.progress) {
    if (!review.isCurrent || !review.isWanted) review.begin();
  } else {
    game.goTo(0);
    review.toMistake(1);
  }
  update();
}

// Notes that the person sees values during a game, or in an exercise.
function noteHelp() {
  if (practice.isAsking) practice.fail();
  if (players.hasEngine && !game.isOver) helped.add(game.id);
}

async function resign() {
  const {id} = game;
  if (await ask(T.resignQuestion, T.resign)) if (game.id === id) players.resign();
}

function opened(record, ply) {
  keep();
  setup.isActive = false;
  newGame.isClosed = true;
  game.load(record, {ply, arrange: () => players.leave()});
}

// Opens a game of "My games"; one that has not ended goes on.
function reopen(kept) {
  keep();
  setup.isActive = false;
  newGame.isClosed = true;
  const arrange = () => {
    players.restore(kept.players);
    clock.restore(kept.clock);
  };
  game.load(kept.record, {id: kept.id, arrange});
  if (players.isDone) result.close();
  if (players.isDone && !kept.lost && !review.isRunning) review.begin();
  update();
}

// Gives the game of this tab an id of its own.
function copyGame(id) {
  const copy = game.copy(id);
  if (review.id === id) review.id = copy;
  announcer.look();
  if (helped.has(id)) helped.add(copy);
  update();
  return copy;
}

// Undoes or redoes a change of the game; no clock gets an increment for that.
function swap(action) {
  clock.hold();
  notice.clear();
  opponent.noteMove();
  action();
}

function preview(at) {
  if (at === previewed) return; // as when the row of a line is removed, which ends its focus
  previewed = at;
  drawAnalysis();
}

function complainAbove(text) {
  complaint = sentence(text);
  draw();
}

function toggleSetup() {
  if (setup.isActive) setup.leave();
  else setup.begin(game.position);
}

function turnBoard() {
  storage.choose({isTurned: !storage.choices.isTurned});
  update();
}

// Work for the server

function wanted() {
  if (setup.isActive) return null;
  if (practice.isLooking) return practice.work();
  if (players.isEngineToMove) return opponent.work();
  if (learn.isSearching) return learn.work();
  const asked = practice.work();
  if (asked) return asked;
  const looked = document.hidden ? null : analysis.work(game);
  if (players.hasEngine) return looked ?? (review.isCurrent ? null : review.work()); // the review of an earlier game
  return review.work() ?? looked;
}

// Every change

function update() {
  if (analysis.isOn) noteHelp();
  if (players.hasEngine && game.isOver) finish();
  learn.look();
  practice.look();
  const {length} = game.record.moves;
  const canThink = connection.isOpen && !setup.isActive && !practice.isLooking && !work.hasFailed(opponent.key);
  const isIdle = players.isEngineToMove && !canThink;
  if (length) clock.run(game.last.turn, length);
  if (game.isOver || isIdle || !length) clock.hold();
  if (isIdle) opponent.forget();
  work.want(wanted());
  if (connection.isOpen) book.look(game);
  storage.save(state());
  draw();
}

// The game against the engine has ended: it is kept and reviewed.
function finish() {
  players.isDone = true;
  Object.assign(result, {closed: null, isNew: true}); // the game may have gone on after an earlier end
  if (game.isMain && players.own && !players.isPractice) review.begin();
  sound.notice();
}

// Keeps the game of a person against the engine in "My games".
function keep() {
  const {own} = players;
  if (own === null || players.isPractice || game.record.moves.length < 2) return;
  library.keep({id: game.id, record: players.record, own, players: players.saved(), clock: clock.saved()});
}

// Returns what a reload keeps.
const state = () => Object.fromEntries(Object.entries(kept).map(([name, part]) => [name, part.saved()]));

// Shows a state of the page; a damaged one raises an error.
function begin(saved) {
  for (const [name, part] of Object.entries(kept)) if (name in saved) part.restore(saved[name]);
  if (storage.isEmbedded) embed();
  announcer.look();
  update();
}

// The picture of the state

function draw() {
  const keepFocus = holdFocus(() => board.takeFocus());
  const isHidden = hidesValues();
  document.body.classList.toggle("playing", isHidden);
  document.body.classList.toggle("analyzing", analysis.isOn || analysis.isHintFor(game));
  drawAnalysis();
  setup.draw();
  lesson.draw();
  book.draw(game, hiding() || (isHidden ? T.hiddenInGame : ""));
  review.draw(!isHidden && !setup.isActive);
  const openings = book.openings(game);
  moves.draw(openings, !isHidden && !learn.isSearching);
  $("opening").textContent = openingAt(openings, game.ply);
  newGame.drawCard(isFresh());
  result.draw();
  share.draw();
  const {own} = players;
  panels.draw(complaint, own ? own === "white" : Boolean(storage.choices.isTurned));
  phone.draw();
  $("whole-page").href = location.pathname + fragment(game);
  keepFocus();
}

// Why the board does not show the values of the game's position, in a sentence; "" if it may.
const hiding = () => (setup.isActive ? T.hiddenInSetup : learn.isSearching ? T.hiddenInLearning : "");

// Shows what a report of the analysis changes; the rest of the page stays, with its focus and its selection.
function drawAnalysis() {
  board.turn(Boolean(storage.choices.isTurned));
  if (setup.isActive) {
    board.show({position: setup.position, isFree: true});
    panels.drawGauge(null);
  } else if (learn.isActive)
    board.show({position: learn.position, last: game.lastMove, better: learn.marks, canMove: true});
  else drawBoard();
  analysisPanel.draw(game, {
    isBusy: players.isEngineToMove,
    isHidden: hidesValues(),
    hidden: hiding(),
    isConnected: !connection.isLost
  });
}

function drawBoard() {
  const {position} = game;
  const isShown = analysis.isFor(game);
  const reviewed = hidesValues() ? undefined : review.of(game.ply);
  board.show({
    position,
    last: game.lastMove,
    values: isShown ? book.complete(game, analysis.values(game)) : {},
    line: isShown ? analysis.found.lines[previewed]?.pv : null,
    better: practice.isActive ? practice.marks : !isShown && reviewed?.lost ? reviewed.pv.slice(0, 1) : [],
    canMove: !players.isEngine(position.turn) && !game.isFinal
  });
  panels.drawGauge(isShown ? analysis.found.lines[0]?.score : null, reviewed);
}

// Events

game.addEventListener("change", () => {
  complaint = "";
  previewed = null;
  announcer.announce();
  storage.claim();
  update();
  keep();
});
game.addEventListener("move", () => {
  previewed = null;
  announcer.sayShown();
  update();
});
clock.addEventListener("tick", () => panels.drawPlayers());
clock.addEventListener("out", event => {
  if (!game.isOver) game.end(event.detail, "time");
});
connection.addEventListener("open", () => {
  if (facts.isStatic) keepOffline();
  update();
});
connection.addEventListener("lost", () => {
  if (facts.isStatic && navigator.serviceWorker?.controller) keepOffline(); // the engine of a new version may start
  update();
});
connection.addEventListener("preparing", draw);
connection.addEventListener("progress", () => panels.drawLoading());
connection.addEventListener("silent", () => {
  panels.drawLoading();
  say($("loading-text").textContent);
});
for (const kind of ["visibilitychange", "pageshow"]) window.addEventListener(kind, update);
window.addEventListener("pagehide", () => storage.save(state()));
window.addEventListener("hashchange", followLink);

// In a frame of another page, the board shows a game with values, and a way to the whole page.
function embed() {
  document.body.classList.add("embedded");
  newGame.isClosed = true;
  analysis.isOn = true;
  $("whole-page").hidden = false;
}

// Opens the game of the address, which keeps it until then: a reload meanwhile begins again.
async function followLink() {
  const {hash} = location;
  const link = parseFragment(hash);
  if (link) {
    newGame.isClosed = true;
    draw();
    if (!connection.isOpen) await new Promise(resolve => connection.addEventListener("open", resolve, {once: true}));
    await files.follow(link);
  }
  if (location.hash === hash) history.replaceState(history.state, "", location.pathname);
}

const actions = {
  begin: () => game.goTo(0),
  back: () => game.goTo(game.ply - 1),
  next: () => game.goTo(game.ply + 1),
  end: () => game.goTo(game.length),
  hint: () => (lesson.isOpen ? $("learn-hint").click() : analysis.hint(game)),
  resign,
  swap: () => players.swapSides(),
  "move-now": () => work.finish(),
  "start-again": () => connection.restart(),
  "new-button": () => newGame.open(),
  "games-button": () => library.show(),
  "practice-button": () => practice.open(),
  "open-button": () => files.open(),
  "save-button": () => files.openSave(),
  "link-button": () => share.open(),
  "setup-button": toggleSetup,
  turn: turnBoard,
  undo: () => swap(() => game.undo()),
  redo: () => swap(() => game.redo()),
  "help-button": () => $("help-dialog").showModal()
};
for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
ignoreSecondClicks();
holdFocusAtClicks(() => board.takeFocus());
onSwipe($("board"), step => $(step > 0 ? "next" : "back").click());
listen([
  [["ArrowLeft", ","], T.keys.back, "back"],
  [["ArrowRight", "."], T.keys.next, "next"],
  [["Home"], T.keys.begin, "begin"],
  [["End"], T.keys.end, "end"],
  [["B"], T.keys.board, () => board.focus()],
  [["A"], T.keys.analysis, "analysis-switch"],
  [["V"], T.keys.line, () => analysis.sayBest(game)],
  [["H"], T.keys.hint, "hint"],
  [["U"], T.keys.takeBack, "take-back"],
  [["Ctrl+Z"], T.keys.undo, "undo"],
  [["Ctrl+Y", "Ctrl+Shift+Z"], T.keys.redo, "redo"],
  [["R"], T.keys.review, "review"],
  [["M"], T.keys.mistake, "mistake"],
  [["P"], T.keys.mistakeBefore, "mistake-before"],
  [["T"], T.keys.learn, "learn"],
  [["F"], T.keys.turn, "turn"],
  [["N"], T.keys.newGame, "new-button"],
  [["G"], T.keys.games, "games-button"],
  [["X"], T.keys.practice, "practice-button"],
  [["O"], T.keys.open, "open-button"],
  [["S"], T.keys.save, "save-button"],
  [["L"], T.keys.link, "link-button"],
  [["E"], T.keys.setup, "setup-button"],
  [["?"], T.keys.help, "help-button"]
]);

document.body.inert = false; // from now on a click does something
offerMemory(connection);
const fresh = state();
try {
  begin(storage.load());
} catch {
  begin(fresh);
}
followLink();
if (!storage.isEmbedded) closeWithBack(closable());

// What the back button closes.
function closable() {
  const strip = (id, close) => ({element: $(id), attribute: "hidden", isOpen: () => !$(id).hidden, close});
  const menu = {element: $("more"), attribute: "aria-expanded", isOpen: () => phone.isMenuOpen, close: () => phone.openMenu(false)};
  const dialogs = [...document.querySelectorAll("dialog")].map(dialog => ({
    element: dialog,
    attribute: "open",
    isOpen: () => dialog.open,
    close: () => dialog.close()
  }));
  return [strip("setup", () => setup.leave()), strip("learning", () => lesson.end()), menu, ...dialogs];
}
