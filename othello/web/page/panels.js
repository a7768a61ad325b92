// The parts of the page around the board: players with clocks, gauge, texts, buttons, dialogs, and what is wrong.

import {statusOf} from "./announcer.js";
import {$, element, facts, fill, onPress, sentence} from "./dom.js";
import {title} from "./files.js";
import {face, levelOf, stepOf, wordsOf} from "./levels.js";
import {page} from "./page.js";
import * as rules from "./rules.js";
import * as score from "./score.js";
import * as storage from "./storage.js";
import {T} from "./texts.js";

const GAUGE = 20; // discs that fill three quarters of the half of a side
const PATIENCE = 2; // seconds of thought after which its progress is shown

export class Panels {
  complaint = ""; // a sentence above the board
  closed = []; // sentences above the board that the person has closed

  constructor() {
    page.connection.addEventListener("progress", () => this.drawLoading());
    onPress("help-button", () => $("help-dialog").showModal());
    $("banner-close").addEventListener("click", () => {
      this.closed.push($("banner-text").textContent);
      $("banner").hidden = true;
    });
    for (const button of document.querySelectorAll("dialog .close"))
      button.addEventListener("click", () => button.closest("dialog").close());
  }

  // Shows a sentence above the board until the game changes.
  complain(text) {
    this.complaint = sentence(text);
    page.screen.draw();
  }

  //   isTurned: whether Black's side of the board is the upper one
  draw(isTurned) {
    $("table").classList.toggle("turned", isTurned);
    this.drawPlayers();
    this.drawTexts();
    this.drawButtons();
    this.drawLoading();
    const unkept = storage.isFull() ? T.choicesNotKept : "";
    this.drawBanner([this.connectionText(), this.complaint, page.library.failure, unkept]);
  }

  drawPlayers() {
    const {clock, exercise, game, lesson, modes, players, review, screen} = page;
    const isLesson = modes.name === "learn";
    const isExplored = modes.name === "explore";
    const isPlain = isLesson || (isExplored && players.isDone); // its colors are named, whoever has played
    const shown = screen.position;
    const own = exercise.isActive && exercise.card.color;
    for (const color of ["black", "white"]) {
      $(color).classList.toggle("to-move", shown.turn === color && (isLesson ? lesson.isOpen : !(isExplored ? rules.isOver(shown) : game.isFinal)));
      const level = levelOf(game.record[color]);
      const rating = isPlain ? "" : stepOf(level)?.rating;
      const accuracy = modes.name === "review" && review.isCurrent && score.accuracy(review.accuracy?.[color]);
      const helped = !isPlain && players.isHelped && color === players.own;
      const notes = [accuracy && element("span", {className: "helped accuracy"}, `${T.sums[0]} ${accuracy}`), helped && element("span", {className: "helped"}, T.helped)];
      fill(
        color,
        element("span", {className: `disc ${color}`}),
        level && !isLesson && !isExplored ? face(level, color) : "",
        element("span", {className: "spoken"}, `${T.color(color)}: `),
        element("strong", {}, color === own ? T.you : isPlain ? T.color(color) : players.name(color)),
        element("span", {className: "rating"}, rating ? `${rating}` : ""),
        ...notes.filter(Boolean),
        element("span", {className: "count"}, `${rules.count(shown, color)}`),
        element("span", {className: "spoken"}, T.discs),
        clock.left && !isPlain && !game.isOver ? this.clockOf(color) : ""
      );
    }
  }

  clockOf(color) {
    const isLow = page.clock.isLow(color);
    const text = isLow ? `${T.hurry} ${page.clock.text(color)}` : page.clock.text(color);
    return element("span", {className: isLow ? "clock low" : "clock"}, text);
  }

  // Shows which side is ahead and by how much, for the side that `turn` is: now, and after a mistake.
  drawGauge(values, turn) {
    const gauge = $("gauge");
    gauge.classList.toggle("known", values.length > 0);
    if (!values.length) return;
    const found = values.map(value => ({...value, discs: score.discs(value) * (turn === "white" ? -1 : 1)}));
    const lead = discs => (discs < 0 ? "white" : "black");
    const texts = found.map(({discs, ...value}) => {
      const number = score.number({...value, bound: null, discs: Math.abs(discs), outcome: discs ? "win" : "draw"});
      return Math.abs(discs) < 0.05 ? number : `${T.color(lead(discs))} ${number}`;
    });
    gauge.style.setProperty("--black", `${50 + 50 * Math.tanh(found[0].discs / GAUGE)}%`);
    gauge.dataset.lead = lead(found[0].discs);
    gauge.lastElementChild.textContent = texts.join(" → ");
  }

  drawTexts() {
    const {analysis, connection, game, modes, players, result, review, setup} = page;
    const {record} = game;
    $("status").textContent = statusOf(game, players, connection.isOpen);
    // The rows of the players show the turn, and the result card what it says.
    const plain = [T.yourTurn, T.friendsTurn, T.thinks, T.toMove].map(text => text(game.position.turn));
    $("status").classList.toggle("plain", result.isShown || plain.includes($("status").textContent));
    const isHidden = setup.isActive || analysis.hidesValues || (modes.name === "play" && game.isFinal);
    review.drawAbout(isHidden);
    $("facts-line").textContent = [record.event, record.date && T.playedOn(record.date)].filter(Boolean).join(" · ");
    $("note").textContent = (game.ply ? game.notes[game.ply - 1]?.comment : record.comment) ?? "";
    const {isBoth, isFriend, level, own} = players;
    $("rival").hidden = !own && !isBoth;
    const other = rules.other(own ?? "black");
    const name = isBoth ? $("card-two").textContent : players.name(other);
    const isSent = isFriend && !players.room && players.isEngine(game.last.turn);
    const words = isBoth || isSent ? [] : isFriend ? [players.room ? T.inRoom : T.playsByLinks] : wordsOf(level);
    const lines = [element("strong", {}, name), ...words.map(text => element("small", {}, text))];
    $("rival").replaceChildren(isBoth || isFriend ? "" : face(level, other), element("span", {className: "level"}, ...lines));
    const isYours = players.hasEngine && !game.isOver && !players.isEngine(game.last.turn);
    const named = record.black || record.white ? `${title(record)} – ${T.othello}` : T.othello;
    document.title = isYours ? `${T.yourTurnShort} – ${T.othello}` : named;
  }

  drawButtons() {
    const {game, lesson, modes, opponent: {thought}, players, review, setup} = page;
    const useless = {
      begin: !game.ply,
      back: !game.ply,
      next: game.isAtEnd && !review.isStaged,
      end: game.isAtEnd,
      undo: !game.canUndo,
      redo: !game.future.length,
      "link-button": !game.length && !game.record.start,
      "take-back": !game.ply || !game.isAtEnd || (players.isFriend && !players.isToSend),
      hint: rules.isOver(game.position) || players.isLookingBack || (lesson.isOpen && !lesson.current.canHelp)
    };
    for (const [id, isUseless] of Object.entries(useless)) $(id).disabled = isUseless || setup.isActive;
    $("resign").hidden = !players.isPlaying;
    $("steps").hidden = $("actions").hidden = page.room.isWaiting;
    // At the end of a game there is nothing to ask: the next game takes the place of the questions.
    const isEnded = players.isDone && game.isMain && game.isAtEnd && modes.name === "play";
    $("hint").hidden = isEnded || (players.isFriend && !players.isDone);
    $("take-back").hidden = isEnded && !players.isToSend;
    for (const button of $("actions").querySelectorAll("[data-for]")) button.toggleAttribute("hidden", !isEnded);
    $("thought").hidden = !(players.isEngineToMove && thought.seconds >= PATIENCE);
    $("thought-text").textContent = T.thought(thought.depth, thought.seconds);
  }

  // Shows how much of the engine of a page without a server is there.
  drawLoading() {
    const {isOpen, isStarting, hasOnlyMoves, preparing, refusal} = page.connection;
    const {loaded = 0, total = 0, isBusy = false} = preparing ?? {};
    document.body.classList.toggle("connected", isOpen && !hasOnlyMoves);
    $("loading").hidden = !(isStarting || (hasOnlyMoves && !refusal)) || !total;
    Object.assign($("loading-bar"), {value: loaded, max: total});
    $("loading-text").textContent = loaded < total && !isBusy ? T.loading(megabytes(loaded), megabytes(total)) : T.starting;
  }

  // Shows the first one of some sentences that was not closed since it is there.
  drawBanner(texts) {
    this.closed = this.closed.filter(text => texts.includes(text));
    const text = texts.find(text => text && !this.closed.includes(text)) ?? "";
    $("banner").hidden = !text;
    // A screen reader says the text again whenever it is set.
    if ($("banner-text").textContent !== text) $("banner-text").textContent = text;
  }

  connectionText() {
    const {connection} = page;
    if (connection.hasOnlyMoves && connection.refusal) return T.onlyMoves(connection.refusal);
    if (connection.isOpen) return connection.server.version === facts.version ? "" : T.otherVersion;
    if (connection.refusal) return sentence(connection.refusal);
    if (connection.preparing && !facts.isStatic) return T.preparing;
    if (!connection.isLost) return "";
    return facts.isStatic ? T.engineLost : T.connectionLost;
  }
}

const megabytes = bytes => (bytes / 1e6).toFixed(1);
