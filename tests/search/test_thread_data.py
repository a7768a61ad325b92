"""The memory of a searching thread."""

import pytest

from othello.kernels import abdada, root
from othello.kernels.constants import EXACT, HIGHEST, LOWEST, NO_SCORE
from othello.kernels.table import LAST_GENERATION, new_table
from othello.native import memory
from othello.rules.position import Position
from othello.rules.score import DISC
from othello.search.thread_data import RootState, ThreadData, Words
from tests import positions, solved

START = Position.start()
MOVES = START.legal_moves


@pytest.fixture
def workspace():
    workspace = ThreadData(new_table(1))
    workspace.begin()
    return workspace


def search(workspace, position, depth, moves=None, selectivity=EXACT):
    workspace.set_root(position.legal_moves if moves is None else moves, selectivity)
    return root.search_root(workspace.record, *Words.of(position), LOWEST, HIGHEST, depth)


def test_a_new_list_of_root_moves_has_no_results_of_earlier_searches(workspace):
    search(workspace, START, 4)
    workspace.set_root(MOVES[:3], EXACT)
    state = workspace.root_state()
    assert (state.done, state.best, state.effort) == (0, NO_SCORE, (0, 0, 0))


def test_after_the_search(workspace):
    """After a search, the state contains the value, its move, and the node count of each move."""
    value = search(workspace, START, 4)
    state = workspace.root_state()
    assert (state.done, state.best, len(state.effort)) == (4, value, 4)
    assert state.move in MOVES
    assert min(state.effort) > 0
    assert sum(state.effort) <= state.nodes == workspace.nodes


def test_what_the_table_has(workspace):
    """After a solution, the entry has proved bounds and a hash move. After an estimate, it has neither."""
    problem = next(
        candidate for candidate in solved.problems() if candidate.position.empties > 6 and candidate.scores
    )
    assert workspace.probe(problem.position) is None
    search(workspace, problem.position, 3)
    assert not workspace.probe(problem.position).is_exact
    search(workspace, problem.position, problem.position.empties)
    entry = workspace.probe(problem.position)
    assert entry.is_exact
    assert entry.lower == entry.upper == problem.value * DISC
    assert problem.scores[entry.move] == problem.value


def test_clear(workspace):
    """A cleared workspace has an empty table, unless only its own memory is cleared."""
    search(workspace, START, 4)
    workspace.clear_own()
    assert workspace.probe(START) is not None
    workspace.clear()
    assert workspace.probe(START) is None
    # The first clear takes the table's memory from the system, so a timed search does not wait for it.
    assert not any(workspace._table.words)
    search(workspace, START, 4)
    workspace.clear()
    assert any(workspace._table.words)


def test_clear_after_the_last_generation(workspace):
    """When the generation numbers are used up, the memory of the table is cleared."""
    search(workspace, START, 4)
    workspace.record.generation = LAST_GENERATION
    workspace.clear()
    assert workspace.record.generation == 1
    assert workspace.probe(START) is None


def test_a_copy_of_the_root(workspace):
    """A workspace that copies another workspace's root has the same moves, cut limits and results."""
    search(workspace, START, 6, selectivity=2)
    other = ThreadData(new_table(1))
    other.begin()
    other.copy_root(workspace)
    copied, original = other.root_state(), workspace.root_state()
    assert copied == RootState(0, original.done, original.best, original.move, original.effort)
    assert other.record.selectivity == 2


@pytest.mark.parametrize("limit", [2**62, 20_000])
def test_no_marks_are_left(workspace, limit):
    """After a search, even a stopped search, no position is marked as being searched."""
    marks = memory.Memory(8 * abdada.WORDS)
    workspace.share_marks(marks)
    workspace.node_limit = limit
    search(workspace, Position(*positions.random_position(1, 40), START.turn), 11)
    assert workspace.is_stopped == (limit < 2**62)
    assert not any(marks.words)


def test_no_marks_unless_shared(workspace):
    """A single thread neither reads nor writes marks, so its searches stay the same."""
    assert workspace.record.marks == 0
