"""GGF, as GGS, NBoard and other programs write it."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from othello.errors import FormatError, OthelloError
from othello.formats.ggf import (
    format_ggf,
    format_ggf_move,
    parse_ggf,
    parse_ggf_games,
    parse_ggf_move,
    read_ggf,
    write_ggf,
)
from othello.formats.ggf_clock import GgfClock, format_ggf_clock, parse_ggf_clock
from othello.formats.record import Ending, GameRecord, PlayedMove
from othello.rules.position import Position
from othello.rules.square import PASS, parse_square
from tests import positions
from tests.formats import records

BOARD = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
NBOARD = (
    f"(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[Chris]PW[Edax4]RE[?]TI[15:00//02:00]TY[8]"
    f"BO[{BOARD}]B[F5//1.25]W[d6/0.50/2]B[C3]W[D3//0.01];)"
)
GGS = (
    "(;GM[Othello]PC[GGS/os]DT[2004.09.18_05:54:38.MDT]PB[alice]PW[bob]RB[1720.5]RW[2011.25]TI[05:00//02:00]"
    f"TY[8]RE[+12.000:r]BO[{BOARD}]B[d3//0.01]W[c5/-1.00/7.5];)"
)


def without_brackets(text: str) -> str:
    return " ".join(text.translate({ord("["): None, ord("]"): None}).split())


RECORDS = records.full_records(texts=records.NAMES.map(without_brackets), has_comments=False)


def test_a_game_of_nboard():
    """The example in NBoard's description is read: names, clocks, values and times."""
    record = parse_ggf(NBOARD)
    assert (record.black.name, record.white.name, record.event) == ("Chris", "Edax4", "NBoard")
    assert record.date == "2014-02-21 20:52:27 GMT"
    assert record.black.clock == record.white.clock == "15:00//02:00"
    assert record.result is None
    f5, d6, c3, d3 = map(parse_square, ("f5", "d6", "c3", "d3"))
    moves = (PlayedMove(f5, None, 1.25), PlayedMove(d6, 0.5, 2.0), PlayedMove(c3), PlayedMove(d3, None, 0.01))
    assert record.played == moves


def test_a_game_of_ggs():
    """Dates and results are read in the forms of the GGS server."""
    record = parse_ggf(GGS)
    assert record.date == "2004-09-18 05:54:38 MDT"
    assert (record.black.rating, record.white.rating) == (1720.5, 2011.25)
    assert (record.result, record.ending) == (12.0, Ending.RESIGNED)


@given(RECORDS)
def test_round_trip(record):
    """A game is read back from its line."""
    text = format_ggf(record)
    assert "\n" not in text
    assert parse_ggf(text) == record


@given(records.plain_records())
def test_passes_may_be_left_out(record):
    """Omitted passes are found by the colors of the moves."""
    text = format_ggf(record).replace("B[PA]", "").replace("W[PA]", "")
    moves = record.moves[:-1] if record.moves and record.moves[-1] == PASS else record.moves
    assert parse_ggf(text).moves == moves


def test_passes_are_written():
    """Every pass is written, as NBoard requires."""
    record = GameRecord.from_board(positions.passing_board())
    assert format_ggf(record).count("[PA]") == record.moves.count(PASS) > 0


@pytest.mark.parametrize(
    "text",
    [
        NBOARD.replace("---O*---", "---O*-- -"),
        NBOARD.replace("---O*---", "\n---O*---\n"),
        NBOARD.replace("---O*---", "---OX---").replace("---*O---", "---Xo---"),
        NBOARD.replace("-------- --------", "................"),
        NBOARD.replace("BO[", "XX[unknown ;) (; property]BO["),
        NBOARD.replace("]B[C3]", "];\n\tB[c3]"),
        NBOARD.replace("TY[8]", "").replace("GM[Othello]", ""),
        NBOARD.replace(f"BO[{BOARD}]", ""),
        f"1 {NBOARD}",
        f"  {NBOARD}\r\n",
    ],
)
def test_spellings(text):
    """Blanks, line ends, other cells, and unknown or missing properties are accepted."""
    assert parse_ggf(text) == parse_ggf(NBOARD)


def test_synchro_match():
    """The two games of a match are read from one line."""
    assert parse_ggf_games(f"2 {NBOARD}{GGS}") == [parse_ggf(NBOARD), parse_ggf(GGS)]


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("F5", PlayedMove(37)),
        ("f5/1.5", PlayedMove(37, 1.5)),
        ("f5//2", PlayedMove(37, None, 2.0)),
        ("F5/-1.25/0.01", PlayedMove(37, -1.25, 0.01)),
        ("PA", PlayedMove(PASS)),
        ("pass/0/1e-3", PlayedMove(PASS, 0.0, 0.001)),
    ],
)
def test_moves(text, played):
    """A move may have a value and a time, and is read back from its text."""
    assert parse_ggf_move(text) == played
    assert parse_ggf_move(format_ggf_move(played)) == played


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("05:00//02:00", GgfClock(300, 0, 120)),
        ("5:00", GgfClock(300, 0, 120)),
        ("15:00/0:12/0", GgfClock(900, 12, 0)),
        ("1:00:00/30/", GgfClock(3600, 30, 120)),
        ("1.00:00:00//", GgfClock(86400, 0, 120)),
        ("", GgfClock(0, 0, 120)),
        ("90//0", GgfClock(90, 0, 0)),
    ],
)
def test_clocks(text, clock):
    """A time control has days, hours, minutes and seconds, with or without increment and grace."""
    assert parse_ggf_clock(text) == clock


@given(st.builds(GgfClock, *3 * [st.integers(0, 10**6)]))
def test_clock_round_trip(clock):
    """A time control is read back from its text."""
    assert parse_ggf_clock(format_ggf_clock(clock)) == clock


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("Othello", "Amazons"), "the game is 'Amazons', not Othello"),
        (("TY[8]", "TY[10]"), "the board is of type '10': only 8 by 8"),
        (("BO[8 ", "BO[10 "), "is not a board of 8 by 8 squares"),
        (("---O*---", "---O*--"), "the board has 6"),
        (("F5//", "Z5//"), "move 1: 'Z5' is not a move"),
        (("F5//", "A1//"), "move 1: black cannot play a1"),
        (("W[d6", "B[d6"), "move 2: d6 is given as black's, but it is white's turn"),
        (("d6/0.50/2", "d6/x/2"), "move 2: 'x' is not a number"),
        (("d6/0.50/2", "d6/1/2/3"), "move 2: 'd6/1/2/3' is not a move"),
        (("RE[?]", "RE[won]"), "'won' is not a result"),
        (("RE[?]", "RE[+66]"), "66.0 is not a result"),
        (("PB[", "RB[abc]PB["), "'abc' is not a number"),
        (("PB[", "PB"), "is not a property: write NAME[value]"),
        ((";)", ""), "is not a game"),
    ],
)
def test_errors(change, message):
    """The error says what is wrong, and in which move."""
    with pytest.raises(OthelloError) as caught:
        parse_ggf(NBOARD.replace(*change))
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["5 minutes", "1:2:3:4", "1/2/3/4", "-5", "1:x"])
def test_bad_clocks(text):
    """A text that is not a time control is an error."""
    with pytest.raises(OthelloError):
        parse_ggf_clock(text)


def test_brackets_are_replaced():
    """Brackets in a name are replaced, because GGF cannot quote them."""
    record = parse_ggf(NBOARD.replace("Chris", "x"))
    odd = GameRecord(record.played, black=records.Player("a[1]\nb"))
    assert parse_ggf(format_ggf(odd)).black.name == "a(1) b"


def mutated(text: str, seed: int) -> str:
    """Draw a text with characters that are removed, doubled, swapped or replaced."""
    rng = random.Random(seed)
    characters = list(text)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(characters))
        characters[place : place + rng.randint(0, 3)] = rng.choices(
            "[];()BWX/8 5aé\n-" + text, k=rng.randint(0, 3)
        )
    return "".join(characters)


@given(st.text() | st.builds(mutated, st.sampled_from([NBOARD, GGS, f"2 {NBOARD}{GGS}"]), st.integers()))
def test_hostile_text(text):
    """Any text gives games or an OthelloError."""
    try:
        games = parse_ggf_games(text)
    except OthelloError:
        return
    assert [parse_ggf(format_ggf(game)).moves for game in games] == [game.moves for game in games]


@settings(max_examples=20)
@given(st.lists(RECORDS, min_size=1, max_size=4))
def test_file_round_trip(tmp_path_factory, games):
    """Games are read back from a file in the same order."""
    path = tmp_path_factory.mktemp("ggf") / "games.ggf"
    write_ggf(path, games)
    assert list(read_ggf(path)) == games


def test_games_over_many_lines(tmp_path):
    """A game may take several lines, and a match one line; old files are not UTF-8."""
    path = tmp_path / "games.ggf"
    tall = NBOARD.replace("]", "]\r\n").replace("Chris", "J\xfcrgen ;)")
    path.write_bytes(f"2 {NBOARD}{GGS}\n\n{tall}\r\n{GGS}".encode("iso-8859-1"))
    found = list(read_ggf(path))
    assert [game.black.name for game in found] == ["Chris", "alice", "J\xfcrgen ;)", "alice"]


def test_reading_continues_after_a_bad_game(tmp_path):
    """Each bad game is reported with its first line, and all good games are read."""
    path = tmp_path / "games.ggf"
    bad = NBOARD.replace("F5", "A1").replace("TY", "\nTY")
    path.write_text(
        f"{NBOARD}\n{bad}\n{GGS}\nnonsense\n{NBOARD[:-2]}\n{NBOARD.replace('PW[', 'PW')[:40]}\n{GGS}\n"
    )
    with pytest.raises(FormatError, match=r"games\.ggf, line 2: move 1: black cannot play a1"):
        list(read_ggf(path))
    errors: list[FormatError] = []
    assert [game.black.name for game in read_ggf(path, errors.append)] == ["Chris", "alice", "alice"]
    assert [error.line for error in errors] == [2, 5, 6, 7]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file has no entries: games must be written as"),
        (b"\n \n", "the file has no entries: games must be written as"),
        (b"(;\0", "this is not a text file"),
    ],
)
def test_bad_files(tmp_path, content, reason):
    """A file without a game is an error."""
    path = tmp_path / "games.ggf"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=reason):
        list(read_ggf(path))


def test_the_start_may_be_any_position():
    """A game from another first position is read back."""
    position = Position.start().play(parse_square("f5"))
    record = GameRecord.from_moves([parse_square("d6")], start=position)
    assert "BO[8 " in format_ggf(record)
    assert parse_ggf(format_ggf(record)) == record


def test_comments_of_moves_are_read():
    """CO before the first move is the comment on the game, and after a move that on the move."""
    record = parse_ggf("(;GM[Othello]CO[the game]B[f5]CO[good]W[d6];)")
    assert record.comment == "the game"
    assert [each.comment for each in record.played] == ["good", ""]
