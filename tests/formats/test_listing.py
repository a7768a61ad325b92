"""Lists of games and their filters: by record, and by the arrays of WTHOR."""

from dataclasses import replace
from itertools import count

import pytest

from othello import Board, FormatError, GameRecord, Player, read_games
from othello.formats.listing import GameFilter, contains, entries_of
from othello.formats.wthor_files import list_wthor, write_wthor
from othello.rules.position import Position
from tests import positions
from tests.cases import cases

ZOE = GameRecord.from_moves(
    ["f5", "d6", "c3", "d3", "c4", "f4"],
    black=Player("Zoé Müller"),
    white=Player("Søren Bøgh"),
    event="Coupe de Pâques 3",
    date="2004-02-21 20:52:27 GMT",
    result=12.0,
)
DRAW = replace(ZOE, result=0.0, date="21.02.1999")
UNFINISHED = replace(ZOE, result=None, date="")
WTHOR_GAMES = [
    GameRecord.from_board(
        board,
        black=Player(f"Player {number % 7}"),
        white=Player(f"Player {number % 5}"),
        event=f"Open {number % 3}",
        date="2004",
        result=float(board.result.margin) if board.result else 2.0 * (number % 5) - 4,
    )
    for number, board in zip(
        count(),
        [
            *(positions.random_board(seed) for seed in range(4)),
            *(positions.random_board(seed, plies) for seed in range(2) for plies in (0, 9, 22, 40)),
            *(Board.parse(moves) for moves in ("f5d6c3d3c4", "f5d6c3d3c4f4", "d3c5f6f5e6", "c4e3f6e6f5g6")),
            positions.passing_board(),
        ],
    )
]


def fitting(game, **wanted):
    return [entry.number for entry in entries_of([game], GameFilter(**wanted), None)] == [1]


@cases(
    ("name", "words"),
    [
        ("Zoé Müller", "muller ZOE"),
        ("Søren Bøgh", "bogh"),
        ("\uff2c\uff45\uff45", "lee"),
        ("Straße", "STRASSE"),
        ("x", ""),
    ],
)
def test_names_fit_without_accents_capitals_and_order(name, words):
    assert contains(name, words)
    assert not contains(name, f"{words} q")


def test_filters():
    """Each filter selects the games that it describes, and leaves out other games."""
    for game, wanted, fits in [
        (ZOE, {"players": ("zoe",)}, True),
        (ZOE, {"players": ("bogh", "zoe")}, True),
        (ZOE, {"players": ("zoe", "muller")}, False),
        (ZOE, {"winner": "zoe"}, True),
        (ZOE, {"winner": "bogh"}, False),
        (ZOE, {"loser": "bogh", "winner": "muller"}, True),
        (DRAW, {"loser": "bogh"}, False),
        (UNFINISHED, {"winner": "zoe"}, False),
        (ZOE, {"event": "paques"}, True),
        (ZOE, {"event": "noel"}, False),
        (ZOE, {"years": (2004, 2004)}, True),
        (DRAW, {"years": (1998, 2000)}, True),
        (ZOE, {"years": (2005, 2030)}, False),
        (UNFINISHED, {"years": (0, 9999)}, False),
        (ZOE, {"outcome": "black"}, True),
        (ZOE, {"outcome": 12.0}, True),
        (ZOE, {"outcome": -12.0}, False),
        (DRAW, {"outcome": "draw"}, True),
        (DRAW, {"outcome": "black"}, False),
        (UNFINISHED, {"outcome": "draw"}, False),
        (UNFINISHED, {"outcome": "unfinished"}, True),
        (ZOE, {"outcome": "unfinished"}, False),
        (ZOE, {"opening": "tiger"}, True),
        (ZOE, {"opening": "snake"}, False),
        (ZOE, {"position": Board.parse("c4e3f6e6f5").position}, True),
        (ZOE, {"position": Board.parse("f5f6").position}, False),
    ]:
        assert fitting(game, **wanted) == fits, wanted


def test_an_entry_has_the_last_name_of_an_opening_and_the_moves_without_passes():
    (entry,) = entries_of([ZOE], GameFilter(), None)
    assert (entry.opening, entry.moves) == ("Tiger", "f5d6c3d3c4f4")
    assert entry.read() is ZOE
    (entry,) = entries_of([GameRecord.from_board(positions.passing_board())], GameFilter(), None)
    assert "pa" not in entry.moves


def test_games_that_cannot_be_read_have_numbers():
    errors = []
    bad = FormatError("a", None, "bad")
    entries = list(entries_of([ZOE, bad, ZOE], GameFilter(), errors.append))
    assert ([entry.number for entry in entries], errors) == ([1, 3], [bad])


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("wthor") / "games.wtb"
    write_wthor(path, WTHOR_GAMES)
    return path


def mirrored(position):
    return position.transformed(5)


def sought():
    """Return filters that meet all kinds of positions: passes, the last ones, and symmetric ones."""
    for game in WTHOR_GAMES[::2]:
        line = game.positions()
        yield from (GameFilter(position=mirrored(line[ply])) for ply in {0, len(line) // 2, len(line) - 1})
        yield from (GameFilter(position=position) for position in line if position.must_pass)
        # The side that is not to move would have to pass.
        yield from (
            GameFilter(position=Position(position.opponent, position.player, position.turn.other))
            for position in line[-3:]
        )
    yield from (GameFilter(opening=name) for name in ("tiger", "diagonal", "no such name"))
    yield from (
        GameFilter(("player 3",)),
        GameFilter(event="open 1", outcome="white", opening="perpendicular"),
    )
    yield GameFilter()


def test_arrays_list_the_same_games_as_records(database):
    """Listing a WTHOR file from its arrays gives the same list as from its records."""
    games = list(read_games(database))
    assert any(position.must_pass for game in games for position in game.positions())
    for wanted in sought():
        by_arrays, by_records = (
            [replace(entry, read=None) for entry in entries]
            for entries in (list_wthor(database, wanted, None), entries_of(games, wanted, None))
        )
        assert by_arrays == by_records, wanted
        if wanted.position in {position for game in games for position in game.positions()}:
            assert by_records


def test_illegal_games_of_arrays_are_reported_once(database, tmp_path):
    path = tmp_path / "bad.wtb"
    content = bytearray(database.read_bytes())
    for game, code in ((0, 11), (1, 99)):
        content[16 + 68 * game + 8 + 3] = code
    path.write_bytes(content)
    errors = []
    entries = list(list_wthor(path, GameFilter(), errors.append))
    assert [error.game for error in errors] == [1, 2]
    assert [entry.number for entry in entries] == list(range(3, len(WTHOR_GAMES) + 1))
    (first, *_) = entries
    assert first.read().moves == WTHOR_GAMES[2].moves
