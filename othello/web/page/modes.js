// The modes of the page: each shows only what it needs. What the person does chooses the mode. Also the menu, the
// buttons that stand for others, and the tabs of the panels, which only phones have.

import {$, onPress, showTable} from "./dom.js";
import {page, update} from "./page.js";

const BUTTONS = {home: "play-button", play: "play-button", review: "review-button", learn: "practice-button", explore: "explore-button", games: "games-button"};
/** @type {NodeListOf<PageElement>} */
const TABS = document.querySelectorAll("#tabs button");

export class Modes {
  savedFields = ["chosen", "id"];
  before = "home"; // from which Learn or My games was opened
  chosen = "home"; // or "review", "learn", "explore" or "games", which the person has asked for in this game
  id = page.game.id; // of that game

  constructor() {
    onPress("home-button", () => this.choose("home"));
    onPress("play-button", () => this.play());
    onPress("review-button", () => this.review());
    onPress("explore-button", () => this.explore());
    onPress("analysis-switch", () => this.openTab("analysis"));
    for (const button of document.querySelectorAll("[data-for]")) button.addEventListener("click", () => $(button.dataset.for).click());
    for (const tab of TABS) tab.addEventListener("click", () => {
      this.openTab(tab.dataset.tab);
      update(); // what was hidden has a width now
    });
    // Before the button acts: the focus comes back to the button of the menu.
    $("menu").addEventListener("click", ({target}) => target.matches("button") && $("menu").togglePopover(false), true);
    this.openTab("game");
  }

  get name() {
    const {analysis, lesson, players, setup} = page;
    const chosen = this.id === page.game.id ? this.chosen : "";
    if (setup.isActive) return "explore";
    if (lesson.current || chosen === "learn") return "learn";
    if (["games", "home"].includes(chosen)) return chosen;
    if (analysis.isOn) return "explore";
    return chosen || (players.engine.length || players.isBoth ? "play" : "explore");
  }
  get isHome() {
    return this.name === "home";
  }
  // Whether the lessons and exercises are offered.
  get isRoom() {
    return this.name === "learn" && !page.lesson.current;
  }

  // Whether games are offered: those of the person, or any to review.
  get isLibrary() {
    const {game, players} = page;
    return this.name === "games" || (this.name === "review" && (players.hasEngine || !game.length));
  }

  choose(chosen) {
    const {analysis, course, exercise, game, setup} = page;
    if (!["learn", "games"].includes(this.name)) this.before = this.name;
    for (const question of [course, exercise]) question.key = "";
    setup.isActive = false;
    Object.assign(this, {chosen, id: game.id});
    analysis.isOn &&= chosen === "explore";
    update();
  }

  // The button of the mode from which Learn or My games was opened, if that is not Home.
  get opener() {
    const isAside = ["learn", "games"].includes(this.chosen) && this.id === page.game.id;
    return isAside && this.before !== "home" ? $(BUTTONS[this.before]) : null;
  }

  // Leads to the running game; from there, or without one, to Home, where games begin.
  play() {
    this.choose(this.name !== "play" && page.players.isPlaying ? "" : "home");
  }

  // Shows the mistakes of the game; without one, the games to choose from.
  review() {
    this.choose("review");
    if (!this.isLibrary) page.review.look();
  }

  // Shows the analysis, or the book if that was open last. In a game against the engine the person decides whether to see
  // the values.
  explore() {
    if (page.review.isStaged) page.game.goTo(page.game.ply - 1); // the position that Review shows
    if (document.body.dataset.tab === "game") this.openTab("analysis");
    this.choose("explore");
    if (!page.players.hasEngine && !page.analysis.isOn) page.analysis.toggle();
  }

  openTab(name) {
    document.body.dataset.tab = name;
    for (const tab of TABS) tab.setAttribute("aria-selected", String(tab.dataset.tab === name));
  }

  draw() {
    const {isLibrary, isRoom, name} = this;
    const look = isRoom || isLibrary ? "room" : name;
    if (document.body.dataset.mode !== look) {
      document.body.dataset.mode = look;
      showTable();
    }
    // On phones, My games is in the menu.
    const current = name === "games" && !$("games-button").checkVisibility() ? "more" : BUTTONS[name];
    if (!$(current).hasAttribute("aria-current")) {
      document.querySelector("#modes [aria-current]")?.removeAttribute("aria-current");
      $(current).setAttribute("aria-current", "page");
      if ($("modes").contains(document.activeElement)) $(current).focus(); // after a key, the frame would mark another mode
    }
    if (isLibrary) $("games-title").textContent = $(BUTTONS[name]).textContent.trim(); // My games, or Review without a game
  }
}
