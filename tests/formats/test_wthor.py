"""WTHOR: arrays, positions and records, compared with the slow model and the layout of the bytes."""

import datetime
import random
import struct
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, strategies as st

from othello import Board, Color, FormatError, GameRecord, OthelloError, Player, Position
from othello.formats import wthor
from othello.formats.wthor import BAD_MOVE, joined, load_games, load_names, save_games, save_names
from othello.formats.wthor_files import read_wthor, write_wthor
from othello.rules import arrays
from othello.rules.square import NO_MOVE, PASS
from tests import model, positions
from tests.cases import cases
from tests.formats import records

MOVES = st.lists(records.MOVES, max_size=4)
TODAY = datetime.date(2004, 2, 29)
F5_D6 = bytes([56, 64])
"""The first two moves of a game, as WTHOR writes them."""


def header(games=1, names=0, year=1999, size=8, kind=0, empties=24):
    return struct.pack("<4BIHH4B", 20, 4, 2, 29, games, names, year, size, kind, empties, 0)


def game(moves=F5_D6, score=32, best=30, tournament=3, black=1, white=2):
    return struct.pack("<HHHBB60s", tournament, black, white, score, best, moves)


def games_of(moves):
    """Return arrays of games from lists of moves."""
    rows = [[move for move in sequence if move != PASS] for sequence in moves]
    count = len(rows)
    return wthor.GameTable(
        moves=np.array([row + [NO_MOVE] * (60 - len(row)) for row in rows], np.uint8).reshape(-1, 60),
        scores=np.arange(count, dtype=np.uint8),
        best_scores=np.arange(count, dtype=np.uint8) + np.uint8(1),
        solved_empties=np.full(count, 22, np.uint8),
        blacks=np.arange(count, dtype=np.uint16) + np.uint16(300),
        whites=np.arange(count, dtype=np.uint16) + np.uint16(400),
        tournaments=np.arange(count, dtype=np.uint16) + np.uint16(500),
        years=np.full(count, 1999, np.uint16),
    )


def assert_same(left, right):
    """Assert that all arrays are equal and have equal types."""
    for name in type(left).__slots__:
        np.testing.assert_array_equal(getattr(left, name), getattr(right, name), err_msg=name)
        assert getattr(left, name).dtype == getattr(right, name).dtype


def test_a_file_has_the_layout_of_the_federations_description(tmp_path):
    path = tmp_path / "a.wtb"
    content = header() + game()
    path.write_bytes(content)
    games = load_games(path)
    assert games.moves[0, :3].tolist() == [37, 43, NO_MOVE]
    fields = ("scores", "best_scores", "solved_empties", "blacks", "whites", "tournaments", "years")
    assert [int(getattr(games, name)[0]) for name in fields] == [32, 30, 24, 1, 2, 3, 1999]
    assert games.results.tolist() == [0]
    save_games(tmp_path / "b.wtb", games, TODAY)
    assert (tmp_path / "b.wtb").read_bytes() == content


def test_rows_are_counted_from_the_top(tmp_path):
    (tmp_path / "a.wtb").write_bytes(header() + game(bytes([11, 18, 81, 88, 43, 19, 0, 56])))
    moves = load_games(tmp_path / "a.wtb").moves[0, :9].tolist()
    assert moves == [0, 7, 56, 63, 26, BAD_MOVE, NO_MOVE, 37, NO_MOVE]


@pytest.mark.parametrize(("size", "empties", "solved"), [(0, 0, 22), (8, 20, 20)])
def test_in_the_header_0_stands_for_8_rows_and_for_22_empty_squares(tmp_path, size, empties, solved):
    (tmp_path / "a.wtb").write_bytes(header(size=size, empties=empties) + game())
    assert load_games(tmp_path / "a.wtb").solved_empties.tolist() == [solved]


@given(MOVES)
def test_arrays_are_read_back_from_a_file(tmp_path_factory, moves):
    path = tmp_path_factory.mktemp("wthor") / "games.wtb"
    games = games_of(moves)
    save_games(path, games, TODAY)
    assert path.stat().st_size == 16 + 68 * len(moves)
    assert_same(load_games(path), games)


def test_joined_files():
    """Joined games keep the order of the files. A file with games from several years has the year 0."""
    one, two = games_of([[37], [37, 43]]), games_of([[19]])
    both = joined([one, two])
    assert both.moves[:, 0].tolist() == [37, 37, 19]
    assert both.blacks.tolist() == [300, 301, 300]


@given(MOVES)
def test_replaying_in_arrays_gives_the_positions_of_the_slow_model(moves):
    replay = arrays.replayed(games_of(moves).moves)
    expected = []
    for index, sequence in enumerate(moves):
        board, turn, ply = model.start(), 0, 0
        for move in sequence:
            if move != PASS:
                expected.append((*model.to_words(board), move, turn, index, ply))
                ply += 1
            board, turn = model.play(board, move), 1 - turn
    columns = (replay.players, replay.opponents, replay.squares, replay.turns, replay.games, replay.plies)
    assert list(zip(*(column.tolist() for column in columns), strict=True)) == expected
    assert replay.illegal.tolist() == [-1] * len(moves)
    assert len(replay) == len(expected)


@cases(
    ("moves", "ply"),
    [
        ([37, 37], 1),
        ([0], 0),
        ([37, 43, 27], 2),
        ([37, 43, BAD_MOVE], 2),
        ([37, NO_MOVE, 43], 1),
        ([NO_MOVE, 37], 0),
        ([37, 43, 18], -1),
        ([], -1),
    ],
)
def test_illegal_moves_are_found(moves, ply):
    """A game is replayed up to its first illegal move, and other games are not affected."""
    good = [37, 43, 18, 19]
    replay = arrays.replayed(games_of([good, moves, good]).moves)
    assert replay.illegal.tolist() == [-1, ply, -1]
    kept = len(moves) if ply < 0 else ply
    assert replay.games.tolist() == [0] * 4 + [1] * kept + [2] * 4
    assert replay.squares.tolist() == good + moves[:kept] + good


def test_names_keep_their_accents_and_are_cut_to_the_length_of_the_field(tmp_path):
    names = ["???", "Fran\xe7ois", "x" * 30, "\u6751\u4e0a"]
    save_names(tmp_path / "a.jou", names, TODAY)
    save_names(tmp_path / "a.TRN", names, TODAY)
    assert (tmp_path / "a.jou").stat().st_size == 16 + 4 * 20
    assert load_names(tmp_path / "a.jou") == ["???", "Fran\xe7ois", "x" * 19, "??"]
    assert load_names(tmp_path / "a.TRN") == ["???", "Fran\xe7ois", "x" * 25, "??"]


def test_a_wrong_number_of_rows_in_the_header_of_a_list_of_players_is_ignored(tmp_path):
    (tmp_path / "a.jou").write_bytes(header(games=0, names=1, size=124) + b"Heiberg".ljust(20, b"\0"))
    assert load_names(tmp_path / "a.jou") == ["Heiberg"]


def latin(record: GameRecord) -> GameRecord:
    """Return the part of a record that WTHOR keeps."""

    def kept(text, size):
        return text.encode("iso-8859-1", "replace")[: size - 1].decode("iso-8859-1").strip()

    return GameRecord.from_moves(
        record.moves,
        black=Player(kept(record.black.name, 20)),
        white=Player(kept(record.white.name, 20)),
        event=kept(record.event, 26),
        date=record.date[:4],
        result=record.result,
    )


@st.composite
def finished_records(draw):
    """Draw records with a result from the start of a game."""
    moves = draw(records.MOVES)
    names = [draw(records.NAMES) for _ in range(3)]
    result = 2.0 * draw(st.integers(-32, 32))
    return GameRecord.from_moves(
        moves,
        black=Player(names[0]),
        white=Player(names[1]),
        event=names[2],
        date=draw(st.sampled_from(["1984", "1984-02-29"])),
        result=result,
    )


@given(st.lists(finished_records(), max_size=4))
def test_record_round_trip(tmp_path_factory, games):
    """Records are read back with names, year and result, and with omitted passes added."""
    path = tmp_path_factory.mktemp("wthor") / "games.wtb"
    write_wthor(path, games)
    for expected, record in zip(games, read_wthor(path), strict=True):
        kept = latin(expected)
        is_passed = kept.moves and kept.moves[-1] == PASS
        assert record == (replace(kept, played=kept.played[:-1]) if is_passed else kept)
        assert (record.warnings, record.claimed) == ((), None)


def test_a_file_has_one_year_or_0_for_games_of_several_years(tmp_path):
    one, two = (GameRecord.from_moves([37], date=date, result=0.0) for date in ("1984", "1985-01-01"))
    write_wthor(tmp_path / "a.wtb", [one, two])
    assert [game.date for game in read_wthor(tmp_path / "a.wtb")] == ["", ""]
    write_wthor(tmp_path / "a.wtb", [two])
    assert [game.date for game in read_wthor(tmp_path / "a.wtb")] == ["1985"]


def test_names_of_the_whole_data_base(tmp_path):
    """Names come from lists called WTH. Without lists, players are numbered."""
    (tmp_path / "WTH_1999.wtb").write_bytes(header() + game())
    assert next(read_wthor(tmp_path / "WTH_1999.wtb")).black.name == "#1"
    save_names(tmp_path / "WTH.JOU", ["a", "b", "c"])
    save_names(tmp_path / "wth.trn", ["w", "x", "y", "z"])
    record = next(read_wthor(tmp_path / "WTH_1999.wtb"))
    assert (record.black.name, record.white.name, record.event, record.date) == ("b", "c", "z", "1999")


def test_bad_games_are_reported_by_their_numbers_and_all_good_games_are_read(tmp_path):
    path = tmp_path / "a.wtb"
    rows = [game(), game(bytes([56, 56])), game(bytes([56, 0, 64])), game(bytes([99])), game()]
    path.write_bytes(header(games=5) + b"".join(rows))
    with pytest.raises(FormatError, match=r"a\.wtb, game 2: move 2: white cannot play f5"):
        list(read_wthor(path))
    errors: list[FormatError] = []
    assert [game.moves for game in read_wthor(path, errors.append)] == [(37, 43), (37, 43)]
    assert [error.game for error in errors] == [2, 3, 4]


def test_a_list_of_names_that_was_cut_has_the_names_that_are_left(tmp_path):
    """Other players keep their numbers, with a warning. Tools that need the complete list refuse it."""
    path, players = tmp_path / "a.wtb", tmp_path / "a.jou"
    path.write_bytes(header() + game(black=1, white=2))
    save_names(players, ["a", "b", "c"])
    players.write_bytes(players.read_bytes()[:-1])
    (record,) = read_wthor(path)
    assert (record.black.name, record.white.name, record.event) == ("b", "#2", "#3")
    assert record.warnings == ("player 2 has no name: the list has 2 names",)
    with pytest.raises(FormatError, match=r"the header announces 3 names, but 2\.95 follow it"):
        load_names(players)


def test_discs_without_the_empty_squares_do_not_contradict_the_moves(tmp_path):
    """The winner of the wipe-out has 13 discs on the board, and 64 with the empty squares."""
    moves = bytes(10 * (move // 8 + 1) + move % 8 + 1 for move in Board(positions.WIPE_OUT).move_stack)
    for score, claimed in ((64, None), (13, None), (14, -36)):
        (tmp_path / "a.wtb").write_bytes(header() + game(moves, score=score))
        (record,) = read_wthor(tmp_path / "a.wtb")
        assert (record.result, record.claimed) == (64, claimed)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file is 0 bytes long"),
        (header()[:-1], "the file is 15 bytes long"),
        (header(games=2) + game(), "the header announces 2 games, but 1 follow it"),
        (header() + game()[:-34], "the header announces 1 games, but 0.5 follow it"),
        (header() + game() + b"\0", "the header announces 1 games"),
        (header(size=10) + game(), "the board has 10 rows"),
        (header(kind=1) + game(), "the file is of kind 1"),
        (header() + game(score=65), "game 1: black has more than 64 discs"),
        (b"(;GM[Othello]PB[x]B[f5];)", "the board has"),
    ],
)
def test_the_error_says_what_is_wrong_with_a_file(tmp_path, content, reason):
    (tmp_path / "a.wtb").write_bytes(content)
    with pytest.raises(FormatError) as caught:
        load_games(tmp_path / "a.wtb")
    assert reason in str(caught.value)


def test_a_missing_file_a_folder_and_a_list_with_another_suffix_are_reported(tmp_path):
    with pytest.raises(FormatError, match="no such file"):
        load_games(tmp_path / "missing.wtb")
    with pytest.raises(FormatError, match="is a directory"):
        load_games(tmp_path)
    with pytest.raises(FormatError, match="no such file"):
        save_names(tmp_path / "missing" / "a.jou", [])
    with pytest.raises(FormatError, match=r"must end in \.jou for players"):
        load_names(tmp_path / "a.txt")


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (GameRecord.from_moves([37]), "the game has no result"),
        (GameRecord(result=3.0), "the result is +3, but WTHOR requires an even number"),
        (
            GameRecord(start=Position(1, 2, Color.BLACK), result=0.0),
            "the game does not begin with the usual position",
        ),
    ],
)
def test_a_game_that_wthor_cannot_represent_is_an_error_that_names_the_game(tmp_path, record, reason):
    with pytest.raises(FormatError) as caught:
        write_wthor(tmp_path / "a.wtb", [GameRecord(result=0.0), record])
    assert f"game 2: {reason}" in str(caught.value)


def test_games_that_cannot_be_saved(tmp_path):
    """Bytes that are not moves, and different numbers of solved empties, are refused."""
    with pytest.raises(FormatError, match="a byte that is not a square"):
        save_games(tmp_path / "a.wtb", games_of([[BAD_MOVE]]))
    one, two = games_of([[37]]), games_of([[37]])
    two.solved_empties[:] = 20
    with pytest.raises(FormatError, match="the games differ in the number of solved empties"):
        save_games(tmp_path / "a.wtb", joined([one, two]))
    with pytest.raises(FormatError, match="65536 names are too many"):
        save_names(tmp_path / "a.jou", [""] * 0x10000)


def mutated(content: bytes, seed: int) -> bytes:
    """Draw bytes with changes, and perhaps without their end."""
    rng = random.Random(seed)
    data = bytearray(content)
    for _ in range(rng.randint(1, 6)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data[: rng.choice([len(data), rng.randrange(len(data))])])


@given(st.binary(max_size=300) | st.builds(mutated, st.just(header(games=3) + 3 * game()), st.integers()))
def test_any_bytes_give_games_or_an_othelloerror(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("wthor") / "a.wtb"
    path.write_bytes(content)
    (path.parent / "a.jou").write_bytes(content)
    try:
        arrays.replayed(load_games(path).moves)
        list(read_wthor(path))
    except OthelloError:
        return
