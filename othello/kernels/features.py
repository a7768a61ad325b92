"""Updates the features of the position being searched move by move.

The features are the 64 lanes of a vector of 16-bit numbers. Each lane contains the configuration of a
feature, as numbered by `patterns`, from the point of view of the side to move: a disc of this side counts +3
** k, and an opponent's disc counts -3 ** k. `search.powers` contains a vector for each square, with the
amount that a disc on this square adds to each lane.

A thread keeps a vector for each number of empty squares, at `search.features` + SLOT_BYTES * empties. These
vectors contain the features of all positions on the path from the root to the current position. Playing a
move adds the powers of its square once, and the powers of each flipped disc twice. Then the sides change,
which negates the vector. A move need not be undone, because the position before it has one more empty square
and therefore its own vector. Only a pass changes a vector in place: it negates the vector. Taking back the
pass negates the vector again. A search from a position needs the vector of that position. The solvers in
`endgame` do not evaluate, so they need no vectors.
"""

from typing import Any, Final

from othello.kernels.bits import ZERO, Square, Word, lowest, popcount, without_lowest
from othello.kernels.patterns import MAX_FEATURES
from othello.kernels.search_state import SearchState
from othello.native import ir, llvm
from othello.native.kernel import inlined_kernel, kernel
from othello.native.memory import Address

LANES: Final = MAX_FEATURES
INT16_BYTES: Final = 2
SLOT_BYTES: Final = INT16_BYTES * LANES
WORDS: Final = 65 * SLOT_BYTES // 8
"""Size, in words, of the memory at `search.features`."""

ALIGNED = 64


def _slot() -> Any:
    """Return the type of the vector that contains all features."""
    return ir.vector_type(8 * INT16_BYTES, LANES)


def _row(b: Any, powers: Any, square: Any) -> Any:
    """Return the powers of a square as a vector."""
    return _load(b, b.add(powers, b.mul(square, ir.I64(SLOT_BYTES))))


def _load(b: Any, address: Any) -> Any:
    value = b.load(b.inttoptr(address, ir.PointerType(_slot())))
    value.align = ALIGNED
    return value


def _store(b: Any, value: Any, address: Any) -> None:
    b.store(value, b.inttoptr(address, ir.PointerType(_slot()))).align = ALIGNED


def _sum_of_rows(b: Any, powers: Any, squares: Any) -> Any:
    """Return the sum of the powers of all *squares*. There must be at least one square."""
    before, loop, after = b.block, b.append_basic_block("disc"), b.append_basic_block("discs.done")
    count = llvm.declared(b.module, "llvm.cttz.i64", ir.I64, [ir.I64, ir.I1])
    b.branch(loop)
    b.position_at_end(loop)
    left, total = b.phi(ir.I64), b.phi(_slot())
    grown = b.add(total, _row(b, powers, b.call(count, [left, ir.I1(1)])))
    fewer = b.and_(left, b.sub(left, ir.I64(1)))
    b.cbranch(b.icmp_unsigned("!=", fewer, ir.I64(0)), loop, after)
    left.add_incoming(squares, before)
    left.add_incoming(fewer, loop)
    total.add_incoming(ir.filled(_slot(), 0), before)
    total.add_incoming(grown, loop)
    b.position_at_end(after)
    return grown


@llvm.emitted("void", "int64", "int64", "int64", "int64", "uint64")
def _play(b: Any, powers: Any, parent: Any, child: Any, square: Any, turned: Any) -> Any:
    """Write the features after a move to *child*, from the point of view of the opponent."""
    flipped = _sum_of_rows(b, powers, turned)
    mine = b.add(_load(b, parent), b.add(_row(b, powers, square), b.add(flipped, flipped)))
    _store(b, b.sub(ir.filled(_slot(), 0), mine), child)


@llvm.emitted("void", "int64")
def _negate(b: Any, place: Any) -> Any:
    _store(b, b.sub(ir.filled(_slot(), 0), _load(b, place)), place)


@llvm.emitted("void", "int64")
def _clear(b: Any, place: Any) -> Any:
    _store(b, ir.filled(_slot(), 0), place)


@llvm.emitted("void", "int64", "int64", "int64")
def _add(b: Any, powers: Any, place: Any, square: Any) -> Any:
    _store(b, b.add(_load(b, place), _row(b, powers, square)), place)


@inlined_kernel
def features_at(search: SearchState, empties: int) -> Address:
    """Return the address of the features of the position with *empties* empty squares."""
    first: Address = search.features
    return first + empties * SLOT_BYTES


@inlined_kernel
def play_features(search: SearchState, empties: int, square: Square, turned: Word) -> None:
    """Write the features after a move in a position with *empties* empty squares."""
    _play(search.powers, features_at(search, empties), features_at(search, empties - 1), square, turned)


@inlined_kernel
def pass_features(search: SearchState, empties: int) -> None:
    """Give the features the other side's point of view. A second call undoes this."""
    _negate(features_at(search, empties))


@kernel
def write_features(powers: Address, place: Address, player: Word, opponent: Word) -> None:
    """Compute the features of a position from its discs and write them to *place*.

    Both addresses must be multiples of ALIGNED.
    """
    _clear(place)
    while opponent != ZERO:
        _add(powers, place, lowest(opponent))
        opponent = without_lowest(opponent)
    _negate(place)
    while player != ZERO:
        _add(powers, place, lowest(player))
        player = without_lowest(player)


@kernel
def set_features(search: SearchState, player: Word, opponent: Word) -> None:
    """Compute the features of the position at which a search begins."""
    write_features(search.powers, features_at(search, 64 - popcount(player | opponent)), player, opponent)
