"""The human move model, which scores each legal move.

The softmax of the scores gives the probability of each move. A move is described by INPUTS numbers. They
include the move's loss (judged by the static values of the positions after the move and after the best
reply), mobility, flipped discs, corners, and how often the move was played in tournament games. The move's
surroundings are described by LOOKUPS *places*, which are row numbers of a table. A place is a hash of one
part of the surroundings: the squares around the move, a line, an edge, a corner, the flipped discs, or the
opponent's last move. The board is first rotated or mirrored so that the move lies in a triangle of ten
squares, so symmetric positions get the same scores. A row consists of UNITS numbers.

    hidden[u] = bias[u] + sum of the rows + sum over inputs i and context of input[i] * into[i, u]
    score = sum over u of max(hidden[u], 0) * (out[u] + rating * out_by_rating[u] + phase * out_by_phase[u])
          + sum over i of input[i] * (direct[i] + rating * by_rating[i] + phase * by_phase[i])

The rating is the difference from the average player, in units of RATING_UNIT. The phase is the share of
occupied squares. The *context* is the same for all moves in a position. It consists of the rating, the phase,
the value, the number of moves, and how well people know the position.

Sources: D. McFadden, "Conditional logit analysis of qualitative choice behavior" (1974). R. Coulom,
"Computing Elo Ratings of Move Patterns in the Game of Go" (2007), for describing moves by patterns. R.
McIlroy-Young and others, "Aligning Superhuman AI with Human Behavior" (2020), for predicting moves at each
rating.
"""

from typing import Annotated, Any, Final

from othello.kernels.bits import (
    CORNERS,
    ONE,
    ZERO,
    Bytes,
    Integers,
    Square,
    Word,
    Words,
    bit,
    pop_lowest,
    popcount,
    to_int,
    to_word,
    word_constant,
)
from othello.kernels.features import play_features, set_features
from othello.kernels.geometry import ray, transform_square
from othello.kernels.hashing import mixed, spread
from othello.kernels.moves import legal_moves, play
from othello.kernels.ordering import MAX_LEGAL as MAX_LEGAL
from othello.kernels.search_state import SearchState
from othello.kernels.static_values import value_with_features
from othello.kernels.symmetry import canonical_symmetry, transformed
from othello.native.constant_tables import frozen_words
from othello.native.kernel import inlined_kernel, kernel

Floats = Annotated[Any, "float32[::1]"]
Float = Annotated[Any, "float64"]
Doubles = Annotated[Any, "float64[::1]"]
Shorts = Annotated[Any, "int16[::1]"]

NO_SQUARE: Final = 64
"""Stands for the opponent's last move if this move is unknown or a pass."""
INPUTS, CONTEXT = 30, 5
WIDTH: Final = INPUTS + CONTEXT
UNITS: Final = 32
ROW_BITS: Final = 16
ROW_COUNT: Final = 1 << ROW_BITS
LOOKUPS: Final = 16
BOARDS: Final = 12
"""A move's first BOARDS places are hashes of parts of the board (see `_parts`)."""

INTO: Final = UNITS
OUT: Final = INTO + WIDTH * UNITS
OUT_BY_RATING: Final = OUT + UNITS
OUT_BY_PHASE: Final = OUT_BY_RATING + UNITS
DIRECT: Final = OUT_BY_PHASE + UNITS
NUMBERS: Final = DIRECT + 3 * INPUTS
"""The offset of each part of the model's numbers. The biases come first, at 0. The part DIRECT contains three
numbers for each input: its weight, and what rating and phase add to this weight."""

KNOWN_BITS: Final = 17
KNOWN: Final = 1 << KNOWN_BITS
"""Number of entries in the table of positions from tournament games."""
PROBES: Final = 16
"""A position may be in this many consecutive entries of the table."""
MEAN_RATING, RATING_UNIT = 1500, 400
TRIANGLE: Final = word_constant(sum(1 << 8 * row + file for row in range(4) for file in range(row, 4)))
_NOT_FILE_A: Final = word_constant(0xFEFE_FEFE_FEFE_FEFE)
_NOT_FILE_H: Final = word_constant(0x7F7F_7F7F_7F7F_7F7F)
_EIGHT: Final = word_constant(8)
_CHECK: Final = word_constant(0xFFFF)
_HASH_SHIFT: Final = word_constant(64 - ROW_BITS)
_KNOWN_SHIFT: Final = word_constant(64 - KNOWN_BITS)


def _block(square: int, size: int) -> int:
    near = range(-size, size + 1)
    x, y = square % 8, square // 8
    return sum(1 << 8 * (y + b) + x + a for a in near for b in near if 0 <= x + a < 8 and 0 <= y + b < 8)


@frozen_words()
def _parts() -> list[int]:
    """Return, at index BOARDS * square + number, the squares whose discs determine this place."""
    parts = []
    edge, side = 0xFF | 1 << 9 | 1 << 14, sum(1 << 8 * row for row in range(8)) | 1 << 9 | 1 << 49
    corner = sum(1 << 8 * row + file for row in range(3) for file in range(3))
    quadrant = sum(1 << 8 * row + file for row in range(4) for file in range(4))
    for square in range(64):
        lines = [ray(square, x, y) | ray(square, -x, -y) for x, y in ((1, 0), (0, 1), (1, 1), (1, -1))]
        star = 0
        for line in lines:
            star |= line & _block(square, 2)
        parts += [0, _block(square, 1), _block(square, 2), star, *lines, corner, edge, side, quadrant]
    return parts


@frozen_words(bits=8)
def _turned_squares() -> list[int]:
    """Return, at index 64 * symmetry + square, the square to which the symmetry moves this square."""
    return [transform_square(square, symmetry) for symmetry in range(8) for square in range(64)]


@inlined_kernel
def _turned_square(square: Square, symmetry: int) -> Square:
    """Return the square to which a symmetry moves *square*. NO_SQUARE stays NO_SQUARE."""
    return square if square > 63 else to_int(_turned_squares(to_word(64 * symmetry + square)))


@inlined_kernel
def natural_logarithm(number: Float) -> Float:
    """Return the natural logarithm of a number, 1e-9 or greater, without calling a library."""
    logarithm = 0.0
    while number > 1.5:
        number *= 0.5
        logarithm += 0.6931471805599453
    while number < 0.75:
        number *= 2.0
        logarithm -= 0.6931471805599453
    part = (number - 1.0) / (number + 1.0)
    square = part * part
    return logarithm + 2.0 * part * (
        1.0 + square * (1 / 3 + square * (1 / 5 + square * (1 / 7 + square / 9)))
    )


@inlined_kernel
def exponential(number: Float) -> Float:
    """Return the exponential of a number from -60 to 1, to nine digits, without calling a library."""
    part = number / 1024.0
    power = 1.0 + part * (
        1.0 + part * (1 / 2 + part * (1 / 6 + part * (1 / 24 + part * (1 / 120 + part / 720))))
    )
    for _ in range(10):
        power *= power
    return power


@kernel
def values_of_moves(
    search: SearchState,
    player: Word,
    opponent: Word,
    start: int,
    legal: Bytes,
    statics: Shorts,
    deeps: Shorts,
) -> int:
    """Write each legal move, its static value, and its value after the best reply. Return their number.

    Values are in centidiscs. The arrays are filled from index *start* on.
    """
    left, number = legal_moves(player, opponent), start
    empties = 64 - popcount(player | opponent)
    set_features(search, player, opponent)
    while left != ZERO:
        square, left = pop_lowest(left)
        turned, theirs, mine = play(player, opponent, square)
        play_features(search, empties, square, turned)
        static = -value_with_features(search, theirs, mine)
        deep, replies = 32000, legal_moves(theirs, mine)  # greater than all values
        if replies == ZERO:
            deep = static
        while replies != ZERO:
            reply, replies = pop_lowest(replies)
            turned, own, other = play(theirs, mine, reply)
            play_features(search, empties - 1, reply, turned)
            deep = min(deep, value_with_features(search, own, other))
        legal[number], statics[number], deeps[number] = square, static, deep
        number += 1
    return number - start


@kernel
def key_of(player: Word, opponent: Word) -> Word:
    """Return a hash of a position. It is the same for all symmetric images of the position."""
    symmetry = canonical_symmetry(player, opponent)
    return mixed(spread(transformed(player, symmetry), transformed(opponent, symmetry)))


@kernel
def games_with(known: Integers, player: Word, opponent: Word) -> int:
    """Return how many games contain a position. *known* is a table with KNOWN entries.

    Return 0 if the position is not in it.

    The upper 16 bits of an entry come from the position's hash. The lower 16 bits are the number of games.
    """
    key = key_of(player, opponent)
    place, check = to_int(key >> _KNOWN_SHIFT), to_int(key & _CHECK)
    for probe in range(PROBES):
        entry: int = 0 + known[(place + probe) & (KNOWN - 1)]
        if entry & 0xFFFF == 0:
            return 0
        if (entry >> 16) & 0xFFFF == check:
            return entry & 0xFFFF
    return 0


@kernel
def games_of_moves(
    known: Integers, player: Word, opponent: Word, start: int, number: int, legal: Bytes, games: Integers
) -> None:
    """For each move from index *start* on, write how many games contain the position after the move."""
    for move in range(start, start + number):
        _, theirs, mine = play(player, opponent, 0 + legal[move])
        games[move] = games_with(known, theirs, mine)


@inlined_kernel
def _write_loss(inputs: Floats, first: int, loss: Float) -> None:
    """Write a loss in discs, at least 0, as six numbers.

    A weighted sum of these numbers can represent any function of the loss that is linear between the limits
    below.
    """
    inputs[first] = min(loss, 0.5)
    inputs[first + 1] = min(loss, 1.0)
    inputs[first + 2] = min(loss, 2.0) * 0.5
    inputs[first + 3] = min(loss, 4.0) * 0.25
    inputs[first + 4] = min(loss, 8.0) * 0.125
    inputs[first + 5] = min(loss, 20.0) * 0.05


@inlined_kernel
def _place(word: Word, number: int, square: Square) -> int:
    """Return the place for a word. It also depends on *square* and on *number*, the kind of place."""
    return to_int(mixed(spread(word, to_word(64 * number + square + 1))) >> _HASH_SHIFT)


@inlined_kernel
def _region(square: Square, empties: Word) -> Word:
    """Return all empty squares that are connected to the empty square *square*, also diagonally."""
    region, grown = ZERO, bit(square)
    while grown != region:
        region = grown
        rows = region | ((region << ONE) & _NOT_FILE_A) | ((region >> ONE) & _NOT_FILE_H)
        grown = (rows | (rows << _EIGHT) | (rows >> _EIGHT)) & empties
    return region


@kernel
def describe_move(
    player: Word, opponent: Word, last: Square, square: Square, first_place: int, first: int,
    places: Integers, inputs: Floats,
) -> None:  # fmt: skip
    """Write a move's places and all its inputs that do not depend on other moves."""
    turned, theirs, mine = play(player, opponent, square)
    # Choose the symmetry that moves the square into the triangle. If the square is on the triangle's
    # diagonal, two symmetries do so, and the symmetry with the smaller board is used. Symmetry 8 means that
    # no symmetry has been found yet.
    symmetry, seen, seen_player, seen_opponent = 8, 0, ZERO, ZERO
    for candidate in range(8):
        image = _turned_square(square, candidate)
        if bit(image) & TRIANGLE != ZERO:
            discs, others = transformed(player, candidate), transformed(opponent, candidate)
            if symmetry == 8 or discs < seen_player or (discs == seen_player and others < seen_opponent):
                symmetry, seen, seen_player, seen_opponent = candidate, image, discs, others
    for number in range(BOARDS):
        part = _parts(to_word(BOARDS * seen + number))
        places[first_place + number] = _place(spread(seen_player & part, seen_opponent & part), number, seen)
    # The remaining places depend on the flipped discs, the last move, the phase and nearby discs.
    empties = 64 - popcount(player | opponent)
    near = _turned_square(last, symmetry)
    flipped = transformed(turned, symmetry)
    replies = legal_moves(theirs, mine)
    block = _parts(to_word(BOARDS * seen + 1))
    nearby = spread(seen_player & block, seen_opponent & block) + to_word(near + 1)
    places[first_place + BOARDS] = _place(flipped, BOARDS, seen)
    places[first_place + BOARDS + 1] = _place(to_word(near), BOARDS + 1, seen)
    places[first_place + BOARDS + 2] = _place(to_word(empties >> 2), BOARDS + 2, seen)
    places[first_place + BOARDS + 3] = _place(nearby, BOARDS + 3, seen)
    # The inputs are mobility, flips, corners, empty squares nearby, distance to the last move, and parity.
    filled = player | opponent | bit(square)
    around = _parts(to_word(BOARDS * square + 1)) & ~bit(square)
    opened, left = 0, turned
    while left != ZERO:
        disc, left = pop_lowest(left)
        opened += popcount(_parts(to_word(BOARDS * disc + 1)) & ~filled)
    inputs[first] = popcount(replies) * 0.125
    inputs[first + 1] = popcount(legal_moves(mine, theirs)) * 0.125
    inputs[first + 2] = popcount(turned) * 0.2
    inputs[first + 3] = 1.0 if popcount(turned) == 1 else 0.0
    inputs[first + 4] = 1.0 if replies == ZERO else 0.0
    inputs[first + 5] = 1.0 if replies & CORNERS != ZERO else 0.0
    inputs[first + 6] = 1.0 if replies & CORNERS & ~legal_moves(opponent, player) != ZERO else 0.0
    inputs[first + 7] = popcount(around & ~filled) * 0.25
    inputs[first + 8] = min(opened, 24) * 0.125
    file, row = square & 7, square >> 3
    far = 4 if last > 63 else max(abs(file - (last & 7)), abs(row - (last >> 3)))
    inputs[first + 9] = 1.0 if far <= 1 else 0.0
    inputs[first + 10] = 1.0 if far == 2 else 0.0
    size = popcount(_region(square, ~(player | opponent)))
    inputs[first + 11] = 1.0 if size & 1 != 0 else 0.0
    inputs[first + 12] = min(size, 8) * 0.125


MOVE_INPUTS: Final = 13
"""Number of inputs that `describe_move` writes, which are the last inputs of each move."""
SHARED: Final = INPUTS - MOVE_INPUTS


@kernel
def describe(
    player: Word, opponent: Word, last: Square, rating: Float, start: int, number: int,
    legal: Bytes, statics: Shorts, deeps: Shorts, games: Integers, places: Integers, inputs: Floats,
) -> None:  # fmt: skip
    """Write the places and inputs of a position's moves, which begin at index *start* of the arrays."""
    best, best_deep, total, replies = -32000, -32000, 0, 1000.0
    for move in range(start, start + number):
        best, best_deep = max(best, 0 + statics[move]), max(best_deep, 0 + deeps[move])
        total += games[move]
    share = total / (total + 8.0)  # weight of the games: with 8 games, half as much as with many
    phase = popcount(player | opponent) / 64.0
    for index in range(number):
        move, first = start + index, WIDTH * index
        describe_move(
            player, opponent, last, 0 + legal[move], LOOKUPS * index, first + SHARED, places, inputs
        )
        replies = min(replies, inputs[first + SHARED] + 0.0)
        loss, loss_deep = (best - statics[move]) * 0.01, (best_deep - deeps[move]) * 0.01
        _write_loss(inputs, first, loss)
        _write_loss(inputs, first + 6, loss_deep)
        inputs[first + 12] = 1.0 if loss == 0.0 else 0.0
        inputs[first + 13] = 1.0 if loss_deep == 0.0 else 0.0
        inputs[first + 14], inputs[first + 15] = 0.0, 0.0
        if total > 0:
            often = natural_logarithm((games[move] + 0.3) / (total + 0.3 * number))
            inputs[first + 14] = share * max(often, -6.0) * 0.5
            inputs[first + 15] = share if games[move] > 0 else 0.0
    for index in range(number):
        first = WIDTH * index
        inputs[first + 16] = inputs[first + SHARED] - replies
        inputs[first + INPUTS] = rating
        inputs[first + INPUTS + 1] = phase
        inputs[first + INPUTS + 2] = max(-40, min(40, best_deep * 0.01)) * 0.05
        inputs[first + INPUTS + 3] = number * 0.1
        inputs[first + INPUTS + 4] = share


@kernel
def sums_of_rows(number: int, rows: Floats, weights: Floats, places: Integers, hidden: Floats) -> None:
    """For each move in a position, write the sum of the biases and the rows at the move's places."""
    for index in range(number):
        own = UNITS * index
        for unit in range(UNITS):
            hidden[own + unit] = weights[unit]
        for lookup in range(LOOKUPS):
            row = UNITS * places[LOOKUPS * index + lookup]
            for unit in range(UNITS):
                hidden[own + unit] += rows[row + unit]


@kernel
def sums_of_packed_rows(
    number: int, packed: Bytes, steps: Floats, weights: Floats, places: Integers, hidden: Floats
) -> None:
    """Like `sums_of_rows`, but for rows of bytes.

    *steps* lists the numbers for which the 256 possible bytes stand.
    """
    for index in range(number):
        own = UNITS * index
        for unit in range(UNITS):
            hidden[own + unit] = weights[unit]
        for lookup in range(LOOKUPS):
            row = UNITS * places[LOOKUPS * index + lookup]
            for unit in range(UNITS):
                hidden[own + unit] += steps[packed[row + unit]]


@kernel
def scores_of_moves(number: int, weights: Floats, inputs: Floats, hidden: Floats, scores: Floats) -> None:
    """Write the scores of a position's moves.

    *hidden* contains the sums of rows, to which this function adds the inputs.
    """
    for index in range(number):
        first, own = WIDTH * index, UNITS * index
        for feature in range(WIDTH):
            value, line = inputs[first + feature], INTO + UNITS * feature
            if value != 0:
                for unit in range(UNITS):
                    hidden[own + unit] += value * weights[line + unit]
        rating, phase = inputs[first + INPUTS], inputs[first + INPUTS + 1]
        score = 0.0
        for unit in range(UNITS):
            if hidden[own + unit] > 0:
                by_rating = rating * weights[OUT_BY_RATING + unit]
                slope = weights[OUT + unit] + by_rating + phase * weights[OUT_BY_PHASE + unit]
                score += hidden[own + unit] * slope
        for feature in range(INPUTS):
            line = DIRECT + 3 * feature
            slope = weights[line] + rating * weights[line + 1] + phase * weights[line + 2]
            score += inputs[first + feature] * slope
        scores[index] = score


@kernel
def look(
    search: SearchState, known: Integers, packed: Bytes, steps: Floats, weights: Floats, asked: Words,
    legal: Bytes, statics: Shorts, deeps: Shorts, games: Integers, places: Integers,
    inputs: Floats, sums: Floats,
) -> int:  # fmt: skip
    """Write the data that `log_probabilities` needs about a position's moves. Return the number of moves.

    asked -- player, opponent, and the square of the opponent's last move
    """
    player, opponent = asked[0], asked[1]
    number: int = values_of_moves(search, player, opponent, 0, legal, statics, deeps)
    games_of_moves(known, player, opponent, 0, number, legal, games)
    describe(player, opponent, to_int(asked[2]), 0.0, 0, number, legal, statics, deeps, games, places, inputs)
    sums_of_packed_rows(number, packed, steps, weights, places, sums)
    return number


@kernel
def log_probabilities(
    ratings: Doubles, count: int, number: int, weights: Floats, inputs: Floats, sums: Floats,
    hidden: Floats, scores: Floats, logarithms: Doubles,
) -> None:  # fmt: skip
    """For each move described by `look`, write the logarithm of its probability at each rating.

    There are *count* ratings, in units of RATING_UNIT. A move's logarithms begin at *count* times its index.
    """
    for step in range(count):
        for index in range(number):
            inputs[WIDTH * index + INPUTS] = ratings[step]
            for unit in range(UNITS * index, UNITS * index + UNITS):
                hidden[unit] = sums[unit]
        scores_of_moves(number, weights, inputs, hidden, scores)
        greatest, total = -1e9, 0.0
        for index in range(number):
            greatest = max(greatest, scores[index] + 0.0)
        for index in range(number):
            total += exponential(max(scores[index] - greatest, -50.0))
        for index in range(number):
            logarithms[count * index + step] = scores[index] - greatest - natural_logarithm(total)
