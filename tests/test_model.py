"""The slow model of the rules: known counts, and consequences of the rules."""

import pytest
from hypothesis import given, settings, strategies as st

from tests import model, positions

PERFT = {0: 1, 1: 4, 2: 12, 3: 56, 4: 244, 5: 1396, 6: 8200}


@pytest.mark.parametrize(("depth", "count"), PERFT.items())
def test_the_numbers_of_games_from_the_start_are_the_published_ones(depth, count):
    assert model.perft(model.start(), depth) == count


def test_one_ply_below_a_position_with_a_forced_pass_there_is_one_game():
    board = model.from_words(*positions.pass_positions()[0])
    assert model.perft(board, 1) == 1
    assert model.perft(board, 2) == len(model.legal_moves(model.passed(board)))


def test_a_game_that_ends_before_the_last_ply_counts_once():
    board = model.from_words(*positions.final_positions()[0])
    assert model.perft(board, 5) == 1


def test_first_moves():
    """Black's first moves are d3, c4, f5 and e6, and each turns the adjacent white disc."""
    d3, c4, f5, e6 = 19, 26, 37, 44
    d4, e5 = 27, 36
    board = model.start()
    assert model.legal_moves(board) == [d3, c4, f5, e6]
    assert [model.flips(board, square) for square in (d3, c4, f5, e6)] == [[d4], [d4], [e5], [e5]]


def test_shortest_game():
    """After the nine moves of the shortest game, black owns all discs and the score is 64."""
    moves = positions.WIPE_OUT
    board = model.start()
    for name in (moves[i : i + 2] for i in range(0, len(moves), 2)):
        board = model.play(board, "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1))
    assert model.is_over(board)
    assert board.count(model.THEIRS) == 13
    assert board.count(model.MINE) == 0
    assert model.final_score(board) == -64


@given(positions.disjoint_words())
def test_a_board_that_is_made_from_two_words_has_these_words(words):
    assert model.to_words(model.from_words(*words)) == words


@settings(max_examples=15)
@given(positions.reached_words(empties=st.integers(0, 5)))
def test_a_search_as_deep_as_the_number_of_empty_squares_gives_the_exact_score(words):
    board = model.from_words(*words)
    value = model.minimax(board, board.count(model.EMPTY), lambda leaf: 100 * model.final_score(leaf))
    assert value == 100 * model.solve(board)


def test_a_forced_pass_negates_the_value_and_does_not_reduce_the_depth():
    board = model.from_words(
        *max(positions.pass_positions(), key=lambda pair: -sum(map(int.bit_count, pair)))
    )

    def mobility(leaf):
        return len(model.legal_moves(leaf))

    assert model.minimax(board, 1, mobility) == -model.minimax(model.passed(board), 1, mobility)


def test_a_seed_always_gives_the_same_game_and_another_seed_another_one():
    assert list(positions.random_game(7)) == list(positions.random_game(7))
    assert list(positions.random_game(7)) != list(positions.random_game(8))


def test_positions_of_each_kind_exist():
    """The test positions include passes with many empties, full boards, early ends and wipe-outs."""

    def empties(words):
        return 64 - (words[0] | words[1]).bit_count()

    final = positions.final_positions()
    assert max(map(empties, positions.pass_positions())) >= 40
    assert min(map(empties, final)) == 0
    assert max(map(empties, final)) >= 40
    assert any(not player for player, _ in final)
    assert any(not opponent for _, opponent in final)
