"""Games as objects and as files."""

import base64
import bz2
import gzip
import json

import pytest
from hypothesis import given, strategies as st

from othello import Board, Ending, GameRecord, OthelloError, PlayedMove, Player, Position
from othello.formats.registry import WRITTEN
from othello.storage.fields import Fields
from othello.web.games import game_object, game_of, read_file, read_text, write_files
from othello.web.settings import LARGEST_UPLOAD, MAX_UPLOADED
from tests.formats.records import plain_records, with_variations
from tests.web.serving import whole_game


def encoded(content):
    return base64.b64encode(content).decode()


def full_game():
    board = whole_game()
    return GameRecord.from_board(
        board, black=Player("Alice"), white=Player("Bob"), event="Café", date="2004-05-06"
    )


def test_objects_keep_games():
    """A game survives its object, with players, values, times, comments and the first position."""
    played = (PlayedMove("c3", 1.5, 2.0, "good"), PlayedMove("d3"))
    start = Board("f5d6").position
    game = GameRecord(played, start, Player("Alice"), event="Café", result=-64, ending=Ending.RESIGNED)
    assert game_of(Fields(json.loads(json.dumps(game_object(game))))) == game
    assert game_of(Fields(game_object(full_game()))).moves == full_game().moves


def test_notes_without_a_move_are_ignored():
    """A game may have more notes than moves, or fewer."""
    value = {"value": 1.5}
    for notes, expected in ([[value, value], 1.5], [[], None]):
        game = game_of(Fields({"moves": ["f5"], "notes": notes}))
        assert game.played == (PlayedMove("f5", expected),)


GGF = "(;GM[Othello]PB[{name}]PW[Bob]RB[{number}]EV[{name}]DT[{name}]TY[8]BO[8 {board} *]B[f5/{number}/-3];)"


@pytest.mark.parametrize("format", WRITTEN.values(), ids=WRITTEN)
@pytest.mark.parametrize("number", ["99.9", "-999999999999999"])
def test_every_game_that_can_be_opened_can_be_sent_back(number, format):
    """Files may contain values, times and names that people do not have, and the page can save such games."""
    board = Position.start().format()[:-2].replace("X", "*")
    (game,) = read_text(GGF.format(name="x" * 300, number=number, board=board)).games
    again = game_of(Fields(json.loads(json.dumps(game_object(game)))))
    assert again.played == game.played
    assert (again.black, again.date) == (Player("x" * 200, float(number)), "x" * 200)
    if format.name != "wthor":
        assert write_files(again, format)
    huge = GameRecord((PlayedMove("f5", 1e300, 1e300),))
    assert game_of(Fields(game_object(huge))) == GameRecord((PlayedMove("f5"),))


@given(plain_records(), st.integers(0, 10**6))
def test_variations_survive_the_object_of_a_game_however_deep(record, seed):
    game = with_variations(record, seed)
    assert game_of(Fields(json.loads(json.dumps(game_object(game))))) == game


@pytest.mark.parametrize(
    ("variations", "message"),
    [
        ([{"ply": 0, "moves": ["a1"]}], "move 1: black cannot play a1"),
        ([{"ply": 1, "moves": ["d6"]}], "begins after 1 moves"),
        ([{"ply": 0, "moves": []}], "must contain a move"),
        ([{"ply": 0, "moves": ["d3"], "variations": [{"ply": 0, "moves": ["c4"]}]}], "a whole number from 1"),
        ([{"moves": ["d3"]}], "ply of variations is missing"),
        ([None], "variations is not an object"),
        ({}, "a list of at most"),
    ],
)
def test_a_variation_that_is_illegal_or_stands_for_no_move_is_refused(variations, message):
    with pytest.raises(OthelloError, match=message):
        game_of(Fields({"moves": ["f5"], "variations": variations}))


@pytest.mark.parametrize("name", WRITTEN)
def test_every_format_is_written_and_read(name):
    """Every format can be saved, except read-only formats, and what is saved can be opened."""
    written = write_files(full_game(), WRITTEN[name])
    first = written[0]
    (again,) = read_file(first["name"], first["data"]).games
    assert again.last_position == full_game().last_position
    if name != "obf":
        assert again.moves == full_game().moves
    assert (first["text"] is None) == (name == "wthor")
    assert len(written) == (3 if name == "wthor" else 1)


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".bz2", bz2.compress), ("", bytes)])
def test_compressed_files(suffix, pack):
    """Compressed files are unpacked, even with a suffix in capital letters."""
    (game,) = read_file(f"game.SGF{suffix.upper()}", encoded(pack(b"(;GM[2]SZ[8];B[fe];W[df])"))).games
    assert [str(move) for move in game.moves] == ["f5", "d6"]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
def test_a_small_file_that_would_become_large_is_refused_before_it_does(pack):
    suffix = {gzip.compress: "gz", bz2.compress: "bz2"}[pack]
    with pytest.raises(OthelloError, match=f"larger than {LARGEST_UPLOAD >> 10} KiB|would expand"):
        read_file(f"games.ggf.{suffix}", encoded(pack(bytes(20 * LARGEST_UPLOAD))))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.gz", b"no"),
        ("a.sgf", b"no"),
        ("a.wtb", bytes(16)),
        ("", b""),
        ("a.txt", b"\xff\xfe\xff"),
        ("a.pgn", b"["),
    ],
)
def test_damaged_files(name, content):
    """A damaged file is refused in one sentence that names no path on the server."""
    with pytest.raises(OthelloError) as refused:
        read_file(name, encoded(content))
    assert "/" not in str(refused.value)


def test_names_from_outside_open_nothing(tmp_path, monkeypatch):
    """The player names of a WTHOR file come from no file on the server."""
    data = write_files(full_game(), WRITTEN["wthor"])
    for file in data:
        (tmp_path / file["name"]).write_bytes(base64.b64decode(file["data"]))
    monkeypatch.chdir(tmp_path)
    for name in ("othello-game.wtb", str(tmp_path / "othello-game.wtb"), "../x/../othello-game.wtb"):
        (game,) = read_file(name, data[0]["data"]).games
        assert game.black.name == "#0"


def test_texts():
    """Moves, boards and files of games are read as texts. Of many games, the first are read."""
    assert len(read_text("f5d6").games[0].moves) == 2
    assert read_text(Board("f5").diagram()).games[0].start == Board("f5").position
    assert len(read_text("f5d6c3\n" * (MAX_UPLOADED + 10)).games) == MAX_UPLOADED
    with pytest.raises(OthelloError, match="a1"):
        read_text("f5a1")


def test_games_that_cannot_be_read_are_said():
    """Games that cannot be read are reported with a sentence each, together with the other games."""
    collection = read_text("f5d6c3\nf5a1\nf5d6")
    assert [len(game.moves) for game in collection.games] == [3, 2]
    assert len(collection.unread) == 1
    assert "line 2" in collection.unread[0]
    assert "a1" in collection.unread[0]


def test_a_game_with_one_move_on_each_line():
    """Moves on separate lines are one game, not a game in the first line followed by errors."""
    assert len(read_text("F5\nD6\nC3").games[0].moves) == 3
