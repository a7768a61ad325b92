"""Openings: the built-in list, and the choice of balanced ones."""

import itertools
import random

import pytest

from othello import PASS, Board, Engine, FormatError, Limits
from othello.book.balanced import built_in, draw_built_in
from othello.match.openings import OPENING_PLIES, all_openings, choose, read_openings
from tests import model
from tests.cases import cases
from tests.cli.commands import run


def symmetric_boards(board):
    """Return all boards of the slow model that are symmetric to one."""
    rows = [board[8 * row : 8 * row + 8] for row in range(8)]
    for _ in range(4):
        rows = [list(column) for column in zip(*rows[::-1], strict=True)]
        yield tuple(itertools.chain(*rows))
        yield tuple(itertools.chain(*(row[::-1] for row in rows)))


def test_the_built_in_list():
    """The list contains at least 1,000 openings of 8 plies, without passes, and no two are symmetric."""
    openings = built_in()
    assert len(openings) >= 1000
    seen = set()
    for opening in openings:
        assert len(opening.move_stack) == OPENING_PLIES
        assert PASS not in opening.move_stack
        position = opening.position
        seen.add(min(symmetric_boards(model.of(position))))
    assert len(seen) == len(openings)


def test_an_opening_drawn_by_a_seed_is_that_of_the_whole_list():
    assert [draw_built_in(random.Random(seed)) for seed in range(3)] == [
        random.Random(seed).choice(built_in()) for seed in range(3)
    ]


@cases("plies", [1, 2, 3, 4])
def test_all_openings(plies):
    """There is one opening for each position after N plies up to symmetry, as in the slow model."""
    boards = {tuple(model.start())}
    for _ in range(plies):
        boards = {
            min(symmetric_boards(model.play(list(board), move)))
            for board in boards
            for move in model.legal_moves(list(board))
        }
    openings = all_openings(plies)
    assert len(openings) == len(boards)
    positions = [opening.position for opening in openings]
    assert {min(symmetric_boards(model.of(position))) for position in positions} == boards


def test_choosing():
    """Openings with a value near 0 at the given depth are chosen, in their order."""
    boards, engine = all_openings(3), Engine(table_mib=1)
    selection = list(choose(boards, engine, depth=5, within=300))
    for board in selection:
        values = []
        for depth in (4, 5):
            engine.new_game()
            values.append(engine.play(board.position, Limits(depth=depth)).score.value)
        assert abs(sum(values)) <= 600
    assert 0 < len(selection) < len(boards)
    assert list(map(boards.index, selection)) == sorted(map(boards.index, selection))


def test_an_opening_that_a_hidden_sacrifice_wins():
    """An opening is not balanced if a sacrifice wins all discs, even if statistical cuts overlook it."""
    board = Board()
    board.push_transcript("d3e3f3e2f1c5d6g3")
    engine = Engine(table_mib=1)
    assert engine.play(board.position, Limits(depth=10)).score.discs > 30
    assert not list(choose([board], engine, depth=14, within=100))


def test_lists_from_files(tmp_path):
    """A file contains one transcript per line. Comments and blank lines are ignored."""
    path = tmp_path / "list.txt"
    path.write_text("% mine\nF5D6 c3\n\nf5f6\n")
    assert [board.transcript() for board in read_openings(path)] == ["f5d6c3", "f5f6"]
    path.write_text("f5d6\nf5f5\n")
    with pytest.raises(FormatError, match="line 2"):
        read_openings(path)


def test_the_list_is_printed_with_names(tmp_path):
    """`othello openings` prints each opening's name in a form that readers of openings accept as a
    comment."""
    _, printed, _ = run("openings")
    assert printed.startswith("d3c3b3b2e6d6a1f7 {Diagonal Opening}\n")
    path = tmp_path / "mine.txt"
    path.write_text(printed)
    assert read_openings(path) == built_in()


def test_count_chooses_openings_of_the_list_which_the_seed_decides():
    command = ["openings", "--count", 5]
    output = run(*command)[1]
    assert len(output.splitlines()) == 5
    assert {line.split()[0] for line in output.splitlines()} < {board.transcript() for board in built_in()}
    assert run(*command, "--seed", 2)[1] != output


def test_othello_openings_choose_prints_a_new_list_with_the_command_that_made_it():
    arguments = ["openings", "--choose", "--plies", "3", "--depth", "2", "--within", "30", "--count", "5"]
    status, chosen, err = run(*arguments)
    assert (status, err) == (0, "")
    first, second, *lines = chosen.splitlines()
    assert first == "% 5 of 14 openings of 3 plies, balanced within 30 discs."
    assert " ".join(arguments) in second
    assert lines == sorted(lines)
    assert len(lines) == 5
    board = Board()
    board.push_transcript(lines[0])
    assert len(board.move_stack) == 3
    assert run(*arguments)[1] == chosen
    assert run(*arguments, "--seed", 2)[1] != chosen
