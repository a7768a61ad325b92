// What practice keeps in the browser: positions that come again, the streak, and the games that were used.
//
// A position that was not solved comes again after a day; each time that it is solved after that, later.

import * as storage from "./storage.js";

const DAY = 86400e3; // milliseconds
const PAUSES = [1, 3, 7]; // days until a position comes again, by the times that it was solved in a row
const MOST = 300; // positions
const FIRST = {streak: 0, best: 0, cards: [], used: []};

export class Deck {
  get kept() {
    return {...FIRST, ...storage.choices.practice};
  }

  // The positions of a kind that are due, the first one first; also those from when the clock was far ahead.
  due(kind) {
    const now = Date.now();
    const isDue = ({due}) => due <= now || due > now + PAUSES.at(-1) * DAY;
    const due = this.kept.cards.filter(card => card.kind === kind && isDue(card));
    return due.sort((one, other) => one.due - other.due);
  }

  // Notes whether a position was solved without a wrong move and without help.
  //   card: its kind, the start and the moves that lead to it, and the color that practices
  grade(card, isSolved) {
    const {streak, best, cards} = this.kept;
    const old = cards.find(other => keyOf(other) === keyOf(card));
    const others = cards.filter(other => other !== old);
    const solved = isSolved ? (old?.solved ?? PAUSES.length) + 1 : 0;
    const isKept = solved < PAUSES.length;
    const again = isKept ? [{...card, solved, due: Date.now() + PAUSES[solved] * DAY}] : [];
    const now = isSolved ? streak + 1 : 0;
    this.keep({cards: [...others, ...again].slice(-MOST), streak: now, best: Math.max(best, now)});
  }

  // Lets a position that is kept come again after a day.
  postpone(card) {
    const {cards} = this.kept;
    const old = cards.find(other => keyOf(other) === keyOf(card));
    const later = {...old, solved: 0, due: Date.now() + PAUSES[0] * DAY};
    if (old) this.keep({cards: cards.map(other => (other === old ? later : other))});
  }

  isUsed(id) {
    return this.kept.used.includes(id);
  }
  // Notes that a game has given an exercise, or has none. The library has no limit, so this list has none.
  use(id) {
    this.keep({used: [...this.kept.used, id]});
  }

  keep(changed) {
    storage.choose({practice: {...this.kept, ...changed}});
  }
}

const keyOf = ({kind, start, moves}) => `${kind} ${start ?? ""} ${moves.join("")}`;
