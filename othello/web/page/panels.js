// The parts of the page around the board: players with clocks, gauge, texts, buttons, and what is wrong.

import {$, element, facts, sentence} from "./dom.js";
import * as rules from "./rules.js";
import * as score from "./score.js";
import {statusOf} from "./status.js";

const GAUGE = 20; // discs that fill three quarters of the half of a side

export class Panels {
  // parts: the game, players, clock, connection, review and setup of the page
  constructor(parts) {
    Object.assign(this, parts);
  }

  draw(complaint) {
    this.drawPlayers();
    this.drawTexts();
    this.drawButtons();
    this.drawBanner(this.connectionText() || complaint);
  }

  drawPlayers() {
    const {game, players, clock, setup} = this;
    const shown = setup.isActive ? setup.position : game.position;
    for (const color of ["black", "white"]) {
      const isToMove = shown.turn === color && !(game.isAtEnd && game.isOver);
      const parts = [
        element("span", {className: `disc ${color}`}),
        element("strong", {}, players.name(color)),
        element("span", {className: "count"}, `${rules.count(shown, color)}`)
      ];
      if (clock.left) parts.push(element("span", {className: "clock"}, clock.text(color)));
      $(color).replaceChildren(...parts);
      $(color).classList.toggle("to-move", isToMove);
    }
  }

  // Shows how good the position is for black, from the analysis or else from the review.
  drawGauge(value, reviewed) {
    const gauge = $("gauge");
    let forBlack = null;
    if (value) forBlack = score.discs(value) * (this.game.position.turn === "black" ? 1 : -1);
    else if (reviewed) forBlack = parseFloat(reviewed.played.short);
    gauge.classList.toggle("known", forBlack !== null);
    if (forBlack !== null) gauge.firstElementChild.style.height = `${50 + 50 * Math.tanh(forBlack / GAUGE)}%`;
  }

  drawTexts() {
    const {game, setup, players, review} = this;
    const {record} = game;
    const comment = game.ply ? record.notes[game.ply - 1]?.comment : record.comment;
    $("status").textContent = setup.isActive
      ? "Choose a disc, then squares. Done begins a game from the position."
      : statusOf(game, players);
    show("comment", comment);
    show("about", setup.isActive ? "" : review.about());
    show("facts-line", [record.event, record.date].filter(Boolean).join(" · "));
    const isYours = players.hasEngine && !game.isOver && !players.isEngineToMove;
    document.title = isYours ? "Your turn – Othello" : "Othello";
  }

  drawButtons() {
    const {game, players, setup} = this;
    const useless = {
      begin: !game.ply,
      back: !game.ply,
      next: game.isAtEnd,
      end: game.isAtEnd,
      undo: !game.past.length,
      redo: !game.future.length,
      "take-back": !game.ply,
      hint: rules.isOver(game.position)
    };
    for (const [id, isUseless] of Object.entries(useless)) $(id).disabled = isUseless || setup.isActive;
    $("resign").hidden = !players.hasEngine || game.isOver;
  }

  drawBanner(text) {
    // A screen reader says the text again whenever it is set.
    if ($("banner").textContent !== text) show("banner", text);
  }

  connectionText() {
    const {connection} = this;
    if (connection.isOpen) {
      const isSame = connection.server.version === facts.version;
      return isSame ? "" : "The server has another version now: reload the page.";
    }
    if (connection.refusal) return sentence(connection.refusal);
    if (!connection.wasOpen) return "";
    return "The connection to the server is lost. The page tries to connect again; the game is kept.";
  }
}

// Shows a text in its place; without a text the place is hidden.
function show(id, text) {
  $(id).hidden = !text;
  $(id).textContent = text ?? "";
}
