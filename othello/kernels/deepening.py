"""Iterative deepening without a clock: one thread finds the values of the best moves.

See `search.iterative_deepening` for a description of this search. That module also handles clocks, threads,
search info and principal variations. It takes its windows from this module, so both modules choose the same
moves.

The steps of a search are a list with 16 bytes for each step: depth and selectivity. The caller allocates
RANK_BYTES of memory for each rank:

| offset | word |
| --- | --- |
| 0 | the move |
| 8 | value in centidiscs |
| 16, 24 | proved bounds on the final score |
| 32 | number of moves that may take this rank |
| 40 ... | these moves, in search order |
"""

from typing import Annotated, Final

from othello.kernels import root
from othello.kernels.bits import ZERO, Word, bit, pop_lowest, popcount, to_int, to_word, word_constant
from othello.kernels.constants import DISC, EXACT, HIGHEST, LOWEST, NO_SCORE
from othello.kernels.moves import legal_moves
from othello.kernels.ordering import ITEM, MAX_LEGAL
from othello.kernels.search_state import SearchState
from othello.kernels.zobrist import Color
from othello.native.kernel import inlined_kernel, kernel
from othello.native.memory import Address, load, store

FIRST_WINDOW: Final = 300
"""Half the width of the first aspiration window, in centidiscs. Tuned, see docs/experiments.md."""
FULL_WINDOW_DEPTH: Final = 3
"""Iterations up to this depth use the full window."""
NEARLY_ALL: Final = 60 * DISC
"""A value of this many centidiscs or more looks like a wipe-out."""
MAX_WIPED_OUT: Final = 26
"""If the value looks like a wipe-out and at most this many squares are empty, the search jumps to the end of
the game. Not tuned."""
MOVE, VALUE, LOWER, UPPER, COUNT, MOVES = 0, 8, 16, 24, 32, 40
RANK_BYTES: Final = MOVES + 8 * MAX_LEGAL
STEP_BYTES: Final = 16
MAX_EFFORT: Final = word_constant(2**64 - 1)

Window = Annotated[tuple[int, int, int], ("int64", "int64", "int64")]
"""The lower and upper end of a window in centidiscs, and half the amount by which the next window will be
wider. If the lower end is not below the upper end, there is nothing left to search."""


@kernel
def first_aspiration_window(guess: int, depth: int, ceiling: int) -> Window:
    """Return the first window of an iteration, placed around *guess*, the last value.

    The value is at most *ceiling*.
    """
    width = FIRST_WINDOW if depth > FULL_WINDOW_DEPTH else 2 * HIGHEST
    guess = min(guess, ceiling)
    return max(guess - width, LOWEST), min(guess + width, ceiling), width


@kernel
def next_aspiration_window(value: int, low: int, high: int, width: int, ceiling: int) -> Window:
    """Return the next window after a search with the window *low* to *high* has returned *value*.

    The window only grows. With entries from deeper searches in the table, a value can fail low and then fail
    high. If the window moved instead, it might move back and forth forever.
    """
    if value <= low and low > LOWEST:
        return max(value - 2 * width, LOWEST), high, 2 * width
    if value >= high and high < ceiling:
        return low, min(value + 2 * width, ceiling), 2 * width
    return high, high, width


@kernel
def first_solution_window(guess: int, least: int, most: int, ceiling: int) -> Window:
    """Return the first window of a search to the end of the game.

    It contains a single final score: *guess*, rounded. If this score is not between *least* and *most*, the
    window contains the nearest score in this range. The value is at most *ceiling*.
    """
    width = 2 * DISC
    guess = min(guess, ceiling)
    score, rest = guess // width, guess % width
    if rest > DISC or (rest == DISC and score & 1 == 1):  # rounds halves to even numbers
        score += 1
    low = max(least, min(score * width - DISC, most - width))
    return low, min(most, max(score * width + DISC, least + width), ceiling), width


@kernel
def next_solution_window(value: int, high: int, width: int, least: int, most: int, ceiling: int) -> Window:
    """Return the next window after a search with a window up to *high* has returned *value*."""
    width *= 2
    if value >= high:
        return max(value - DISC, least), min(value + width, most, ceiling), width
    return max(value - width, least), min(value + DISC, most, ceiling), width


@kernel
def _leave_out(rank: Address, legal: Word, taken: Word) -> None:
    """Set a rank's moves to all legal moves except *taken*. Moves that the rank did not list come first."""
    count, listed = to_int(load(rank, COUNT)), ZERO
    for index in range(count):
        listed |= bit(to_int(load(rank, MOVES + 8 * index)))
    kept = 0
    for index in range(count):
        move = load(rank, MOVES + 8 * index)
        if bit(to_int(move)) & taken == ZERO:
            store(rank, MOVES + 8 * kept, move)
            kept += 1
    freed = legal & ~listed & ~taken
    shift = popcount(freed)
    for index in range(kept - 1, -1, -1):
        store(rank, MOVES + 8 * (index + shift), load(rank, MOVES + 8 * index))
    for index in range(shift):
        square, freed = pop_lowest(freed)
        store(rank, MOVES + 8 * index, to_word(square))
    store(rank, COUNT, to_word(kept + shift))
    if bit(to_int(load(rank, MOVE))) & taken != ZERO:
        store(rank, MOVE, load(rank, MOVES))


@inlined_kernel
def _weight(item: Address, best: Word) -> Word:
    """Return the sort key of a root move."""
    return MAX_EFFORT if load(item, root.SQUARE) == best else load(item, root.NODES)


@kernel
def _sort(search: SearchState, rank: Address) -> None:
    """Sort the moves of a rank: its best move first, then the other moves by node count, highest first."""
    best, count = load(rank, MOVE), to_int(load(rank, COUNT))
    for index in range(1, count):
        item = search.root_moves + index * ITEM
        while item > search.root_moves and _weight(item, best) > _weight(item - ITEM, best):
            for offset in (root.SQUARE, root.NODES):
                other = load(item, offset)
                store(item, offset, load(item - ITEM, offset))
                store(item - ITEM, offset, other)
            item -= ITEM
    for index in range(count):
        store(rank, MOVES + 8 * index, load(search.root_moves + index * ITEM, root.SQUARE))


@kernel
def _search_window(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color,
    rank: Address, low: int, high: int, depth: int,
) -> int:  # fmt: skip
    """Search the moves of a rank with one window, sort them, and return the value."""
    count = to_int(load(rank, COUNT))
    for index in range(count):
        item = search.root_moves + index * ITEM
        store(item, root.SQUARE, load(rank, MOVES + 8 * index))
    search.root_count, search.probes = count, 0
    value = root.search_root(search, player, opponent, key, color, low, high, depth)
    if search.root_best > low:
        # This move is better, even if the search was stopped later, because its value exceeds the window.
        store(rank, MOVE, to_word(search.root_move))
    if search.stop == 0:
        _sort(search, rank)
        store(rank, VALUE, to_word(value))
    return value


@kernel
def _search_rank(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color,
    rank: Address, depth: int, ceiling: int,
) -> int:  # fmt: skip
    """Search one step for one rank. Return an upper bound on its value, or NO_SCORE if stopped.

    The value is at most *ceiling*, the upper bound of the previous rank.
    """
    is_end = depth == 64 - popcount(player | opponent)
    guess = to_int(load(rank, VALUE))
    lower, upper, value = LOWEST, ceiling, ceiling
    if is_end:
        low, high, width = first_solution_window(guess, LOWEST, HIGHEST, ceiling)
    else:
        low, high, width = first_aspiration_window(guess, depth, ceiling)
    is_decided = upper == LOWEST if is_end else low >= high
    while not is_decided:
        value = _search_window(search, player, opponent, key, color, rank, low, high, depth)
        if search.stop != 0:
            return NO_SCORE
        if is_end:
            if value > low:
                lower = max(lower, value)
            if value < high:
                upper = min(upper, value)
            low, high, width = next_solution_window(value, high, width, LOWEST, HIGHEST, ceiling)
            is_decided = lower >= upper or lower >= HIGHEST or upper <= LOWEST
        else:
            low, high, width = next_aspiration_window(value, low, high, width, ceiling)
            is_decided = low >= high
    value = min(value, ceiling)
    store(rank, VALUE, to_word(value))
    if not is_end:
        return value
    if search.selectivity == EXACT:
        store(rank, LOWER, to_word(lower))
        store(rank, UPPER, to_word(upper))
    return upper


@kernel
def search_lines(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color,
    steps: Address, first: int, end: int, count: int, ranks: Address, results: Address, lines: int,
) -> int:  # fmt: skip
    """Search the steps *first* to *end* - 1. Return the number of the last completed step, or -1.

    *count* is the total number of steps. Step 0 begins a search. *results* receives the *lines* ranks after
    the last completed step. If `search.stop` is set, *ranks* may contain partial results of a later step.
    """
    legal, empties = legal_moves(player, opponent), 64 - popcount(player | opponent)
    if first == 0:
        for line in range(lines):
            rank = ranks + line * RANK_BYTES
            store(rank, COUNT, ZERO)
            _leave_out(rank, legal, ZERO)
            store(rank, MOVE, load(rank, MOVES))
            store(rank, VALUE, to_word(0))
            store(rank, LOWER, to_word(LOWEST))
            store(rank, UPPER, to_word(HIGHEST))
    is_to_end = to_int(load(steps, (count - 1) * STEP_BYTES)) == empties
    last = first - 1
    for number in range(first, end):
        if load(ranks, LOWER) == load(ranks, UPPER):
            break
        depth = to_int(load(steps, number * STEP_BYTES))
        if (
            is_to_end
            and depth < empties
            and empties <= MAX_WIPED_OUT
            and to_int(load(ranks, VALUE)) >= NEARLY_ALL
        ):
            continue
        search.selectivity = to_int(load(steps, number * STEP_BYTES + 8))
        taken, ceiling = ZERO, HIGHEST
        for line in range(lines):
            rank = ranks + line * RANK_BYTES
            _leave_out(rank, legal, taken)
            ceiling = _search_rank(search, player, opponent, key, color, rank, depth, ceiling)
            if ceiling == NO_SCORE:
                return last
            value = to_int(load(rank, VALUE))
            if lines == 1 and abs(value) == HIGHEST:  # a proved wipe-out
                store(rank, LOWER, to_word(value))
                store(rank, UPPER, to_word(value))
            taken |= bit(to_int(load(rank, MOVE)))
        for offset in range(0, lines * RANK_BYTES, 8):
            store(results, offset, load(ranks, offset))
        last = number
    return last
