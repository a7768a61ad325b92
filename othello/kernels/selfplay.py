"""Lets the engine play games against itself without leaving compiled code.

A game has four parts:

1. The opening consists of given moves followed by random moves. Positions in the opening are not valued.
2. If a search to LOOK_DEPTH plies finds that one side is far ahead after the opening, the game is usually
   dropped.
3. A fixed-depth search chooses the next moves, and its values are kept. In a noisy game, random moves
   replace some of these moves.
4. Every position with up to `exact` empty squares is solved. The side to move then plays a best move or, half
   of the time, a random move. Therefore there are good and bad solved positions, as in a search.

`perturb` plays random moves from a position in a game. Training computes a separate value for the new
position.
"""

from typing import Annotated, Any, Final

from othello.kernels import table
from othello.kernels.bits import (
    ONE,
    ZERO,
    Bytes,
    Numbers,
    Square,
    Word,
    Words,
    bit,
    drawn,
    high_product,
    lowest,
    pop_lowest,
    popcount,
    to_word,
    word_constant,
)
from othello.kernels.constants import BLACK, DISC, EXACT, HIGHEST, LOWEST
from othello.kernels.endgame import MAX_EMPTIES, solve_shared
from othello.kernels.evaluate import evaluate
from othello.kernels.features import play_features, set_features
from othello.kernels.hashing import random_word
from othello.kernels.last_empties import final_score
from othello.kernels.midgame import search_null, search_pv
from othello.kernels.moves import after, flips, legal_moves, play
from othello.kernels.search_state import SearchState
from othello.kernels.zobrist import Color, after_move, after_pass, position_key
from othello.native.kernel import inlined_kernel, kernel
from othello.native.memory import Address, stack, store

LOOK_DEPTH: Final = 4
"""Depth, in plies, of the search that checks whether one side is far ahead after the opening."""
KEPT: Final = 8
"""If one side is far ahead after the opening, only one in this many games is played."""
START_PLAYER, START_OPPONENT = word_constant(0x0000_0008_1000_0000), word_constant(0x0000_0010_0800_0000)

Shorts = Annotated[Any, "int16[::1]"]

_random_state = stack(1)


@kernel
def is_one_in(state: Address, number: int) -> bool:
    """Return True with a probability of 1 / *number*."""
    return high_product(random_word(state), to_word(number)) == ZERO


@kernel
def random_square(state: Address, squares: Word) -> Square:
    """Draw one of *squares* with equal probability."""
    return drawn(squares, random_word(state))


@kernel
def exact_value(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color, guess: int
) -> int:
    """Find the final difference, in discs, with null windows that start near *guess*, and return it.

    Final differences are even, so each window lies between two possible differences. The result determines
    the next window (A. Plaat and others, "Best-First Fixed-Depth Minimax Algorithms", 1996: MTD).
    """
    low, high = -64, 64
    alpha = max(-64, min(62, 2 * (guess // 2))) - 1
    while low < high:
        alpha = max(low - 1, min(high - 1, alpha))
        value = solved_above(search, player, opponent, key, color, alpha)
        if value > alpha:
            low = value
            alpha = value + 1
        else:
            high = value
            alpha = value - 1
    return low


@kernel
def solved_above(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color, alpha: int
) -> int:
    """Solve a position with a null window at *alpha*. Return a bound on its value, in discs."""
    empties = 64 - popcount(player | opponent)
    if empties <= MAX_EMPTIES:
        return solve_shared(search, player, opponent, key, color, legal_moves(player, opponent), alpha, True)
    return search_null(search, player, opponent, key, color, DISC * alpha, empties, True) // DISC


@kernel
def best_reply(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color, moves: Word, value: int
) -> Square:
    """Return a move that reaches *value*, the exact value of the position. Needs the position's features."""
    left = moves
    square = lowest(left)
    while left != ZERO:
        square, left = pop_lowest(left)
        if left != ZERO:
            turned, theirs, mine = play(player, opponent, square)
            child = after_move(key, color, square, turned)
            play_features(search, 64 - popcount(player | opponent), square, turned)
            if -solved_above(search, theirs, mine, child, 1 - color, -value) >= value:
                return square
    return square


@kernel
def search_value(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color, depth: int, selectivity: int
) -> int:
    """Search to *depth* plies and return the value in centidiscs. Needs the position's features."""
    search.selectivity = selectivity
    value = search_pv(search, player, opponent, key, color, LOWEST, HIGHEST, depth)
    search.selectivity = EXACT
    return value


@kernel
def best_of_search(search: SearchState, player: Word, opponent: Word, key: Word, moves: Word) -> Square:
    """Return the best move that the last search of this position stored in the table.

    After a wipe-out, which is not in the table, return any move.
    """
    data = table.probe(search, player, opponent, key)
    move = table.best_move(data)
    if data != ZERO and move < 64 and moves & bit(move) != ZERO:
        return move
    return lowest(moves)


@inlined_kernel
def blacks(value: int, color: Color) -> int:
    """Return the value of *color* from Black's point of view."""
    return value if color == BLACK else -value


@kernel
def play_game(
    search: SearchState, seed: Word, given: int, opening: int, depth: int, selectivity: int, exact: int,
    noise: int, within: int, moves: Bytes, values: Shorts, marks: Numbers,
) -> bool:  # fmt: skip
    """Play one game. Return False if it was dropped after the opening.

    seed        -- seed of all random choices in the game
    given       -- the first *given* entries of *moves* are legal moves, with which the game begins
    opening     -- random moves follow up to this ply, not counting passes
    depth       -- plies to search in each position with more than *exact* empty squares; at most *exact*
    selectivity -- selectivity of this search, see `probcut`
    exact       -- positions with at most this many empty squares are solved
    noise       -- one in this many searched moves is replaced by a random move; 0 means no random moves
    within      -- if the value after the opening exceeds this many centidiscs for either side, the game is
                   dropped, KEPT - 1 times out of KEPT
    moves       -- receives the squares of the game's moves
    values      -- receives the value before each move, in centidiscs, for the side to move
    marks       -- receives the number of plies before the first solved position, then the number of plies up
                   to and including the last random move by *noise*, or 0, then the result of best play from
                   the first solved position on, in discs for Black

    Entries of *moves* and *values* without a move or value are not changed.
    """
    state = _random_state()
    store(state, 0, seed)
    player, opponent, color, ply = START_PLAYER, START_OPPONENT, BLACK, 0
    key = position_key(player, opponent, color)
    is_solved, exact_before = False, 0
    while True:
        legal = legal_moves(player, opponent)
        if legal == ZERO:
            if legal_moves(opponent, player) == ZERO:
                break
            player, opponent, color, key = opponent, player, 1 - color, after_pass(key)
            exact_before = -exact_before
            continue
        empties = 64 - popcount(player | opponent)
        if ply < given:
            square = int(moves[ply])
        elif ply < opening:
            square = random_square(state, legal)
        elif empties > exact:
            set_features(search, player, opponent)
            if ply == max(given, opening):
                value = search_value(search, player, opponent, key, color, LOOK_DEPTH, EXACT)
                if abs(value) > within and not is_one_in(state, KEPT):
                    return False
            values[ply] = search_value(search, player, opponent, key, color, depth, selectivity)
            square = best_of_search(search, player, opponent, key, legal)
            if noise > 0 and is_one_in(state, noise):
                square = random_square(state, legal)
                marks[1] = ply + 1
        else:
            set_features(search, player, opponent)
            guess = exact_before if is_solved else evaluate(search, player, opponent) // DISC
            exact_before = exact_value(search, player, opponent, key, color, guess)
            values[ply] = DISC * exact_before
            if not is_solved:
                is_solved = True
                marks[0], marks[2] = ply, blacks(exact_before, color)
            if random_word(state) & ONE == ONE:
                square = random_square(state, legal)
            else:
                square = best_reply(search, player, opponent, key, color, legal, exact_before)
        moves[ply] = square
        ply += 1
        turned = flips(square, player, opponent)
        key = after_move(key, color, square, turned)
        player, opponent = after(player, opponent, square, turned)
        color, exact_before = 1 - color, -exact_before
    if not is_solved:
        marks[0], marks[2] = ply, blacks(final_score(player, opponent), color)
    return True


@kernel
def perturb(seed: Word, count: int, position: Words) -> bool:
    """Play *count* random moves from a position. Return whether the side then to move has a legal move.

    *position* consists of two words, player and opponent. It is updated. Forced passes are made.
    """
    state = _random_state()
    store(state, 0, seed)
    player, opponent = position[0], position[1]
    legal = legal_moves(player, opponent)
    for _ in range(count):
        if legal == ZERO:
            break
        _, player, opponent = play(player, opponent, random_square(state, legal))
        legal = legal_moves(player, opponent)
        if legal == ZERO:
            player, opponent = opponent, player
            legal = legal_moves(player, opponent)
    position[0], position[1] = player, opponent
    return legal != ZERO
