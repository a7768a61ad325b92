"""The root: one iteration over a list of moves, with results written into the list."""

from othello.kernels import root, table
from othello.kernels.constants import HIGHEST, LOWEST, NO_SCORE
from othello.kernels.features import set_features
from othello.kernels.midgame import search_pv
from othello.kernels.table import BIAS
from othello.kernels.zobrist import position_key
from othello.search.thread_data import ROOT_ITEM
from tests import model, positions, solved
from tests.cases import cases
from tests.kernels.records import Memory

BLACK, WHITE = 0, 1
DEPTH = 5
memory, apart = Memory(), Memory()


def pairs():
    return [positions.random_position(seed, 24 + seed) for seed in range(30)]


def search(pair, moves, *, depth=DEPTH, alpha=LOWEST, beta=HIGHEST, limit=None):
    """The value. The list of root moves is left in the memory."""
    memory.reset()
    if limit is not None:
        memory.record.node_limit = limit
    memory.root_moves.clear()
    for item, move in enumerate(moves):
        memory.root_moves.words[item * ROOT_ITEM + root.SQUARE // 8] = move
    memory.record.root_count = len(moves)
    return root.search_root(memory.record, *pair, position_key(*pair, BLACK), BLACK, alpha, beta, depth)


def written(field, count):
    return memory.root_moves.view("q")[field // 8 : count * ROOT_ITEM : ROOT_ITEM].tolist()


def values(count):
    return [value - BIAS for value in written(root.VALUE, count)]


def child_value(pair, move, depth=DEPTH):
    """The value of a move, searched apart with its own table."""
    after = model.to_words(model.play(model.from_words(*pair), move))
    apart.reset()
    set_features(apart.record, *after)
    return -search_pv(apart.record, *after, position_key(*after, WHITE), WHITE, LOWEST, HIGHEST, depth - 1)


def legal(pair):
    return model.legal_moves(model.from_words(*pair))


@cases("pair", pairs)
def test_value_and_move(pair):
    """With an open window, the value and the move come from the best child, in any order of the moves."""
    moves = legal(pair)
    expected = {move: child_value(pair, move) for move in moves}
    for order in (moves, moves[::-1]):
        assert search(pair, order) == max(expected.values())
        assert memory.record.root_best == max(expected.values())
        assert expected[int(memory.record.root_move)] == max(expected.values())
        assert memory.record.root_done == len(moves)


@cases("pair", lambda: pairs()[:15])
def test_the_list(pair):
    """A move's value is exact if it was the best so far. Otherwise it is an upper bound that is no better."""
    moves = legal(pair)
    search(pair, moves)
    best = LOWEST
    for move, value in zip(moves, values(len(moves)), strict=True):
        expected = child_value(pair, move)
        if value > best:
            assert value == expected
        else:
            assert expected <= value
        best = max(best, value)
    assert min(written(root.NODES, len(moves))) > 0
    assert sum(written(root.NODES, len(moves))) <= memory.record.nodes
    assert written(root.SQUARE, len(moves)) == moves


@cases("pair", lambda: pairs()[:15])
def test_windows(pair):
    """A value below the window is an upper bound. A value above it is a lower bound that ends the search."""
    moves = legal(pair)
    value = search(pair, moves)
    assert value <= search(pair, moves, alpha=value, beta=value + 300)
    assert value <= search(pair, moves, alpha=value + 300, beta=value + 600)
    result = search(pair, moves, alpha=value - 300, beta=value)
    assert result <= value
    done = int(memory.record.root_done)
    assert result >= value
    assert memory.record.root_move == moves[done - 1]
    assert not any(written(root.NODES, len(moves))[done:])


def test_the_table_gets_what_is_true():
    """A search of all moves stores the value of the position. A search of some moves stores nothing."""
    for pair in pairs()[:10]:
        moves = legal(pair)
        key = position_key(*pair, BLACK)
        value = search(pair, moves)
        data = table.probe(memory.record, *pair, key)
        assert table.lower(data) == table.upper(data) == value
        assert table.best_move(data) == memory.record.root_move
        if len(moves) > 1:
            search(pair, moves[1:])
            assert table.probe(memory.record, *pair, key) == 0


def test_only_the_moves_of_the_list_are_searched():
    pair = pairs()[10]
    moves = legal(pair)
    for part in ([moves[0]], moves[1:3]):
        assert search(pair, part) == max(child_value(pair, move) for move in part)
        assert memory.record.root_move in part


@cases("share", [0.0, 0.01, 0.2, 0.9])
def test_stopped(share):
    """A stopped search reports the values and the number of the moves that it finished."""
    pair = pairs()[20]
    moves = legal(pair)
    depth = 9
    search(pair, moves, depth=depth)
    whole = values(len(moves))
    limit = 1 + int(share * memory.record.nodes)
    search(pair, moves, depth=depth, limit=limit)
    done = int(memory.record.root_done)
    assert memory.record.stop == 1
    assert done < len(moves)
    assert values(len(moves))[:done] == whole[:done]
    assert memory.record.root_best == max([NO_SCORE, *whole[:done]])
    assert not any(written(root.NODES, len(moves))[done:])


@cases("problem", lambda: solved.problems()[::3])
def test_solving(problem):
    """A search to the end of the game finds the exact value and a move that reaches it."""
    position = problem.position
    if position.legal_moves_bits:
        pair = position.player, position.opponent
        result = search(pair, position.legal_moves, depth=position.empties)
        assert result == 100 * problem.value
        assert problem.scores[int(memory.record.root_move)] == problem.value
