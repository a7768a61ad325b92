"""Bad input of every command: one sentence, status 2, no output, and no file is made or changed."""

import shlex
import sys

import numpy as np
import pytest

from othello import Board, Book, GameRecord, Position, write_games
from othello.training import samples
from tests import solved
from tests.book.books import filled, plain_entries
from tests.cli.commands import BAD_INPUT, run

START = Position.start().format()
CORNERED = "X" + START[1:]
"""A board that does not begin with "-", which has the look of an option."""
OVER = shlex.quote("X" * 40 + "O" * 24 + " X")
LONG = "f5d6" * 200
OBF = solved.problems()[0].position.format()
FILES = {
    "text": "some text\n",
    "empty.txt": "",
    "bad.wtb": "WTHOR",
    "illegal.txt": "f5f5\n",
    "moves.txt": "f5d6c3\n",
    "board.obf": f"{'-' * 64} X;\n",
    "bad.obf": f"{OBF};\n{OBF[1:]};\n",
    "whole.txt": "f5d6c3\nf5d6c5f4e7f6g5e6e3\n",
}
HUGE = f"{10**20} is not in the range"
NEITHER = "is neither a file nor a game or position"
ENGINES = "match -e level=1 -e level=2"

COMMANDS = {
    "frobnicate": "No such command 'frobnicate'",
    "--frobnicate": "No such option",
    "bench more": "unexpected extra argument (more)",
    # gtp, nboard, play, match: levels and seeds
    "gtp --level 61": "'61' is not a level: use a number from 0 to 60, a rating from 600 to 2300,",
    "gtp --level expert": "'expert' is not a level",
    "gtp --level casual --seed x": "'x' is not a valid integer",
    "gtp --hash 0": "0 is not in the range",
    "nboard --level expert": "'expert' is not a level",
    "match --level expert": "'expert' is not a level",
    "play --level 61": "'61' is not a level",
    "play --level casual --seed -1": "-1 is not in the range",
    "play --side green": "'green' is not one of",
    "play --position f5f5": "white cannot play f5",
    f"play --position {OVER}": "the game is over",
    # Positions and games
    "hint binary.ggf": "binary.ggf, line 1: this is not a text file",
    "hint nonsense": f"'nonsense' {NEITHER}: move 1: 'nonsense' is not a move",
    f"hint moves.txt --game {10**20}": HUGE,
    "hint f5f5": "move 2: white cannot play f5: the square has a black disc",
    f"hint {'-' * 64}": "the game is over",
    f"hint '{'-' * 63} X'": "the board has 63 cells, not 64",
    f"hint {OVER}": "the game is over",
    "hint '1. F5 D9'": f"{NEITHER}: move 2: ",
    "hint ''": NEITHER,
    "hint games/missing": "games/missing: no such file",
    "hint --frobnicate": "No such option '--frobnicate'",
    "hint -- --frobnicate": f"'--frobnicate' {NEITHER}",
    "hint f5 -n 0": "0 is not in the range",
    "hint f5 --level casual": "integer from 0 to 60: only commands that play accept ratings and names",
    "hint f5 --level 61": "61 is not in the range",
    "hint f5 --svg no/board.svg --depth 1": "board.svg: the folder",
    "hint f5d6c3 --game 2": "--game 2 chooses a game in a file, but 'f5d6c3' is not a file",
    "analyze": "Missing argument",
    "analyze binary.ggf": "binary.ggf, line 1: this is not a text file",
    "analyze missing.ggf": "missing.ggf: no such file",
    "analyze f5d6 --exact 60": "No such option '--exact'",
    f"analyze {LONG}": NEITHER,
    "analyze games.ggf --game 4": "the file contains no game 4",
    "analyze games.ggf --game 0": "0 is not in the range",
    "analyze games.ggf --peers 2400": "'2400' is not a human-like level: use a rating from 600 to 2300, or ",
    "analyze games.ggf --html no/page.html": "the folder",
    "analyze board.obf": "the game has no moves to review",
    "analyze folder": "folder: is a directory",
    "analyze games.ggf -o text": "line 1: this file is not in the format 'othello reviews 1': choose",
    "analyze games.ggf -o text --json": "omit --json, --html, --sgf and --game",
    "analyze games.ggf -o text --game 2": "omit --json, --html, --sgf and --game",
    "analyze f5d6 -o reviews": "-o reviews all games in a file, but f5d6 is not a file",
    "analyze games.ggf -j 2": "name a file for their reviews with -o",
    "perft": "Missing argument",
    "perft 0": "0 is not in the range",
    "perft 21": "21 is not in the range",
    "perft f5d6 4": "'f5d6' is not a valid integer from 1 to 20: the position comes after DEPTH",
    "book build new.book --positions x": "'x' is not a valid integer of at least 1",
    "perft 3 4": f"'4' {NEITHER}",
    "perft 3 --hash -1": "-1 is not in the range",
    f"perft 2 '{START[1:]}'": "the board has 63 cells, not 64",
    "solve": "Missing argument",
    "solve bad.obf --hash 0": "0 is not in the range",
    "solve bad.obf more": "unexpected extra argument (more)",
    "solve bad.obf": "bad.obf, line 2: the board has 63 cells, not 64",
    "solve bad.obf --json": "bad.obf, line 2: the board has 63 cells, not 64",
    "solve empty.txt": "empty.txt: the file is empty",
    "solve binary.ggf": "binary.ggf, line 1: this is not a text file",
    "solve missing.obf": "missing.obf: no such file",
    "solve folder": "folder: is a directory",
    "solve board.obf --wld --claim '>0'": "use only one of --wld, --window and --claim",
    "solve board.obf --window 3 3": "--window 3 3: ALPHA must be less than BETA",
    "solve board.obf --claim 1": "'1' is not a claim",
    "solve missing.obf -o x.jsonl": "missing.obf: no such file",
    "solve board.obf -o board.obf": "board.obf: the command reads this file: choose another name",
    "suite binary.ggf": "binary.ggf, line 1: this is not a text file",
    "suite missing.obf": "missing.obf: no such file",
    "suite folder": "folder: is a directory",
    "suite board.obf --depth 0": "0 is not in the range",
    f"solve '{CORNERED[:-1]}?'": "'?' after the 64 cells is not a side to move",
    f"solve 'X{CORNERED}'": "is not a side to move",
    f"solve '{CORNERED.replace('OX', 'O?')}'": "'?' at e4 is not a cell",
    # convert
    "convert moves.txt": "Missing argument 'OUT'",
    "convert binary.ggf out.sgf": "binary.ggf, line 1: this is not a text file",
    "convert missing.ggf out.sgf": "missing.ggf: no such file",
    "convert moves.txt out.doc": "out.doc: the name of a file of games must end in one of .ggf, ",
    "convert moves.txt out.sgf --from chess": "'chess' is not a format",
    "convert moves.txt out.doc --to chess": "'chess' is not a format",
    "convert moves.txt no/out.sgf": "no/out.sgf: the folder ",
    "convert empty.txt out.ggf": "the file is empty",
    "convert text out.ggf": "this is not a file of games",
    "convert illegal.txt out.ggf": "the file contains no readable game",
    # match
    "match -e level=1": "a match needs two engines",
    "match -e level=1 -e level=1": "two engines are called othello-1",
    "match -e level=1 -e level=99": "'99' is not a level",
    f"{ENGINES} -g 3": "--games 3 must be even",
    f"{ENGINES} --openings missing": "missing: no such file",
    f"{ENGINES} --openings whole.txt": "opening 2 is a whole game: remove its last moves",
    f"{ENGINES} --time x": "'x' is not a valid number from 0.001 to 86400",
    f"{ENGINES} --time 1 --clock 60": "use only one of --time and --clock",
    f"{ENGINES} --sprt 5 0": "the smaller number first",
    f"{ENGINES} -e level=3 --sprt 0 5": "but there are 3",
    f"{ENGINES} -o no/m": "no such file or directory",
    f"match -e 'name=x,cmd={sys.executable} -c 0' -e level=1": "engine x: ended with exit status 0",
    f"{ENGINES} -g {10**20}": HUGE,
    f"openings --choose --count {10**20}": HUGE,
    "openings --plies 8": "--plies is for new openings: add --choose, or omit --plies",
    # book
    "book show f5d6c3": "f5d6c3 is a position, not a book: use othello book show shipped f5d6c3",
    "book show none.book": "none.book: no such file or directory",
    "book show my.book f5d6c3d3c4f4f6f3e6e7": "my.book: the book does not contain this position",
    "book stats none.book": "none.book: no such file or directory",
    "book build new.book --budget 0": "is not a time",
    "book build new.book --budget x": "is not a time",
    "book build new.book --budget ٣": "is not a time",
    "book build new.book --budget '8 hours'": "is not a time",
    "book build new.book --budget -3": "is not a time",
    "book learn new.book games.ggf none.ggf": "none.ggf: no such file or directory",
    f"book learn new.book games.ggf --least {10**20}": HUGE,
    "book learn new.book text": "text: this is not a file of games",
    "book learn new.book bad.wtb": "bad.wtb: the file is 5 bytes long",
    "book import new.book none.dat": "none.dat: no such file or directory",
    "book import new.book my.book": "use --format",
    "book export none.book a.dat": "none.book: no such file or directory",
    "book export my.book -": "use --format",
    "book export my.book x.jsonl --as-level 8": "--as-level is only for Edax: JSON",
    "book export my.book no/a.dat": "the folder",
    "book merge my.book none.book": "none.book: no such file or directory",
    "book merge my.book my.book": "cannot be merged with itself",
    "book fix none.book": "none.book: no such file or directory",
    # train
    "train generate -o x": "Missing option",
    "train generate -o x -g 5 --random 9 4": "--random 9 4: the first number",
    "train generate -o x -g 5 --depth 9 --exact-from 8": "--depth 9 must not be",
    f"train generate -o x -g {10**20} --first {10**20 - 1}": HUGE,
    f"train generate -o x -g 5 --noise {10**20}": HUGE,
    "train generate -o x -g 5 --first 5": "--first 5 must be less than --games 5",
    "train generate -o x -g 5 --openings none.wtb": "none.wtb: no such file",
    "train generate -o x -g 5 --weights text": "text: this is not a file of weights",
    "train generate -o x -g 5 --weights none": "none: no such file",
    "train generate -o text/x -g 5": "text/x: not a directory",
    "train perturb -o x text": "text: this is not a file of games",
    "train network -o x none.samples": "all 0 samples are held out",
    "train network -o x a.samples --start text": "text: this is not a file of weights",
    "train network -o x text": "text: this is not a file of samples",
    "train network -o x a.samples --units 7": "--units 7: the number of units must be even",
    "train network -o x a.samples --epochs 0 --rows 9": "only removes rows: also give --start and --rows",
    "train network -o x folder": "folder: this folder contains no file *.games or *.samples",
    "train network -o no/x text": "no/x: the folder",
    "train import -o x": "Missing argument",
    "train import -o x text": "text is not a .wtb or .obf file: there is nothing",
    "train import -o x folder": "folder contains no .wtb or .obf files",
    "train import -o x --exact-from 3 bad.wtb": "3 is not in the range",
    "train import -o x --games 3 none.obf": "--games 3 selects games from WTHOR",
    "train import -o x bad.wtb": "bad.wtb: the file is 5 bytes long",
    "train import -o x none.wtb": "none.wtb: no such file",
    "train import -o x games.ggf": "convert it first with `othello convert games.ggf games.wtb`",
    "train ratings -o x": "Missing argument",
    "train ratings -o x bad.wtb": "bad.wtb: the file is 5 bytes long",
    "train ratings -o x none.wtb": "none.wtb: no such file",
    "train report": "Missing argument",
    "train report text": "text: this is not a file of samples",
    "train report a.samples -w text": "text: this is not a file of weights",
    "train report a.samples -w a=text -w a=none": "two files of weights have the same name",
}
"""Commands with parts of their messages."""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder with files of many kinds."""
    folder = tmp_path_factory.mktemp("bad")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    (folder / "binary.ggf").write_bytes(bytes(range(256)))
    (folder / "folder").mkdir()
    write_games(folder / "games.ggf", [GameRecord.from_board(Board("f5d6"))] * 3)
    with Book(folder / "my.book", writable=True) as book:
        filled(book, plain_entries(1, 40))
    data = np.zeros(1, samples.SAMPLE)
    data["player"] = 1
    samples.FORMAT.replace(folder / "a.samples", data, is_test=False)
    samples.FORMAT.replace(folder / "none.samples", data[:0], is_test=False)
    return folder


def content(folder):
    return {path.name: path.is_file() and path.read_bytes() for path in folder.rglob("*")}


def test_bad_input(files, monkeypatch):
    """The message is one sentence that tells what is wrong, and nothing is written."""
    monkeypatch.chdir(files)
    before = content(files)
    for command, wanted in COMMANDS.items():
        status, out, err = run(*shlex.split(command))
        assert (status, out) == (BAD_INPUT, ""), command
        message = " ".join(err.partition("Error: ")[2].split())
        assert wanted in message, command
        assert "Traceback" not in err
        assert err.startswith("Usage: ") or err.splitlines()[-1].startswith("Error: "), command
        assert content(files) == before, command
