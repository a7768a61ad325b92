// What practice keeps in the browser: positions that come again, days with the exercise of the day, and the games whose
// mistakes it has.
//
// A position that was not solved comes again after a day; each time that it is solved after that, later.

import * as storage from "./storage.js";
import {T} from "./texts.js";

const DAY = 86400e3; // milliseconds
const PAUSES = [1, 3, 7]; // days until a position comes again, by the times that it was solved in a row
const MOST = 300; // positions
const FIRST = {day: 0, days: 0, best: 0, cards: [], used: []};

// The number of the day where the person is.
export const today = () => Math.floor(Date.now() / DAY - new Date().getTimezoneOffset() / 1440);

export class Deck {
  get kept() {
    return {...FIRST, ...storage.choices.practice};
  }

  // The positions that are due, the first one first; also those from when the clock was far ahead.
  due() {
    const now = Date.now();
    const isDue = ({due}) => due <= now || due > now + PAUSES.at(-1) * DAY;
    return this.kept.cards.filter(isDue).sort((one, other) => one.due - other.due);
  }

  // Notes whether a position was solved without a wrong move and without help.
  //   card: its kind, the start and the moves that lead to it, and the color that practices
  grade(card, isSolved) {
    const {cards} = this.kept;
    const old = cards.find(other => keyOf(other) === keyOf(card));
    const others = cards.filter(other => other !== old);
    const solved = isSolved ? (old?.solved ?? PAUSES.length) + 1 : 0;
    const isKept = solved < PAUSES.length;
    const again = isKept ? [{...card, solved, due: Date.now() + PAUSES[solved] * DAY}] : [];
    this.keep({cards: [...others, ...again].slice(-MOST)});
  }

  // Adds new positions, which are due at once.
  add(cards) {
    const known = this.kept.cards;
    const added = cards.filter(card => !known.some(other => keyOf(other) === keyOf(card)));
    if (added.length) this.keep({cards: [...known, ...added.map(card => ({...card, solved: 0, due: Date.now()}))].slice(-MOST)});
  }

  // The days in a row with the exercise of the day, up to today or yesterday, as a sentence; "" before the second one.
  get streak() {
    const {day, days, best} = this.kept;
    return days > 1 && [today(), today() - 1].includes(day) ? T.streak(days, best) : "";
  }
  // Notes that the exercise of a day is done.
  note(day) {
    const {day: last, days, best} = this.kept;
    if (day === last) return;
    const now = day === last + 1 ? days + 1 : 1;
    this.keep({day, days: now, best: Math.max(best, now)});
  }

  // Lets a position that is kept come again after a day.
  postpone(card) {
    if (this.kept.cards.some(other => keyOf(other) === keyOf(card))) this.grade(card, false);
  }

  keep(changed) {
    storage.choose({practice: {...this.kept, ...changed}});
  }
}

const keyOf = ({kind, start, moves}) => `${kind} ${start ?? ""} ${moves.join("")}`;
