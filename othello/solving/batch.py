"""Questions as jobs, in the order of their difficulty. A question is skipped if its answer is known."""

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from queue import Empty, Queue
from typing import Final, NamedTuple

from othello.errors import OthelloError
from othello.formats.obf import ObfProblem
from othello.jobs.executor import Executor
from othello.jobs.scheduler import CAPACITY_POLL
from othello.jobs.task import Failed
from othello.rules.score import MAX_DISCS, Bound, Kind
from othello.rules.square import format_move, transform_move
from othello.search.engine import Engine
from othello.search.jobs import SearchJob
from othello.search.limits import Goal, Limits
from othello.search.results import SearchResult
from othello.search.settings import EngineSettings
from othello.solving.answers import Answer
from othello.solving.difficulty import predicted_nodes
from othello.solving.knowledge import UNLIMITED, BoundStore, SolvingLimits
from othello.solving.question import WINNER, Query
from othello.solving.row import Row
from othello.version import __version__

BLOCK: Final = 100_000
"""Number of questions that are sorted or read ahead together. `BoundStore` remembers earlier blocks."""
AS_GIVEN: Final = "given"
"""The order in which a question is searched as soon as it arrives."""
ORDERS: Final = ("hardest", "easiest", AS_GIVEN)
"""Orders of the questions of a block. With the hardest first, all workers are busy until the end."""


@dataclass(slots=True)
class Counts:
    """The numbers of answered and open questions of a stream."""

    questions: int = 0
    """Questions that were read."""
    known: int = 0
    """Questions without a search: repeated or symmetric questions, and questions that earlier rows answer."""
    decided: int = 0
    """Questions that a search has decided."""
    open: int = 0
    """Questions that remained open within the limits."""
    failed: int = 0
    """Questions that crashed their workers."""
    checked: int = 0
    """Answers to questions for which the file gives a value."""
    correct: int = 0
    """Answers that agree with the file's value."""
    nodes: int = 0
    seconds: float = 0.0
    """Seconds of all searches of all workers."""
    predicted: int = 0
    """Predicted nodes of all questions so far."""
    done: int = 0
    """Predicted nodes of the questions whose searches have ended."""


class Pending(NamedTuple):
    """A question that is being searched."""

    question: Query
    problem: ObfProblem
    predicted: int


@dataclass(slots=True)
class Batch:
    """The settings for searching questions, and the known bounds."""

    settings: EngineSettings
    knowledge: BoundStore
    """The bounds from earlier runs and from this run."""
    budget: SolvingLimits = UNLIMITED
    order: str = ORDERS[0]
    repeats: bool = False
    """Whether to search a question even if the answer is known."""
    counts: Counts = field(default_factory=Counts)

    def run(
        self,
        questions: Iterable[Query],
        workers: Executor[SearchJob, SearchResult],
        log: Callable[[str], None],
    ) -> Iterator[tuple[Answer, Row]]:
        """Yield the answer and the row of each question that needs a search, in the order searches end.

        The rows are added to `knowledge`. *log* is called with a sentence about each question that fails.
        """
        counts = self.counts
        for outcome in workers.run(self._jobs(questions)):
            asked: Pending = outcome.job.tag
            counts.done += asked.predicted
            if isinstance(outcome, Failed):
                counts.failed += 1
                log(f"{outcome.job.position.format()} cannot be solved: {outcome.reason}")
                continue
            answer, row = Answer(asked.problem, outcome.result), self._row(asked, outcome.result)
            if not self.repeats:
                self.knowledge.add(row)
            counts.nodes += row.nodes
            counts.seconds += row.seconds
            if asked.question.is_decided(row.lower, row.upper) or self.knowledge.answers(asked.question):
                counts.decided += 1
            else:
                counts.open += 1
            counts.checked += answer.is_correct is not None
            counts.correct += answer.is_correct is True
            yield answer, row

    def _jobs(self, questions: Iterable[Query]) -> Iterator[SearchJob | None]:
        """Yield the jobs of questions whose answers are not known when their turn comes.

        None means that no question has arrived yet.
        """
        counts = self.counts
        with Engine(table_mib=1) as engine:
            for block in self._blocks(questions):
                if not block:
                    yield None
                counts.questions += len(block)
                pending = self._pending(block, engine)
                counts.known += len(block) - len(pending)
                counts.predicted += sum(asked.predicted for asked in pending)
                for asked in pending:
                    if self._is_known(asked.question):
                        counts.known += 1
                        counts.done += asked.predicted
                    else:
                        yield SearchJob(asked.problem.position, self._limits(asked), asked)

    def _blocks(self, questions: Iterable[Query]) -> Iterator[list[Query]]:
        """Yield blocks of questions or, in the order AS_GIVEN, each question alone as it arrives."""
        stream = iter(questions)
        if self.order == AS_GIVEN and not isinstance(questions, list):  # a list needs no waiting
            yield from _arrivals(stream, self.counts)
            return
        while block := list(islice(stream, BLOCK)):
            yield block

    def _pending(self, block: list[Query], engine: Engine) -> list[Pending]:
        """Return the questions of a block whose answers are not known, in the order of their searches."""
        different = block if self.repeats else dict.fromkeys(block)
        pending = [
            Pending(query, query.problem or ObfProblem(query.position), predicted_nodes(query, engine))
            for query in different
            if not self._is_known(query)
        ]
        if self.order != AS_GIVEN:
            pending.sort(key=lambda asked: asked.predicted, reverse=self.order == "hardest")
        return pending

    def _is_known(self, question: Query) -> bool:
        known = self.knowledge
        return not self.repeats and (known.answers(question) or known.has_tried(question, self.budget))

    def _limits(self, asked: Pending) -> Limits:
        """Return the limits of a search. The window excludes values that are known to be impossible."""
        question, passes = asked.question, asked.problem.position.must_pass
        lower, upper = self.knowledge.bounds(question.position)
        window = max(question.alpha, lower), min(question.beta, upper)
        return Limits(
            goal=Goal.WLD if window == WINNER else Goal.EXACT,
            window=(-window[1], -window[0]) if passes else window,
            selectivity=question.selectivity,
            nodes=self.budget.nodes,
            seconds=self.budget.seconds,
        )

    def _row(self, asked: Pending, result: SearchResult) -> Row:
        """Return the row for the result of a question. Raises OthelloError if earlier rows contradict it."""
        question, position, pv = asked.question, asked.problem.position, result.pv
        lower, upper = bounds_of(result, question.selectivity)
        if position.must_pass:
            # The row is for the position after the pass, with the other side to move.
            position, pv, lower, upper = position.pass_turn(), pv[1:], -upper, -lower
        if question.selectivity == 100:
            # The search's window excluded values that were known to be impossible.
            known = self.knowledge.bounds(question.position)
            lower, upper = max(lower, known[0]), min(upper, known[1])
            if lower > upper:
                raise OthelloError(f"{position.format()} has contradictory bounds: a row is wrong")
        return Row(
            position=question.position,
            empties=position.empties,
            lower=lower,
            upper=upper,
            selectivity=question.selectivity,
            move=format_move(transform_move(pv[0], position.canonical()[1])) if pv else None,
            alpha=question.alpha,
            beta=question.beta,
            nodes=result.nodes,
            seconds=round(result.seconds, 6),
            predicted=asked.predicted,
            max_nodes=self.budget.nodes,
            max_seconds=self.budget.seconds,
            hash=self.settings.table_mib,
            threads=self.settings.threads,
            version=__version__,
            weights=self.knowledge.weights,
        )


def _arrivals(questions: Iterator[Query], counts: Counts) -> Iterator[list[Query]]:
    """Yield each question in a list of its own as soon as it arrives.

    A thread reads the questions, so the results of searches do not wait for the next question. While searches
    run and no question arrives, empty lists are yielded.
    """
    arrived: Queue[list[Query] | Exception] = Queue(BLOCK)

    def read() -> None:
        try:
            for question in questions:
                arrived.put([question])
            arrived.put([])
        except Exception as error:
            arrived.put(error)

    threading.Thread(target=read, daemon=True).start()
    while True:
        is_idle = counts.questions == counts.known + counts.decided + counts.open + counts.failed
        try:
            arrival = arrived.get(timeout=CAPACITY_POLL if is_idle else 0)
        except Empty:
            if not is_idle:
                yield []
            continue
        if isinstance(arrival, Exception):
            raise arrival
        if not arrival:
            return
        yield arrival


def bounds_of(result: SearchResult, selectivity: int) -> tuple[int, int]:
    """Return proved bounds from a search, or with *selectivity* below 100 the bounds of its score."""
    score = result.score
    if selectivity == 100 or score.is_proved:
        return int(result.lower), int(result.upper)
    if score.kind is not Kind.SELECTIVE or (score.probability or 0) < selectivity:
        return -MAX_DISCS, MAX_DISCS
    discs = int(score.discs)
    lower = -MAX_DISCS if score.bound is Bound.UPPER else discs
    upper = MAX_DISCS if score.bound is Bound.LOWER else discs
    return lower, upper
