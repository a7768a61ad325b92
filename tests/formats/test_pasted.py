"""Texts that people paste: games in mail, web pages, tables, lists and other notations."""

import io
import random
import re

import pytest
from hypothesis import given, settings, strategies as st

from othello import PASS, FormatError, OthelloError, Position, parse_game, read_games
from othello.formats import markup
from othello.formats.facts import facts_of
from tests import positions
from tests.cases import cases

# ruff: noqa: RUF001, E501 - people paste such signs, and long lines

MOVES = "f5d6c3d3c4"
TEXTS = {
    "bold": "1. **F5** d6\n2. **C3** d3\n3. **C4**",
    "html bold": "1. <b>f5</b> d6<br>2. <b>c3</b> d3<br>\n3. <b>c4</b>",
    "emph": "_f5_ `d6` _c3_ `d3` _c4_",
    "md table": "| # | Black | White |\n|---|---|---|\n| 1 | F5 | D6 |\n| 2 | C3 | D3 |\n| 3 | C4 |  |",
    "md table no rule": "| 1 | F5 | D6 |\n| 2 | C3 | D3 |\n| 3 | C4 | |",
    "bar": "1 | f5 | d6\n2 | c3 | d3\n3 | c4",
    "boxes": "+----+----+----+\n|  1 |  F5  |  D6  |\n+----+----+----+\n|  2 |  C3  |  D3  |\n+----+\n|  3 |  C4  |      |\n+----+----+",
    "box unicode": "┌──┬────┬────┐\n│ 1│ f5 │ d6 │\n├──┼────┼────┤\n│ 2│ c3 │ d3 │\n│ 3│ c4 │    │\n└──┴────┴────┘",
    "quoted": "> 1. f5 d6\n> 2. c3 d3\n> 3. c4",
    "quoted2": "Paul wrote:\n>> 1. f5 d6\n> > 2. c3 d3\n>>\n> > 3. c4",
    "list": "- 1. f5 d6\n- 2. c3 d3\n- 3. c4",
    "list2": "* f5\n* d6\n* c3\n* d3\n* c4",
    "bullets": "• f5\n• d6\n• c3\n• d3\n• c4",
    "colors": "Black  f5 c3 c4\nWhite  d6 d3",
    "colors fr": "Noir  : F5 C3 C4\nBlanc : D6 D3",
    "colors NB": "N f5 c3 c4\nB d6 d3",
    "colors BW": "B: f5 c3 c4\nW: d6 d3",
    "colors it": "Nero: f5 c3 c4\nBianco: d6 d3",
    "colors jp": "黒 f5 c3 c4\n白 d6 d3",
    "colors XO": "X: f5 c3 c4\nO: d6 d3",
    "colors disc": "● f5 c3 c4\n○ d6 d3",
    "colors md": "| Black | f5 | c3 | c4 |\n|---|---|---|---|\n| White | d6 | d3 | |",
    "colors chunk": "Black: f5 c3\nWhite: d6 d3\nBlack: c4",
    "NB alt": "N f5\nB d6\nN c3\nB d3\nN c4",
    "BW alt": "B f5 W d6 B c3 W d3 B c4",
    "Black alt": "Black: f5, White: d6, Black: c3, White: d3, Black: c4",
    "html table": "<table><tr><td>1</td><td>f5</td><td>d6</td></tr><tr><td>2</td><td>c3</td><td>d3</td></tr><tr><td>3</td><td>c4</td></tr></table>",
    "html table lines": "<html><head><title>x</title><style>td{color:red}</style></head><body><table>\n<tr>\n<td>1</td>\n<td>f5</td>\n<td>d6</td>\n</tr>\n<tr>\n<td>2</td>\n<td>c3</td>\n<td>d3</td>\n</tr>\n<tr>\n<td>3</td>\n<td>c4</td>\n<td>&nbsp;</td>\n</tr>\n</table></body></html>",
    "html lines no tr": "<ol>\n<li>f5</li>\n<li>d6</li><li>c3</li>\n<li>d3</li><li>c4</li></ol>",
    "csv": "move,black,white\n1,f5,d6\n2,c3,d3\n3,c4,",
    "csv quoted": '"1","f5","d6"\n"2","c3","d3"\n"3","c4",""',
    "csv semi": "1;f5;d6\n2;c3;d3\n3;c4;",
    "tsv": "1\tf5\td6\n2\tc3\td3\n3\tc4",
    "swapped": "5f 6d 3c 3d 4c",
    "swapped join": "5f6d3c3d4c",
    "swapped num": "1. 5f 6d\n2. 3c 3d\n3. 4c",
    "swapped 1.5f": "1.5f 2.6d 3.3c 4.3d 5.4c",
    "digits": "56 64 33 34 43",
    "digits num": "1. 56 64\n2. 33 34\n3. 43",
    "digits num plain": "1 56 64\n2 33 34\n3 43",
    "digits csv": "56,64,33,34,43",
    "digits dash": "56-64-33-34-43",
    "digits join": "5664333443",
    "digits table": "| 1 | 56 | 64 |\n| 2 | 33 | 34 |\n| 3 | 43 | |",
    "coup": "Coup 1 : f5\nCoup 2 : d6\nCoup 3 : c3\nCoup 4 : d3\nCoup 5 : c4",
    "coup pair": "Coup 1 : f5 d6\nCoup 2 : c3 d3\nCoup 3 : c4",
    "mossa": "Mossa 1: f5\nMossa 2: d6\nMossa 3: c3\nMossa 4: d3\nMossa 5: c4",
    "move": "Move 1 f5\nMove 2 d6\nMove 3 c3\nMove 4 d3\nMove 5 c4",
    "move color": "Move 1: Black f5\nMove 2: White d6\nMove 3: Black c3\nMove 4: White d3\nMove 5: Black c4",
    "jp": "1手目 f5\n2手目 d6\n3手目 c3\n4手目 d3\n5手目 c4",
    "jp2": "第1手 黒f5\n第2手 白d6\n第3手 黒c3\n第4手 白d3\n第5手 黒c4",
    "(1)": "(1)f5(2)d6(3)c3(4)d3(5)c4",
    "(1) lines": "(1) f5 d6\n(2) c3 d3\n(3) c4",
    "[1]": "[1] f5 d6\n[2] c3 d3\n[3] c4",
    "#1": "#1 f5 d6\n#2 c3 d3\n#3 c4",
    "1:": "1: f5 d6\n2: c3 d3\n3: c4",
    "1-": "1 - f5\n2 - d6\n3 - c3\n4 - d3\n5 - c4",
    "1/": "1/ f5 d6\n2/ c3 d3\n3/ c4",
    "no": "n° 1 f5\nn° 2 d6\nn° 3 c3\nn° 4 d3\nn° 5 c4",
    "fullwidth": "１．Ｆ５\u3000Ｄ６\n２．Ｃ３\u3000Ｄ３\n３．Ｃ４",
    "f5、d6": "f5、d6、c3、d3、c4",
    "f5/d6": "f5/d6/c3/d3/c4",
    "dash": "f5-d6-c3-d3-c4",
    "dash sp": "f5 - d6 - c3 - d3 - c4",
    "endash": "f5 – d6 – c3 – d3 – c4",
    "arrow": "f5 → d6 → c3 → d3 → c4",
    ">": "f5 > d6 > c3 > d3 > c4",
    "quotes": "“f5”, “d6”, “c3”, “d3”, “c4”",
    "json": '["f5", "d6", "c3", "d3", "c4"]',
    "evals": "1. f5 +0.5\n2. d6 -0.2\n3. c3 +1.0\n4. d3 0.0\n5. c4 +2",
    "evals int": "f5 +2\nd6 -2\nc3 +2\nd3 -3\nc4 +1",
    "eval cols": "| 1 | f5 | +0.5 | d6 | -0.5 |\n| 2 | c3 | +1 | d3 | -1 |\n| 3 | c4 | +2 | | |",
    "clock": "1. f5 0:12 d6 0:15\n2. c3 0:30 d3 1:02\n3. c4 1:10",
    "clock br": "1. f5 [0:12] d6 [0:15]\n2. c3 [0:30] d3 [1:02]\n3. c4",
    "clock s": "f5 12s d6 3s c3 1.5s d3 2s c4 10s",
    "two col": "1 f5 4 d3\n2 d6 5 c4\n3 c3",
    "two col dot": "1. f5   4. d3\n2. d6   5. c4\n3. c3",
    "two col table": "| 1 | f5 | 4 | d3 |\n| 2 | d6 | 5 | c4 |\n| 3 | c3 | | |",
    "two col pairs": "1. f5 d6   3. c4\n2. c3 d3",
    "columns hdr": "Black White\nf5 d6\nc3 d3\nc4",
    "columns hdr fr": "  Noirs   Blancs\n1  f5  d6\n2  c3  d3\n3  c4",
    "comments": "1. f5 d6 the diagonal opening\n2. c3 d3\n3. c4 good",
    "comment col": "| 1 | f5 | d6 | diagonal |\n| 2 | c3 | d3 | ok then |\n| 3 | c4 | | |",
    "fence": "Here it is:\n```\n1. f5 d6\n2. c3 d3\n3. c4\n```",
    "fence lang": "```text\nf5d6c3d3c4\n```",
    "mail": "From: Paul <paul@example.org>\nDate: Thu, 26 Nov 2026 10:50:40 +0000\nSubject: our game\n\nHi Carla,\nhere is our game from Paris:\n\n> 1. f5 d6\n> 2. c3 d3\n> 3. c4\n\nSee you,\nPaul",
    "entities": "1.&nbsp;f5&nbsp;d6<br/>2.&nbsp;c3&nbsp;d3<br/>3.&nbsp;c4",
    "entity quote": "&gt; 1. f5 d6\n&gt; 2. c3 d3\n&gt; 3. c4",
    "nbsp": "1.\xa0f5\xa0d6\n2.\xa0c3\xa0d3\n3.\xa0c4",
    "zwsp": "f5\u200bd6\u200bc3\u200bd3\u200bc4",
    "1...": "1. f5 1... d6 2. c3 2... d3 3. c4",
    "one per line num": "1\nf5\n2\nd6\n3\nc3\n4\nd3\n5\nc4",
    "spaced": "F 5 D 6 C 3 D 3 C 4",
    "hyph": "F-5 D-6 C-3 D-3 C-4",
    "circled": "① f5 ② d6 ③ c3 ④ d3 ⑤ c4",
    "strike": "~~f5~~ d6 c3 d3 c4",
    "asides": "1. f5 (d6)\n2. c3 (d3)\n3. c4",
    "prose after": "1. f5 d6\n2. c3 d3\n3. c4\n\nI think f5 was a good move, well played.",
    "german": "Schwarz: f5 c3 c4\nWeiß: d6 d3",
    "start prose": "We played the following game yesterday (see f5 below):\n\nf5 d6 c3\nd3 c4",
    "date line": "26.11.2026\nPaul - Carla\n1. f5 d6\n2. c3 d3\n3. c4",
    "round": "3. Runde: Paul - Carla\n1. f5 d6\n2. c3 d3\n3. c4",
    "tabs pass col": "1\tf5\td6\t\n2\tc3\td3\t-\n3\tc4\t\t",
    "f5d6 % comment": "f5d6c3d3c4 % comment",
    "f5d6 # comment": "f5d6c3d3c4 # a comment",
    "nested quote bold": "> > **1.** f5 d6\n> > **2.** c3 d3\n> > **3.** c4",
    "td with class": '<td class="m">f5</td><td class="m">d6</td><td>c3</td><td>d3</td><td>c4</td>',
    "escaped md": "1\\. f5 d6\n2\\. c3 d3\n3\\. c4",
    "heading md": "## Paul - Carla\n\n1. f5 d6\n2. c3 d3\n3. c4",
    "wiki": '{| class="wikitable"\n|-\n| 1 || f5 || d6\n|-\n| 2 || c3 || d3\n|-\n| 3 || c4\n|}',
    "bbcode": "[b]1.[/b] f5 d6 [b]2.[/b] c3 d3 [b]3.[/b] c4",
    "url": "https://example.org/?moves=f5d6c3d3c4",
    "result tail": "f5d6c3d3c4 White wins 36-28",
    "signature": "f5 d6 c3 d3 c4\n-- \nPaul\nTel. 01 23 45 67",
}
"""Texts with the game `MOVES`, by what is special about them."""


def games_of(text):
    return list(read_games(io.BytesIO(text.encode())))


@cases("name", TEXTS)
def test_the_game_in_a_pasted_text_is_read_alike_from_a_file_and_an_argument(name):
    (game,) = games_of(TEXTS[name])
    assert game.board().transcript() == MOVES
    assert parse_game(TEXTS[name]) == game


# Results

RESULTS = {
    "White wins 36-28": -8,
    "O wins 36-28": -8,
    "Black wins 36-28": 8,
    "X wins 36-28": 8,
    "白 36 - 28": -8,
    "黒 36 - 28": 8,
    "28-36 (white wins)": -8,
    "White won by 8": -8,
    "Black won by 8 discs": 8,
    "36-28 for white": -8,
    "36-28 for black": 8,
    "White 36 Black 28": -8,
    "Black 28 - White 36": -8,
    "White 36 - 28 Black": -8,
    "Black - White 28-36": -8,
    "Les Blancs gagnent 36-28": -8,
    "Noir gagne 36 à 28": 8,
    "Victoire de Blanc 36-28": -8,
    "Vainqueur : Blanc (36-28)": -8,
    "Bianco vince 36-28": -8,
    "Vince il Nero 36-28": 8,
    "Il Nero perde 28-36": -8,
    "Weiß gewinnt 36:28": -8,
    "白の勝ち 36-28": -8,
    "黒の8石勝ち": 8,
    "勝者: 白 36-28": -8,
    "White lost 28-36": 8,
    "Black beats White 36-28": 8,
    "Black was beaten by White 36-28": -8,
    "Won by White 36-28": -8,
    "Result: 36-28": 8,
    "Result: White 36-28": -8,
    "Résultat : 28-36": -8,
    "36-28": 8,
    "28:36": -8,
    "W+8": -8,
    "B+8": 8,
    "White +8": -8,
    "Otto wins 36-28": None,
    "Carla wins 36-28": None,
    "Draw 32-32": 0,
    "we met at 12:52": None,
    "1-0": None,
    "White resigned": None,
}


@cases("text", RESULTS)
@cases("form", ["{text}\n{moves}", "{moves}\n{text}", "1. f5 d6\n2. c3 d3\n3. c4\n\n{text}\n"])
def test_the_winner_in_words_decides_whose_discs_are_which(form, text):
    """A result in words belongs to the color that it names. If it names somebody unknown, there is no
    result."""
    (game,) = games_of(form.format(text=text, moves=MOVES))
    assert (game.board().transcript(), game.result) == (MOVES, RESULTS[text])


@cases(
    ("lines", "black", "white", "result"),
    [
        (["Paul - Carla", "Carla wins 36-28"], "Paul", "Carla", -8),
        (["Black: Paul", "White: Carla", "Carla - Paul 36-28"], "Paul", "Carla", -8),
        (["Noir : Hélène", "Blanc : Zoé"], "Hélène", "Zoé", None),
        (["Nero: Ada", "Bianco: Bea", "Risultato: 28-36"], "Ada", "Bea", -8),
        (["黒: 村上", "白: 為則"], "村上", "為則", None),
        (["N : Paul", "B : Carla"], "Paul", "Carla", None),
        (["Carla (White) - Paul (Black)"], "Paul", "Carla", None),
        (["Black: Paul 28", "White: Carla 36"], "Paul", "Carla", -8),
        (["Black: Player 1", "White: Player 2"], "Player 1", "Player 2", None),
        (["Paul - Carla, 40-24", "White wins 36-28"], "Paul", "Carla", -8),
        (["White wins 36-28", "Black wins 40-24"], "", "", None),
        (["Ann - Anna", "Anna wins 36-28"], "Ann", "Anna", -8),
        (["Anna - Ann", "Anna wins 36-28"], "Anna", "Ann", 8),
        (["Paul - Paul", "Paul wins 36-28"], "Paul", "Paul", None),
        (["Hello - here is my game"], "", "", None),
        (["*Paul* vs **Carla**"], "*Paul*", "**Carla**", None),
    ],
)
def test_players_and_results_of_lines(lines, black, white, result):
    facts = facts_of(lines, Position.start())
    players = {color: facts[color].name for color in ("black", "white") if color in facts}
    assert (players.get("black", ""), players.get("white", ""), facts["result"]) == (black, white, result)


def test_a_column_of_values_is_no_result():
    """The value of the last move is not the margin of the game."""
    for text in ("1. f5 +2\n2. d6 -2\n3. c3 +2", "f5 +0.5 d6 -0.5 c3 +2", "1. f5 d6 4-1\n2. c3 d3 3-5"):
        (game,) = games_of(text)
        assert game.result is None, text


# Whole games


def wrapped(draw, moves):
    """Return a game in random markup. *moves* are names, without passes."""
    if draw.random() < 0.3:
        moves = [name.upper() for name in moves]
    mark = draw.choice(["{}", "**{}**", "_{}_", "`{}`", "<b>{}</b>", "{}", "“{}”", "{}!?"])
    moves = [mark.format(name) for name in moves]
    per_line = draw.choice([1, 2])
    rows = [moves[at : at + per_line] for at in range(0, len(moves), per_line)]
    number = draw.choice(
        ["{}. ", "{}) ", "({}) ", "{}: ", "[{}] ", "#{} ", "{} - ", "Coup {} : ", "第{}手 ", "{}\t", ""]
    )
    bars = draw.choice(
        [("", " ", ""), ("| ", " | ", " |"), ("", "\t", ""), ("│ ", " │ ", " │"), ("", ";", "")]
    )
    if not number and bars[1] == ";":
        bars = ("", " ", "")
    lines = [bars[0] + number.format(at) + bars[1].join(row) + bars[2] for at, row in enumerate(rows, 1)]
    if bars[0] == "│ ":
        lines = [text for line in lines for text in (line, "├──┼────┼────┤")]
    before = draw.choice(["", "> ", "> > ", ">>", "* ", "- ", "&gt; ", "  "])
    after = draw.choice(["", "<br>", "\r", "  ", "&nbsp;"])
    lines = [f"{before}{line}{after}" for line in lines]
    head = draw.choice(
        ["", "Paul - Carla\n\n", "Hi all, here is a game:\n```\n", "From: a@b.org\nSubject: game\n\n"]
    )
    return f"{head}" + "\n".join(lines) + draw.choice(["", "\n", "\n```\nBye", "\n\n-- \nPaul"])


def tables(board):
    """Yield a game by colors, by columns of numbers, with passes as spaces, and in other notations."""
    names = [str(move) for move in board.move_stack if move is not PASS]
    colors = ["", ""]
    rows, turn = [[]], 0
    for move in board.move_stack:
        colors[turn] += " --" if move is PASS else f" {move}"
        rows[-1].append("--" if move is PASS else str(move))
        if turn:
            rows.append([])
        turn = 1 - turn
    yield f"Noir : {colors[0]}\nBlanc : {colors[1]}"
    yield f"B {colors[0].replace(' --', '')}\nW {colors[1].replace(' --', '')}"
    yield "\n".join(f"| {at} | {' | '.join(row)} |" for at, row in enumerate(filter(None, rows), 1))
    yield "\n".join(
        f"{at};{';'.join(row).replace('--', '-')}" for at, row in enumerate(filter(None, rows), 1)
    )
    half = (len(names) + 1) // 2
    left = [f"{at + 1}. {name}" for at, name in enumerate(names)]
    yield "\n".join("   ".join(pair) for pair in zip(left[:half], [*left[half:], ""], strict=False))
    yield " ".join(name[::-1] for name in names)
    yield " ".join(f"{name[1]}{'abcdefgh'.index(name[0]) + 1}" for name in names)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.integers(2, 60))
def test_a_game_in_random_markup_is_read_whole(seed, plies):
    draw = random.Random(seed)
    board = positions.random_board(seed, plies)
    names = [str(move) for move in board.move_stack if move is not PASS]
    for text in (wrapped(draw, names), *tables(board)):
        (game,) = games_of(text)
        assert game.board().transcript() == board.transcript(), text
        assert parse_game(text).board().transcript() == board.transcript(), text


def test_a_move_within_a_sentence_is_an_error_unless_it_comes_next():
    text = "f5\nd6\nWhite could play c3\n"
    assert parse_game(f"{text}c3\n").moves == ("f5", "d6", "c3")
    with pytest.raises(OthelloError, match="'c3' may be a move of the game or part of a remark"):
        parse_game(f"{text}c4\n")


def test_a_text_without_moves_is_reported_by_its_first_words():
    with pytest.raises(OthelloError, match="line 1: move 1: 'Black wins' is not a move"):
        parse_game("Black wins with ease\nWhat a game")


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.integers(8, 60))
def test_a_game_with_a_damaged_move_in_markup_is_never_read_as_half_a_game(seed, plies):
    """The reader raises an error, or returns a whole legal game with as many moves as the text.

    The damaged last move has no three letters, because such a word would be a remark on the game.
    """
    draw = random.Random(seed)
    board = positions.random_board(seed, plies)
    names = [str(move) for move in board.move_stack if move is not PASS]
    at = draw.randrange(len(names))
    old = names[at]
    words = ["a9", "x5", "f55", "zz", "?", old[0], old[1], names[at - 1]]
    names[at] = draw.choice([*words, "zzz"] if at + 1 < len(names) else words)
    damaged = re.compile(rf"(?<!\w){old}(?!\w)")
    rows = [text for text in tables(board) if len(damaged.findall(text)) == 1]
    texts = [damaged.sub(names[at], text) for text in rows]
    for text in (wrapped(draw, names), " ".join(name[::-1] for name in names), *texts):
        try:
            read = games_of(text)
        except OthelloError:
            continue
        assert sum(move is not PASS for move in read[0].moves) == len(names), text


@cases(
    ("text", "line", "word"),
    [
        ("f5 d6 zzz c3", 1, "zzz"),
        ("f5 d6 zzz\nc3 d3", 1, "zzz"),
        ("f5\nd6\nzzz\nc3", 3, "zzz"),
        ("f5 d6 c3 ?", 1, "?"),
        ("f5\nd6\nb", 3, "b"),
        ("f5\nd6\n3", 3, "3"),
        ("1. f5 d6\n2. b d3", 2, "b"),
        ("1. f5 d6\n2. 3 d3", 2, "3"),
        ("1. f5 d6\n2. zzz", 2, "zzz"),
        ("B f5 W d6 B", 1, "B"),
        ("f5 d6 7 c3", 1, "7"),
    ],
)
def test_a_word_where_a_move_should_be_is_named_with_its_line(text, line, word):
    with pytest.raises(FormatError, match=rf"line {line}: move \d+: '{re.escape(word)}' is not a move"):
        games_of(text)


def test_numbers_must_count_the_moves_or_rows():
    """A wrong number is a sign of a missing move, unless the numbers order the moves."""
    for text in ("1. f5 d6\n2. c3 d3\n4. c4", "1. f5\n2. d6 c3\n3. d3", "1. f5 3. d6"):
        with pytest.raises(FormatError, match="does not follow the earlier numbers"):
            games_of(text)
    for text in (
        "31. f5 d6\n32. c3 d3\n33. c4",
        "1. f5 d6 c3\n2. d3 c4",
        "1. f5 d6\n2. c3 d3\n3. c4\n4.\n5.",
    ):
        (game,) = games_of(text)
        assert game.board().transcript() == MOVES


def test_a_table_row_of_too_many_lines_goes_on_as_another_without_losing_one():
    cells = [f"c{number}" for number in range(2 * markup.MAX_CELLS + 1)]
    text = "<tr>\n" + "".join(f"<td>{cell}</td>\n" for cell in cells) + "</tr>"
    rows = [row for _, row in markup.plain_lines(enumerate(text.split("\n")))]
    assert re.findall(r"c\d+", " ".join(rows)) == cells
    assert len(rows) == 3
