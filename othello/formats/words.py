"""Patterns for words on score sheets in English, French, Italian, German, Spanish, Dutch and Japanese.

The patterns ignore case, so compile them with re.IGNORECASE. They expect text whose full-width characters
have been replaced by `textfile.compatible`.
"""

import re
from typing import Final

from othello.rules.score import Color

_BLACK: Final = r"blacks?|noirs?|ner[oi]|schwarz|negr[ao]s?|zwart"
_WHITE: Final = r"whites?|blancs?|blanches?|bianc[oh]i?|wei(?:ss|ß)|blanc[ao]s?|wit"
COLOR: Final = rf"(?:(?<![^\W_])(?:{_BLACK}|{_WHITE}|[bwnxo])(?![^\W_])|[黒白●○]番?|[先後]手番?)"
"""The name of a color."""
_PASS: Final = r"(?<![^\W\d_])(?:pass(?:e[rn]?|o|a|ed|es)?|pa|ps)(?=[a-h][1-8]|[\W_]|\Z)|--|パス"
MOVE: Final = rf"(?:[a-h][1-8]|{_PASS})"
SWAPPED_MOVE: Final = rf"(?:[1-8][a-h](?![a-z])|{_PASS})"
"""A move with the digit first, as in 5f."""
DIGIT_MOVE: Final = rf"(?:(?<!\d)[1-8][1-8](?!\d)|{_PASS})"
"""A two-digit move, in which the row comes first, as in 56 for f5."""
NUMBER_WORD: Final = r"(?:moves?|coups?|moss[ae]|zug|zet|jugada|ply|tours?|turno?|n[or]?[.°º]|n[or]|#|第)"
"""A word before a move number, as in "move 12"."""
HEADING: Final = r"(?:game|partie|partita|partida|partij|対局|no\.?) ?(?:n[o°º.]{1,2} ?)?\d{1,9} ?[:.)] ?"
"""The number of a game, as in "Game 3:"."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


HEADINGS: Final = _words(
    "# no nr n n° n. move moves mv coup coups mossa mosse zug zet jugada ply number player time clock eval "
    "value score comment remarks temps tempo zeit note notes 手 手数 黒 白 時間 評価"
)
"""Words at the heads of table columns, except color names."""
EVENTS: Final = _words("event tournament tournoi torneo turnier toernooi 大会")
DATES: Final = _words("date data datum fecha 日付 日時")
RESULTS: Final = _words(
    "result résultat resultat risultato ergebnis resultado uitslag score final 結果 スコア"
)
MAIL: Final = _words("from to cc bcc subject sent de à objet a da oggetto an von betreff reply-to")
"""Labels of lines in an email header."""
WINS: Final = re.compile(
    r"(?<![^\W_])(?:wins?|won|winner|winning|beats?|"
    r"defeat(?:s|ed)?|victory|gagne(?:nt)?|gagné|vainqueurs?|"
    r"victoire|bat(?:tent)?|vinc(?:e|ono|itore)|vinto|vittoria|batte|"
    r"gewinnt|gewann|sieger?|gana|ganan|ganó|"
    r"wint|winnaar)(?![^\W_])|勝者?",
    re.IGNORECASE,
)
LOSES: Final = re.compile(
    r"(?<![^\W_])(?:los(?:es?|t|ing)|loser|beaten|defeated by|perd(?:ent|u|ant|e|ono)?|perso|sconfitt[oi]|"
    r"battu|verliert|verlor|verliest|pierde)(?![^\W_])|負",
    re.IGNORECASE,
)
WINNER: Final = re.compile(
    r"winner|victory|vainqueur|victoire|vincitore|vittoria|sieger?|winnaar|勝者", re.IGNORECASE
)
"""The words of `WINS` that precede the winner's name, as in "Winner: Paul"."""
_COLORS: Final = re.compile(COLOR, re.IGNORECASE)
_BLACKS: Final = re.compile(rf"(?:{_BLACK}|[xn]|[黒●]番?|先手番?)", re.IGNORECASE)


def color_of(name: str, *, b_is_white: bool = False) -> Color:
    """Return the color that *name* means. `COLOR` must match the name.

    If *b_is_white* is true, the single letter B means white, as in French and Italian, where N means black.
    """
    if name.lower() == "b":
        return Color.WHITE if b_is_white else Color.BLACK
    return Color.BLACK if _BLACKS.fullmatch(name) else Color.WHITE


def colors_in(text: str, *, b_is_white: bool = False) -> list[tuple[int, int, Color]]:
    """Return the colors named in *text*, each with the start and end of its name."""
    return [(*name.span(), color_of(name[0], b_is_white=b_is_white)) for name in _COLORS.finditer(text)]
