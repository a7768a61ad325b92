"""`othello match`: games between engines, rated."""

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from othello.cli.base import INTERRUPTED, BadInput, level_option
from othello.cli.match_display import Display

if TYPE_CHECKING:
    from gtp.controllers.timing import TimeRule
    from gtp.match.engine_spec import EngineSpec
    from gtp.match.journal import Journal
    from gtp.match.outcome import Outcome
    from gtp.match.schedule import ScheduledGame
    from gtp.match.sprt import Sprt
    from othello.board import Board
    from othello.human.levels import Level

BUILT_IN_GAMES = 100
"""Games between each two engines when neither their number nor a list of openings is given."""


@click.command()
@click.option(
    "-e",
    "--engine",
    "engines",
    multiple=True,
    metavar="KEY=VALUE,...",
    help="An engine: name, cmd, protocol (gtp or nboard), cwd, level, seed, depth, time, clock, hash.",
)
@click.option("-g", "--games", type=click.IntRange(2), help="Games between each two engines; an even number.")
@click.option(
    "--openings",
    "openings_path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Openings, a transcript in each line.  [default: a built-in list]",
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    help="Decides the order of the openings, and the moves of levels that err.",
)
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Games at once."
)
@level_option(help="Level of engines that say nothing else.")
@click.option("--depth", type=click.IntRange(1, 60), help="Plies for engines that say nothing else.")
@click.option("--time", "move_time", metavar="S", help="Seconds a move for engines that say nothing else.")
@click.option("--clock", metavar="S+S", help="Clock and increment for engines that say nothing else.")
@click.option(
    "--margin",
    type=click.FloatRange(0, 60),
    default=0.5,
    show_default=True,
    metavar="S",
    help="Seconds over its limit after which a move loses.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0.1, 1e6),
    default=600.0,
    show_default=True,
    metavar="S",
    help="Seconds for a move without a limit.",
)
@click.option("--sprt", nargs=2, type=float, metavar="ELO0 ELO1", help="Stop when one of the two is decided.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="NAME",
    help="Keep the games in NAME.jsonl and NAME.ggf, and go on with those that are there.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each game, then the result.")
def match(
    engines: tuple[str, ...],
    games: int | None,
    openings_path: Path | None,
    seed: int,
    jobs: int,
    level: "Level | None",
    depth: int | None,
    move_time: str | None,
    clock: str | None,
    margin: float,
    patience: float,
    sprt: tuple[float, float] | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Let engines play each other.

    Every opening is played twice, with colors reversed. An engine without cmd is this one.
    An engine that dies, hangs, or makes an illegal move loses the game, and the match goes
    on. After an interruption, the same command with the same NAME goes on where it was.

    \b
    Examples:
      othello match -e level=6 -e level=8 -g 20
      othello match -e level=casual -e level=club --seed 7
      othello match -e time=1 -e 'name=rhino,cmd=gtp-rhino -l 3' -o rhino
      othello match -e name=new -e 'name=old,cmd=old/bin/othello gtp' --time 0.1 --sprt 0 10
    """
    from gtp.controllers.timeouts import Timeouts
    from gtp.match.engine_spec import EngineSpec
    from gtp.match.journal import Journal, heading
    from gtp.match.runner import Runner
    from gtp.match.schedule import games as scheduled

    default = EngineSpec(
        "", level=None if level is None else str(level), depth=depth, rule=read_rule(move_time, clock)
    )
    specs = [each.seeded(seed + number) for number, each in enumerate(read_engine_specs(engines, default))]
    test = read_sprt(sprt, len(specs))
    boards, games = read_openings(openings_path, games)
    plan = list(scheduled(len(specs), boards, count=games, seed=seed))
    journal = None if output is None else Journal(output, heading(specs, boards, seed))
    played = [] if journal is None else played_before(journal, plan)
    show = Display([spec.name for spec in specs], len(plan), played, test, as_json)
    numbers = {outcome.number for outcome in played}
    waiting = [game for game in plan if game.number not in numbers]
    runner = Runner(
        specs, jobs=max(1, min(jobs, len(waiting))), timeouts=Timeouts(move=patience, margin=margin)
    )
    is_interrupted = False
    try:
        with show, interruptible():
            if waiting and not show.is_decided:
                run(runner, waiting, specs, journal, show)
    except KeyboardInterrupt:
        is_interrupted = True
    finally:
        if journal is not None:
            journal.close()
    show.result()
    if is_interrupted:
        click.echo(f"interrupted after {len(show.outcomes)} of {len(plan)} games", err=True)
        sys.exit(INTERRUPTED)


def run(
    runner: Any,
    waiting: "list[ScheduledGame]",
    specs: "Sequence[EngineSpec]",
    journal: "Journal | None",
    show: "Display",
) -> None:
    """Play the games that are left."""
    from gtp.controllers.failure import EngineFailure
    from othello.tools.warmup import warm_up

    if any(spec.is_ours for spec in specs):
        warm_up()
    try:
        runner.check()
        with contextlib.closing(runner.run(waiting)) as outcomes:
            for outcome in outcomes:
                if journal is not None:
                    journal.append(outcome)
                show.add(outcome)
                if show.is_decided:
                    runner.stop()
    except EngineFailure as failure:
        raise BadInput(f"engine {failure}") from None
    finally:
        runner.kill()


def read_rule(move_time: str | None, clock: str | None) -> "TimeRule":
    """The time of engines that say nothing of it."""
    from gtp.controllers.timing import NO_LIMIT, parse_clock, parse_move_time

    if move_time is not None and clock is not None:
        raise click.UsageError("--time and --clock exclude each other")
    if move_time is not None:
        return parse_move_time(move_time)
    return NO_LIMIT if clock is None else parse_clock(clock)


def read_engine_specs(texts: Sequence[str], default: "EngineSpec") -> "list[EngineSpec]":
    """The engines; raises an error that says what is wrong with one."""
    from gtp.match.engine_spec import parse_engine_spec

    if len(texts) < 2:
        raise click.UsageError("a match needs two engines: give --engine twice, as in -e level=6 -e level=8")
    specs = [parse_engine_spec(text, default) for text in texts]
    names = [spec.name for spec in specs]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"two engines are called {name}: give one of them another name, as in name=other")
    return specs


def read_sprt(numbers: tuple[float, float] | None, engines: int) -> "Sprt | None":
    """The test that ends the match."""
    from gtp.match.sprt import Sprt

    if numbers is None:
        return None
    if engines != 2:
        raise BadInput(f"--sprt compares two engines, but there are {engines}")
    try:
        return Sprt(*numbers)
    except ValueError as error:
        raise BadInput(str(error)) from None


def read_openings(path: Path | None, games: int | None) -> "tuple[list[Board], int]":
    """The openings, and how many games each two engines play."""
    from othello import openings

    boards = openings.built_in() if path is None else openings.read_openings(path)
    if games is None:
        games = BUILT_IN_GAMES if path is None else 2 * len(boards)
    if games % 2:
        raise BadInput(f"{games} games: give an even number, since every opening is played twice")
    return boards, games


def played_before(journal: "Journal", plan: "list[ScheduledGame]") -> "list[Outcome]":
    """The games of the journal that the match has."""
    numbers = {game.number for game in plan}
    played = [outcome for outcome in journal.outcomes if outcome.number in numbers]
    if played:
        click.echo(f"going on with {journal.paths[0]}, which has {len(played)} games", err=True)
    return played


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """While this lasts the end of the process by a signal is an interrupt, so that no engine stays behind."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before: Callable[..., Any] | int | None = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
