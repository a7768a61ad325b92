"""The slow model of the rules: known counts, and consequences of the rules."""

from tests import model, positions
from tests.cases import cases

PERFT = {0: 1, 1: 4, 2: 12, 3: 56, 4: 244, 5: 1396, 6: 8200}


@cases(("depth", "count"), PERFT.items())
def test_the_numbers_of_games_from_the_start_are_the_published_ones(depth, count):
    assert model.perft(model.start(), depth) == count


def test_shortest_game():
    """After the nine moves of the shortest game, Black owns all discs and the score is 64."""
    moves = positions.WIPE_OUT
    board = model.start()
    for name in (moves[i : i + 2] for i in range(0, len(moves), 2)):
        board = model.play(board, model.NAMES.index(name))
    assert model.is_over(board)
    assert board.count(model.THEIRS) == 13
    assert board.count(model.MINE) == 0
    assert model.final_score(board) == -64


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
