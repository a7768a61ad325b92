// The choice of a game: the dialog, and the first screen.

import {$, complain, element, onPress} from "./dom.js";
import * as levels from "./levels.js";
import {page} from "./page.js";
import {other} from "./rules.js";
import * as storage from "./storage.js";
import {T} from "./texts.js";

const OFFERED = ["newcomer", "casual", "regular", "club"]; // on the first screen
const USUAL = {side: "black", level: levels.DEFAULT, hasBook: true, minutes: 0, increment: 0};

export class NewGame {
  form = $("new-dialog").querySelector("form");

  constructor() {
    onPress("new-button", () => this.open());
    onPress("play", () => {
      if (this.isGoingOn) page.modes.choose("");
      else if (page.library.unfinished) page.library.open(page.library.unfinished);
      else this.start(this.choices);
    });
    onPress("play-new", () => this.start(this.choices));
    onPress("card-two", () => this.start({...this.choices, side: "both"}));
    onPress("card-friend", () => this.beginFriend());
    const choose = level => {
      storage.choose({game: {...this.choices, level}});
      page.screen.draw();
      $("play").focus();
    };
    $("strength-words").before(...OFFERED.map(level => element("button", {"data-level": level, onclick: () => choose(level)}, ...looks(level))));
    $("levels").append(...levels.NAMES.map(tile));
    $("new-dialog").addEventListener("change", event => {
      this.draw();
      if (event.target.value === "other") $("time-row").scrollIntoView({block: "center"});
    });
    $("new-dialog").addEventListener("close", () => {
      if ($("new-dialog").returnValue === "default") this.start(this.chosen(), $("from-here").checked ? page.game.shown() : null);
    });
  }

  get choices() {
    const level = page.course.begun.length ? levels.HUMAN[0].name : USUAL.level; // for somebody who has begun to learn, the easiest one
    return {...USUAL, level, ...storage.choices.game};
  }

  // Begins a game with choices, which are remembered.
  //   from: the game with which it begins, null for the usual start
  start(choices, from = null) {
    storage.choose({game: choices});
    this.begin({...choices, from});
  }

  // Begins a game with a friend: in a room if the server lets other devices in, or else by links.
  beginFriend() {
    this.begin({...USUAL, isFriend: true, room: page.room.next});
  }

  // Makes way for another game, which the caller begins.
  leave() {
    if (page.library.failure) page.library.keep();
    page.setup.isActive = false;
  }

  begin(choices) {
    this.leave();
    const {players} = page;
    const kept = players.hasEngine && !players.isFriend && !page.game.isOver && page.game.length > 1 ? T.gameKept(players.name(players.engine[0])) : "";
    page.analysis.isOn &&= choices.side === "both" && !choices.minutes; // values help in a game with clocks
    page.notice.clear();
    players.begin(choices);
    if (kept) page.notice.notify(kept);
    page.board.takeFocus();
  }

  open(isFromHere = false) {
    const {side, level, hasBook, minutes, increment} = this.choices;
    const isUsual = !increment && [0, 1, 5, 10].includes(minutes);
    const chosen = {side, level: levels.NAMES.includes(level) ? level : USUAL.level, time: isUsual ? minutes : "other"};
    for (const [name, value] of Object.entries(chosen)) this.form.elements[name].value = value;
    $("with-book").checked = hasBook;
    Object.assign($("minutes"), {value: minutes});
    Object.assign($("increment"), {value: increment});
    $("from-here").checked = isFromHere;
    $("new-dialog").returnValue = "";
    complain($("new-dialog"), "");
    this.draw();
    $("new-dialog").showModal();
    $("new-dialog").scrollTo(0, 0);
    this.form.querySelector("[name=side]:checked").focus({preventScroll: true});
  }

  chosen() {
    const {level, side, time} = this.form.elements;
    const isOther = time.value === "other";
    return {
      side: side.value,
      level: level.value,
      hasBook: $("with-book").checked,
      minutes: Number(isOther ? $("minutes").value : time.value) || 0,
      increment: Number(isOther && $("increment").value) || 0
    };
  }

  draw() {
    const {level, side, time} = this.form.elements;
    for (const id of ["levels", "level-words", "book-row"]) $(id).hidden = side.value === "both";
    $("time-row").hidden = time.value !== "other";
    $("level-words").textContent = levels.wordsOf(level.value).join(" ");
  }

  // The title and the words of *Play*, and the level of the opponent; undefined if that is a person. The game on the board
  // goes on, or else the last one that was played.
  get resumed() {
    const {game, library, players} = page;
    const {own, record} = this.isGoingOn ? {own: players.own, record: game.record} : (library.unfinished ?? {});
    if (!record) return null;
    if (!own) return [T.resume, $("card-two").textContent];
    const name = record[other(own)];
    return [T.resume, levels.shownName(name) || T.friend, levels.levelOf(name)];
  }
  // The same for a new game.
  get offer() {
    const {level, side} = this.choices;
    const {last} = page.library;
    if (side === "both") return [T.play, $("card-two").textContent];
    const name = levels.nameOf(level);
    const rating = levels.stepOf(level)?.rating;
    const isAgain = last?.record[other(last.own)] === levels.playerName(level);
    return isAgain ? [T.rematch(name), rating ? T.rated(rating) : T.levelNumber(level), level] : [T.play, T.against(name, rating), level];
  }

  // A person who returns needs no introduction.
  drawWelcome() {
    const {level} = this.choices;
    const {isReturning} = page.library;
    for (const id of ["welcome-title", "welcome-note", "strength"]) $(id).hidden = isReturning;
    const {begun, invitation} = page.course;
    $("card-practice").hidden = begun.length ? !page.course.following && page.course.lessons.length > 0 : isReturning;
    if (invitation) $("card-practice").lastElementChild.textContent = invitation;
    $("invitation").style.visibility = this.isGoingOn ? "hidden" : "";
    $("strength-words").textContent = levels.wordsOf(level).join(" ");
    const {offer, resumed} = this;
    $("play-new").hidden = !resumed;
    $("play-new").replaceChildren(element("strong", {}, offer[0]), " ", element("small", {}, offer[1]));
    const [title, words, offered] = resumed ?? offer;
    $("play-title").textContent = title;
    $("play-words").textContent = words;
    $("play-face").replaceChildren(...(offered ? [levels.face(offered)] : []));
    for (const answer of $("strength").querySelectorAll("button")) answer.setAttribute("aria-pressed", String(answer.dataset.level === level));
  }

  // Whether the game on the board waits for its next move.
  get isGoingOn() {
    return page.players.isPlaying && !page.game.isOver;
  }
}

// The choice of a level, with its face.
const tile = level => element("label", {}, element("input", {type: "radio", name: "level", value: level}), ...looks(level));
const looks = level => [
  levels.face(level),
  levels.nameOf(level),
  element("small", {}, `${levels.stepOf(level).rating ?? T.levelNumber(level)}`)
];
