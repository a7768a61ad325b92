// All texts that the scripts show, in English. The page's own texts are in index.html. language.js chooses a language.

import {translated} from "./language.js";

const COLORS = {black: "Black", white: "White"};
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const ENGLISH = {
  othello: "Othello",
  color: color => COLORS[color],
  you: "You",
  discs: "discs",
  percent: part => `${Math.round(100 * part)}%`,

  // Status and notices
  toMove: color => `${COLORS[color]} to move.`,
  lookingBack: (ply, all) => `Move ${ply} of ${all}: > or a tap leads back.`,
  yourTurn: color => `${COLORS[color]} to move: your turn.`,
  friendsTurn: color => `${COLORS[color]} to move: your friend's turn.`,
  yourTurnShort: "Your turn",
  thinks: color => `${COLORS[color]} is thinking.`,
  hasPassed: color => `${COLORS[color]} passes.`,
  passes: (number, other, color) => `${COLORS[color]} has no move: ${COLORS[other]} plays again (move ${number}).`,
  youPass: (number, other) => `You have no move: ${COLORS[other]} plays again (move ${number}).`,
  pass: "pass",
  plays: (color, move) => `${COLORS[color]} plays ${move}.`,
  moveSaid: (ply, move) => `Move ${ply}: ${move}.`,
  firstPosition: "Starting position.",
  endedEarly: "The game ended early",
  result: (winner, own, score, ending) => {
    const end = !winner ? "Draw" : !own ? `${COLORS[winner]} won` : winner === own ? "You won" : "You lost";
    return `${end} ${{resigned: "by resignation", time: "on time"}[ending] ?? score}`.trim();
  },
  gameIsOver: "The game is over.",
  enginesTurn: name => `${name} is thinking. Wait for the reply.`,
  illegal: (name, color) => `${name} traps no ${color === "black" ? "white" : "black"} disc.`,
  taken: name => `${name} is taken.`,
  hurry: "Hurry:",
  helped: "with help",
  notRated: "With hints or analysis, the game is not rated.",
  thought: (depth, seconds) => `Depth ${depth}, ${Math.round(seconds)} s`,

  // Games
  newGame: "New game.",
  newGameAs: color => `New game. You play ${COLORS[color]}.`,
  resignQuestion: side => (side ? `Does ${T.color(side)} resign?` : "Resign the game?"),
  resign: "Resign",
  takenBack: move => `Taken back: ${move}.`,
  levelNames: {}, // by the server's names; those are English
  levelWords: {},
  levelNumber: number => `level ${number}`,
  human: ({words, rating}) => [`${words}.`, `Rated ${rating}. Tournament players average 1500.`],
  strong: ({level, elo, seconds}) => [`${elo} Elo above level 0.`, `Level ${level}, ${seconds} s per move.`],
  play: "Play",
  playLevel: name => `Play ${name}`,
  resume: "Resume",
  gameKept: name => `Your game against ${name} is kept in My games.`,
  rematch: name => `Rematch ${name}`,
  against: (name, rating) => `against ${name}${rating ? `, rated ${rating}` : ""}`,
  firstWin: name => `Your first win against ${name}!`,
  winsNow: (name, wins) => `That makes ${wins} wins against ${name}.`,
  emptySquares: (loser, winner, isYours) => `${loser ? `${COLORS[loser]} has no disc left, so` : "Neither side can move:"} the empty squares are ${isYours ? "yours" : `${COLORS[winner]}'s`}, too.`,
  friend: "Your friend",
  playsByLinks: "Send the link that appears after your move.",
  sendLink: "Send this link to your friend.",
  waitForLink: "Your friend's reply comes as another link.",
  waiting: "Waiting for your friend …",
  joinRoom: "Ask your friend to scan this code, or to open the link on another device in this network.",
  inRoom: "You are connected. Moves travel by themselves.",
  noRoom: "Nobody is waiting in this room. Ask your friend for a new link.",
  noMistake: "No mistakes to look at.",
  wellPlayed: "Well played!",
  goodMoves: count => `You found ${count} good moves.`,
  advice: (cause, count) => {
    const words = {corners: "look at the corners first", mobility: "leave few moves to your opponent", edges: "take care on the edges", parity: "try to play last in each region of empty squares"}[cause];
    return `Next time: ${words}. ${count === 1 ? "One of your mistakes was" : `${count} of your mistakes were`} about that.`;
  },
  playedLike: rating => `You played like a tournament player rated ${T.rating(rating)}.`,
  turned: ({number, move, turn, turns, lost, isOwn}) =>
    `${isOwn ? "Your" : `${COLORS[turn]}'s`} move ${number}, ${move}, ${turns ? "turned the game around" : `lost ${counted(Math.round(lost), "disc")} against best play`}.`,
  moment: ({number, move, lost}) => `Move ${number}, ${move}: lost ${counted(Math.round(lost), "disc")}`,
  costliest: count => (count === 1 ? "Your costliest move" : `Your ${count} costliest moves`),
  worst: (all, hasMore, isOwn) => `${hasMore ? `The costliest of ${isOwn ? "your " : ""}${all} mistakes` : isOwn ? "Your mistakes" : "The mistakes"}`,
  sums: ["Accuracy", "Big mistakes", "Medium mistakes", "Small mistakes", "Discs lost"],
  reviewing: (done, all) => `Reviewing from the end: ${done} of ${all} moves …`,
  ratingNow: (rating, count) => `Your rating is ${rating}, the mean of your last ${count} full games without hints or moves taken back.`,
  ratedAfter: (all, count) => `Rated after ${all} full games without hints or moves taken back (${count} of ${all}).`,
  playFirst: "Play a first game",
  readyFor: (name, rating) => `You are ready for ${name}, rated ${rating}`,
  rating: found => (found === null ? "" : `${found.rating} (${found.low}–${found.high})`),
  notKept: reason => `The game was not saved in "My games": ${reason}. Export your games or delete some.`,
  choicesNotKept: "Your settings and practice results are not saved: the browser has no room for them, or does not allow it.",
  imported: (added, all) => `Imported: ${added} of ${all} games.`,
  notImported: reason => `The file cannot be imported: ${reason}`,
  notGames: "it is not a file of exported games",
  noLibrary: reason => `The browser cannot save games: ${reason}`,
  delete: "Delete",
  deleteNamed: name => `Delete the game against ${name}`,
  deleteGame: "Delete this game? It cannot be restored.",

  // Analysis, book and review
  on: "On",
  off: "Off",
  analysisOn: "Analysis on.",
  analysisOff: "Analysis off.",
  hint: move => `Hint: ${move}.`,
  hiddenInGame: "Hidden during the game. If you use a hint or the analysis, the game is marked as played with help.",
  hiddenInSetup: "Hidden while you set up a position.",
  switchOn: "Turn on the analysis to see the value of each move.",
  notConnected: "The engine cannot be reached right now.",
  waitingForMove: "Waiting for the engine's move …",
  searching: "Searching …",
  nodes: "nodes",
  solved: depth => `Solved, depth ${depth}`,
  searchDepth: depth => `Depth ${depth}`,
  now: depth => `now ${depth}`,
  outcomes: {win: "win", draw: "draw", loss: "loss"},
  book: "book",
  exact: "exact",
  fromBook: "from the book",
  rightWith: percent => `${percent} percent certain`,
  depth: depth => `depth ${depth}`,
  minus: "minus ",
  plus: "plus ",
  notInBook: "This position is not in the book.",
  valuesFor: color => `Values for ${COLORS[color]}`,
  pointsFor: color => `Points for ${COLORS[color]}`,
  ownGames: (count, points) => `Your games: ${count}, ${points}`,
  rated: rating => `Rated ${rating}`,
  chosenBy: rating => `Chosen: share of players rated ${rating}.`,
  strongPlayers: rating => `Strong players (${rating}+)`,
  allTheSame: "(all four are the same)",
  review: "Review",
  peers: (rating, {better, best, isHard, move, played}) => `${isHard ? "Hard to find: " : ""}${best}% of players ${rating ? `rated about ${rating}` : "of your strength"} find ${better}${played && `, and ${played}% play ${move}`}.`,
  mistakeAt: (at, all, isWorst) => `Mistake ${at} of ${all}${isWorst ? ", the costliest" : ""}.`,
  lessonAbout: title => `Lesson: ${title}`,
  reasons: {}, // by codes; the server's sentences are English
  openings: {}, // by the server's names; those are English
  losesAtLeast: discs => `Moves that lose ${discs} discs or more`,
  reviewComplete: count => `The review is complete: ${counted(count, "marked move")}.`,
  verdict: ({move, lost, turns, pv}) => {
    const discs = Math.round(lost);
    return discs ? `${move} loses ${counted(discs, "disc")}${turns ? " and turns the game around" : ""}. ${pv[0]} was better.` : `${move} is a good move.`;
  },
  playedOn: date => `Played on ${date}`,

  // Learning from mistakes
  findBetter: (move, turn) => `Find the best move for ${COLORS[turn]}. ${move} was a mistake.`,
  judging: name => `Checking ${name} …`,
  goodTry: (name, move, lost) => `Good: ${name} is better. ${move} lost ${counted(lost, "disc")}.`,
  betterTry: (name, lost) => `${name} is better, but not yet the best move: it loses ${counted(lost, "disc")}.`,
  worseTry: (name, lost) => `${name} loses ${counted(lost, "disc")}.`,
  sameTry: (name, lost) => `${name} was played in the game, and loses ${counted(lost, "disc")}.`,
  learnHint: names => `It is ${names.join(" or ")}.`,
  lessonStep: (title, at, all) => `${title}, ${at} of ${all}.`,
  lessonNamed: (at, title) => `Lesson ${at}: ${title}`,
  lessonDone: title => `Well done! Lesson complete: ${title}.`,
  rulesDone: "You know the rules. Play your first game!",
  lessonsDone: (done, all) => `${done} of ${all} lessons done`,
  lessonStates: {done: "done", begun: "begun", new: ""},
  noLessons: "The lessons cannot be loaded right now.",

  // Practice
  due: count => (count ? `${count} to repeat` : ""),
  streak: (days, best) => `${counted(days, "day")} in a row. Your best is ${best}.`,
  doneToday: "Done today.",
  daily: "A new endgame every day.",
  lookingForEnding: "Looking for an endgame …",
  practice: {
    ending: color => `You play ${COLORS[color]}. Find the best moves to the end.`,
    opening: color => `You play ${COLORS[color]}. Play book moves.`,
    own: color => `You play ${COLORS[color]}. Play your moves.`
  },
  endingQuestion: (color, count, kept, all) => {
    const aim = count > 0 ? `win by ${count}` : count ? `still end ${32 + count / 2}–${32 - count / 2}` : "draw";
    return `You are ${COLORS[color]} and can ${aim}. Find ${kept === 1 ? "the move" : "one of the moves"}: ${kept} of ${all} moves ${kept === 1 ? "does" : "do"} it.`;
  },
  goOn: (move, opening) => `${move} is right${opening ? `: ${opening}` : ""}. Keep going.`,
  squaresLeft: (move, left, margin) => `${move} is right${margin ? `: any other move loses at least ${counted(margin, "disc")}` : ""}. ${counted(left, "square")} to go.`,
  outsideBook: (name, lost) => `${name} is not in the book and loses ${lost ? counted(lost, "disc") : "nothing"}.`,
  bookPlays: names => `The book plays ${names.join(", ")}.`,
  myMove: name => `${name} is the move I play here`,
  yourMove: name => `Your move here is ${name}.`,
  leftLine: name => `You left your line: you wanted to play ${name} here.`,
  lineOf: (at, all) => `Line ${at} of ${all}`,
  exported: (count, name) => `Exported ${counted(count, "line")} to ${name}.`,
  practiceSolution: (best, line) => `${best} is best.${line && ` It may go on ${line}.`}`,
  solvedAtOnce: (solved, all) => `${solved} of ${all} solved at once.`,
  goalReached: (own, other) => `The game ended ${own}–${other}: goal reached.`,
  practiceSolved: "Solved!",
  practiceFailed: "Solved, but not at once. It comes back tomorrow.",

  // Opening, saving, setting up
  typeOrPaste: "Type or paste moves, a board or a game, or choose a file",
  tooLarge: (name, kib) => `The file ${name} is larger than ${kib} KiB`,
  badLink: reason => `The link cannot be opened: ${reason}`,
  opened: title => `Opened: ${title}.`,
  warnings: warnings => `About this game: ${warnings.join(", ")}.`,
  unread: errors => `${counted(errors.length, "game")} in the file cannot be read: ${errors[0]}`,
  moveCount: count => counted(count, "move"),
  saved: "Saved.",
  copied: "Copied.",
  unreadablePosition: "the position in the link or the saved game cannot be read",
  illegalMove: (ply, move) => `move ${ply}, ${move}, is not legal`,
  setUp: "Set up a position: choose squares to place discs.",
  emptyBoard: "The board is empty: place some discs",
  empty: "empty",
  legal: "legal move",
  lastMove: "last move",
  blackDisc: "black disc",
  whiteDisc: "white disc",

  // Connection
  otherVersion: "The server has a new version: reload the page.",
  connectionLost: "The connection to the server is lost. The page keeps trying to reconnect. Your game is safe.",
  preparing: "The engine is getting ready. The first time, this takes up to a minute. You can look around while you wait.",
  loading: (loaded, total) => `The engine is loading: ${loaded} of ${total} MB. You can already play. It answers when it is ready.`,
  starting: "The engine is starting …",
  onlyMoves: reason => `You can play and get hints, but reviews, files and analysis do not work: ${reason}`,
  engineLost: "The engine has stopped and is restarting. Your game is safe."
};

export const T = await translated(ENGLISH);
