// The page of a review: shows the positions of the game, and tells about its moves.

import {BoardPicture} from "./board.js";
import {GraphCursor} from "./graph.js";
import {onSwipe} from "./swipe.js";

const byId = id => /** @type {PageElement} */ (document.getElementById(id));
const game = JSON.parse(byId("game").textContent);
const rows = [...document.querySelectorAll("#moves tr")];
const counts = [...document.querySelectorAll("#count .disc + span")];
const picture = new BoardPicture(byId("board").querySelector("svg"), game.look);
const cursor = new GraphCursor(document.querySelector("#graph svg"), game.graph, show);
const last = game.moves.length;
const steps = {first: () => 0, back: () => ply - 1, next: () => ply + 1, last: () => last};
const keys = {Home: steps.first, ArrowLeft: steps.back, ArrowRight: steps.next, End: steps.last};
let ply = last;
let showsLine = false;

function drawDiscs(cells) {
  picture.drawDiscs(cells);
  counts.forEach((count, at) => {
    count.textContent = String(cells.split("XO"[at]).length - 1);
  });
}

function drawPosition() {
  drawDiscs(game.positions[ply]);
  picture.drawLegal(game.legal[ply]);
  const move = game.moves[ply - 1];
  if (move === undefined) return;
  picture.drawLast(move.move);
  if (move.lost) picture.drawBetter(move.pv[0]);
  picture.drawNamed(move.reasons?.flatMap(({squares}) => squares) ?? []);
}

function drawLine(move) {
  drawDiscs(game.positions[ply - 1]);
  picture.drawLine(move.turn, move.pv);
}

function paragraph(...parts) {
  const made = document.createElement("p");
  made.append(...parts);
  return made;
}

// Returns the paragraphs about a move, or about the position before the first move.
function paragraphsAbout(move) {
  if (move === undefined) return [paragraph("Starting position.")];
  const name = document.createElement("strong");
  name.textContent = `${rows[ply - 1].querySelector("a").textContent}. ${move.turn} ${move.move}${move.mark}`;
  if (move.pv === undefined) return [paragraph(name, " was not reviewed.")];
  const loss = move.lost ? `, loses ${move.lost}${move.turns ? " and the result" : ""}.` : "";
  const time = move.seconds === null ? "" : ` ${move.seconds} s.`;
  const texts = [`Best: ${move.pv[0]}, ${move.best.text}. Line: ${move.pv.join(" ")}`];
  if (move.sentences.length) texts.unshift(move.sentences.join(" "));
  if (move.mark) texts.push(`After ${move.move}: ${move.line.slice(1).join(" ")}`);
  if (move.comment) texts.push(`Comment: ${move.comment}`);
  return [paragraph(name, `: ${move.played.text}${loss}${time}`), ...texts.map(text => paragraph(text))];
}

function show(number) {
  ply = Math.max(0, Math.min(last, number));
  const move = game.moves[ply - 1];
  if (showsLine && move?.pv) drawLine(move);
  else drawPosition();
  byId("about").replaceChildren(...paragraphsAbout(move));
  rows.forEach((row, at) => row.classList.toggle("now", at === ply - 1));
  reveal(rows[ply - 1]);
  cursor.show(ply);
  history.replaceState(null, "", `#${ply}`);
}

// Scrolls the list of moves until the row is in sight, below the heading. Without a row, it shows the beginning.
function reveal(row) {
  const list = byId("list");
  if (row === undefined) list.scrollTop = 0;
  else if (row.offsetTop < list.scrollTop + 30 || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = row.offsetTop - list.clientHeight / 2;
}

function showHash() {
  const number = parseInt(location.hash.slice(1), 10);
  show(Number.isNaN(number) ? last : number);
}

function toggleLine() {
  showsLine = !showsLine;
  byId("better").setAttribute("aria-pressed", String(showsLine));
  show(ply);
}

// Shows the next mistake, and after the last one the first.
function showMistake() {
  const mistakes = game.moves.flatMap((move, at) => (move.mark ? [at + 1] : []));
  if (mistakes.length) show(mistakes.find(number => number > ply) ?? mistakes[0]);
}

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const step = keys[event.key];
  if (step) {
    event.preventDefault();
    show(step());
  } else if (event.key.toLowerCase() === "b") toggleLine();
  else if (event.key.toLowerCase() === "m") showMistake();
}

for (const [id, step] of Object.entries(steps)) byId(id).addEventListener("click", () => show(step()));
byId("better").addEventListener("click", toggleLine);
byId("mistake").addEventListener("click", showMistake);
onSwipe(byId("board"), step => show(ply + step));
rows.forEach((row, at) =>
  row.addEventListener("click", event => {
    event.preventDefault();
    show(at + 1);
  })
);
document.addEventListener("keydown", onKey);
window.addEventListener("hashchange", showHash);
showHash();
