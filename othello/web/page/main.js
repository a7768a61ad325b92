// The page: joins its parts, and shows every change.
//
// In reading order:
//
//   dom, score, storage                 elements and sentences; values as text; what a reload keeps
//   rules, game, link                   positions; the game with undo and redo; games in addresses
//   connection, work                    requests to the server; its one search
//   board, boardview                    the picture of the board; its keys and labels
//   clock, players                      the clocks; who plays, and new games
//   analysis, analysispanel, book       values of moves
//   movelist, review, graph             the list of moves; its marks; the graph
//   files, setup                        opening and saving; setting up positions
//   status, panels, keys, swipe         the rest of the page; keys; swipes
//   main                                this file

import {Analysis} from "./analysis.js";
import {AnalysisPanel} from "./analysispanel.js";
import {BoardView} from "./boardview.js";
import {Book} from "./book.js";
import {Clock} from "./clock.js";
import {Connection} from "./connection.js";
import {$, say, sentence} from "./dom.js";
import {Files} from "./files.js";
import {Game} from "./game.js";
import {listen} from "./keys.js";
import {parseFragment} from "./link.js";
import {MoveList, openingAt} from "./movelist.js";
import {Panels} from "./panels.js";
import {Players} from "./players.js";
import {Review} from "./review.js";
import {Setup} from "./setup.js";
import {statusOf} from "./status.js";
import * as storage from "./storage.js";
import {onSwipe} from "./swipe.js";
import {Work} from "./work.js";

const game = new Game();
const clock = new Clock();
const connection = new Connection(new URL("session", location.href.replace(/^http/, "ws")));
const work = new Work(connection);
const players = new Players(game, clock, update);
const analysis = new Analysis(update, drawAnalysis);
const analysisPanel = new AnalysisPanel(analysis, preview, choose);
const book = new Book(connection, update, choose);
const review = new Review(game, players, update);
const files = new Files(game, connection, opened, complainAbove);
const setup = new Setup(update, begin);
const board = new BoardView(choose);
const moves = new MoveList(game);
const panels = new Panels({game, players, clock, connection, review, setup});

let previewed = null; // the moves of a line to show on the board
let complaint = ""; // a sentence above the board
let announced = {start: null, moves: []};

// Actions

function choose(name) {
  if (setup.isActive) {
    setup.put(name);
    return;
  }
  if (players.isEngine(game.position.turn) && !game.isOver) say("It is the engine's turn.");
  else if (game.isAtEnd && game.isOver) say("The game is over.");
  else if (!game.play(name)) say(`${name} is not a legal move.`);
}

function begin(position) {
  players.leave();
  game.begin(position);
}

function opened(record, ply) {
  players.leave();
  setup.isActive = false;
  game.load(record, ply);
}

// Undoes or redoes a change of the game; no clock gets an increment for that.
function swap(action) {
  clock.hold();
  action();
}

function preview(line) {
  previewed = line;
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

// Work for the server

function playWork() {
  const {record} = game;
  return {
    key: `play ${players.level} ${players.seed} ${record.start} ${record.moves.join("")}`,
    type: "play",
    fields: players.request(),
    take: takeMove
  };
}

function takeMove(reply) {
  if (reply.type === "error") {
    complainAbove(reply.message);
    return;
  }
  game.goTo(game.length);
  game.play(reply.move, {value: reply.score.discs, seconds: reply.seconds, comment: ""});
}

function wanted() {
  if (setup.isActive) return null;
  if (players.isEngineToMove) return playWork();
  return review.work() ?? (document.hidden ? null : analysis.work(game));
}

// Every change

function update() {
  if (game.isOver || (players.isEngineToMove && !connection.isOpen) || !game.length) clock.hold();
  else clock.run(game.last.turn);
  work.want(wanted());
  if (connection.isOpen) book.look(game);
  save();
  draw();
}

function save() {
  storage.save({
    record: game.record,
    ply: game.ply,
    players: players.saved(),
    clock: clock.saved(),
    review: review.saved(),
    analysis: {isOn: analysis.isOn, lines: analysis.lines}
  });
}

function restore() {
  const {record, ply, players: who, clock: times, review: reviewed, analysis: choices} = storage.load();
  try {
    if (record) game.load(record, ply);
  } catch {
    return;
  }
  game.past = [];
  players.restore(who);
  clock.restore(times);
  review.restore(reviewed);
  Object.assign(analysis, choices);
}

function announce() {
  const {start, moves: now} = game.record;
  const before = announced;
  announced = game.record;
  const isLonger =
    now.length > before.moves.length &&
    start === before.start &&
    before.moves.every((move, at) => move === now[at]);
  if (!isLonger) return;
  for (let at = before.moves.length; at < now.length; at++) {
    const color = game.positions[at].turn;
    say(sentence(now[at] === "pass" ? `${color} has no move and passes` : `${color} plays ${now[at]}`));
  }
  say(statusOf(game, players, {hasPass: false}));
}

// The picture of the state

function draw() {
  drawAnalysis();
  setup.draw();
  book.draw(game);
  review.draw();
  const openings = book.openings(game);
  moves.draw(ply => review.of(ply), openings);
  $("opening").textContent = openingAt(openings, game.ply);
  panels.draw(complaint);
}

// Shows what a report of the analysis changes; the rest of the page stays, with its focus and its selection.
function drawAnalysis() {
  if (setup.isActive) board.show({position: setup.position, isFree: true});
  else drawBoard();
  analysisPanel.draw(game, players.isEngineToMove);
}

function drawBoard() {
  const last = game.record.moves[game.ply - 1];
  const {position} = game;
  const isShown = analysis.isFor(game);
  const reviewed = review.of(game.ply);
  const values = isShown ? book.complete(game, analysis.values(game)) : {};
  board.show({
    position,
    last,
    values,
    line: isShown ? previewed : null,
    better: !isShown && reviewed?.lost ? reviewed.pv[0] : null,
    canMove: !players.isEngine(position.turn) && !(game.isAtEnd && game.isOver)
  });
  panels.drawGauge(isShown ? analysis.found.lines[0]?.score : null, reviewed);
}

// Events

game.addEventListener("change", () => {
  complaint = "";
  previewed = null;
  announce();
  update();
});
game.addEventListener("move", () => {
  previewed = null;
  if (game.ply) say(`Move ${game.ply}: ${game.record.moves[game.ply - 1]}.`);
  else say("The first position.");
  update();
});
clock.addEventListener("tick", () => panels.drawPlayers());
clock.addEventListener("out", event => {
  if (game.isOver) return;
  game.end(event.detail, "time");
  say(sentence(`${event.detail} has no time left`));
});
connection.addEventListener("open", () => {
  connection.wasOpen = true;
  update();
});
connection.addEventListener("lost", update);
document.addEventListener("visibilitychange", update);
window.addEventListener("pagehide", save);
window.addEventListener("hashchange", followLink);

function followLink() {
  const link = parseFragment(location.hash);
  history.replaceState(null, "", location.pathname);
  if (!link) return;
  if (connection.isOpen) files.follow(link);
  else connection.addEventListener("open", () => files.follow(link), {once: true});
}

const actions = {
  begin: () => game.goTo(0),
  back: () => game.goTo(game.ply - 1),
  next: () => game.goTo(game.ply + 1),
  end: () => game.goTo(game.length),
  hint: () => analysis.hint(game),
  "new-button": () => players.open(),
  "open-button": () => files.open(),
  "save-button": () => files.openSave(),
  "link-button": () => files.openLink(),
  "setup-button": toggleSetup,
  undo: () => swap(() => game.undo()),
  redo: () => swap(() => game.redo()),
  "help-button": () => $("help-dialog").showModal()
};
for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
for (const button of document.querySelectorAll("dialog .close"))
  button.addEventListener("click", () => button.closest("dialog").close());
// A field of a closed dialog may keep the focus for a moment, and would take the next key.
for (const dialog of document.querySelectorAll("dialog"))
  dialog.addEventListener("close", () => {
    if (dialog.contains(document.activeElement)) document.activeElement.blur();
  });
onSwipe($("board"), step => game.goTo(game.ply + step));
listen([
  [["ArrowLeft", ","], "one move back", actions.back],
  [["ArrowRight", "."], "one move on", actions.next],
  [["Home"], "to the beginning", actions.begin],
  [["End"], "to the end", actions.end],
  [["b", "B"], "to the board, where arrow keys choose a square and Enter plays", () => board.focus()],
  [["a", "A"], "analysis on or off", () => analysis.toggle()],
  [["v", "V"], "say the best line", () => analysis.sayBest(game)],
  [["h", "H"], "hint", actions.hint],
  [["u", "U"], "take your last move back", () => players.takeBack()],
  [["Ctrl+z"], "undo any change of the game", actions.undo],
  [["Ctrl+y", "Ctrl+Z"], "redo", actions.redo],
  [["r", "R"], "review the game", () => review.toggle()],
  [["m", "M"], "to the next mistake", () => review.nextMistake()],
  [["n", "N"], "new game", actions["new-button"]],
  [["o", "O"], "open a game", actions["open-button"]],
  [["s", "S"], "save the game", actions["save-button"]],
  [["l", "L"], "link to the position", actions["link-button"]],
  [["e", "E"], "set up a position", toggleSetup],
  [["?"], "this list", actions["help-button"]]
]);

restore();
announced = game.record;
followLink();
update();
