"""Games of the engine against itself, played and scored without leaving compiled code.

A game has three parts:

1. some random moves, which no sample is taken from;
2. moves found by a search of fixed depth, whose positions get the final result;
3. from `exact` empty squares down every position is solved. The side to move then plays a
   best move or, as often, a random one, so that what is solved is what a search meets: good
   and bad positions alike. The result of part 2 is the first solved value.

Samples are written as SAMPLE_BYTES each:

| offset | type | field |
| --- | --- | --- |
| 0 | u64 | discs of the side to move |
| 8 | u64 | discs of the opponent |
| 16 | u32 | number of the game |
| 20 | i16 | final difference for the side to move, in discs |
| 22 | u8 | RESULT or SOLVED |
| 23 | u8 | 1 for a game that is for tests only; written by `generate` |
"""

from othello.kernels import table
from othello.kernels.bits import (
    ONE,
    ZERO,
    Square,
    Word,
    bit,
    high_product,
    lowest,
    pop_lowest,
    popcount,
    to_int,
    to_word,
    without_lowest,
    word_constant,
)
from othello.kernels.constants import BLACK, DISC, HIGHEST, LOWEST
from othello.kernels.endgame import MOST_EMPTIES, solve_shared
from othello.kernels.evaluate import evaluate
from othello.kernels.features import play_features, set_features
from othello.kernels.hashing import random_word
from othello.kernels.jit import inlined_kernel, kernel
from othello.kernels.last_empties import final_score
from othello.kernels.memory import Address, load, stack, store
from othello.kernels.midgame import search_null, search_pv
from othello.kernels.moves import after, flips, legal_moves, play
from othello.kernels.search_state import SearchState
from othello.kernels.zobrist import Color, after_move, after_pass, position_key

SAMPLE_BYTES = 24
RESULT, SOLVED = 0, 1
LEAST_EMPTIES = 2
"""Positions with fewer empty squares are not worth a sample."""

START_PLAYER, START_OPPONENT = word_constant(0x0000_0008_1000_0000), word_constant(0x0000_0010_0800_0000)
VALUE_SHIFT, KIND_SHIFT, SIXTEEN_BITS = word_constant(32), word_constant(48), word_constant(0xFFFF)

_random_state = stack(1)


@kernel
def random_square(state: Address, squares: Word) -> Square:
    """One of *squares*, each as likely as the others."""
    skipped = to_int(high_product(random_word(state), to_word(popcount(squares))))
    for _ in range(skipped):
        squares = without_lowest(squares)
    return lowest(squares)


@kernel
def exact_value(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color, guess: int
) -> int:
    """The final difference in discs, by null windows that start from *guess*.

    Windows lie between the values that occur, which are even, and each result moves the next
    one (A. Plaat and others, "Best-First Fixed-Depth Minimax Algorithms", 1996: MTD).
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
    """The exact value against *alpha*, in discs."""
    empties = 64 - popcount(player | opponent)
    if empties <= MOST_EMPTIES:
        return solve_shared(search, player, opponent, key, color, legal_moves(player, opponent), alpha)
    return search_null(search, player, opponent, key, color, DISC * alpha, empties) // DISC


@kernel
def _best_reply(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color, moves: Word, value: int
) -> Square:
    """A move that reaches the exact *value*; there must be one. Needs the features of the position."""
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
def _searched_move(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color, moves: Word, depth: int
) -> Square:
    """The move that a search to *depth* plies, at least table.TABLE_DEPTH, finds best."""
    set_features(search, player, opponent)
    search_pv(search, player, opponent, key, color, LOWEST, HIGHEST, depth)
    move = table.best_move(table.probe(search, player, opponent, key))
    if move < 64 and moves & bit(move) != ZERO:
        return move
    return lowest(moves)


@inlined_kernel
def write_sample(place: Address, player: Word, opponent: Word, game: int, value: int, kind: int) -> None:
    """Write one sample."""
    store(place, 0, player)
    store(place, 8, opponent)
    fields = (to_word(value) & SIXTEEN_BITS) << VALUE_SHIFT | to_word(kind) << KIND_SHIFT
    store(place, 16, to_word(game) | fields)


@kernel
def play_game(
    search: SearchState, samples: Address, seed: Word, game: int, random_plies: int, depth: int, exact: int
) -> int:
    """Play one game and write its samples, at most 60; returns their number."""
    state = _random_state()
    store(state, 0, seed)
    player, opponent, color, number = START_PLAYER, START_OPPONENT, BLACK, 0
    key = position_key(player, opponent, color)
    solved, value, first_solved = False, 0, 0
    result, result_color = 0, BLACK
    for ply in range(128):
        moves = legal_moves(player, opponent)
        if moves == ZERO:
            if legal_moves(opponent, player) == ZERO:
                break
            player, opponent, color, key, value = opponent, player, 1 - color, after_pass(key), -value
            continue
        empties = 64 - popcount(player | opponent)
        if empties < LEAST_EMPTIES:
            break
        if ply < random_plies:
            square = random_square(state, moves)
        elif empties > exact:
            write_sample(samples + number * SAMPLE_BYTES, player, opponent, game, color, RESULT)
            number += 1
            square = _searched_move(search, player, opponent, key, color, moves, depth)
        else:
            set_features(search, player, opponent)
            guess = value if solved else evaluate(search, player, opponent) // DISC
            value = exact_value(search, player, opponent, key, color, guess)
            if not solved:
                solved, first_solved, result, result_color = True, number, value, color
            write_sample(samples + number * SAMPLE_BYTES, player, opponent, game, value, SOLVED)
            number += 1
            if random_word(state) & ONE == ONE:
                square = random_square(state, moves)
            else:
                square = _best_reply(search, player, opponent, key, color, moves, value)
        turned = flips(square, player, opponent)
        key = after_move(key, color, square, turned)
        player, opponent = after(player, opponent, square, turned)
        color, value = 1 - color, -value
    if not solved:
        first_solved, result, result_color = number, final_score(player, opponent), color
    _write_result(samples, first_solved, result, result_color)
    return number


@kernel
def _write_result(samples: Address, number: int, result: int, color: Color) -> None:
    """Give the first samples, whose values still hold their colors, the result that *color* got."""
    for index in range(number):
        place = samples + index * SAMPLE_BYTES
        fields = load(place, 16)
        theirs = to_int((fields >> VALUE_SHIFT) & SIXTEEN_BITS)
        value = result if theirs == color else -result
        fields &= ~(SIXTEEN_BITS << VALUE_SHIFT)
        store(place, 16, fields | (to_word(value) & SIXTEEN_BITS) << VALUE_SHIFT)
