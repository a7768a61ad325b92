// The texts in French, with the words of the Fédération Française d'Othello.

const COLORS = {black: "Noir", white: "Blanc"};
const LEVELS = {
  newcomer: "novice",
  beginner: "débutant",
  casual: "amateur",
  regular: "habitué",
  club: "club",
  master: "maître",
  strong: "fort",
  expert: "expert",
  champion: "champion",
  titan: "titan",
  oracle: "oracle"
};

// The sides of a reviewed move: the one that made it, and its opponent.
const own = ({turn}) => COLORS[turn];
const other = ({turn}) => COLORS[turn === "black" ? "white" : "black"];

const plural = (count, one, many) => `${count} ${Math.abs(count) < 2 ? one : many}`;
const discs = count => plural(count, "pion", "pions");
const list = new Intl.ListFormat("fr");
// At most three squares are named.
const named = (squares, before, after = "") => (squares.length > 3 ? "" : before + list.format(squares) + after);
// The moves of the line up to a square, and the first two moves of the best line.
const before = (square, {line}) => line.slice(0, line.indexOf(square)).join(" ");
const upTo = (square, line) => line.slice(0, line.indexOf(square) + 1).join(" ");
const better = ({pv}) => pv.slice(0, 2).join(" ");
// What the opponent's reply is worth, if it is known.
const worth = ([count], move) => count ? `Sans ce coup, ${other(move)} aurait environ ${discs(count)} de moins.` : "";
// When the opponent can take a corner.
const soon = ([count]) => (count ? `en ${count} coups` : "tout de suite");
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
  you: "Vous",
  discs: "pions",
  percent: part => `${Math.round(100 * part)} %`,

  // Status and notices
  toMove: color => `Trait à ${COLORS[color]}.`,
  yourTurn: color => `Trait à ${COLORS[color]} : à vous de jouer.`,
  friendsTurn: color => `Trait à ${COLORS[color]} : à votre ami de jouer.`,
  yourTurnShort: "À vous",
  thinks: color => `${COLORS[color]} réfléchit.`,
  answersLater: color => `Trait à ${COLORS[color]} : le moteur répondra quand il aura démarré.`,
  waitsForServer: color => `Trait à ${COLORS[color]} : le moteur est injoignable.`,
  hasPassed: color => `${COLORS[color]} passe.`,
  passes: (ply, color, other) => `${COLORS[color]} ne peut pas jouer : ${COLORS[other]} rejoue (coup ${ply}).`,
  youPass: (ply, other) => `Vous ne pouvez pas jouer : ${COLORS[other]} rejoue (coup ${ply}).`,
  pass: "passe",
  plays: (color, move) => `${COLORS[color]} joue ${move}.`,
  moveSaid: (ply, move) => `Coup ${ply} : ${move}.`,
  firstPosition: "Position de départ.",
  over: reason => `Partie terminée : ${reason}.`,
  resigns: color => `${COLORS[color]} abandonne`,
  outOfTime: color => `${COLORS[color]} a épuisé son temps`,
  endedEarly: "partie interrompue",
  reasonAndWinner: (reason, winner) => `${reason}, ${COLORS[winner]} gagne`,
  aDraw: "match nul",
  winsBy: (color, discs, hasEmpty = false) =>
    `${COLORS[color]} gagne de ${discs}${hasEmpty ? ", cases vides comprises" : ""}`,
  gameIsOver: "La partie est terminée.",
  enginesTurn: "C'est au moteur de jouer.",
  illegal: name => `${name} n'est pas un coup légal.`,
  hurry: "Vite :",
  helped: "avec aide",
  helpedComment: "Partie jouée avec l'aide du moteur.",
  thought: (depth, seconds) => `Profondeur ${depth}, ${Math.round(seconds)} s`,

  // Games
  newGame: "Nouvelle partie.",
  newGameAs: color => `Nouvelle partie. Vous jouez ${COLORS[color]}.`,
  resignQuestion: "Abandonner la partie ?",
  resign: "Abandonner",
  takenBack: move => `Coup repris : ${move}.`,
  byNumber: "Par numéro",
  numbered: "Le niveau 0 est le plus faible. Au-delà de 24, un coup peut demander plusieurs minutes.",
  levelNames: LEVELS,
  levelWords: {
    newcomer: "Retourne le plus possible",
    beginner: "Prend les coins, aime retourner",
    casual: "Prend les coins s'il les voit",
    regular: "Garde les coins, mais se trompe",
    club: "Coups tranquilles, se trompe parfois",
    master: "Erreurs d'un joueur de tournoi"
  },
  levelNumber: number => `niveau ${number}`,
  human: ({words, rating}) => [`${words}.`, `Classé ${rating}. La moyenne des joueurs de tournoi est de 1500.`],
  strong: ({level, elo, seconds}) => [`${elo} Elo au-dessus du niveau 0.`, `Niveau ${level}, ${seconds} s par coup.`],
  play: "Jouer",
  playLevel: name => `Jouer contre ${name}`,
  resume: "Reprendre",
  rematch: name => `Revanche contre ${name}`,
  against: (name, rating) => `contre ${name}${rating ? `, classé ${rating}` : ""}`,
  record: (won, lost, drawn) => `Votre bilan : ${plural(won, "victoire", "victoires")}, ${plural(lost, "défaite", "défaites")}${drawn ? `, ${plural(drawn, "nulle", "nulles")}` : ""}.`,
  firstWin: name => `Votre première victoire contre ${name} !`,
  twoPlayers: "à deux ici",
  friend: "Votre ami",
  playsByLinks: "Envoyez le lien qui apparaît après votre coup.",
  sendLink: "Envoyez ce lien à votre ami.",
  waitForLink: "La réponse de votre ami viendra dans un autre lien.",
  waiting: "En attente de votre ami …",
  joinRoom: "Demandez à votre ami de scanner ce code, ou d'ouvrir le lien sur un autre appareil de ce réseau.",
  inRoom: "Vous êtes connectés : les coups arrivent tout seuls.",
  noRoom: "Personne n'attend dans cette salle. Demandez un nouveau lien à votre ami.",
  noMistake: "Aucune erreur à revoir.",
  wellPlayed: "Bien joué !",
  ended: (hasWon, name, discs, ending) => {
    const reasons = {resigned: [`${name} : abandon.`, "Vous abandonnez."], time: [`${name} : temps épuisé.`, "Votre temps est épuisé."]}[ending];
    if (reasons) return hasWon ? `${reasons[0]} Vous gagnez.` : `${reasons[1]} Victoire de ${name}.`;
    return `Vous avez ${hasWon ? "gagné" : "perdu"} ${discs} à ${64 - discs}.`;
  },
  lastGame: (points, score, name) => `${["Défaite", "Nulle", "Victoire"][2 * points]} ${score && `${score} `}contre ${name}`,
  reviewLast: count => (count ? `Analyse : ${plural(count, "erreur", "erreurs")} à revoir` : "Analyser la dernière partie"),
  playedLike: rating => `Vous avez joué comme un joueur de tournoi classé ${T.rating(rating)}.`,
  turned: ({ply, move, turn, turns, lost, isOwn}) =>
    `${isOwn ? `Votre coup ${ply}` : `Le coup ${ply} de ${COLORS[turn]}`}, ${move}, ${turns ? "a renversé la partie" : `a coûté ${discs(Math.round(lost))}`}.`,
  moment: ({ply, move, lost}) => `Coup ${ply}, ${move} : perte de ${discs(Math.round(lost))}`,
  worst: (all, hasMore, isOwn) => (hasMore ? `Les pires ${isOwn ? "de vos" : "des"} ${all} erreurs` : isOwn ? "Vos erreurs" : "Les erreurs"),
  sums: ["Précision", "Gaffes", "Erreurs", "Imprécisions", "Pions perdus"],
  reviewing: (done, all) => `Bilan depuis la fin : ${done} coups sur ${all}…`,
  ratingNow: (rating, count) => `Votre classement est de ${rating}, en moyenne sur vos ${count} dernières parties entières, sans indice ni coup repris.`,
  ratedAfter: (all, count) => `Classement après ${all} parties entières, sans indice ni coup repris (${count} sur ${all}).`,
  playFirst: "Jouer une première partie",
  readyFor: (name, rating) => `Prêt pour l'adversaire « ${name} », classé ${rating}`,
  rating: found => (found === null ? "" : `${found.rating} (${found.low}–${found.high})`),
  accuracy: number => (number === null ? "" : `${Math.round(number)}`),
  outcome: (record, own) => {
    const {result, ending} = record;
    if (result === null) return "en cours";
    if (result === 0) return "nulle";
    const won = (result > 0) === (own === "black") ? "gagnée" : "perdue";
    return ending
      ? `${won} (${{resigned: "abandon", time: "au temps"}[ending] ?? "interrompue"})`
      : `${won} de ${Math.abs(result)}`;
  },
  notKept: reason => `La partie n'a pas été enregistrée dans « Mes parties » : ${reason}. Exportez vos parties ou supprimez-en.`,
  choicesNotKept: "Les réglages et les résultats de l'entraînement ne sont pas enregistrés : le navigateur n'a plus de place ou ne le permet pas.",
  imported: (added, all) => `Importation : ${plural(added, "partie", "parties")} sur ${all}.`,
  notImported: reason => `Le fichier ne peut pas être importé : ${reason}`,
  notGames: "ce n'est pas un fichier de parties exportées",
  laterGames: (version, own) => `ses parties sont au format ${version}, mais cette page lit le format ${own}`,
  noLibrary: reason => `Le navigateur ne peut pas enregistrer les parties : ${reason}`,
  delete: "Supprimer",
  deleteNamed: name => `Supprimer la partie contre ${name}`,
  deleteGame: "Supprimer cette partie ? Elle sera perdue.",

  // Analysis, book and review
  on: "Oui",
  off: "Non",
  analysisOn: "Analyse activée.",
  analysisOff: "Analyse arrêtée.",
  hint: move => `Indice : ${move}.`,
  bestLine: (move, value, line) => `Meilleur coup : ${move}, ${value}. Suite : ${line}.`,
  noAnalysis: "Cette position n'est pas analysée.",
  hiddenInGame: "Caché pendant la partie. Si vous utilisez un indice ou l'analyse, la partie est marquée comme jouée avec aide.",
  hiddenInSetup: "Caché pendant que vous composez une position.",
  switchOn: "Activez l'analyse pour voir la valeur de chaque coup.",
  notConnected: "Le moteur est injoignable.",
  waitingForMove: "Le moteur va jouer…",
  searching: "Recherche…",
  nodes: "nœuds",
  solved: depth => `Résolu, profondeur ${depth}`,
  searchDepth: depth => `Profondeur ${depth}`,
  now: depth => `${depth} en cours`,
  outcomes: {win: "gain", draw: "nulle", loss: "perte"},
  book: "livre",
  exact: "exact",
  fromBook: "du livre d'ouvertures",
  rightWith: percent => `sûr à ${percent} pour cent`,
  depth: depth => `profondeur ${depth}`,
  minus: "moins ",
  plus: "plus ",
  notInBook: "Cette position n'est pas dans le livre.",
  pointsFor: color => `Points pour ${COLORS[color]}`,
  ownGames: (count, points) => `Vos parties : ${count}, ${points}`,
  rated: rating => `Classés ${rating}`,
  strongPlayers: rating => `Joueurs forts (${rating}+)`,
  allTheSame: "(les quatre se valent)",
  review: "Bilan",
  peers: (rating, played, best, move) => `${played} % des joueurs ${rating ? `classés environ ${rating}` : "de votre force"} jouent ce coup, et ${best} % trouvent ${move}.`,
  lossMeaning: "Une perte compare un coup au meilleur, si les deux camps jouent bien jusqu'à la fin.",
  mistakeAt: (at, all) => `Erreur ${at} sur ${all}.`,
  lessonAbout: title => `Leçon : ${title}`,
  reasons: {
    wipe_out: ({}, move) => `Après ${move.move}, ${other(move)} peut prendre tous les pions.`,
    missed_wipe_out: ({}, move) => `Après ${move.pv[0]}, ${own(move)} pouvait prendre tous les pions.`,
    x_square: ({squares, counts}, move) => `La case X ${move.move} donne à ${other(move)} le coin ${squares[0]} ${soon(counts)}.`,
    c_square: ({squares, counts}, move) => `La case C ${move.move} donne à ${other(move)} le coin ${squares[0]} ${soon(counts)}.`,
    corner: ({squares, counts}, move) => `${move.move} laisse à ${other(move)} le coin ${squares[0]} ${soon(counts)}.`,
    missed_corner: ({squares, counts}, move) => `${own(move)} aurait pu prendre le coin ${squares[0]}${counts.length ? ` ${soon(counts)} avec ${move.pv[0]}` : ""}.`,
    pass: ({squares}, move) => `Après ${before(squares[0], move)}, ${other(move)} peut jouer ${squares[0]}, et ${own(move)} doit alors passer.`,
    missed_pass: ({squares}, move) => `${upTo(squares[0], move.pv)} aurait fait passer ${other(move)}.`,
    tempo: ({squares, counts}, move) =>
      [`Après ${move.move} ${squares[0]}, ${own(move)} n'a plus de coup sûr.`, `Après ${better(move)}, il en aurait ${counts[0]}.`],
    safe_moves: ({squares, counts}, move) =>
      [`Après ${move.move} ${squares[0]}, il ne reste à ${own(move)} que ${plural(counts[0], "coup sûr", "coups sûrs")}.`, `Après ${better(move)}, il en aurait ${counts[1]}.`],
    parity: ({squares}, move) => [
      isOpened(squares, move)
        ? `${move.move} ouvre une région paire, où ${other(move)} joue le dernier coup.`
        : `Après ${move.move}, ${other(move)} peut jouer ${move.line[1]}, puis le dernier coup de cette région.`,
      named(squares, "La région est ", ".")
    ],
    wedge: ({squares}, move) => `Après ${move.move}, ${other(move)} peut s'insérer en ${squares[0]}, entre ${list.format(sides(squares[0]))}.`,
    unbalanced_edge: ({squares}, move) =>
      `${move.move} forme un bord de cinq (${squares[0]} à ${squares.at(-1)}), que ${other(move)} peut attaquer en ${attack(squares, move)}.`,
    stable_discs: ({squares}, move) => `${other(move)} peut gagner ${discs(squares.length)} définitifs.`,
    missed_stable: ({counts}, move) => `Avec ${move.pv[0]}, ${own(move)} aurait pu gagner ${discs(counts[0])} définitifs.`,
    only_safe_move: ({squares}, move) => `${squares[0]} était le seul coup sûr pour ${own(move)}.`,
    few_moves: ({squares, counts}, move) =>
      move.line.indexOf(squares[0]) > 1
        ? [`Après ${move.move}, ${own(move)} n'a bientôt plus que ${plural(counts[0], "coup", "coups")}.`, `Après ${move.pv[0]}, il en aurait ${counts[1]}.`]
        : [`Après ${move.move} ${squares[0]}, ${own(move)} n'a plus que ${plural(counts[0], "coup", "coups")}.`, `Après ${better(move)}, il en aurait ${counts[1]}.`],
    mobility: ({squares, counts}, move) =>
      [`${move.move} donne à ${other(move)} ${squares.length === 1 ? "un nouveau coup" : "de nouveaux coups"}${named(squares, " en ")} : ${plural(counts[0], "coup", "coups")} en tout.`, `Après ${move.pv[0]}, il en aurait ${counts[1]}.`],
    quiet_move: ({squares, counts}, move) =>
      [`Les pions retournés par ${move.move} touchent ${plural(counts[0], "case vide", "cases vides")}.`, `${squares[0]} est un coup tranquille : il ne retourne que des pions intérieurs.`],
    frontier: ({counts}, move) =>
      [`Après ${move.move}, ${own(move)} a ${discs(counts[0])} à côté de cases vides, où ${other(move)} trouvera des coups.`, `Après ${move.pv[0]}, il en aurait ${counts[1]}.`],
    key_square: ({squares, counts}, move) => [
      squares[0] === move.line[1]
        ? `${squares[0]} était la meilleure case des deux camps, et ${other(move)} peut maintenant y jouer.`
        : `${other(move)} peut ensuite jouer ${squares[0]}, la case qu'il fallait à ${own(move)}.`,
      worth(counts, move)
    ],
    access: ({squares, counts}, move) =>
      [`${move.move} permet à ${other(move)} de jouer ${squares[0]}.`, worth(counts, move), `Après ${move.pv[0]}, ce serait impossible.`],
    move_order: ({squares}, move) => `L'ordre des coups compte : il faut jouer ${squares[0]} avant ${move.move}.`,
    opened_edge: ({squares}, move) => [`${move.move} ouvre le bord de ${squares[0]} à ${squares[1]}.`, `${move.pv[0]} le garde fermé.`],
    best_line: ({}, move) => `La meilleure suite commence par ${move.pv.slice(0, 3).join(" ")}.`,
    only_move: ({squares}, move) => `${squares[0]} était le seul bon coup pour ${own(move)}.`,
    equal_moves: ({squares}) => `${list.format(squares)} se valent.`
  },
  openings: { // the players' own names; others stay English
    "Perpendicular Opening": "Perpendiculaire",
    "Diagonal Opening": "Diagonale",
    "Parallel Opening": "Parallèle",
    Tiger: "Tigre",
    Cow: "Vache"
  },
  losesAtLeast: discs => `Coups qui perdent ${discs} pions ou plus`,
  stopReview: (done, all) => `Arrêter, ${done}/${all}`,
  reviewComplete: count => `Bilan terminé : ${plural(count, "coup marqué", "coups marqués")}.`,
  verdict: ({move, lost, turns, pv}) => {
    const count = Math.round(lost);
    return count ? `${move} perd ${discs(count)}${turns ? " et change le résultat" : ""}. ${pv[0]} était meilleur.` : `${move} est un bon coup.`;
  },
  promote: "Ligne principale",
  playedOn: date => `Jouée le ${date}`,

  // Learning from mistakes
  findBetter: (move, turn) => `Trouvez mieux que ${move} pour ${COLORS[turn]}.`,
  judging: name => `Examen de ${name}…`,
  goodTry: (name, move, lost) => `Bravo : ${name} est meilleur. ${move} perdait ${discs(lost)}.`,
  betterTry: (name, lost) => `${name} est meilleur que le coup de la partie, mais perd ${discs(lost)}.`,
  worseTry: (name, lost) => `${name} perd ${discs(lost)}.`,
  sameTry: (name, lost) => `${name} est le coup de la partie, et perd ${discs(lost)}.`,
  learnHint: names => `C'est ${names.join(" ou ")}.`,
  solution: (pv, move, lost) => `Le meilleur est ${pv[0]} : ${pv.slice(0, 6).join(" ")}. ${move} perdait ${discs(lost)}.`,
  lessonStep: (title, at, all) => `${title}, ${at} sur ${all}.`,
  lessonNamed: (at, title) => `Leçon ${at} : ${title}`,
  lessonDone: title => `Leçon terminée : ${title}.`,
  rulesDone: "Vous connaissez les règles. Jouez votre première partie !",
  lessonsDone: (done, all) => `${done} leçons faites sur ${all}`,
  lessonStates: {done: "faite", begun: "commencée", new: ""},
  noLessons: "Impossible de charger les leçons pour l'instant.",
  allLearned: "C'était la dernière erreur.",

  // Practice
  due: count => (count ? `${count} à revoir` : ""),
  streak: (days, best) => `${plural(days, "jour", "jours")} de suite. Votre record est de ${best}.`,
  doneToday: "✓ Fait aujourd'hui.",
  daily: "Une nouvelle finale chaque jour.",
  lookingForEnding: "Recherche d'une finale…",
  practice: {
    ending: color => `Vous jouez ${COLORS[color]}. Trouvez les coups qui gardent le résultat.`,
    opening: color => `Vous jouez ${COLORS[color]}. Jouez des coups du livre.`,
    own: color => `Vous jouez ${COLORS[color]}. Jouez vos coups.`
  },
  endingQuestion: (color, count, kept, all) => {
    const result = count ? `${count > 0 ? "gagne" : "perd"} de ${Math.abs(count)}` : "fait nulle";
    return `Trait à ${COLORS[color]}, qui ${result} avec le meilleur jeu. ${plural(kept, "coup", "coups")} sur ${all} ${kept === 1 ? "garde" : "gardent"} ce résultat.`;
  },
  goOn: (move, opening) => `${move} est juste${opening ? ` : ${opening}` : ""}. Continuez.`,
  outsideBook: (name, lost) => `${name} n'est pas dans le livre et ${lost ? `perd ${discs(lost)}` : "ne perd rien"}.`,
  notOfBook: name => `${name} n'est pas un bon coup du livre. Recherche de l'explication…`,
  bookPlays: names => `Le livre joue ${names.join(", ")}.`,
  myMove: name => `${name} est le coup que je joue ici`,
  otherMove: (name, opening) => `${name}${opening && ` (${opening})`} est aussi dans le livre, mais ce n'est pas votre coup ici.`,
  yourMove: name => `Votre coup ici est ${name}.`,
  leftLine: name => `Vous avez quitté votre ouverture : vous vouliez jouer ${name} ici.`,
  lineOf: (at, all) => `Ligne ${at} sur ${all}`,
  endOfLine: "Fin de votre ligne.",
  exported: (count, name) => `${plural(count, "ligne exportée", "lignes exportées")} dans ${name}.`,
  practiceSolution: line => `Le meilleur est ${line[0]} : ${line.join(" ")}.`,
  practiceSolved: "Réussi !",
  practiceFailed: "Pas résolu. La position reviendra demain.",

  // Opening, saving, setting up
  typeOrPaste: "Saisissez ou collez des coups, une position ou une partie, ou choisissez un fichier",
  tooLarge: (name, kib) => `Le fichier ${name} dépasse ${kib} Kio`,
  badLink: reason => `Le lien ne peut pas être ouvert : ${reason}`,
  opened: title => `Ouvert : ${title}.`,
  warnings: warnings => `À propos de cette partie : ${warnings.join(", ")}.`,
  unread: errors => `${plural(errors.length, "partie illisible", "parties illisibles")} dans le fichier : ${errors[0]}`,
  moveCount: count => plural(count, "coup", "coups"),
  saved: "Enregistré.",
  copied: "Copié.",
  localLink: "Le lien contient les coups, les joueurs et le résultat. Il ne s'ouvre que sur cet ordinateur.",
  siteLink: "Le lien contient les coups, les joueurs et le résultat.",
  serverLink: "Le lien contient les coups, les joueurs et le résultat. Il s'ouvre sur tout ordinateur qui peut joindre ce serveur.",
  unreadablePosition: "la position du lien ou de la partie enregistrée est illisible",
  illegalMove: (ply, move) => `le coup ${ply}, ${move}, n'est pas légal`,
  setUp: "Composer une position : choisissez des cases pour y poser des pions.",
  setUpStatus: "Choisissez un pion, puis ses cases. « Terminer » lance une partie depuis cette position.",
  emptyBoard: "L'othellier est vide : posez des pions",
  empty: "vide",
  legal: "coup légal",
  lastMove: "dernier coup",
  blackDisc: "pion noir",
  whiteDisc: "pion blanc",

  // Connection
  otherVersion: "Le serveur a une nouvelle version : rechargez la page.",
  connectionLost: "La connexion au serveur est perdue. La page essaie de la rétablir. Votre partie est conservée.",
  preparing: "Le moteur se prépare. La première fois, cela prend jusqu'à une minute. Vous pouvez déjà parcourir la page.",
  loading: (loaded, total) => `Le moteur se charge : ${loaded} sur ${total} Mo. Vous pouvez déjà jouer. Il répondra dès qu'il sera prêt.`,
  starting: "Le moteur démarre…",
  onlyMoves: reason => `Vous pouvez jouer et demander des indices, mais les bilans, les fichiers et l'analyse ne fonctionnent pas : ${reason}`,
  engineLost: "Le moteur s'est arrêté et redémarre. Votre partie est conservée."
};

export const PAGE = {
  "Play a friend": "Jouer avec un ami",
  "Only this computer can open this page. To play a friend on another device, restart the server with this command:": "Seul cet ordinateur peut ouvrir cette page. Pour jouer avec un ami sur un autre appareil, relancez le serveur par cette commande :",
  "Play on this computer": "Jouer sur cet ordinateur",
  Command: "Commande",
  "Game with a friend": "Partie avec un ami",
  "QR code of the link": "Code QR du lien",
  "The rules, lessons and exercises": "Règles, leçons et exercices",
  "Your mistakes": "Vos erreurs",
  "Today": "Aujourd'hui",
  "Exercise of the day": "Exercice du jour",
  "Exercises": "Exercices",
  "Find the moves that keep the result.": "Trouvez les coups qui gardent le résultat.",
  "Played": "Joué",
  "Better": "Meilleur",
  "Reason": "Raison",
  "Mistake": "Erreur",
  "Modes": "Modes",
  "The game, or a new one": "La partie, ou une nouvelle",
  "The mistakes of this game": "Les erreurs de cette partie",
  "Analysis and opening book": "Analyse et ouvertures",
  "Undo": "Annuler",
  "Flip": "Retourner",
  "Sounds": "Sons",
  "Keys": "Touches",
  "Choose a ring to make your first move.": "Choisissez un cercle pour jouer votre premier coup.",
  "Play Othello at your level. Learn from every move.": "Jouez à Othello à votre niveau. Apprenez à chaque coup.",
  "Free. No account. Works offline.": "Gratuit, sans compte, même hors ligne.",
  "New to Othello? Learn it in two minutes": "Débutant ? Apprenez en deux minutes",
  "Explore": "Explorer",
  "Change opponent": "Changer d'adversaire",
  "Other opponents …": "Autres adversaires…",
  "Two players here": "Jouer à deux ici",
  "Colors of the board": "Couleurs de l'othellier",
  "Green board": "Othellier vert",
  "Wooden board": "Othellier en bois",
  "Dark board": "Othellier sombre",
  "A new version of the page is ready.": "Une nouvelle version de la page est prête.",
  "Reload": "Recharger",
  "Export all": "Tout exporter",
  "Import": "Importer",
  "Export": "Exporter",
  "My openings": "Mes ouvertures",
  "Star the moves you play, then practice them in My openings.": "Marquez d'une étoile les coups que vous jouez, puis exercez-les dans Mes ouvertures.",
  "Play the moves that you starred.": "Jouez les coups marqués d'une étoile.",
  "The moves you play": "Les coups que vous jouez",
  Mine: "À moi",
  "Open a file of lines, each of which ends with your move": "Ouvrir un fichier de lignes qui se terminent chacune par votre coup",
  Othello: "Othello",
  "To the board": "Aller à l'othellier",
  "Go to the board, where arrow keys choose a square and Enter plays":
    "Aller à l'othellier : les flèches choisissent une case, Entrée joue",
  Game: "Partie",
  "New game": "Nouvelle partie",
  "Play a new game": "Jouer une nouvelle partie",
  "My games": "Mes parties",
  "Games you have played": "Les parties que vous avez jouées",
  Endgame: "Finale",
  "Play against the opening book. Wrong moves are explained.": "Jouez contre le livre d'ouvertures. Les mauvais coups sont expliqués.",
  "Random opening": "Ouverture au hasard",
  "Play a game from a random balanced opening of 8 moves (XOT).": "Jouez une partie à partir d'une ouverture équilibrée de 8 coups, choisie au hasard (XOT).",
  Open: "Ouvrir",
  Save: "Enregistrer",
  Link: "Lien",
  Share: "Partager",
  "Link, text, review": "Lien, texte, bilan",
  "Copy link": "Copier le lien",
  "Copy text": "Copier le texte",
  "Set up": "Composer",
  "Set up a position": "Composer une position",
  "Flip the board": "Tourner l'othellier",
  "Undo the last change": "Annuler la dernière modification",
  "Redo": "Rétablir",
  Language: "Langue",
  Settings: "Réglages",
  "Keyboard shortcuts": "Raccourcis clavier",
  Close: "Fermer",
  Board: "Othellier",
  "You play": "Vous jouez",
  Black: "Noir",
  White: "Blanc",
  Review: "Bilan",
  Rematch: "Revanche",
  "Switch sides": "Changer de couleur",
  Hint: "Indice",
  Solution: "Solution",
  Next: "Suivante",
  Leave: "Quitter",
  Moves: "Coups",
  "First position": "Première position",
  "Previous move": "Coup précédent",
  "Next lesson": "Leçon suivante",
  "Next move": "Coup suivant",
  "Last position": "Dernière position",
  "Previous mistake": "Erreur précédente",
  "Next mistake": "Erreur suivante",
  "Take back": "Reprendre",
  "Take back your last move": "Reprendre votre dernier coup",
  "Show the best move": "Montrer le meilleur coup",
  Resign: "Abandonner",
  "Resign the game": "Abandonner la partie",
  "Move now": "Jouer maintenant",
  Panels: "Panneaux",
  Analysis: "Analyse",
  Book: "Livre",
  "Settings of the analysis": "Réglages de l'analyse",
  "Analyze this game": "Analyser cette partie",
  Lines: "Lignes",
  all: "tous",
  "Analyze the position shown": "Analyser la position montrée",
  Off: "Non",
  "Turn on the analysis to see the value of each move.": "Activez l'analyse pour voir la valeur de chaque coup.",
  "Values are in discs, for the side to move.": "Les valeurs sont en pions, pour la couleur au trait.",
  "estimate from a search of 12 plies,": "estimation d'une recherche de 12 coups,",
  "final score with that probability,": "score final avec cette probabilité,",
  exact: "exact",
  "proved,": "prouvé,",
  book: "livre",
  "from the opening book.": "du livre d'ouvertures.",
  "Opening book": "Livre d'ouvertures",
  "Counted games": "Parties comptées",
  "All players": "Tous les joueurs",
  "Moves from the start": "Coups depuis le début",
  Move: "Coup",
  Games: "Parties",
  Points: "Points",
  Value: "Valeur",
  "Value in the book": "Valeur dans le livre",
  "How often players with this rating choose the move": "Part des joueurs de ce classement qui choisissent ce coup",
  "Value graph": "Graphique des valeurs",
  "Value for black, move by move": "Valeur pour Noir, coup par coup",
  "Discs for black": "Pions pour Noir",
  "Review my moves": "Revoir mes coups",
  "For Black": "Pour Noir",
  Learn: "Apprendre",
  "Learn from your mistakes": "Apprendre de vos erreurs",
  "Find the mistakes in this game": "Trouver les erreurs de cette partie",
  "List of moves": "Liste des coups",
  Lost: "Perte",
  Best: "Meilleur",
  Opening: "Ouverture",
  Numbers: "Chiffres",
  Practice: "S'exercer",
  More: "Plus",
  Random: "Au hasard",
  "Both sides": "Les deux",
  Opponent: "Adversaire",
  Level: "Niveau",
  Minutes: "Minutes",
  "No clock": "Sans pendule",
  Other: "Autre",
  "Seconds per move": "Secondes par coup",
  "The opponent uses the opening book": "L'adversaire utilise le livre d'ouvertures",
  "Continue from the position on the board": "Continuer depuis la position affichée",
  Cancel: "Annuler",
  Empty: "Vide",
  "Disc to place": "Pion à poser",
  "Side to move": "Trait",
  "Black to move": "Trait à Noir",
  "White to move": "Trait à Blanc",
  Start: "Départ",
  Clear: "Vider",
  Done: "Terminer",
  Play: "Jouer",
  "Open a game or a position": "Ouvrir une partie ou une position",
  "Paste moves, a board or a link, or choose a file: GGF, SGF, PGN, WTHOR, OBF or another format, compressed or not. You can also drop a file or paste text anywhere on the page.":
    "Collez des coups, une position ou un lien, ou choisissez un fichier : GGF, SGF, PGN, WTHOR, OBF ou un autre format, même compressé. Vous pouvez aussi déposer un fichier ou coller un texte n'importe où sur la page.",
  "Moves, board or game": "Coups, position ou partie",
  File: "Fichier",
  "Games in the file": "Parties du fichier",
  "Save the game": "Enregistrer la partie",
  Format: "Format",
  Event: "Tournoi",
  "The game as text": "La partie en texte",
  "Play or open a game to review it. Your games against the engine are saved in this browser.": "Jouez ou ouvrez une partie pour la revoir. Vos parties contre le moteur sont enregistrées dans ce navigateur.",
  "Paste a game or choose a file": "Coller une partie ou choisir un fichier",
  "See a sample review": "Voir un exemple de bilan",
  "Choose a file": "Choisir un fichier",
  Yes: "Oui"
};
