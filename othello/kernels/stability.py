"""Stable discs: discs that can never be flipped again.

The kernels find only some of the stable discs, but every disc that they find is stable. On each of the four
edges, a table finds the discs that no move on this edge can flip. An inner disc counts as stable if each of
its four lines is full or contains an adjacent stable disc of the same color.

Sources: R. Delorme's Edax (edge table, full lines, spread from disc to disc). The full lines are computed
here for all directions at once, in the lanes of one vector.
"""

import functools
from typing import Any

from othello.kernels.bits import BYTE, Word, file_as_row, to_word, word_constant
from othello.kernels.moves import SHIFTS, STEPS
from othello.native import ir, llvm
from othello.native.constant_tables import frozen_words
from othello.native.kernel import inlined_kernel, kernel

INNER_SQUARES = 0x007E_7E7E_7E7E_7E00
ROW_TO_FILE = word_constant(0x0000_0040_8102_0408)
MIDDLE_OF_ROW = word_constant(0x7E)
MIDDLE_OF_FILE_A = word_constant(0x0001_0101_0101_0100)


def _beyond_edge(steps: int, files: int, rows: int) -> int:
    """Return the squares from which *steps* steps of (files, rows) lead off the board."""
    inside = [0 <= s % 8 + steps * files < 8 and 0 <= s // 8 + steps * rows < 8 for s in range(64)]
    return sum(1 << square for square in range(64) if not inside[square])


def _full_lines(b: Any, discs: Any, lanes: list[int]) -> Any:
    """For each of *lanes*, return the squares whose row, column or diagonal is full."""
    upward = downward = llvm.splat(b, discs, llvm.vector([0] * len(lanes)).type)
    for steps in (1, 2, 4):
        shift = llvm.vector([steps * SHIFTS[lane] for lane in lanes])
        off_above = llvm.vector([_beyond_edge(steps, *STEPS[lane]) for lane in lanes])
        off_below = llvm.vector([_beyond_edge(steps, *(-offset for offset in STEPS[lane])) for lane in lanes])
        upward = b.and_(upward, b.or_(b.lshr(upward, shift), off_above))
        downward = b.and_(downward, b.or_(b.shl(downward, shift), off_below))
    return b.and_(upward, downward)


@llvm.emitted("uint64", "uint64", "uint64", "uint64")
def _spread(b: Any, edges: Any, player: Any, discs: Any) -> Any:
    """Return *edges* and the player's inner discs that are stable due to full lines and stable neighbors."""
    full = [_full_lines(b, discs, lanes) for lanes in llvm.lane_groups(4)]
    # Inner squares have eight neighbors, so shifts don't wrap around the board.
    inner = b.and_(player, ir.I64(INNER_SQUARES))
    shifts = [llvm.vector([SHIFTS[lane] for lane in lanes]) for lanes in llvm.lane_groups(4)]
    before, again = b.block, b.append_basic_block("spread")
    done = b.append_basic_block("spread.done")
    b.branch(again)
    b.position_at_end(again)
    stable = b.phi(ir.I64)
    stable.add_incoming(edges, before)
    held = inner
    for shift, full_ in zip(shifts, full, strict=True):
        lanes = llvm.splat(b, stable, shift.type)
        beside = b.or_(b.or_(b.shl(lanes, shift), b.lshr(lanes, shift)), full_)
        held = b.and_(held, llvm.and_lanes(b, beside))
    grown = b.or_(stable, held)
    stable.add_incoming(grown, again)
    b.cbranch(b.icmp_unsigned("!=", grown, stable), again, done)
    b.position_at_end(done)
    return grown


@functools.cache
def _stable_on_edge(player: int, opponent: int) -> int:
    """Return the player's discs on an edge of eight squares that no move on this edge can flip."""
    stable = player
    for square in range(8):
        if stable and not (player | opponent) >> square & 1:
            stable &= _stable_on_edge(*_play_on_edge(player, opponent, square))
            stable &= _stable_on_edge(*_play_on_edge(opponent, player, square)[::-1])
    return stable


def _play_on_edge(mover: int, other: int, square: int) -> tuple[int, int]:
    """Return both sides' discs, the mover's first, after a move to *square*. The move may flip nothing."""
    turned = 0
    for step in (1, -1):
        run, place = 0, square + step
        while 0 <= place < 8 and other >> place & 1:
            run, place = run | 1 << place, place + step
        if 0 <= place < 8 and mover >> place & 1:
            turned |= run
    return mover | turned | 1 << square, other ^ turned


@frozen_words(bits=8)
def _edge_stability() -> list[int]:
    """Return, at index 256 * player's discs + opponent's discs, the player's stable discs.

    0 if both overlap.
    """
    table = [0] * 65536
    for player in range(256):
        for opponent in range(256):
            if not player & opponent:
                table[256 * player + opponent] = _stable_on_edge(player, opponent)
    return table


@inlined_kernel
def _stable_row(player: Word, opponent: Word) -> Word:
    """Return the player's discs that no move on the same edge can flip. The arguments are edges as bits."""
    return _edge_stability((player << to_word(8)) | opponent)


@kernel
def stable_edges(player: Word, opponent: Word) -> Word:
    """Return the player's discs on all four edges that no move on the same edge can flip."""
    top = _stable_row(player & BYTE, opponent & BYTE)
    bottom = _stable_row(player >> to_word(56), opponent >> to_word(56))
    left = _stable_row(file_as_row(player), file_as_row(opponent))
    right = _stable_row(file_as_row(player >> to_word(7)), file_as_row(opponent >> to_word(7)))
    rows = top | (bottom << to_word(56))
    return rows | _as_file(left) | (_as_file(right) << to_word(7))


@kernel
def stable_discs(player: Word, opponent: Word) -> Word:
    """Return some of the player's stable discs, as explained at the top of this module."""
    return _spread(stable_edges(player, opponent), player, player | opponent)


@kernel
def _as_file(row: Word) -> Word:
    """Move a row to file a and remove its ends, which are already in the rows of other edges."""
    return (((row & MIDDLE_OF_ROW) * ROW_TO_FILE) << to_word(4)) & MIDDLE_OF_FILE_A
