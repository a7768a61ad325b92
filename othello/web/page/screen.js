// Every change: what follows from it, and all that the page shows then.

import {$} from "./dom.js";
import {holdFocus} from "./focus.js";
import {openingAt} from "./movelist.js";
import {page, saved} from "./page.js";
import {betterOf, countsMoves, squaresOf} from "./review.js";
import * as rules from "./rules.js";
import * as score from "./score.js";
import * as storage from "./storage.js";

export class Screen {
  // Does what follows from a change, and shows it.
  update() {
    const {analysis, book, clock, connection, course, exercise, game, lesson, opponent, players, result, room, setup, work} = page;
    if (analysis.isOn) analysis.noteHelp();
    if (players.isPlaying && game.isOver) result.open();
    // They may end or ask, on which the next search depends.
    for (const part of [exercise, course]) part.look();
    const {length} = game.record.moves;
    const canThink = connection.isOpen && !setup.isActive && !lesson.current && !exercise.isLooking && !work.hasFailed(opponent.key);
    const isIdle = players.isEngineToMove && !canThink;
    if (length) clock.run(game.last.turn, length);
    if (game.isOver || isIdle || !length) clock.hold();
    if (isIdle) opponent.forget();
    room.look();
    work.want(work.wanted);
    if (connection.isOpen) book.look();
    storage.save(saved());
    this.draw();
  }

  draw() {
    const {analysis, board, book, course, exercise, game, lesson, library, modes, moves, newGame, panels, players, result, review, setup, share} = page;
    const keepFocus = holdFocus(() => board.takeFocus());
    const isHidden = analysis.hidesValues;
    document.body.classList.toggle("playing", isHidden);
    document.body.classList.toggle("analyzing", analysis.isOn);
    modes.draw();
    course.draw();
    this.drawReport();
    setup.draw();
    lesson.draw();
    review.draw(!isHidden && !setup.isActive);
    const openings = book.openings();
    moves.draw(openings, !isHidden && !exercise.isSearching);
    $("opening").textContent = openingAt(openings, game.ply);
    library.draw();
    newGame.drawWelcome();
    exercise.draw();
    result.draw();
    share.draw();
    const own = exercise.isActive ? exercise.card.color : players.own;
    panels.draw(own ? own === "white" : Boolean(storage.choices.isTurned));
    keepFocus();
  }

  // What has the board in place of the game: a question, or the next lesson; null for the game.
  get question() {
    return page.lesson.current ?? (page.modes.isRoom ? page.course : null);
  }
  // The position on the board.
  get position() {
    const {review, setup} = page;
    return setup.isActive ? setup.position : (this.question ?? review).trail.at(-1);
  }

  // Shows what a report of the analysis changes; the rest of the page stays, with its focus and its selection.
  drawReport() {
    const {analysis, board, game, library, modes, newGame, panels, setup} = page;
    const {question} = this;
    $("grid").hidden = library.position !== null; // a picture
    board.turn(Boolean(storage.choices.isTurned));
    panels.drawGauge([]);
    if (modes.isHome) board.show(newGame.isGoingOn ? {position: game.position, last: game.lastMove, isFree: true} : {position: rules.START, canMove: true});
    else if (library.position) board.show({position: library.position});
    else if (setup.isActive) board.show({position: setup.position, isFree: true});
    else if (question) {
      const {last, marks: better, missed: worse, named, past, isSearching} = question;
      board.show({last, better, worse, named, past, canMove: isSearching || modes.isRoom, ...lineOf(question)}); // in the room, a move begins the lesson
    } else this.drawBoard();
    analysis.draw();
    page.book.draw();
  }

  drawBoard() {
    const {analysis, board, game, modes, panels, players, review, room} = page;
    const {isStaged} = review;
    const position = review.trail.at(-1);
    const reviewed = analysis.hidesValues || (modes.name === "play" && !game.isOver) ? undefined : review.of(game.ply);
    const isMarked = modes.name === "review" && !review.isSummary && Boolean(reviewed?.mark); // as in the text
    const canMove = !players.isEngine(position.turn) && !room.isWaiting && !players.isLookingBack && (isStaged || !game.isFinal || (game.hasEndedEarly && modes.name === "explore"));
    board.show({
      last: isStaged || review.isSummary ? null : game.lastMove,
      values: analysis.values(),
      line: analysis.line,
      better: isMarked ? betterOf(reviewed) : analysis.hintMarks,
      worse: isMarked ? [reviewed.move] : [],
      named: isStaged ? squaresOf(reviewed) : [],
      canMove,
      isFree: players.isLookingBack, // every square leads back
      hasDots: canMove && (modes.isLibrary || modes.name !== "review"),
      ...lineOf(review)
    });
    const isBetter = isStaged && review.shown[0] !== reviewed.move;
    const [best] = analysis.shownLines;
    const known = isBetter ? [reviewed.best, reviewed.played] : reviewed ? [reviewed.played] : [];
    panels.drawGauge(best ? [best.value] : known.map(score.ofReview), best ? game.position.turn : "black");
  }
}

// The position of a question or a review for the board. After moves that a text names, every square leads back.
function lineOf({shown: led, subject, trail}) {
  const position = trail.at(-1);
  if (!led.length) return {position};
  const last = {move: led.at(-1), before: trail.at(-2)};
  return {position, led, last, better: [], worse: [], past: [], named: squaresOf(subject, true), canMove: false, isFree: true, hasDots: countsMoves(subject)};
}
