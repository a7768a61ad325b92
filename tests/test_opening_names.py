"""Names of openings: known lines, transpositions, symmetric games."""

import pytest
from hypothesis import given, strategies as st

from othello import SYMMETRIES, Board, Position
from othello.formats.transcript import parse_transcript
from othello.rules.opening_names import name_of, name_of_game, openings
from tests import positions
from tests.cases import cases

OPENINGS = openings()


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("f5f6", "Diagonal Opening"),
        ("f5d6", "Perpendicular Opening"),
        ("f5f4", "Parallel Opening"),
        ("f5d6c3d3c4", "Tiger"),
        ("f5d6c5f4e3c6d3f6e6d7", "Rose"),
        ("f5f6e6f4c3", "Buffalo"),
        ("f5f6e6f4g5", "Heath"),
        ("f5f6e6f4e3", "Cow"),
        ("f5f6e6f4e3d6", "Chimney"),
        ("f5d6c4d3c5", "Cat"),
        ("f5d6c4g5", "Ganglion"),
        ("f5d6c3d3c4f4f6f3", "Comp'Oth"),
        pytest.param("f5d6c4d3c3", "Tiger", id="Tiger in another order of moves"),
        pytest.param("d3e3f4c3c4", "Cow", id="Cow in another order, and turned"),
        pytest.param("d3e3f4c5c4c3", "Chimney", id="Chimney in another order, and turned"),
    ],
)
def test_well_known_openings(moves, name):
    """Well-known openings have their names, even in another order of moves or in a symmetric image."""
    assert name_of(parse_transcript(moves).position) == name


def test_all_lines_are_legal_and_no_two_of_them_share_a_position_or_a_name():
    assert len(OPENINGS) >= 70
    assert len({name for _, name in OPENINGS}) == len(OPENINGS)
    assert len({name_of(board.position) for board, _ in OPENINGS}) == len(OPENINGS)


@cases(("board", "name"), OPENINGS)
def test_a_name_holds_for_all_eight_images_of_its_position(board, name):
    assert {name_of(board.position.transformed(symmetry)) for symmetry in SYMMETRIES} == {name}


def test_a_game_has_the_name_of_its_last_named_position():
    """The name gets longer while the game follows known lines, and stays when the game leaves them."""
    board = parse_transcript("f5d6c3d3c4f4f6g5")
    assert name_of_game(board.positions()) == "No-Kung"
    assert name_of_game(board.positions()[:6]) == "Tiger"
    assert name_of_game(board.positions()[:2]) is None


def test_the_same_discs_with_the_other_side_to_move_have_another_name_or_none():
    tiger = parse_transcript("f5d6c3d3c4").position
    assert name_of(Position(tiger.opponent, tiger.player, tiger.turn.other)) is None


@given(positions.positions())
def test_only_positions_of_openings_have_names(position):
    """A position has the name of the opening that leads to one of its images, or no name."""
    images = {position.transformed(symmetry) for symmetry in SYMMETRIES}
    expected = next((name for board, name in OPENINGS if board.position in images), None)
    assert name_of(position) == expected


@given(st.integers(0, 500))
def test_later_names_are_found_by_position_alone(seed):
    """The name of a random game does not depend on how its first moves were mirrored."""
    board = positions.random_board(seed, 12)
    names = {
        name_of_game(position.transformed(symmetry) for position in board.positions())
        for symmetry in SYMMETRIES
    }
    assert len(names) == 1
    assert name_of(Board().position) is None
