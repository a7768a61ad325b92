"""Computes legal moves and flips with vectors of four words, one lane for each line through a square.

The lanes are the row, the column and the two diagonals. One step to a higher square is a shift by 1, 8, 9 or
7. To find legal moves, a parallel prefix algorithm fills lines of the opponent's discs in all eight
directions. To find flips, there are masks: the four rays from a square to higher squares, and the four rays
to lower squares.

- Toward higher squares, the carry of an addition runs through the opponent's discs and stops at the first
  square without such a disc. If the player owns that square, the discs before it are flipped.
- Toward lower squares, the nearest square without an opponent's disc is the highest bit of the ray that is
  not an opponent's disc. That square is the player's if the player's part of the ray, as a number, is greater
  than the empty part. The flips are then the squares of the ray above this square, which the player's discs
  do not reach when they are smeared downward.

Some targets, such as WebAssembly, can only shift all lanes of a vector by the same number. On these targets,
legal moves are computed with vectors of two words: the board, and the board with its rows in reverse order.
Flips toward lower squares are computed with single words.

docs/experiments.md compares the variants. Source: T. Okuhara's AVX2 variants in Edax 4.4 and later (carry,
"acepck", parallel prefix) and his SSE2 variant for two words.
"""

import functools
from typing import Annotated, Any

from othello.kernels.bits import Boards, Square, Word, bit, popcount
from othello.kernels.geometry import ray
from othello.native import ir, llvm
from othello.native.kernel import inlined_kernel

Played = Annotated[tuple[int, int, int], ("uint64", "uint64", "uint64")]
"""The result of `play`."""

SHIFTS = (1, 8, 9, 7)
STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""For each lane, one step toward higher squares as (files, rows)."""
INNER_FILES, INNER_ROWS = 0x7E7E_7E7E_7E7E_7E7E, 0x00FF_FFFF_FFFF_FF00
LINES = (INNER_FILES, INNER_ROWS, INNER_FILES & INNER_ROWS, INNER_FILES & INNER_ROWS)
"""For each lane, the squares on which a disc can be flipped along its line. No line wraps around the board.
"""


RAYS_UP = [[ray(square, x, y) for x, y in STEPS] for square in range(64)]
RAYS_DOWN = [[ray(square, -x, -y) for x, y in STEPS] for square in range(64)]
DOUBLED = tuple(2 * shift for shift in SHIFTS)


def _or(b: Any, parts: list[Any]) -> Any:
    return functools.reduce(b.or_, [llvm.or_lanes(b, part) for part in parts])


def _beyond(b: Any, move: Any, player: Any, lines: Any, pairs: Any, steps: tuple[Any, Any]) -> Any:
    """Return the squares one step beyond lines of the opponent's discs that begin next to the player's discs.

    *move* is `b.shl` or `b.lshr`, and *steps* are the shifts by one and by two squares. *pairs* are the discs
    in *lines* that are next to another disc in *lines*, toward the player.
    """
    one, two = steps
    discs = b.and_(lines, move(player, one))
    discs = b.or_(discs, b.and_(lines, move(discs, one)))
    for _ in range(2):
        discs = b.or_(discs, b.and_(pairs, move(discs, two)))
    return move(discs, one)


def _reached(b: Any, player: Any, lines: Any, steps: tuple[Any, Any]) -> Any:
    """Return the results of `_beyond` for both directions."""
    up = b.and_(lines, b.shl(lines, steps[0]))
    down = b.lshr(up, steps[0])
    return b.or_(_beyond(b, b.shl, player, lines, up, steps), _beyond(b, b.lshr, player, lines, down, steps))


def _in_order(b: Any, boards: Any, order: list[int]) -> Any:
    """Return a vector of two boards with their 16 rows in a different order."""
    rows = b.bitcast(boards, ir.vector_type(8, 16))
    return b.bitcast(llvm.shuffled(b, rows, rows, order), boards.type)


def _reached_by_single_shifts(b: Any, player: Any, opponent: Any) -> Any:
    """Return the squares beyond lines of the opponent's discs. Some of these squares are not empty.

    On a board with its rows in reverse order, the same shifts go along columns and diagonals toward lower
    squares. Therefore a vector of both boards covers both directions.
    """
    inner = b.and_(opponent, ir.I64(INNER_FILES))
    steps = ir.I64(1), ir.I64(2)
    # Toward higher squares in a row, the carry of an addition runs through the discs to the square beyond.
    in_row = b.add(inner, b.and_(inner, b.shl(player, steps[0])))
    pairs = b.and_(inner, b.lshr(inner, steps[0]))
    in_row = b.or_(in_row, _beyond(b, b.lshr, player, inner, pairs, steps))
    both = ir.vector_type(64, 2)
    upward, downward = list(range(16)), list(reversed(range(16)))
    order = upward[:8] + downward[8:]
    mine, theirs = (_in_order(b, llvm.splat(b, discs, both), order) for discs in (player, opponent))
    inside = b.and_(theirs, ir.filled(both, INNER_FILES))
    # Discs in the first and last rows need no mask, because bits that leave the board there are shifted out.
    squares = []
    for shift, lines in ((8, theirs), (9, inside), (7, inside)):
        steps = ir.filled(both, shift), ir.filled(both, 2 * shift)
        pairs = b.and_(lines, b.shl(lines, steps[0]))
        squares.append(_beyond(b, b.shl, mine, lines, pairs, steps))
    total = functools.reduce(b.or_, squares)
    total = b.or_(total, _in_order(b, total, downward))
    return b.or_(in_row, b.extract_element(total, ir.I32(0)))


def _flips_up(b: Any, player: Any, opponent: Any, ray_: Any) -> Any:
    outflank = b.add(b.or_(opponent, b.not_(ray_)), llvm.vector([1] * ray_.type.count))
    outflank = b.and_(b.and_(outflank, player), ray_)
    mask = b.sext(b.icmp_unsigned("!=", outflank, ir.Constant(ray_.type, None)), ray_.type)
    return b.and_(b.add(outflank, mask), ray_)


def _flips_down(b: Any, player: Any, opponent: Any, ray_: Any) -> Any:
    mine = b.and_(player, ray_)
    empty = b.xor(b.and_(b.not_(opponent), ray_), mine)
    reached = mine
    for steps in (1, 2, 4):
        shifts = [steps * shift for shift in SHIFTS] * (ray_.type.count // len(SHIFTS))
        reached = b.or_(reached, b.lshr(reached, llvm.vector(shifts)))
    # A ray toward lower squares never contains bit 63, so a signed comparison is correct.
    nearest_is_mine = b.icmp_signed(">", mine, empty)
    return b.select(nearest_is_mine, b.and_(ray_, b.not_(reached)), ir.Constant(ray_.type, None))


def _words_down(b: Any, square: Any) -> list[Any]:
    """Return the four rays from a square toward lower squares as words."""
    table = llvm.constant_table(
        b.module, "moves.words_down", ir.I64, lambda: [word for rays in RAYS_DOWN for word in rays]
    )
    first = b.mul(square, ir.I64(len(STEPS)))
    return [llvm.load_entry(b, table, b.add(first, ir.I64(lane))) for lane in range(len(STEPS))]


def _word_flips_down(b: Any, player: Any, opponent: Any, ray_: Any) -> Any:
    """Like `_flips_down`, for one ray. The flips are above the nearest square without an opponent's disc."""
    others = b.or_(b.and_(ray_, b.not_(opponent)), ir.I64(1))
    count = llvm.declared(b.module, "llvm.ctlz.i64", ir.I64, [ir.I64, ir.I1])
    nearest = b.lshr(ir.I64(1 << 63), b.call(count, [others, ir.I1(1)]))
    # *outflank* is 0 if the nearest square is not the player's. If there is no such square, square 0 is used
    # instead, which is then not on the ray.
    outflank = b.and_(nearest, b.and_(player, ray_))
    return b.and_(ray_, b.neg(b.shl(outflank, ir.I64(1))))


@llvm.emitted("uint64", "uint64", "uint64")
def _legal_moves(b: Any, player: Any, opponent: Any) -> Any:
    if llvm.SINGLE_SHIFTS in llvm.choices:
        reached = _reached_by_single_shifts(b, player, opponent)
    else:
        lines = b.and_(llvm.splat(b, opponent), llvm.vector(LINES))
        steps = llvm.vector(SHIFTS), llvm.vector(DOUBLED)
        reached = llvm.or_lanes(b, _reached(b, llvm.splat(b, player), lines, steps))
    return b.and_(reached, b.not_(b.or_(player, opponent)))


def rays_at(b: Any, name: str, rays: list[list[int]], square: Any) -> Any:
    """Return the four rays from a square as a vector. *name* is the name of the constant table of *rays*."""
    return llvm.load_entry(b, llvm.constant_table(b.module, name, llvm.four_words(), lambda: rays), square)


def _turned(b: Any, square: Any, player: Any, opponent: Any) -> Any:
    up = rays_at(b, "moves.rays_up", RAYS_UP, square)
    mine, theirs = llvm.splat(b, player), llvm.splat(b, opponent)
    upward = _flips_up(b, mine, theirs, up)
    if llvm.SINGLE_SHIFTS in llvm.choices:
        downward = [_word_flips_down(b, player, opponent, ray_) for ray_ in _words_down(b, square)]
        return _or(b, [upward, *downward])
    down = rays_at(b, "moves.rays_down", RAYS_DOWN, square)
    return llvm.or_lanes(b, b.or_(upward, _flips_down(b, mine, theirs, down)))


@llvm.emitted("uint64", "int64", "uint64", "uint64")
def _flips(b: Any, square: Any, player: Any, opponent: Any) -> Any:
    return _turned(b, square, player, opponent)


@llvm.emitted(("uint64", "uint64"), *["int64"] * 2, *["uint64"] * 2)
def _flips_of_two(b: Any, first: Any, second: Any, player: Any, opponent: Any) -> Any:
    pair = ir.Constant(ir.ArrayType(ir.I64, 2), None)
    if llvm.SINGLE_SHIFTS in llvm.choices:
        for place, square in enumerate((first, second)):
            pair = b.insert_value(pair, _turned(b, square, player, opponent), place)
        return pair
    up, down = (
        llvm.shuffled(b, rays_at(b, name, rays, first), rays_at(b, name, rays, second), range(8))
        for name, rays in (("moves.rays_up", RAYS_UP), ("moves.rays_down", RAYS_DOWN))
    )
    mine, theirs = llvm.splat(b, player, up.type), llvm.splat(b, opponent, up.type)
    turned = b.or_(_flips_up(b, mine, theirs, up), _flips_down(b, mine, theirs, down))
    # OR the four lanes of each square, for both squares at once.
    for distance in (2, 1):
        turned = b.or_(turned, llvm.shuffled(b, turned, turned, [lane ^ distance for lane in range(8)]))
    for place, lane in enumerate((0, 4)):
        pair = b.insert_value(pair, b.extract_element(turned, ir.I32(lane)), place)
    return pair


@llvm.emitted("uint64", "uint64")
def _beside(b: Any, discs: Any) -> Any:
    """Return the squares next to any of *discs*, along a line on which the disc can be flipped."""
    parts = []
    for lanes in llvm.lane_groups(4):
        shift, inner = (llvm.vector([table[lane] for lane in lanes]) for table in (SHIFTS, LINES))
        lines = b.and_(llvm.splat(b, discs, inner.type), inner)
        parts.append(b.or_(b.shl(lines, shift), b.lshr(lines, shift)))
    return _or(b, parts)


@inlined_kernel
def legal_moves(player: Word, opponent: Word) -> Word:
    """Return the empty squares where the player flips at least one disc."""
    return _legal_moves(player, opponent)


@inlined_kernel
def flips(square: Square, player: Word, opponent: Word) -> Word:
    """Return the opponent's discs that the player flips with a move to *square*, which must be empty."""
    return _flips(square, player, opponent)


@inlined_kernel
def flips_of_two(first: Square, second: Square, player: Word, opponent: Word) -> Boards:
    """Return the `flips` of two squares. With AVX-512, this is faster than two calls."""
    return _flips_of_two(first, second, player, opponent)  # type: ignore[return-value]


@inlined_kernel
def after(player: Word, opponent: Word, square: Square, turned: Word) -> Boards:
    """Return the boards after a move that flips *turned*. The opponent, who is then to move, comes first."""
    return opponent ^ turned, player | turned | bit(square)


@inlined_kernel
def play(player: Word, opponent: Word, square: Square) -> Played:
    """Return the discs that a move to *square* flips and the boards after it, the opponent's board first."""
    turned = flips(square, player, opponent)
    theirs, mine = after(player, opponent, square, turned)
    return turned, theirs, mine


@inlined_kernel
def potential_mobility(player: Word, opponent: Word) -> int:
    """Return the number of empty squares next to an opponent's disc that a move to the square might flip."""
    return popcount(_beside(opponent) & ~(player | opponent))
