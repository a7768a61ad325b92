"""`othello match`: plays matches between engines."""

import contextlib
import itertools
import signal
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import click

from othello.book.balanced import built_in
from othello.cli.errors import BadInput, exit_interrupted
from othello.cli.match_display import MatchDisplay
from othello.cli.options import (
    DEPTH,
    PATH,
    SECONDS,
    SEED,
    Integer,
    Number,
    flag,
    level_option,
    option,
    places_options,
)
from othello.cli.progress import say
from othello.cli.targets import Output, output_option
from othello.errors import OthelloError
from othello.jobs.executor import executor
from othello.jobs.task import Resources
from othello.match import openings
from othello.match.adjudicator import MAX_ADJUDICATED
from othello.match.controllers.failure import DEFAULT_TIMEOUTS, Timeouts
from othello.match.controllers.timing import NO_LIMIT, TimeRule, parse_clock
from othello.match.engine_spec import EngineSpec, parse_engine_spec
from othello.match.journal import Journal, heading
from othello.match.outcome import GameResult
from othello.match.schedule import Schedule, ScheduledGame
from othello.match.sprt import Sprt
from othello.match.work import MatchTask
from othello.native.library import warmup
from othello.rules.board import Board

GREATEST_MATCH: Final = 10**6
"""Maximum number of games between any two engines."""
BUILT_IN_GAMES: Final = 100
"""Number of games between any two engines if neither -g nor --openings is given."""


@click.command()
@option(
    "-e --engine engines KEY=VALUE,...",
    str,
    "An engine. Its keys are name, cmd, protocol (gtp, nboard, ugi or uci), cwd, level, seed, depth, time,"
    " clock, hash and options.",
    multiple=True,
)
@option(
    "-g --games",
    Integer(2, GREATEST_MATCH),
    f"Number of games between each pair of engines. It must be even.  [default: {BUILT_IN_GAMES}, "
    "or two for each opening of --openings]",
)
@option(
    "--openings openings_path",
    PATH,
    "File with openings, one transcript per line.  [default: a built-in list]",
)
@option("--seed", SEED, "Seed for the order of the openings and for human-like moves.", 1)
@places_options
@level_option("Level for engines without limits of their own", default="the engine's own default")
@option("--depth", DEPTH, "Search depth in plies, for engines without limits of their own.")
@option("--time seconds S", SECONDS, "Seconds per move, for engines without limits of their own.")
@option(
    "--clock S+S",
    str,
    "Seconds per game and seconds added after each move, for engines without limits of their own.",
)
@option(
    "--margin S", Number(0, 60), "Seconds by which a move may exceed its time limit.", DEFAULT_TIMEOUTS.margin
)
@option("--timeout S", Number(0.1, 1e6), "Seconds to wait for an untimed move.", DEFAULT_TIMEOUTS.move)
@option(
    "--adjudicate N",
    Integer(1, MAX_ADJUDICATED),
    "Once at most N squares are empty, end a game as soon as its result is proved.",
)
@option(
    "--sprt ELO0 ELO1",
    Number(-1000, 1000),
    "Stop when a sequential test decides between these two Elo differences.",
)
@output_option(
    "-o --output NAME",
    "Append the games to NAME.jsonl and NAME.ggf.",
    Output(".jsonl", ".ggf", is_replaced=False),
)
@flag("--json as_json", "Print one JSON object per game, then the result.")
def match(
    engines: tuple[str, ...],
    games: int | None,
    openings_path: Path | None,
    seed: int,
    places: Resources,
    level: str | None,
    depth: int | None,
    seconds: float | None,
    clock: str | None,
    margin: float,
    timeout: float,
    adjudicate: int | None,
    sprt: tuple[float, float] | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Play games between engines and rate the engines.

    Every opening is played twice, with colors reversed. An engine without cmd runs this program. An engine
    that crashes, hangs or makes an illegal move loses the game, and the match continues. After an
    interruption, run the same command with the same NAME to continue the match.

    \b
    Examples:
      othello match -e level=6 -e level=8 -g 20
      othello match -e level=casual -e level=club --seed 7
      othello match -e time=1 -e 'name=rhino,cmd=gtp-rhino -l 3' -o rhino
      othello match -e name=new -e 'name=old,cmd=old/bin/othello gtp' --time 0.1 --sprt 0 10
    """
    default = EngineSpec("", level=level, depth=depth, rule=read_rule(seconds, clock))
    specs = [spec.seeded(seed + number) for number, spec in enumerate(read_engine_specs(engines, default))]
    test = read_sprt(sprt, len(specs))
    boards, games = read_openings(openings_path, games)
    schedule, timeouts = Schedule(len(specs), boards, seed), Timeouts(move=timeout, margin=margin)
    plan = schedule.games(games)
    journal, played = None, list[GameResult]()
    if output is not None:
        own_heading = heading(specs, boards, seed, timeouts, adjudicate)
        journal = Journal(output, own_heading, partial(check_result, schedule, specs))
        played = played_before(journal, plan)
    display = MatchDisplay([spec.name for spec in specs], len(plan), played, test, as_json)
    played_numbers = {outcome.number for outcome in played}
    waiting = [game for game in plan if game.number not in played_numbers]
    interrupted_by = play(MatchTask(specs, timeouts, adjudicate), places, waiting, journal, display)
    display.result()
    if interrupted_by:
        exit_interrupted(f"interrupted after {len(display.outcomes)} of {len(plan)} games", interrupted_by)


def check_result(schedule: Schedule, specs: Sequence[EngineSpec], outcome: GameResult) -> None:
    """Raise OthelloError if a game in the journal does not belong to this match."""
    game = schedule.game(outcome.number)
    names = specs[game.black].name, specs[game.white].name
    if (outcome.black.name, outcome.white.name, outcome.opening) != (*names, game.opening.transcript()):
        raise OthelloError(
            f"game {outcome.number} of this match has different engines or a different opening"
        )


def play(
    task: MatchTask,
    places: Resources,
    waiting: Sequence[ScheduledGame],
    journal: Journal | None,
    display: MatchDisplay,
) -> int:
    """Play the remaining games and close the journal. Return the signal that ended the match, or 0.

    If the journal can no longer be written or a game has failed, print the result and raise OthelloError.
    """
    try:
        with display, interruptible():
            if waiting and not display.is_decided:
                run(task, places.for_jobs(len(waiting)), waiting, journal, display)
    except KeyboardInterrupt as interrupt:
        return int(interrupt.args[0] if interrupt.args else signal.SIGINT)
    except OthelloError:
        if display.outcomes:
            display.result()
        raise
    finally:
        if journal is not None:
            journal.close()
    return 0


def run(
    task: MatchTask,
    places: Resources,
    waiting: Sequence[ScheduledGame],
    journal: Journal | None,
    display: MatchDisplay,
) -> None:
    """Play the remaining games. If some of them cannot be played, raise OthelloError at the end."""
    if task.adjudicated or any(spec.is_ours for spec in task.specs):
        warmup()
    with executor(task, places, is_waiting=True, log=say) as workers:
        games = itertools.takewhile(lambda game: not display.is_decided, waiting)
        prefix = "game {0.number} cannot be played: ".format
        for game in workers.results(games, prefix, keep_going=True):
            try:
                if journal is not None:
                    journal.append(game.result)  # saved first, so that no shown game is lost
            finally:
                display.add(game.result)


def read_rule(seconds: float | None, clock: str | None) -> TimeRule:
    """Return the time limit for engines without limits of their own."""
    if seconds is not None and clock is not None:
        raise click.UsageError("use only one of --time and --clock")
    if seconds is not None:
        return TimeRule(per_move=seconds)
    return NO_LIMIT if clock is None else parse_clock(clock)


def read_engine_specs(texts: Sequence[str], default: EngineSpec) -> list[EngineSpec]:
    """Parse the settings of all engines. Raises BadInput if two engines share a name."""
    if len(texts) < 2:
        raise click.UsageError("a match needs two engines: use --engine twice, as in -e level=6 -e level=8")
    specs = [parse_engine_spec(text, default) for text in texts]
    names = [spec.name for spec in specs]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"two engines are called {name}: rename one of them, as in name=other")
    return specs


def read_sprt(numbers: tuple[float, float] | None, engines: int) -> Sprt | None:
    """Return the sequential test of --sprt, or None without this option."""
    if numbers is None:
        return None
    if engines != 2:
        raise BadInput(f"--sprt compares two engines, but there are {engines}")
    return Sprt(*numbers)


def read_openings(path: Path | None, games: int | None) -> tuple[list[Board], int]:
    """Return the openings and the number of games between any two engines."""
    boards = built_in() if path is None else openings.read_openings(path)
    if games is None:
        games = BUILT_IN_GAMES if path is None else 2 * len(boards)
    if games % 2:
        raise BadInput(f"--games {games} must be even, because every opening is played twice")
    return boards, games


def played_before(journal: Journal, plan: Sequence[ScheduledGame]) -> list[GameResult]:
    """Return the journal's games that are part of *plan*."""
    numbers = {game.number for game in plan}
    played = [outcome for outcome in journal.outcomes if outcome.number in numbers]
    if played:
        click.echo(f"continuing {journal.paths[0]}, which contains {len(played)} games", err=True)
    return played


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Within the block, raise KeyboardInterrupt at the first SIGINT, SIGTERM or SIGHUP.

    The exception's argument is the signal number. Further signals are ignored, because ending all engines
    takes seconds. Under nohup, SIGHUP (sent when a terminal is closed) stays ignored.
    """
    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in (getattr(signal, name) for name in names)}
    heard = [number for number, handler in before.items() if handler is not signal.SIG_IGN]

    def interrupt(number: int, frame: object) -> None:
        for signal_number in heard:
            signal.signal(signal_number, signal.SIG_IGN)
        raise KeyboardInterrupt(number)

    for number in heard:
        signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, before[number])
