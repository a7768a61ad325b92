"""Speed of variants of legal moves, flips and last flips.

    python -m tests.benchmarks.move_variants [ROUNDS]

Each variant of the flips and of the legal moves runs in the same perft to ply 9 from the start; each
variant of the last flip is called for random boards. The variants take turns, so that a busy moment hits
all alike, and the best round of each is printed. The code is made
for the processor of this computer.

"Up" variants (U1-U3) find the outflanking disc toward higher squares, "down" variants (D1-D3) toward
lower ones, as docs/performance.md explains.
"""

import random
import sys
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from othello.kernels import ir, last_flip, llvm, moves
from othello.kernels.bits import (
    ONE,
    ZERO,
    Square,
    Word,
    Words,
    bit,
    lowest,
    popcount,
    to_word,
    without_lowest,
)
from othello.kernels.kernel import Kernel, inlined_kernel
from tests.kernels import compiled

START = 0x0000_0008_1000_0000, 0x0000_0010_0800_0000
PLY, LEAVES = 9, 3_005_288

V4, V8 = (ir.vector_type(64, lanes) for lanes in (4, 8))

ZEROS, ONES = llvm.vector([0] * 4), llvm.vector([1] * 4)
TIGHT_LINES = [0x7E7E_7E7E_7E7E_7E7E, 0x00FF_FFFF_FFFF_FF00, 0x007E_7E7E_7E7E_7E00, 0x007E_7E7E_7E7E_7E00]


def is_set(b: Any, value: Any) -> Any:
    """Return -1 in the lanes that are not 0."""
    return b.sext(b.icmp_unsigned("!=", value, ZEROS), V4)


def smeared(b: Any, value: Any) -> Any:
    """Return all squares at or below those of *value*, along the line of each lane."""
    for steps in (1, 2, 4):
        value = b.or_(value, b.lshr(value, llvm.vector([steps * shift for shift in moves.SHIFTS])))
    return value


def up_lowest_bit(b: Any, player: Any, opponent: Any, ray: Any) -> Any:
    others = b.and_(b.not_(opponent), ray)
    outflank = b.and_(b.and_(others, b.sub(ZEROS, others)), player)
    return b.and_(b.add(outflank, is_set(b, outflank)), ray)


def up_mask_to_lowest(b: Any, player: Any, opponent: Any, ray: Any) -> Any:
    others = b.and_(b.not_(opponent), ray)
    run = b.and_(b.xor(others, b.sub(others, ONES)), ray)
    turned = b.and_(run, b.not_(player))
    return b.select(b.icmp_unsigned("!=", turned, run), turned, ZEROS)


def up_carry(b: Any, player: Any, opponent: Any, ray: Any) -> Any:
    outflank = b.and_(b.and_(b.add(b.or_(opponent, b.not_(ray)), ONES), player), ray)
    return b.and_(b.add(outflank, is_set(b, outflank)), ray)


def down_compare(b: Any, player: Any, opponent: Any, ray: Any) -> Any:
    mine = b.and_(player, ray)
    empty = b.xor(b.and_(b.not_(opponent), ray), mine)
    turned = b.and_(ray, b.not_(smeared(b, mine)))
    return b.select(b.icmp_signed(">", mine, empty), turned, ZEROS)


def down_prefix(b: Any, player: Any, opponent: Any, ray: Any) -> Any:
    others = b.and_(b.not_(opponent), ray)
    beyond = smeared(b, b.lshr(others, llvm.vector(moves.SHIFTS)))
    outflank = b.and_(b.and_(player, others), b.not_(beyond))
    above = b.sub(ZEROS, b.shl(outflank, ONES))
    return b.and_(b.select(b.icmp_unsigned("!=", outflank, ZEROS), above, ZEROS), ray)


def down_leading_zeros(b: Any, player: Any, opponent: Any, ray: Any) -> Any:
    others = b.and_(b.not_(opponent), ray)
    count = llvm.declared(b.module, "llvm.ctlz.v4i64", V4, [V4, ir.I1])
    zeros = b.call(count, [b.or_(others, ONES), ir.I1(1)])
    outflank = b.and_(b.and_(b.lshr(llvm.vector([1 << 63] * 4), zeros), player), others)
    return b.and_(b.sub(ZEROS, b.add(outflank, outflank)), ray)


def vector_flips(up: Callable[..., Any], down: Callable[..., Any]) -> Callable[..., int]:
    """Return a flip function on four lanes, made of these two halves."""

    @llvm.emitted("uint64", "int64", "uint64", "uint64")
    def flips(b: Any, square: Any, player: Any, opponent: Any) -> Any:
        ups = moves.rays_at(b, "moves.rays_up", moves.RAYS_UP, square)
        downs = moves.rays_at(b, "moves.rays_down", moves.RAYS_DOWN, square)
        mine, theirs = llvm.splat(b, player), llvm.splat(b, opponent)
        return llvm.or_lanes(b, b.or_(up(b, mine, theirs, ups), down(b, mine, theirs, downs)))

    return flips


@llvm.emitted("uint64", "int64", "uint64", "uint64")
def scalar_flips(b: Any, square: Any, player: Any, opponent: Any) -> Any:
    """Return the flips of a move, ray by ray, without vectors."""
    turned = ir.I64(0)
    leading_zeros = llvm.declared(b.module, "llvm.ctlz.i64", ir.I64, [ir.I64, ir.I1])
    ups = moves.rays_at(b, "moves.rays_up", moves.RAYS_UP, square)
    downs = moves.rays_at(b, "moves.rays_down", moves.RAYS_DOWN, square)
    for lane in range(4):
        ray = b.extract_element(ups, ir.I32(lane))
        others = b.and_(b.not_(opponent), ray)
        outflank = b.and_(b.and_(others, b.neg(others)), player)
        found = b.zext(b.icmp_unsigned("!=", outflank, ir.I64(0)), ir.I64)
        turned = b.or_(turned, b.and_(b.sub(outflank, found), ray))
        ray = b.extract_element(downs, ir.I32(lane))
        others = b.and_(b.not_(opponent), ray)
        highest = b.lshr(ir.I64(1 << 63), b.call(leading_zeros, [b.or_(others, ir.I64(1)), ir.I1(1)]))
        outflank = b.and_(b.and_(highest, player), others)
        turned = b.or_(turned, b.and_(b.neg(b.add(outflank, outflank)), ray))
    return turned


def vector_legal_moves(lines: Any) -> Callable[..., int]:
    """Parallel prefix on four lanes, with these masks for the opponent's discs."""

    @llvm.emitted("uint64", "uint64", "uint64")
    def legal_moves(b: Any, player: Any, opponent: Any) -> Any:
        theirs = b.and_(llvm.splat(b, opponent), llvm.vector(lines))
        reached = moves._reached(b, llvm.splat(b, player), theirs)
        return b.and_(reached, b.not_(b.or_(player, opponent)))

    return legal_moves


@llvm.emitted("uint64", "uint64", "uint64")
def eight_lane_legal_moves(b: Any, player: Any, opponent: Any) -> Any:
    """Parallel prefix on eight lanes; a step down is a rotation up."""

    def rotated(value: Any, steps: int) -> Any:
        up = [steps * shift for shift in moves.SHIFTS]
        counts = llvm.vector(up + [64 - count for count in up])
        rotate = llvm.declared(b.module, "llvm.fshl.v8i64", V8, [V8] * 3)
        return b.call(rotate, [value, value, counts])

    theirs = b.and_(llvm.splat(b, opponent, V8), llvm.vector(TIGHT_LINES + TIGHT_LINES))
    reached = b.and_(theirs, rotated(llvm.splat(b, player, V8), 1))
    reached = b.or_(reached, b.and_(theirs, rotated(reached, 1)))
    pairs = b.and_(theirs, rotated(theirs, 1))
    for _ in range(2):
        reached = b.or_(reached, b.and_(pairs, rotated(reached, 2)))
    return b.and_(llvm.or_lanes(b, rotated(reached, 1)), b.not_(b.or_(player, opponent)))


def perft_of(legal_moves: Any, flips: Any) -> Any:
    """Return a compiled, bulk-counting perft with these two functions."""

    @unregistered
    def perft(player: Word, opponent: Word, depth: int) -> Word:
        waiting = legal_moves(player, opponent)
        if waiting == ZERO:
            if depth == 1 or legal_moves(opponent, player) == ZERO:
                return ONE
            return perft(opponent, player, depth - 1)
        if depth == 1:
            return to_word(popcount(waiting))
        count = ZERO
        while waiting != ZERO:
            square = lowest(waiting)
            waiting = without_lowest(waiting)
            turned = flips(square, player, opponent)
            count += perft(opponent ^ turned, player | turned | bit(square), depth - 1)
        return count

    bind(perft, legal_moves, flips)
    return perft


def unregistered(function: Any) -> Any:
    """Make a function a kernel without a place of its own: each variant has the same name."""
    return Kernel(function, is_inlined=False)


def bind(*kernels: Any) -> None:
    """Compile kernels that call each other into their own library."""
    names = {f"_{number}": each for number, each in enumerate(kernels)}
    compiled.bind(SimpleNamespace(__name__=__name__, **names))


@inlined_kernel
def last_flips_by_table(square: Square, player: Word) -> int:
    mine, theirs = last_flip.count_last_flips(square, player)
    return 64 * mine + theirs


@inlined_kernel
def last_flips_by_flips(square: Square, player: Word) -> int:
    opponent = ~player & ~bit(square)
    return 64 * popcount(moves.flips(square, player, opponent)) + popcount(
        moves.flips(square, opponent, player)
    )


def summed(count: Any) -> Any:
    """Return the sum of *count* over boards with one empty square, for every square."""

    @unregistered
    def total(boards: Words) -> int:
        found = 0
        for player in boards:
            for square in range(64):
                found += count(square, player & ~bit(square))
        return found

    bind(total, count)
    return total


def fastest(candidates: dict[str, Callable[[], int]], rounds: int) -> dict[str, float]:
    """Return the minimum of the seconds of each candidate; all must find the same result."""
    best: dict[str, float] = {}
    results = set()
    for _ in range(rounds):
        for name, candidate in candidates.items():
            began = time.perf_counter()
            results.add(candidate())
            best[name] = min(best.get(name, 1e9), time.perf_counter() - began)
    assert len(results) == 1, f"the variants do not agree: {results}"
    return best


def main() -> None:
    import numpy as np

    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    ups = {"U1": up_lowest_bit, "U2": up_mask_to_lowest, "U3": up_carry}
    downs = {"D1": down_compare, "D2": down_prefix, "D3": down_leading_zeros}
    plain = vector_legal_moves(moves.LINES)
    kinds = {f"flips {u} {d}": perft_of(plain, vector_flips(ups[u], downs[d])) for u in ups for d in downs}
    kinds["flips scalar"] = perft_of(plain, scalar_flips)
    chosen = vector_flips(up_carry, down_compare)
    kinds["moves 4 lanes"] = perft_of(plain, chosen)
    kinds["moves 4 lanes, tight masks"] = perft_of(vector_legal_moves(TIGHT_LINES), chosen)
    kinds["moves 8 lanes"] = perft_of(eight_lane_legal_moves, chosen)
    perfts = {name: (lambda perft=perft: perft(*START, PLY)) for name, perft in kinds.items()}
    for name, seconds in fastest(perfts, rounds).items():
        print(f"{name:<28} {LEAVES / seconds / 1e6:7.1f} M leaves/s")

    boards = np.array([random.Random(1).getrandbits(64) for _ in range(20_000)], dtype=np.uint64)
    lasts = {"table": summed(last_flips_by_table), "flips": summed(last_flips_by_flips)}
    counts = {name: (lambda total=total: total(boards)) for name, total in lasts.items()}
    for name, seconds in fastest(counts, max(3, rounds // 4)).items():
        print(f"last flips by {name:<14} {seconds / boards.size / 64 * 1e9:7.2f} ns")


if __name__ == "__main__":
    main()
