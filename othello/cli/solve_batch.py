"""`othello solve -o`: many positions, with results in a file that runs continue."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from othello.cli.errors import Failure, exit_interrupted
from othello.cli.progress import RunState, counted, progress_of_work, say
from othello.cli.sources import exists, has_format, read_problems
from othello.jobs.executor import executor
from othello.jobs.task import Resources
from othello.search.jobs import Searches
from othello.search.results import nodes_per_second
from othello.solving.batch import Batch, Counts
from othello.solving.knowledge import BoundStore
from othello.solving.question import Query, Terms, question, read_questions
from othello.solving.row import Row
from othello.storage.append import AppendedFile
from othello.storage.streams import STANDARD

OBJECTS: Final = (".jsonl", ".json", ".ndjson")
"""Suffixes of files with a JSON object in each line."""


def solve_batch(
    source: str,
    output: Path,
    known: Sequence[Path],
    terms: Terms,
    batch: Batch,
    places: Resources,
) -> None:
    """Solve the positions of a source and append the results to *output*; print a summary."""
    work = Searches.of(batch.settings)
    knowledge, counts = BoundStore(work.evaluation), Counts()
    for path in known:
        knowledge.read(path)
    is_interrupted = False
    questions = read(source, terms)
    with AppendedFile(output, begins='{"position": "') as file:
        knowledge.add_lines(output, file.lines())
        if knowledge.rows:
            some = f"{counted(knowledge.rows, 'result')} of {counted(len(knowledge), 'position')}"
            say(f"{some} {'is' if knowledge.rows == 1 else 'are'} known")
        if knowledge.others:
            some = counted(knowledge.others, "selective result")
            say(f"{some} of other weights or of another version cannot be used")
        try:
            with executor(work, places, log=say) as workers:
                rows = batch.run(questions, knowledge, workers, counts, report)
                for _ in progress_of_work(appended(rows, file, counts), "solving"):
                    pass
        except KeyboardInterrupt:
            is_interrupted = True
    click.echo(summary(counts, output))
    if is_interrupted:
        exit_interrupted("interrupted: the same command goes on")
    if counts.failed:
        raise Failure(f"{counted(counts.failed, 'position')} could not be solved")


def appended(rows: Iterable[Row], file: AppendedFile, counts: Counts) -> Iterator[RunState]:
    """Append rows to a file, and yield the state of the run after each."""
    for row in rows:
        file.append(row.format())
        yield RunState(counts.done, counts.predicted, counts.decided + counts.open)


def read(source: str, terms: Terms) -> Iterator[Query]:
    """Yield the questions of a source: lines of positions or objects, or the positions of games."""
    path = Path(source)
    is_stream = path == STANDARD or (exists(path) and path.is_fifo())
    if is_stream or (exists(path) and (has_format(path, "obf") or path.suffix.lower() in OBJECTS)):
        return read_questions(path, terms)
    return (question(problem.position, terms) for problem in read_problems(source))


def report(asked: Query, reason: str) -> None:
    """Report a position that ended its workers."""
    say(f"{asked.position.format()} cannot be solved: {reason}")


def summary(counts: Counts, output: Path) -> str:
    """Return the last line."""
    rest = f", {counts.open} open within their limits" if counts.open else ""
    speed = nodes_per_second(counts.nodes, counts.seconds) / 1e6
    found = f"{counts.known} known or symmetric, {counts.decided} solved{rest}"
    return (
        f"{counted(counts.questions, 'position')}: {found}; "
        f"{counts.nodes:,} nodes in {counts.seconds:.3f} s of searches, {speed:.1f} M nodes/s; "
        f"the results are in {output}"
    )
