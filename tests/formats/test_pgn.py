"""PGN, as Edax, game servers and chess programs write it."""

import contextlib
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from othello.board import Board
from othello.errors import FormatError, OthelloError
from othello.formats.pgn import format_pgn, parse_pgn, read_pgn, write_pgn
from othello.formats.record import Ending, GameRecord, PlayedMove, Player
from othello.formats.transcript import parse_transcript
from othello.position import Position
from othello.square import PASS, parse_square
from tests import positions
from tests.formats import records

GAME = """[Event "World Open"]
[Site "?"]
[Date "2014.02.21"]
[Time "20:52:27 GMT"]
[Round "-"]
[Black "alice"]
[White "bob \\"b\\" \\\\"]
[Result "1-0"]
[BlackElo "1720.5"]
[TimeControl "300+12"]

1. f5 d6 2. c3 {[%eval 1.50] [%emt 0:00:02.500]} d3 3. c4 {X wins 40-24} 1-0
"""
CLOCKS = {"05:00//02:00": "05:00//00:00", "1:00:00/0:10/0": "01:00:00/00:10/00:00", "": ""}
TEXTS = records.NAMES.filter(lambda text: text not in ("?", "-") and not set(text) & set("{}"))


def kept(record: GameRecord) -> GameRecord:
    """Return the part of a record that PGN keeps: no grace time, and one clock for both sides."""
    clock = CLOCKS[record.black.clock] if record.black.clock == record.white.clock else ""
    return replace(record, black=replace(record.black, clock=clock), white=replace(record.white, clock=clock))


def test_a_game():
    """Tags, moves, values, times and the margin are read."""
    record = parse_pgn(GAME)
    assert record.black == Player("alice", 1720.5, "05:00/00:12/00:00")
    assert record.white == Player('bob "b" \\', None, "05:00/00:12/00:00")
    assert (record.event, record.date, record.result) == ("World Open", "2014-02-21 20:52:27 GMT", 16)
    assert record.moves == tuple(parse_transcript("f5d6c3d3c4").move_stack)
    assert record.played[2] == PlayedMove(parse_square("c3"), 1.5, 2.5)
    assert format_pgn(record).rstrip() == GAME.rstrip()


@settings(max_examples=60)
@given(records.full_records(texts=TEXTS))
def test_round_trip(record):
    """A game is read back from its text, as far as PGN keeps it."""
    text = format_pgn(record)
    assert parse_pgn(text) == kept(record)


@pytest.mark.parametrize("spelling", ["--", "pass", "pa", ""])
def test_passes(spelling):
    """Passes are read in several forms, or may be omitted."""
    record = GameRecord.from_board(positions.passing_board())
    assert parse_pgn(format_pgn(record).replace("--", spelling)).moves == record.moves


@pytest.mark.parametrize(
    "moves",
    [
        "f5 d6 c3",
        "1.f5 d6 2.c3",
        "1. F5 1... D6 2. C3 *",
        "1. f5! $1 d6?? 2. c3!? 1-0",
        "1. f5 {best} d6 ; the rest of the line\n2. c3",
        "1. f5 (1. d3 c5 (1... e3) {x)}) d6 2. c3",
        "1. f5\n\n d6\t2. c3 1/2-1/2",
    ],
)
def test_spellings(moves):
    """Numbers, marks and variations are ignored, and comments are no moves."""
    assert parse_pgn(f'[Event "x"]\n\n{moves}').moves == (37, 43, 18)


@pytest.mark.parametrize(
    ("tags", "end", "result", "ending"),
    [
        ("", "*", None, None),
        ("", "1-0", None, None),
        ('[Result "40-24"]', "", 16, None),
        ("", "d6 40-24", 16, None),
        ("", "4-1", 62, None),
        ("", "20-20", None, None),
        ('[Termination "White resigned"]', "40-24", 16, Ending.RESIGNED),
        ("", "{O wins 40-24} 0-1", -16, None),
        ("", "{O wins 24-40} 0-1", -16, None),
        ("", "{Black wins 33-31} 1-0", 2, None),
        ("", "{Draw 32-32} 1/2-1/2", 0, None),
        ('[Termination "White resigned"]', "1-0", 64, Ending.RESIGNED),
        ('[Termination "Time forfeit"][Result "0-1"]', "", -64, Ending.TIME),
        ('[Termination "abandoned"]', "{X wins 40-24} 1-0", 16, Ending.LEFT),
        ('[Termination "unterminated"]', "*", None, None),
    ],
)
def test_results(tags, end, result, ending):
    """The margin comes from the comment or the tag; a result without a margin gives none."""
    record = parse_pgn(f"{tags}\n1. f5 {end}")
    assert (record.result, record.ending) == (result, ending)


def test_comments_of_moves():
    """A comment is that of the move before it, without its values; the first ones are those of the game."""
    text = '[Event "x"]\n\n{of} {the game} 1. f5 {[%eval 1.5] good} d6 ; to the end\n2. c3 {[%emt 2]}'
    record = parse_pgn(text)
    assert record.comment == "of the game"
    assert [each.comment for each in record.played] == ["good", "to the end", ""]
    assert (record.played[0].value, record.played[2].seconds) == (1.5, 2)
    assert parse_pgn(format_pgn(record)) == record


def test_the_board_decides_over_a_bare_result():
    """The final board decides who won if 1-0 disagrees with it."""
    board = Board()
    board.push_transcript(positions.WIPE_OUT)
    text = format_pgn(GameRecord.from_board(board)).replace("{X wins 64-0}", "").replace("1-0", "0-1")
    assert parse_pgn(text).result == 64


def test_edax_start():
    """FEN has row 8 first, and P for the first player."""
    fen = "8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1"
    assert parse_pgn(f'[FEN "{fen}"] 1. f5').start == Position.start()
    after = GameRecord.from_moves([43], start=Position.start().play(37))
    assert '[FEN "8/8/8/3PPP2/3pP3/8/8/8 b - - 0 1"]' in format_pgn(after)
    assert "1... d6" in format_pgn(after)


@pytest.mark.parametrize(
    ("date", "found"),
    [
        ("1984.??.??", "1984"),
        ("1984.02.??", "1984-02"),
        ("1984.02.29", "1984-02-29"),
        ("1984", "1984"),
        ("????.??.??", ""),
        ("in spring", "in spring"),
    ],
)
def test_dates(date, found):
    """A date is read and written as exactly as it is known."""
    record = parse_pgn(f'[Date "{date}"] f5')
    assert record.date == found
    assert parse_pgn(format_pgn(record)) == record


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. f5 zz", "move 2: 'zz' is not a move"),
        ("1. f5 f5", "move 2: white cannot play f5"),
        ("1. f5 --", "move 2: white cannot pass"),
        ("1. f5 {never ends", "move 2: a comment or variation does not end"),
        ("1. f5 (d6", "move 2: a comment or variation does not end"),
        ("1. f5 ) d6", "move 2: there is a closing parenthesis"),
        ('[FEN "8/8 w"] f5', "is not a board: write 8 rows"),
        ('[FEN "8/8/8/3Pp3/3pP3/8/8/9 w"] f5', "is not a board: write 8 rows"),
        ('[FEN "8/8/8/3Pp3/3pP3/8/8/8 x"] f5', "is not a board: write 8 rows"),
        ('[Event "x"] [Date 1984] f5', "move 1: '[Date' is not a move"),
    ],
)
def test_errors(text, message):
    """The error says what is wrong, and in which move."""
    with pytest.raises(OthelloError) as caught:
        parse_pgn(text)
    assert message in str(caught.value)


def mutated(text: str, seed: int) -> str:
    rng = random.Random(seed)
    characters = list(text)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(characters))
        new = rng.choices('[]{}();"\\%$*-/1f5\n\xe9 ' + text, k=rng.randint(0, 3))
        characters[place : place + rng.randint(0, 3)] = new
    return "".join(characters)


@given(st.text() | st.builds(mutated, st.just(GAME), st.integers()))
def test_hostile_text(text):
    """Any text gives a game or an OthelloError."""
    with contextlib.suppress(OthelloError):
        record = parse_pgn(text)
        assert parse_pgn(format_pgn(record)).moves == record.moves


@settings(max_examples=20)
@given(st.lists(records.full_records(texts=TEXTS), min_size=1, max_size=4))
def test_file_round_trip(tmp_path_factory, games):
    """Games are read back from a file in the same order."""
    path = tmp_path_factory.mktemp("pgn") / "games.pgn"
    write_pgn(path, games)
    assert list(read_pgn(path)) == list(map(kept, games))


def test_reading_continues_after_a_bad_game(tmp_path):
    """Each bad game is reported with its first line; tags within comments are not tags."""
    path = tmp_path / "games.pgn"
    comment = '1. f5 {a comment\n[Black "c"]\nends here} d6\n'
    path.write_text(
        f'\n{GAME}\n\n[Black "x"]\n\n1. f5 f5\n\n[Black "b"]\n\n{comment}\n[Event "y"]\n[Event "z"]\n*'
    )
    with pytest.raises(FormatError, match=r"games\.pgn, line 16: move 2: white cannot play f5"):
        list(read_pgn(path))
    errors: list[FormatError] = []
    games = list(read_pgn(path, errors.append))
    assert [game.black.name or game.event for game in games] == ["alice", "b", "y", "z"]
    assert [len(game.moves) for game in games] == [5, 2, 0, 0]
    assert [error.line for error in errors] == [16]


def test_passes_keep_their_times():
    """A pass has a time in its comment like any other move."""
    board = positions.passing_board()
    moves = tuple(PlayedMove(move, 1.25, 61.5) for move in board.move_stack)
    record = parse_pgn(format_pgn(GameRecord(moves)))
    assert record.played == moves
    assert any(each.move == PASS for each in record.played)
