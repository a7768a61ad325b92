"""Answers many questions with jobs, in order of difficulty. Questions with known answers are skipped."""

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
"""Maximum number of questions that are read and sorted together or that wait for their search."""
AS_GIVEN: Final = "given"
"""The name of the order that searches each question as soon as it arrives."""
ORDERS: Final = ("hardest", "easiest", AS_GIVEN)
"""The orders in which a block's questions can be searched. If the hardest questions come first, all workers
stay busy until the end."""


@dataclass(slots=True)
class Counts:
    """The numbers of questions that were read, answered or left open."""

    questions: int = 0
    """Number of questions that were read."""
    known: int = 0
    """Number of questions that needed no search, because they were asked before or earlier rows answer
    them."""
    decided: int = 0
    """Number of questions that a search answered."""
    open: int = 0
    """Number of questions that a search could not answer within its limits."""
    failed: int = 0
    """Number of questions that crashed their workers."""
    checked: int = 0
    """Number of answers that can be compared with a value in the file."""
    correct: int = 0
    """Number of answers that agree with the value in the file."""
    nodes: int = 0
    seconds: float = 0.0
    """The total time of all searches by all workers."""
    predicted: int = 0
    """The total number of nodes predicted for all questions so far that need a search."""
    done: int = 0
    """The total number of nodes predicted for the questions whose searches have ended."""


class Pending(NamedTuple):
    """A question that is being searched or will be searched."""

    question: Query
    problem: ObfProblem
    predicted: int


@dataclass(slots=True)
class Batch:
    """Searches for the answers to questions, using bounds from earlier searches."""

    settings: EngineSettings
    knowledge: BoundStore
    """The bounds from earlier runs and from this run."""
    budget: SolvingLimits = UNLIMITED
    """The limits of each search."""
    order: str = ORDERS[0]
    """One of ORDERS."""
    repeats: bool = False
    """Whether to search for an answer even if it is already known."""
    counts: Counts = field(default_factory=Counts)

    def run(
        self,
        questions: Iterable[Query],
        workers: Executor[SearchJob, SearchResult],
        log: Callable[[str], None],
    ) -> Iterator[tuple[Answer, Row]]:
        """Search for all answers that are not known. Yield each answer and its row when the search ends.

        The rows are added to `knowledge`. *log* is called with a sentence about each question that crashes
        its workers.
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
        """Yield a job for each question whose answer is still unknown when its turn comes.

        Yield None if no question has arrived yet.
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
        """Yield the questions in blocks.

        In the order AS_GIVEN, each question is a separate block, which is yielded as soon as it arrives.
        """
        stream = iter(questions)
        if self.order == AS_GIVEN and not isinstance(questions, list):  # a list need not be awaited
            yield from _arrivals(stream, self.counts)
            return
        while block := list(islice(stream, BLOCK)):
            yield block

    def _pending(self, block: list[Query], engine: Engine) -> list[Pending]:
        """Return the questions in a block whose answers are not known, in the order of their searches."""
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
        """Return the limits of a search. Its window excludes values that are known to be impossible."""
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
        """Return the row for a search result. Raises OthelloError if earlier rows contradict it."""
        question, position, pv = asked.question, asked.problem.position, result.pv
        lower, upper = bounds_of(result, question.selectivity)
        if position.must_pass:
            # The row describes the position after the pass, in which the other side is to move.
            position, pv, lower, upper = position.pass_turn(), pv[1:], -upper, -lower
        if question.selectivity == 100:
            # Add the bounds that were already known, because the search window excluded values outside them.
            known = self.knowledge.bounds(question.position)
            lower, upper = max(lower, known[0]), min(upper, known[1])
            if lower > upper:
                raise OthelloError(f"{position.format()} has contradictory bounds: one of its rows is wrong")
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
    """Yield each question in a separate list as soon as it arrives.

    A thread reads the questions, so that search results need not wait for the next question. If no question
    has arrived while searches are running, an empty list is yielded.
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
    """Return bounds on the value from a search result, in discs from the point of view of the side to move.

    If *selectivity* is 100, the bounds are proved. Otherwise, they are right with at least this probability.
    """
    score = result.score
    if selectivity == 100 or score.is_proved:
        return int(result.lower), int(result.upper)
    if score.kind is not Kind.SELECTIVE or (score.probability or 0) < selectivity:
        return -MAX_DISCS, MAX_DISCS
    discs = int(score.discs)
    lower = -MAX_DISCS if score.bound is Bound.UPPER else discs
    upper = MAX_DISCS if score.bound is Bound.LOWER else discs
    return lower, upper
