// The page: makes its parts, and begins.

import {Analysis} from "./analysis.js";
import {Announcer} from "./announcer.js";
import {closeWithBack} from "./back.js";
import {BoardView} from "./boardview.js";
import {Book} from "./book.js";
import {Clock} from "./clock.js";
import {Connection} from "./connection.js";
import {Course} from "./course.js";
import {$, facts} from "./dom.js";
import {Exercise} from "./exercise.js";
import {Files} from "./files.js";
import {holdFocusAtClicks, ignoreSecondClicks} from "./focus.js";
import {Game} from "./game.js";
import {Keys} from "./keys.js";
import {Library} from "./library.js";
import {Modes} from "./modes.js";
import {MoveList} from "./movelist.js";
import {NewGame} from "./newgame.js";
import {Notice} from "./notice.js";
import {keepOffline} from "./offline.js";
import {Opponent} from "./opponent.js";
import {page, restore, saved, update} from "./page.js";
import {Panels} from "./panels.js";
import {Players} from "./players.js";
import {Progress} from "./progress.js";
import {Lesson} from "./question.js";
import {ResultCard} from "./result.js";
import {Repertoire} from "./repertoire.js";
import {Review} from "./review.js";
import {Room} from "./room.js";
import {Screen} from "./screen.js";
import {Setup} from "./setup.js";
import {Share} from "./share.js";
import {Sound} from "./sound.js";
import * as storage from "./storage.js";
import {onSwipe} from "./swipe.js";
import {Work} from "./work.js";

// In the order in which they are made: the constructors of some use those before them.
const PARTS = {
  keys: Keys, game: Game, clock: Clock, connection: Connection, work: Work, players: Players, room: Room,
  notice: Notice, sound: Sound, announcer: Announcer, opponent: Opponent,
  analysis: Analysis, book: Book, repertoire: Repertoire, review: Review, course: Course, exercise: Exercise,
  files: Files, share: Share, setup: Setup, board: BoardView, moves: MoveList,
  newGame: NewGame, result: ResultCard, library: Library, progress: Progress, lesson: Lesson,
  modes: Modes, panels: Panels, screen: Screen
};
/** @typedef {{[Name in keyof typeof PARTS]: InstanceType<(typeof PARTS)[Name]>}} Page */

for (const [name, Part] of Object.entries(PARTS)) page[name] = new Part();
const {announcer, board, connection, files, screen} = page;

// Shows a state of the page; a damaged one raises an error.
function begin(state) {
  restore(state);
  announcer.look();
  update();
}

// Opens the game or joins the room of the address, which then loses it.
function followLink() {
  if (page.room.follow(location.hash)) update();
  else files.follow(location.hash);
  history.replaceState(history.state, "", location.pathname);
}

for (const kind of ["open", "lost", "refused"])
  connection.addEventListener(kind, () => {
    // The first visit waits for the engine, which loads the same files. Later, the engine of a new version may start.
    if (facts.isStatic && (kind === "open" ? !connection.hasOnlyMoves : navigator.serviceWorker?.controller)) keepOffline();
    update();
  });
connection.addEventListener("preparing", () => screen.draw());
for (const kind of ["visibilitychange", "pageshow"]) window.addEventListener(kind, update);
window.addEventListener("pagehide", () => storage.save(saved()));
window.addEventListener("hashchange", followLink);
ignoreSecondClicks();
holdFocusAtClicks(() => board.takeFocus());
onSwipe($("board"), step => $(step > 0 ? "next" : "back").click());

document.body.inert = false; // from now on a click does something
const fresh = saved();
try {
  begin(storage.load());
} catch {
  begin(fresh);
}
followLink(); // the link leaves the address before a step of the history keeps it
closeWithBack();
