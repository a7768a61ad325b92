"""Checks a proof. It must answer every reply of the other side, down to leaves, which this module solves.

A position *demands* other positions if the proof must list moves for them. The claim's position demands the
first positions. The lines of a proof are sorted by number of empties, highest first. For each number of
empties, the proof must list exactly the positions that have been demanded. The moves in these positions then
demand positions with fewer empties. Missing lines and extra lines are errors. The check needs no more memory
for a larger proof, because it reads the file only once and keeps demanded positions in sorted files.
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
"""Expected number of positions that a line demands. If lines demand more, the array grows."""


class Block(NamedTuple):
    """Lines of a proof whose moves are checked together."""

    line: int
    """Number of the first line in the file."""
    boards: Any
    """The positions, uint64 (n, 2): the prover's discs and the other side's discs."""
    moves: Any
    """The squares that the prover plays, int64 (n,)."""
    bound: int
    """See `Claim.bound`."""
    leaves: int
    """See `Heading.leaves`."""


class Checked(NamedTuple):
    """The result of checking a block."""

    states: Any
    """`rules.FINE`, ILLEGAL or REFUTED for each line."""
    demanded: Any
    """The positions that the lines demand, uint64 (n, 2)."""


Check = Callable[[Iterable[Block]], Iterable[tuple[Block, Checked]]]
"""A function that checks blocks and yields them with their results, in any order."""


@dataclass(slots=True)
class Verified:
    """A claim whose proof is correct."""

    claim: Claim
    lines: int
    """Number of moves in the proof."""


def check_block(block: Block) -> Checked:
    """Play the moves of a block and solve the leaves after the replies."""
    return expanded(block, is_solving=True)


def expanded(block: Block, *, is_solving: bool) -> Checked:
    """Play the moves of a block. If *is_solving* is true, also solve the leaves (see `rules.expand`)."""
    boards, states = block.boards.reshape(-1), np.zeros(len(block.moves), np.int64)

    def fill(positions: Any) -> int:
        return rules.expand(boards, block.moves, block.bound, block.leaves, is_solving, positions, states)

    return Checked(states, _demanded(fill, REPLIES * len(block.moves)))


def _demanded(fill: Callable[[Any], int], capacity: int) -> Any:
    """Return the positions that *fill* writes into an array, or None if it returns `rules.FALSE`.

    If the array is too small, *fill* returns `rules.FULL` and is called again with a larger array.
    """
    while (count := fill(positions := np.zeros(2 * capacity, np.uint64))) == rules.FULL:
        capacity *= 4
    return None if count == rules.FALSE else positions[: 2 * count].reshape(-1, 2)


def check_here(blocks: Iterable[Block]) -> Iterator[tuple[Block, Checked]]:
    """Check blocks one after another in this process."""
    for block in blocks:
        yield block, check_block(block)


def verify(path: Path, check: Check = check_here) -> Iterator[Heading | Verified]:
    """Check a proof. Yield its heading, then each claim after its proof has been checked.

    If the proof is wrong, raises FormatError with a message that contains the number of the wrong line.
    """
    with open_proof(path) as file:
        reader = ProofReader(path, file)
        yield reader.heading
        for claim in reader.claims():
            yield Verified(claim, _Check(reader, claim, check).run())


class Levels:
    """The positions that a proof must list, sorted by their number of empties."""

    def __init__(self) -> None:
        self._sets: dict[int, ProofSets] = {}

    def start(self, heading: Heading, claim: Claim) -> bool:
        """Add the positions that the claim demands. Return False if they already refute the claim."""

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
        """Add positions, which are uint64 (n, 2)."""
        empties = 64 - np.bitwise_count(words[:, 0] | words[:, 1]).astype(np.int64)
        for level in np.unique(empties).tolist():
            self._sets.setdefault(level, ProofSets()).add(words[empties == level])

    def take(self, empties: int, limit: int) -> Any:
        """Remove and return up to *limit* positions with this number of empties (see `ProofSets.take`)."""
        return self._sets[empties].take(limit) if empties in self._sets else ProofSets().take(0)

    def next(self, empties: int) -> int | None:
        """Return the highest number of empties, below *empties*, of any position, or None."""
        return max((level for level in self._sets if level < empties), default=None)


class _Check:
    """Checks the proof of a single claim."""

    def __init__(self, reader: ProofReader, claim: Claim, check: Check) -> None:
        self._reader, self._claim, self._check = reader, claim, check
        self._levels = Levels()
        self._blocks = reader.blocks(BLOCK)
        self._next: tuple[int, Any, Any] | None = None
        """The next block in the file: the number of its first line, its positions and its moves."""
        self._lines = 0

    def run(self) -> int:
        """Check the lines of the claim and return their number. Raises FormatError if a line is wrong."""
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
        """Yield the blocks of positions with *level* empties.

        Raises FormatError unless these are exactly the required positions.
        """
        while self._next is not None and _empties(self._next[1]) == level:
            line, boards, moves = self._next
            demanded = self._levels.take(level, len(moves))
            words = demanded.view(np.uint64).reshape(-1, 2)
            same = (words == boards[: len(words)]).all(axis=1)
            if not same.all() or len(words) < len(moves):
                number = int(np.argmin(same)) if not same.all() else len(words)
                raise self._error(line + number, self._difference(boards[number], words[number:]))
            self._lines += len(moves)
            # Report errors in this block before reading the next block, which checks the next line.
            self._next = next(self._blocks, None)
            yield Block(line, boards, moves, self._claim.bound, self._reader.heading.leaves)
        if len(rest := self._levels.take(level, 1)):
            line = self._reader.line if self._next is None else self._next[0]
            raise self._error(line, _missing(rest.view(np.uint64)))

    def _difference(self, board: Any, demanded: Any) -> str:
        """Return the message for a position in the file where *demanded* is expected instead."""
        if len(demanded) and tuple(demanded[0].tolist()) < tuple(board.tolist()):
            return _missing(demanded[0])
        return "the proof does not need this position here"

    def _judge(self, block: Block, checked: Checked) -> None:
        """Add the positions that a checked block demands. Raises FormatError for its first wrong move."""
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
    """Return the number of empties in a block. It is the same for all positions in the block."""
    return 64 - int(boards[0, 0] | boards[0, 1]).bit_count()


def _missing(words: Any) -> str:
    mine, theirs = words.reshape(-1).tolist()
    return f"this must be the position {mine:016x}{theirs:016x}"
