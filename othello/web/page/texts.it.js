// The texts in Italian, with the words of the Federazione Nazionale Gioco Othello.

const COLORS = {black: "Nero", white: "Bianco"};
const LEVELS = {
  newcomer: "novizio",
  beginner: "principiante",
  casual: "amatore",
  regular: "assiduo",
  club: "circolo",
  master: "maestro",
  strong: "forte",
  expert: "esperto",
  champion: "campione",
  titan: "titano",
  oracle: "oracolo"
};

// The sides of a reviewed move: the one that made it, and its opponent.
const own = ({turn}) => COLORS[turn];
const other = ({turn}) => COLORS[turn === "black" ? "white" : "black"];

const plural = (count, one, many) => `${count} ${Number(count) === 1 ? one : many}`;
const discs = count => plural(count, "pedina", "pedine");
const list = new Intl.ListFormat("it");
// At most three squares are named.
const named = (squares, before, after = "") => (squares.length > 3 ? "" : before + list.format(squares) + after);
// The moves of the line up to a square, and the first two moves of the best line.
const before = (square, {line}) => line.slice(0, line.indexOf(square)).join(" ");
const upTo = (square, line) => line.slice(0, line.indexOf(square) + 1).join(" ");
const better = ({pv}) => pv.slice(0, 2).join(" ");
// What the opponent's reply is worth, if it is known.
const worth = ([count], move) => count ? `Senza questa mossa il ${other(move)} avrebbe circa ${discs(count)} in meno.` : "";
// When the opponent can take a corner.
const soon = ([count]) => (count ? `in ${count} mosse` : "subito");
// The neighbors of a square on its edge, and the opponent's move next to the open end of five discs on an edge.
const at = (square, k) => square.charCodeAt(k);
const sides = square => {
  const k = +!/[18]$/.test(square);
  return [-1, 1].map(step => [...square].map((c, i) => (i === k ? String.fromCharCode(at(square, k) + step) : c)).join(""));
};
const attack = (five, {line}) => {
  const k = +(five[0][0] === five.at(-1)[0]);
  const end = "bg27".includes(five[0][k]) ? five.at(-1) : five[0];
  const isNear = square => "bg27".includes(square[k]) && [0, 1].every(i => Math.abs(at(square, i) - at(end, i)) < 2);
  return line.find((square, ply) => ply % 2 && isNear(square));
};
const isOpened = (squares, {move}) => squares.includes(move) && squares.length % 2 === 0;

export const T = {
  othello: "Othello",
  color: color => COLORS[color],
  you: "Tu",
  discs: "pedine",
  percent: part => `${Math.round(100 * part)}%`,

  // Status and notices
  toMove: color => `Muove il ${COLORS[color]}.`,
  yourTurn: color => `Muove il ${COLORS[color]}: tocca a te.`,
  friendsTurn: color => `Muove il ${COLORS[color]}: tocca al tuo amico.`,
  yourTurnShort: "Tocca a te",
  thinks: color => `Il ${COLORS[color]} sta pensando.`,
  answersLater: color => `Muove il ${COLORS[color]}: il motore risponderà dopo l'avvio.`,
  waitsForServer: color => `Muove il ${COLORS[color]}: il motore non è raggiungibile.`,
  hasPassed: color => `Il ${COLORS[color]} passa.`,
  passes: (ply, color, other) => `Il ${COLORS[color]} non ha mosse: il ${COLORS[other]} muove ancora (mossa ${ply}).`,
  youPass: (ply, other) => `Non hai mosse: il ${COLORS[other]} muove ancora (mossa ${ply}).`,
  pass: "passo",
  plays: (color, move) => `Il ${COLORS[color]} gioca ${move}.`,
  moveSaid: (ply, move) => `Mossa ${ply}: ${move}.`,
  firstPosition: "Posizione iniziale.",
  over: reason => `Partita finita: ${reason}.`,
  resigns: color => `il ${COLORS[color]} abbandona`,
  outOfTime: color => `il ${COLORS[color]} ha esaurito il tempo`,
  endedEarly: "partita interrotta",
  reasonAndWinner: (reason, winner) => `${reason}, vince il ${COLORS[winner]}`,
  aDraw: "pareggio",
  winsBy: (color, discs, hasEmpty = false) =>
    `il ${COLORS[color]} vince di ${discs}${hasEmpty ? ", comprese le caselle vuote" : ""}`,
  gameIsOver: "La partita è finita.",
  enginesTurn: "Tocca al motore.",
  illegal: name => `${name} non è una mossa valida.`,
  hurry: "In fretta:",
  helped: "con aiuto",
  helpedComment: "Partita giocata con l'aiuto del motore.",
  thought: (depth, seconds) => `Profondità ${depth}, ${Math.round(seconds)} s`,

  // Games
  newGame: "Nuova partita.",
  newGameAs: color => `Nuova partita. Hai il ${COLORS[color]}.`,
  resignQuestion: "Abbandonare la partita?",
  resign: "Abbandona",
  takenBack: move => `Mossa ritirata: ${move}.`,
  byNumber: "Per numero",
  numbered: "Il livello 0 è il più debole. Oltre il 24 una mossa può richiedere minuti.",
  levelNames: LEVELS,
  levelWords: {
    newcomer: "Gira più pedine che può",
    beginner: "Prende gli angoli, ama girare pedine",
    casual: "Prende gli angoli quando li vede",
    regular: "Difende gli angoli, sbaglia spesso",
    club: "Fa mosse tranquille, a volte sbaglia",
    master: "Sbaglia come i giocatori di torneo"
  },
  levelNumber: number => `livello ${number}`,
  human: ({words, rating}) => [`${words}.`, `Rating ${rating}. La media dei giocatori di torneo è 1500.`],
  strong: ({level, elo, seconds}) => [`${elo} Elo sopra il livello 0.`, `Livello ${level}, ${seconds} s a mossa.`],
  play: "Gioca",
  playLevel: name => `Gioca contro ${name}`,
  resume: "Riprendi",
  rematch: name => `Rivincita contro ${name}`,
  against: (name, rating) => `contro ${name}${rating ? `, rating ${rating}` : ""}`,
  record: (won, lost, drawn) => `Il tuo bilancio: ${won} vinte, ${lost} perse${drawn ? `, ${drawn} pari` : ""}.`,
  firstWin: name => `La tua prima vittoria contro ${name}!`,
  twoPlayers: "in due qui",
  friend: "Il tuo amico",
  playsByLinks: "Invia il link che appare dopo la tua mossa.",
  sendLink: "Invia questo link al tuo amico.",
  waitForLink: "La risposta del tuo amico arriverà con un altro link.",
  waiting: "In attesa del tuo amico …",
  joinRoom: "Chiedi al tuo amico di scansionare questo codice o di aprire il link su un altro dispositivo di questa rete.",
  inRoom: "Siete collegati: le mosse arrivano da sole.",
  noRoom: "Nessuno aspetta in questa stanza. Chiedi al tuo amico un nuovo link.",
  noMistake: "Nessun errore da rivedere.",
  wellPlayed: "Ben giocato!",
  ended: (hasWon, name, discs, ending) => {
    const reasons = {resigned: [`${name}: abbandono.`, "Hai abbandonato."], time: [`${name}: tempo esaurito.`, "Hai esaurito il tempo."]}[ending];
    if (reasons) return hasWon ? `${reasons[0]} Hai vinto.` : `${reasons[1]} Vince: ${name}.`;
    return `Hai ${hasWon ? "vinto" : "perso"} ${discs} a ${64 - discs}.`;
  },
  lastGame: (points, score, name) => `${["Sconfitta", "Pareggio", "Vittoria"][2 * points]} ${score && `${score} `}contro ${name}`,
  reviewLast: count => (count ? `Rivedi: ${plural(count, "errore", "errori")} da ripassare` : "Rivedi l'ultima partita"),
  playedLike: rating => `Hai giocato come un giocatore di torneo con rating ${T.rating(rating)}.`,
  turned: ({ply, move, turn, turns, lost, isOwn}) =>
    `${isOwn ? `La tua mossa ${ply}` : `La mossa ${ply} del ${COLORS[turn]}`}, ${move}, ${turns ? "ha ribaltato la partita" : `è costata ${discs(Math.round(lost))}`}.`,
  moment: ({ply, move, lost}) => `Mossa ${ply}, ${move}: perdita di ${discs(Math.round(lost))}`,
  worst: (all, hasMore, isOwn) => (hasMore ? `I peggiori ${isOwn ? "dei tuoi" : "dei"} ${all} errori` : isOwn ? "I tuoi errori" : "Gli errori"),
  sums: ["Precisione", "Errori gravi", "Errori", "Imprecisioni", "Pedine perse"],
  reviewing: (done, all) => `Revisione dalla fine: ${done} mosse su ${all}…`,
  ratingNow: (rating, count) => `Il tuo rating è ${rating}, in media sulle ultime ${count} partite intere senza aiuti né mosse ritirate.`,
  ratedAfter: (all, count) => `Rating dopo ${all} partite intere senza aiuti né mosse ritirate (${count} di ${all}).`,
  playFirst: "Gioca la prima partita",
  readyFor: (name, rating) => `Hai il livello per "${name}", con rating ${rating}`,
  rating: found => (found === null ? "" : `${found.rating} (${found.low}–${found.high})`),
  accuracy: number => (number === null ? "" : `${Math.round(number)}`),
  outcome: (record, own) => {
    const {result, ending} = record;
    if (result === null) return "in corso";
    if (result === 0) return "pareggio";
    const won = (result > 0) === (own === "black") ? "vinta" : "persa";
    return ending
      ? `${won} (${{resigned: "abbandono", time: "a tempo"}[ending] ?? "interrotta"})`
      : `${won} di ${Math.abs(result)}`;
  },
  notKept: reason => `La partita non è stata salvata in «Le mie partite»: ${reason}. Esporta le partite o eliminane alcune.`,
  choicesNotKept: "Le impostazioni e i risultati dell'allenamento non vengono salvati: il browser non ha spazio o non lo permette.",
  imported: (added, all) => `Importazione: ${plural(added, "partita", "partite")} su ${all}.`,
  notImported: reason => `Il file non può essere importato: ${reason}`,
  notGames: "non è un file di partite esportate",
  laterGames: (version, own) => `le sue partite hanno il formato ${version}, ma questa pagina legge il formato ${own}`,
  noLibrary: reason => `Il browser non può salvare le partite: ${reason}`,
  delete: "Elimina",
  deleteNamed: name => `Elimina la partita contro ${name}`,
  deleteGame: "Eliminare questa partita? Non si potrà recuperare.",

  // Analysis, book and review
  on: "Sì",
  off: "No",
  analysisOn: "Analisi attivata.",
  analysisOff: "Analisi fermata.",
  hint: move => `Suggerimento: ${move}.`,
  bestLine: (move, value, line) => `Migliore: ${move}, ${value}. Seguito: ${line}.`,
  noAnalysis: "Questa posizione non è analizzata.",
  hiddenInGame:
    "Nascosto durante la partita. Se usi un suggerimento o l'analisi, la partita risulta giocata con aiuto.",
  hiddenInSetup: "Nascosto mentre componi una posizione.",
  switchOn: "Attiva l'analisi per vedere il valore di ogni mossa.",
  notConnected: "Il motore non è raggiungibile.",
  waitingForMove: "Il motore sta per muovere…",
  searching: "Ricerca…",
  nodes: "nodi",
  solved: depth => `Risolto, profondità ${depth}`,
  searchDepth: depth => `Profondità ${depth}`,
  now: depth => `ora ${depth}`,
  outcomes: {win: "vinta", draw: "pari", loss: "persa"},
  book: "libro",
  exact: "esatto",
  fromBook: "dal libro delle aperture",
  rightWith: percent => `sicuro al ${percent} per cento`,
  depth: depth => `profondità ${depth}`,
  minus: "meno ",
  plus: "più ",
  notInBook: "Questa posizione non è nel libro.",
  pointsFor: color => `Punti del ${COLORS[color]}`,
  ownGames: (count, points) => `Le tue partite: ${count}, ${points}`,
  rated: rating => `Rating ${rating}`,
  strongPlayers: rating => `Giocatori forti (${rating}+)`,
  allTheSame: "(tutte e quattro uguali)",
  review: "Rivedi",
  peers: (rating, played, best, move) => `Il ${played}% dei giocatori ${rating ? `con rating intorno a ${rating}` : "del tuo livello"} gioca questa mossa, e il ${best}% trova ${move}.`,
  lossMeaning: "Una perdita confronta la mossa con la migliore, se entrambi giocano bene fino alla fine.",
  mistakeAt: (at, all) => `Errore ${at} di ${all}.`,
  lessonAbout: title => `Lezione: ${title}`,
  reasons: {
    wipe_out: ({}, move) => `Dopo ${move.move} il ${other(move)} può prendere tutte le pedine.`,
    missed_wipe_out: ({}, move) => `Dopo ${move.pv[0]} il ${own(move)} poteva prendere tutte le pedine.`,
    x_square: ({squares, counts}, move) => `La casella X ${move.move} dà al ${other(move)} l'angolo ${squares[0]} ${soon(counts)}.`,
    c_square: ({squares, counts}, move) => `La casella C ${move.move} dà al ${other(move)} l'angolo ${squares[0]} ${soon(counts)}.`,
    corner: ({squares, counts}, move) => `${move.move} lascia al ${other(move)} l'angolo ${squares[0]} ${soon(counts)}.`,
    missed_corner: ({squares, counts}, move) => `Il ${own(move)} avrebbe potuto prendere l'angolo ${squares[0]}${counts.length ? ` ${soon(counts)} con ${move.pv[0]}` : ""}.`,
    pass: ({squares}, move) => `Dopo ${before(squares[0], move)} il ${other(move)} può giocare ${squares[0]}, e il ${own(move)} deve passare.`,
    missed_pass: ({squares}, move) => `${upTo(squares[0], move.pv)} avrebbe fatto passare il ${other(move)}.`,
    tempo: ({squares, counts}, move) =>
      [`Dopo ${move.move} ${squares[0]} il ${own(move)} non ha più mosse sicure.`, `Dopo ${better(move)} ne avrebbe ${counts[0]}.`],
    safe_moves: ({squares, counts}, move) =>
      [`Dopo ${move.move} ${squares[0]} il ${own(move)} ha solo ${plural(counts[0], "mossa sicura", "mosse sicure")}.`, `Dopo ${better(move)} ne avrebbe ${counts[1]}.`],
    parity: ({squares}, move) => [
      isOpened(squares, move)
        ? `${move.move} apre una regione pari, dove il ${other(move)} fa l'ultima mossa.`
        : `Dopo ${move.move} il ${other(move)} può giocare ${move.line[1]} e poi fare l'ultima mossa in quella regione.`,
      named(squares, "La regione è ", ".")
    ],
    wedge: ({squares}, move) => `Dopo ${move.move} il ${other(move)} può incunearsi in ${squares[0]}, tra ${list.format(sides(squares[0]))}.`,
    unbalanced_edge: ({squares}, move) =>
      `${move.move} crea un bordo sbilanciato di cinque pedine (da ${squares[0]} a ${squares.at(-1)}), che il ${other(move)} può attaccare con ${attack(squares, move)}.`,
    stable_discs: ({squares}, move) => `Il ${other(move)} può ottenere ${squares.length} pedine stabili.`,
    missed_stable: ({counts}, move) => `Con ${move.pv[0]} il ${own(move)} avrebbe potuto ottenere ${counts[0]} pedine stabili.`,
    only_safe_move: ({squares}, move) => `${squares[0]} era l'unica mossa sicura per il ${own(move)}.`,
    few_moves: ({squares, counts}, move) =>
      move.line.indexOf(squares[0]) > 1
        ? [`Dopo ${move.move} il ${own(move)} avrà presto solo ${plural(counts[0], "mossa", "mosse")}.`, `Dopo ${move.pv[0]} ne avrebbe ${counts[1]}.`]
        : [`Dopo ${move.move} ${squares[0]} il ${own(move)} ha solo ${plural(counts[0], "mossa", "mosse")}.`, `Dopo ${better(move)} ne avrebbe ${counts[1]}.`],
    mobility: ({squares, counts}, move) =>
      [`${move.move} dà al ${other(move)} ${squares.length === 1 ? "una nuova mossa" : "nuove mosse"}${named(squares, " in ")}: ${plural(counts[0], "mossa", "mosse")} in tutto.`, `Dopo ${move.pv[0]} ne avrebbe ${counts[1]}.`],
    quiet_move: ({squares, counts}, move) =>
      [`Le pedine girate da ${move.move} toccano ${plural(counts[0], "casella vuota", "caselle vuote")}.`, `${squares[0]} è una mossa tranquilla: gira solo pedine interne.`],
    frontier: ({counts}, move) =>
      [`Dopo ${move.move} il ${own(move)} ha ${discs(counts[0])} accanto a caselle vuote, dove il ${other(move)} troverà mosse.`, `Dopo ${move.pv[0]} ne avrebbe ${counts[1]}.`],
    key_square: ({squares, counts}, move) => [
      squares[0] === move.line[1]
        ? `${squares[0]} era la casella migliore per entrambi, e ora può giocarla il ${other(move)}.`
        : `Più avanti il ${other(move)} può giocare ${squares[0]}, la casella che serviva al ${own(move)}.`,
      worth(counts, move)
    ],
    access: ({squares, counts}, move) =>
      [`${move.move} permette al ${other(move)} di giocare ${squares[0]}.`, worth(counts, move), `Dopo ${move.pv[0]} non potrebbe.`],
    move_order: ({squares}, move) => `Conta l'ordine delle mosse: ${squares[0]} va giocata prima di ${move.move}.`,
    opened_edge: ({squares}, move) => [`${move.move} apre il bordo da ${squares[0]} a ${squares[1]}.`, `${move.pv[0]} lo tiene chiuso.`],
    best_line: ({}, move) => `Il seguito migliore comincia con ${move.pv.slice(0, 3).join(" ")}.`,
    only_move: ({squares}, move) => `${squares[0]} era l'unica buona mossa per il ${own(move)}.`,
    equal_moves: ({squares}) => `${list.format(squares)} si equivalgono.`
  },
  openings: { // the players' own names; others stay English
    "Perpendicular Opening": "Perpendicolare",
    "Diagonal Opening": "Diagonale",
    "Parallel Opening": "Parallela",
    Tiger: "Tigre"
  },
  losesAtLeast: discs => `Mosse che perdono ${discs} pedine o più`,
  stopReview: (done, all) => `Ferma, ${done}/${all}`,
  reviewComplete: count => `Revisione completa: ${plural(count, "mossa segnata", "mosse segnate")}.`,
  verdict: ({move, lost, turns, pv}) => {
    const count = Math.round(lost);
    return count ? `${move} perde ${discs(count)}${turns ? " e cambia il risultato" : ""}. Era meglio ${pv[0]}.` : `${move} è una buona mossa.`;
  },
  promote: "Linea principale",
  playedOn: date => `Giocata il ${date}`,

  // Learning from mistakes
  findBetter: (move, turn) => `Trova di meglio di ${move} per il ${COLORS[turn]}.`,
  judging: name => `Esamino ${name}…`,
  goodTry: (name, move, lost) => `Bene: ${name} è migliore. ${move} perdeva ${discs(lost)}.`,
  betterTry: (name, lost) => `${name} è meglio della mossa della partita, ma perde ${discs(lost)}.`,
  worseTry: (name, lost) => `${name} perde ${discs(lost)}.`,
  sameTry: (name, lost) => `${name} è la mossa della partita, e perde ${discs(lost)}.`,
  learnHint: names => `È ${names.join(" oppure ")}.`,
  solution: (pv, move, lost) => `La migliore è ${pv[0]}: ${pv.slice(0, 6).join(" ")}. ${move} perdeva ${discs(lost)}.`,
  lessonStep: (title, at, all) => `${title}, ${at} di ${all}.`,
  lessonNamed: (at, title) => `Lezione ${at}: ${title}`,
  lessonDone: title => `Lezione completata: ${title}.`,
  rulesDone: "Conosci le regole. Gioca la tua prima partita!",
  lessonsDone: (done, all) => `${done} lezioni fatte su ${all}`,
  lessonStates: {done: "fatta", begun: "iniziata", new: ""},
  noLessons: "Al momento non è possibile caricare le lezioni.",
  allLearned: "Era l'ultimo errore.",

  // Practice
  due: count => (count ? `${count} da ripetere` : ""),
  streak: (days, best) => `${plural(days, "giorno", "giorni")} di fila. Il tuo record è ${best}.`,
  doneToday: "✓ Fatto oggi.",
  daily: "Un nuovo finale ogni giorno.",
  lookingForEnding: "Cerco un finale…",
  practice: {
    ending: color => `Giochi con il ${COLORS[color]}. Trova le mosse che mantengono il risultato.`,
    opening: color => `Giochi con il ${COLORS[color]}. Gioca mosse del libro.`,
    own: color => `Giochi con il ${COLORS[color]}. Gioca le tue mosse.`
  },
  endingQuestion: (color, count, kept, all) => {
    const result = count ? `${count > 0 ? "vince" : "perde"} di ${Math.abs(count)}` : "pareggia";
    return `Muove il ${COLORS[color]}, che con il gioco migliore ${result}. Mosse che mantengono il risultato: ${kept} su ${all}.`;
  },
  goOn: (move, opening) => `${move} è giusta${opening ? `: ${opening}` : ""}. Continua.`,
  outsideBook: (name, lost) => `${name} non è nel libro e ${lost ? `perde ${discs(lost)}` : "non perde nulla"}.`,
  notOfBook: name => `${name} non è una buona mossa del libro. Cerco il perché…`,
  bookPlays: names => `Il libro gioca ${names.join(", ")}.`,
  myMove: name => `${name} è la mossa che gioco qui`,
  otherMove: (name, opening) => `Anche ${name}${opening && ` (${opening})`} è nel libro, ma qui non è la tua mossa.`,
  yourMove: name => `La tua mossa qui è ${name}.`,
  leftLine: name => `Hai lasciato la tua linea: qui volevi giocare ${name}.`,
  lineOf: (at, all) => `Linea ${at} di ${all}`,
  endOfLine: "Fine della tua linea.",
  exported: (count, name) => `${plural(count, "linea esportata", "linee esportate")} in ${name}.`,
  practiceSolution: line => `La migliore è ${line[0]}: ${line.join(" ")}.`,
  practiceSolved: "Risolto!",
  practiceFailed: "Non risolta. La posizione torna domani.",

  // Opening, saving, setting up
  typeOrPaste: "Scrivi o incolla mosse, una posizione o una partita, oppure scegli un file",
  tooLarge: (name, kib) => `Il file ${name} supera ${kib} KiB`,
  badLink: reason => `Il link non si può aprire: ${reason}`,
  opened: title => `Aperta: ${title}.`,
  warnings: warnings => `Su questa partita: ${warnings.join(", ")}.`,
  unread: errors => `${plural(errors.length, "partita illeggibile", "partite illeggibili")} nel file: ${errors[0]}`,
  moveCount: count => plural(count, "mossa", "mosse"),
  saved: "Salvata.",
  copied: "Copiato.",
  localLink: "Il link contiene le mosse, i giocatori e il risultato. Si apre solo su questo computer.",
  siteLink: "Il link contiene le mosse, i giocatori e il risultato.",
  serverLink: "Il link contiene le mosse, i giocatori e il risultato. Si apre su ogni computer che può raggiungere questo server.",
  unreadablePosition: "la posizione del link o della partita salvata non è leggibile",
  illegalMove: (ply, move) => `la mossa ${ply}, ${move}, non è valida`,
  setUp: "Componi una posizione: scegli le caselle in cui mettere pedine.",
  setUpStatus: "Scegli una pedina, poi le sue caselle. «Fatto» inizia una partita da questa posizione.",
  emptyBoard: "L'othelliera è vuota: metti delle pedine",
  empty: "vuota",
  legal: "mossa valida",
  lastMove: "ultima mossa",
  blackDisc: "pedina nera",
  whiteDisc: "pedina bianca",

  // Connection
  otherVersion: "Il server ha una nuova versione: ricarica la pagina.",
  connectionLost: "La connessione al server si è interrotta. La pagina prova a ristabilirla. La tua partita è al sicuro.",
  preparing: "Il motore si prepara: la prima volta ci vuole fino a un minuto. Intanto puoi guardarti intorno.",
  loading: (loaded, total) => `Il motore si sta caricando: ${loaded} di ${total} MB. Puoi già giocare. Risponderà appena è pronto.`,
  starting: "Il motore si avvia…",
  onlyMoves: reason => `Puoi giocare e chiedere suggerimenti, ma bilanci, file e analisi non funzionano: ${reason}`,
  engineLost: "Il motore si è fermato e si riavvia. La tua partita è al sicuro."
};

export const PAGE = {
  "Play a friend": "Gioca con un amico",
  "Only this computer can open this page. To play a friend on another device, restart the server with this command:": "Solo questo computer può aprire questa pagina. Per giocare con un amico su un altro dispositivo, riavvia il server con questo comando:",
  "Play on this computer": "Gioca su questo computer",
  Command: "Comando",
  "Game with a friend": "Partita con un amico",
  "QR code of the link": "Codice QR del link",
  "The rules, lessons and exercises": "Regole, lezioni ed esercizi",
  "Your mistakes": "I tuoi errori",
  "Today": "Oggi",
  "Exercise of the day": "Esercizio del giorno",
  "Exercises": "Esercizi",
  "Find the moves that keep the result.": "Trova le mosse che mantengono il risultato.",
  "Played": "Giocata",
  "Better": "Migliore",
  "Reason": "Motivo",
  "Mistake": "Errore",
  "Modes": "Modalità",
  "The game, or a new one": "La partita, o una nuova",
  "The mistakes of this game": "Gli errori di questa partita",
  "Analysis and opening book": "Analisi e aperture",
  "Undo": "Annulla",
  "Flip": "Capovolgi",
  "Sounds": "Suoni",
  "Keys": "Tasti",
  "Choose a ring to make your first move.": "Scegli un cerchietto per la tua prima mossa.",
  "Play Othello at your level. Learn from every move.": "Gioca a Othello al tuo livello. Impara da ogni mossa.",
  "Free. No account. Works offline.": "Gratis, senza account, anche offline.",
  "New to Othello? Learn it in two minutes": "Principiante? Impara in due minuti",
  "Explore": "Esplora",
  "Change opponent": "Cambia avversario",
  "Other opponents …": "Altri avversari…",
  "Two players here": "Giocare in due qui",
  "Colors of the board": "Colori dell'othelliera",
  "Green board": "Othelliera verde",
  "Wooden board": "Othelliera di legno",
  "Dark board": "Othelliera scura",
  "A new version of the page is ready.": "È pronta una nuova versione della pagina.",
  "Reload": "Ricarica",
  "Export all": "Esporta tutte",
  "Import": "Importa",
  "Export": "Esporta",
  "My openings": "Le mie aperture",
  "Star the moves you play, then practice them in My openings.": "Segna con una stella le mosse che giochi, poi allenale in Le mie aperture.",
  "Play the moves that you starred.": "Gioca le mosse segnate con una stella.",
  "The moves you play": "Le mosse che giochi",
  Mine: "Mie",
  "Open a file of lines, each of which ends with your move": "Apri un file di linee, ognuna delle quali termina con una tua mossa",
  Othello: "Othello",
  "To the board": "Vai all'othelliera",
  "Go to the board, where arrow keys choose a square and Enter plays":
    "Vai all'othelliera: le frecce scelgono una casella, Invio gioca",
  Game: "Partita",
  "New game": "Nuova partita",
  "Play a new game": "Gioca una nuova partita",
  "My games": "Le mie partite",
  "Games you have played": "Le partite che hai giocato",
  Endgame: "Finale",
  "Play against the opening book. Wrong moves are explained.": "Gioca contro il libro delle aperture. Gli errori vengono spiegati.",
  "Random opening": "Apertura casuale",
  "Play a game from a random balanced opening of 8 moves (XOT).": "Gioca una partita da un'apertura equilibrata di 8 mosse, scelta a caso (XOT).",
  Open: "Apri",
  Save: "Salva",
  Link: "Link",
  Share: "Condividi",
  "Link, text, review": "Link, testo, revisione",
  "Copy link": "Copia il link",
  "Copy text": "Copia il testo",
  "Set up": "Componi",
  "Set up a position": "Componi una posizione",
  "Flip the board": "Gira l'othelliera",
  "Undo the last change": "Annulla l'ultima modifica",
  "Redo": "Ripristina",
  Language: "Lingua",
  Settings: "Impostazioni",
  "Keyboard shortcuts": "Scorciatoie da tastiera",
  Close: "Chiudi",
  Board: "Othelliera",
  "You play": "Giochi con",
  Black: "Nero",
  White: "Bianco",
  Review: "Rivedi",
  Rematch: "Rivincita",
  "Switch sides": "Cambia colore",
  Hint: "Aiuto",
  Solution: "Soluzione",
  Next: "Prossimo",
  Leave: "Esci",
  Moves: "Mosse",
  "First position": "Prima posizione",
  "Previous move": "Mossa precedente",
  "Next lesson": "Lezione successiva",
  "Next move": "Mossa successiva",
  "Last position": "Ultima posizione",
  "Previous mistake": "Errore precedente",
  "Next mistake": "Errore successivo",
  "Take back": "Ritira",
  "Take back your last move": "Ritira la tua ultima mossa",
  "Show the best move": "Mostra la mossa migliore",
  Resign: "Abbandona",
  "Resign the game": "Abbandona la partita",
  "Move now": "Muovi ora",
  Panels: "Pannelli",
  Analysis: "Analisi",
  Book: "Libro",
  "Settings of the analysis": "Impostazioni dell'analisi",
  "Analyze this game": "Analizza questa partita",
  Lines: "Linee",
  all: "tutte",
  "Analyze the position shown": "Analizza la posizione mostrata",
  Off: "No",
  "Turn on the analysis to see the value of each move.": "Attiva l'analisi per vedere il valore di ogni mossa.",
  "Values are in discs, for the side to move.": "I valori sono in pedine, per chi muove.",
  "estimate from a search of 12 plies,": "stima di una ricerca di 12 mosse,",
  "final score with that probability,": "punteggio finale con quella probabilità,",
  exact: "esatto",
  "proved,": "dimostrato,",
  book: "libro",
  "from the opening book.": "dal libro delle aperture.",
  "Opening book": "Libro delle aperture",
  "Counted games": "Partite contate",
  "All players": "Tutti i giocatori",
  "Moves from the start": "Mosse dall'inizio",
  Move: "Mossa",
  Games: "Partite",
  Points: "Punti",
  Value: "Valore",
  "Value in the book": "Valore nel libro",
  "How often players with this rating choose the move": "Quanti giocatori con questo rating scelgono la mossa",
  "Value graph": "Grafico dei valori",
  "Value for black, move by move": "Valore per il Nero, mossa per mossa",
  "Discs for black": "Pedine per il Nero",
  "Review my moves": "Rivedi le mie mosse",
  "For Black": "Per il Nero",
  Learn: "Impara",
  "Learn from your mistakes": "Impara dai tuoi errori",
  "Find the mistakes in this game": "Trova gli errori di questa partita",
  "List of moves": "Elenco delle mosse",
  Lost: "Perse",
  Best: "Meglio",
  Opening: "Apertura",
  Numbers: "Numeri",
  Practice: "Allenati",
  More: "Altro",
  Random: "A caso",
  "Both sides": "Entrambi",
  Opponent: "Avversario",
  Level: "Livello",
  Minutes: "Minuti",
  "No clock": "Senza orologio",
  Other: "Altro",
  "Seconds per move": "Secondi a mossa",
  "The opponent uses the opening book": "L'avversario usa il libro delle aperture",
  "Continue from the position on the board": "Continua dalla posizione mostrata",
  Cancel: "Annulla",
  Empty: "Vuota",
  "Disc to place": "Pedina da mettere",
  "Side to move": "Chi muove",
  "Black to move": "Muove il Nero",
  "White to move": "Muove il Bianco",
  Start: "Inizio",
  Clear: "Svuota",
  Done: "Fatto",
  Play: "Gioca",
  "Open a game or a position": "Apri una partita o una posizione",
  "Paste moves, a board or a link, or choose a file: GGF, SGF, PGN, WTHOR, OBF or another format, compressed or not. You can also drop a file or paste text anywhere on the page.":
    "Incolla mosse, una posizione o un link, oppure scegli un file: GGF, SGF, PGN, WTHOR, OBF o un altro formato, anche compresso. Puoi anche trascinare un file o incollare un testo ovunque nella pagina.",
  "Moves, board or game": "Mosse, posizione o partita",
  File: "File",
  "Games in the file": "Partite nel file",
  "Save the game": "Salva la partita",
  Format: "Formato",
  Event: "Torneo",
  "The game as text": "La partita come testo",
  "Play or open a game to review it. Your games against the engine are saved in this browser.": "Gioca o apri una partita per rivederla. Le tue partite contro il motore vengono salvate in questo browser.",
  "Paste a game or choose a file": "Incolla una partita o scegli un file",
  "See a sample review": "Guarda una revisione di esempio",
  "Choose a file": "Scegli un file",
  Yes: "Sì"
};
