"""Checks a proof: it must answer every reply, down to positions that this module solves.

The position of a claim *demands* positions: the proof must list them. Lines are sorted by the number of
empties, the most empties first. For each number, the proof must list exactly the positions demanded so far,
and their moves demand positions with fewer empties. A missing or extra line is an error. The memory does not
depend on the size of the proof, because the file is read once and demanded positions wait in sorted files.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from othello.errors import FormatError
from othello.kernels import proof_rules as rules
from othello.solving.proof_file import Claim, Heading, ProofReader, open_proof
from othello.solving.proof_sets import ProofSets

BLOCK: Final = 1024
"""Number of lines that are checked together."""
REPLIES: Final = 16
"""Expected number of demanded positions for each line. The array grows if there are more."""


class Block(NamedTuple):
    """Moves of a proof to check."""

    line: int
    """Number of the first line."""
    boards: Any
    """uint64 (n, 2): the prover's discs and the other side's discs."""
    moves: Any
    bound: int
    leaves: int


class Checked(NamedTuple):
    """A block that was checked."""

    states: Any
    """`rules.FINE`, ILLEGAL or REFUTED for each line."""
    demanded: Any
    """The positions after the replies, uint64 (n, 2)."""


Check = Callable[[Iterable[Block]], Iterable[tuple[Block, Checked]]]
"""Checks blocks, in any order."""


@dataclass(slots=True)
class Verified:
    """A claim with a correct proof."""

    claim: Claim
    lines: int
    """Number of moves."""


def check_block(block: Block) -> Checked:
    """Play the moves of a block, and solve the positions with few empties after the replies."""
    return expanded(block, is_solving=True)


def expanded(block: Block, *, is_solving: bool) -> Checked:
    """Play the moves of a block, see `rules.expand`."""
    boards, states = block.boards.reshape(-1), np.zeros(len(block.moves), np.int64)

    def fill(positions: Any) -> int:
        return rules.expand(boards, block.moves, block.bound, block.leaves, is_solving, positions, states)

    return Checked(states, _demanded(fill, REPLIES * len(block.moves)))


def _demanded(fill: Callable[[Any], int], capacity: int) -> Any:
    """Return the positions that *fill* writes to an array, or None if it returns FALSE.

    If the array is too small, *fill* returns FULL and is called again with a larger array.
    """
    while (count := fill(positions := np.zeros(2 * capacity, np.uint64))) == rules.FULL:
        capacity *= 4
    return None if count == rules.FALSE else positions[: 2 * count].reshape(-1, 2)


def check_here(blocks: Iterable[Block]) -> Iterator[tuple[Block, Checked]]:
    """Check blocks one by one."""
    for block in blocks:
        yield block, check_block(block)


def verify(path: Path, check: Check = check_here) -> Iterator[Heading | Verified]:
    """Yield the heading of a proof, and then each claim when its proof is checked.

    Raises FormatError with the number of the wrong line.
    """
    with open_proof(path) as file:
        reader = ProofReader(path, file)
        yield reader.heading
        for claim in reader.claims():
            yield Verified(claim, _Check(reader, claim, check).run())


class Levels:
    """The positions that a proof must list, by their number of empties."""

    def __init__(self) -> None:
        self._sets: dict[int, ProofSets] = {}

    def start(self, heading: Heading, claim: Claim) -> bool:
        """Add the positions that the claim itself demands. Return False if the claim is already wrong."""

        def fill(positions: Any) -> int:
            is_prover, bound, is_solving, size = claim.is_of_mover, claim.bound, True, 0
            return rules.demand(
                *heading.words(), is_prover, bound, heading.leaves, is_solving, positions, size
            )

        positions = _demanded(fill, REPLIES)
        if positions is not None:
            self.add(positions)
        return positions is not None

    def add(self, words: Any) -> None:
        """Add positions, uint64 (n, 2)."""
        empties = 64 - np.bitwise_count(words[:, 0] | words[:, 1]).astype(np.int64)
        for level in np.unique(empties).tolist():
            self._sets.setdefault(level, ProofSets()).add(words[empties == level])

    def take(self, empties: int, limit: int) -> Any:
        """Remove and return positions with a number of empties, see `ProofSets.take`."""
        return self._sets[empties].take(limit) if empties in self._sets else ProofSets().take(0)

    def next(self, empties: int) -> int | None:
        """Return the greatest number of empties below *empties* with positions, or None."""
        return max((level for level in self._sets if level < empties), default=None)


class _Check:
    """The check of one claim."""

    def __init__(self, reader: ProofReader, claim: Claim, check: Check) -> None:
        self._reader, self._claim, self._check = reader, claim, check
        self._levels = Levels()
        self._blocks = reader.blocks(BLOCK)
        self._next: tuple[int, Any, Any] | None = None
        """The next block of the file: the number of its first line, positions, moves."""
        self._lines = 0

    def run(self) -> int:
        """Check the lines of the claim, and return their number. Raises FormatError."""
        line = self._reader.line - 1
        if not self._levels.start(self._reader.heading, self._claim):
            raise FormatError(self._reader.path, line, f"the claim {self._claim} is false")
        self._next = next(self._blocks, None)
        level = self._levels.next(65)
        while level is not None:
            for block, checked in self._check(self._of_level(level)):
                self._judge(block, checked)
            level = self._levels.next(level)
        if self._next is not None:
            raise self._error(self._next[0], "the proof does not need this position here")
        return self._lines

    def _of_level(self, level: int) -> Iterator[Block]:
        """Yield the blocks with a number of empties, whose positions must be the demanded positions."""
        while self._next is not None and _empties(self._next[1]) == level:
            line, boards, moves = self._next
            demanded = self._levels.take(level, len(moves))
            words = demanded.view(np.uint64).reshape(-1, 2)
            same = (words == boards[: len(words)]).all(axis=1)
            if not same.all() or len(words) < len(moves):
                number = int(np.argmin(same)) if not same.all() else len(words)
                raise self._error(line + number, self._difference(boards[number], words[number:]))
            self._lines += len(moves)
            # Reading checks the line after this block, so errors of this block must come first.
            self._next = next(self._blocks, None)
            yield Block(line, boards, moves, self._claim.bound, self._reader.heading.leaves)
        if len(rest := self._levels.take(level, 1)):
            line = self._reader.line if self._next is None else self._next[0]
            raise self._error(line, _missing(rest.view(np.uint64)))

    def _difference(self, board: Any, demanded: Any) -> str:
        """Return the error for a position in the file at which *demanded* is expected."""
        if len(demanded) and tuple(demanded[0].tolist()) < tuple(board.tolist()):
            return _missing(demanded[0])
        return "the proof does not need this position here"

    def _judge(self, block: Block, checked: Checked) -> None:
        """Queue the positions that the replies lead to, for the blocks with fewer empties.

        Raises FormatError for the first wrong move of a block.
        """
        wrong = np.flatnonzero(checked.states != rules.FINE)
        if len(wrong):
            number = int(wrong[0])
            reason = "the move is illegal"
            if checked.states[number] == rules.REFUTED:
                reason = f"the move does not prove {self._claim}: a reply refutes it"
            raise self._error(block.line + number, reason)
        self._levels.add(checked.demanded)

    def _error(self, line: int, reason: str) -> FormatError:
        return FormatError(self._reader.path, line, reason)


def _empties(boards: Any) -> int:
    """Return the number of empties, which is the same for all positions of a block."""
    return 64 - int(boards[0, 0] | boards[0, 1]).bit_count()


def _missing(words: Any) -> str:
    mine, theirs = words.reshape(-1).tolist()
    return f"the position {mine:016x}{theirs:016x} must stand here"
