"""Creates proofs from moves that searches find.

For each position that the proof must list, a null-window search finds a move that keeps the bound. Positions
with the same number of empties don't depend on each other, so they can be searched at the same time. If
another proof already contains the move for a position, no search is needed. You can use this to join proofs.
"""

import itertools
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import numpy as np

from othello.errors import OthelloError
from othello.jobs.executor import Executor, in_order
from othello.jobs.task import Finished, FunctionWorker
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, format_move, parse_square
from othello.search.engine import Engine
from othello.search.limits import Goal, Limits
from othello.solving.checker import Block, Levels, expanded
from othello.solving.proof_file import Claim, Heading, ProofReader, ProofWriter, open_proof
from othello.solving.proof_sets import PAIR
from othello.storage.append import ContinuedFile, sealed
from othello.storage.fields import Fields

TOGETHER: Final = 64
"""Number of positions in a job. They share a transposition table."""
SMALL_MIB: Final = 4
"""Size of the table for positions with at most SMALL empties. A small table is quick to clear."""
SMALL: Final = 18
READ_AT_ONCE: Final = 1024
"""Number of lines of a known proof that are read at a time."""


class ProofJob(NamedTuple):
    """Positions in which the prover needs a move."""

    boards: Any
    """The positions, uint64 (n, 2): the prover's discs and the other side's discs."""
    bound: int
    """The minimum disc difference that the prover must reach (see `Claim.bound`)."""


@dataclass(frozen=True, slots=True)
class ProofSearches:
    """The task of finding moves that keep a bound. A job's result is a list of squares."""

    table_mib: float

    def open(self) -> FunctionWorker[ProofJob, list[int]]:
        """Return a worker with its own engines. Each job begins with an empty table."""
        small, large = Engine(table_mib=min(self.table_mib, SMALL_MIB)), Engine(table_mib=self.table_mib)

        def close() -> None:
            small.close()
            large.close()

        return FunctionWorker(partial(_moves, small, large), close)


def _moves(small: Engine, large: Engine, job: ProofJob) -> list[int]:
    """Return a move for each position of a job. Raises OthelloError if no move keeps the bound."""
    if not len(job.boards):
        return []
    positions = list(map(_position, job.boards.tolist()))
    engine = small if positions[0].empties <= SMALL else large
    engine.new_game()
    return [_move(engine, position, job.bound) for position in positions]


def _move(engine: Engine, position: Position, bound: int) -> int:
    """Return the move that a null-window search finds. Raises OthelloError if no move proves the bound."""
    result = engine.play(position, Limits(goal=Goal.EXACT, window=(bound - 1, bound)))
    if result.lower < bound or result.move is None or result.move == PASS:
        raise OthelloError(f"{position.format()} has no move that proves at least {bound} discs")
    return int(result.move)


def _position(words: list[int]) -> Position:
    player, opponent = words
    return Position(player, opponent, Color.BLACK)


class KnownMoves:
    """Moves from other proofs that keep a bound."""

    def __init__(self) -> None:
        self._moves: dict[int, list[tuple[Any, Any]]] = {}
        """For each number of empties, sorted positions and their moves."""

    def __len__(self) -> int:
        """Return the number of moves."""
        return sum(len(moves) for level in self._moves.values() for _, moves in level)

    def read(self, path: Path, bound: int) -> None:
        """Add the moves from a proof that the prover reaches at least *bound* discs.

        The proof must be correct (see `checker.verify`). Raises FormatError if it cannot be read.
        """
        with open_proof(path) as file:
            reader = ProofReader(path, file)
            for claim in reader.claims():
                for _, boards, moves in reader.blocks(READ_AT_ONCE):
                    if claim.bound >= bound:
                        self._add(boards, moves)

    def _add(self, boards: Any, moves: Any) -> None:
        """Add positions with the same number of empties and the positions' moves."""
        empties = 64 - int(boards[0, 0] | boards[0, 1]).bit_count()
        pairs = np.ascontiguousarray(boards).view(PAIR).reshape(-1)
        self._moves.setdefault(empties, []).append((pairs, moves))

    def find(self, pairs: Any) -> Any:
        """Return the known move for each position, or -1 if there is none.

        *pairs* are sorted and have the same number of empties.
        """
        known_moves = np.full(len(pairs), -1, np.int64)
        empties = 64 - int(pairs[0]["mine"] | pairs[0]["theirs"]).bit_count()
        level = self._moves.get(empties, [])
        if len(level) > 1:
            known, moves = (np.concatenate(arrays) for arrays in zip(*level, strict=True))
            known, first = np.unique(known, return_index=True)
            level[:] = [(known, moves[first])]
        for known, moves in level:
            _, here, there = np.intersect1d(pairs, known, assume_unique=True, return_indices=True)
            known_moves[here] = moves[there]
        return known_moves


class Searched:
    """The moves of finished jobs, in a file from which the next run of the command resumes.

    All runs use the same jobs, so interruptions do not change the proof.
    """

    def __init__(self, file: ContinuedFile) -> None:
        """Read the rows in a file. Raises FormatError if they cannot be read."""
        self._file = file
        self._moves = dict(file.rows(self._row))

    @staticmethod
    def _row(fields: Fields) -> tuple[tuple[str, int, int], list[int]]:
        key = fields.text("claim", 10), fields.whole("empties", 0, 64), fields.whole("job", 0, 2**62)
        texts = fields.texts("moves", TOGETHER, 2)
        return key, [int(parse_square(text)) for text in texts]

    def add(self, claim: Claim, empties: int, job: int, moves: Sequence[int]) -> None:
        """Append the moves of a job to the file. Raises FormatError if this fails."""
        texts = list(map(format_move, moves))
        row = {"claim": str(claim), "empties": empties, "job": job, "moves": texts}
        self._file.append(sealed(row))

    def take(self, claim: Claim, empties: int, job: int, count: int) -> list[int] | None:
        """Remove and return the moves of a job with *count* positions, or None if the job is not finished."""
        moves = self._moves.pop((str(claim), empties, job), None)
        return moves if moves is not None and len(moves) == count else None


class ProofProgress(NamedTuple):
    """The progress of a proof."""

    claim: Claim
    empties: int
    """The number of empties of the positions whose moves are currently written."""
    lines: int
    """Number of moves that have been written for this claim."""


class Prover:
    """Creates a proof and writes it to a file."""

    def __init__(
        self, file: IO[bytes], heading: Heading, workers: Executor[ProofJob, list[int]], searched: Searched
    ) -> None:
        self._heading, self._workers, self._searched = heading, workers, searched
        self._writer = ProofWriter(file, heading)
        self.lines = 0
        """Number of moves that have been written for all claims."""

    def prove(self, claim: Claim, known: KnownMoves) -> Iterator[ProofProgress]:
        """Write the proof of a claim and yield the progress. Raises OthelloError if the claim is false."""
        levels = Levels()
        if not levels.start(self._heading, claim):
            raise OthelloError(f"the value is not {claim}")
        self._writer.claim(claim)
        level = levels.next(65)
        while level is not None:
            for pairs, moves in self._moves(levels, level, claim, known):
                self._writer.moves(pairs, moves.tolist())
                self.lines += len(moves)
                boards = np.ascontiguousarray(pairs).view(np.uint64).reshape(-1, 2)
                block = Block(0, boards, moves, claim.bound, self._heading.leaves)
                levels.add(expanded(block, is_solving=False).demanded)
                yield ProofProgress(claim, level, self._writer.lines)
            level = levels.next(level)
        self._writer.end()

    def _moves(
        self, levels: Levels, level: int, claim: Claim, known: KnownMoves
    ) -> Iterator[tuple[Any, Any]]:
        """Yield the positions with *level* empties and their moves, in sorted order."""
        taken: deque[tuple[Any, Any]] = deque()
        """The positions and the known moves of jobs whose results have not been yielded yet."""

        def jobs() -> Iterator[ProofJob]:
            for number in itertools.count():
                pairs = levels.take(level, TOGETHER)
                if not len(pairs):
                    return
                moves = known.find(pairs)  # -1 where a search is needed
                open_count = int((moves < 0).sum())
                saved_moves = self._searched.take(claim, level, number, open_count)
                if saved_moves is not None:
                    moves[moves < 0] = saved_moves
                taken.append((pairs, moves))
                boards = pairs[moves < 0].view(np.uint64).reshape(-1, 2)
                yield ProofJob(boards, claim.bound)

        def saved() -> Iterator[Finished[ProofJob, list[int]]]:
            """Save each result as soon as it arrives. It may be written to the proof only much later."""
            for search in self._workers.results(jobs(), lambda job: f"{claim} cannot be proved: "):
                if search.result:
                    self._searched.add(claim, level, search.number, search.result)
                yield search

        for search in in_order(saved()):
            pairs, moves = taken.popleft()
            moves[moves < 0] = search.result
            yield pairs, moves
