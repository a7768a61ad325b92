"""Prints a match's progress, running score and final table."""

import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from othello.cli.progress import say
from othello.cli.tables import print_table
from othello.errors import visible
from othello.match.outcome import GameResult
from othello.match.sprt import Decision, Sprt
from othello.match.standings import Pairs, Standing, standings

SHOWN: Final = 4
"""Maximum number of engines in the running score if more than two play."""
HEADING: Final = (
    *("engine", "games", "wins", "draws", "losses", "discs", "Elo [95 %]", "LOS"),
    *("s/move", "longest", "timeouts", "failures"),
)


class MatchDisplay:
    """Shows the progress of a match on a terminal and prints its table or JSON objects."""

    def __init__(
        self, names: list[str], total: int, played: Sequence[GameResult], test: Sprt | None, as_json: bool
    ) -> None:
        """Prepare to show a match of *total* games. *played* contains the games of earlier runs."""
        self.names, self.total, self.test, self.as_json = names, total, test, as_json
        self.outcomes: list[GameResult] = []
        """All games so far, without their moves."""
        self._pairs = Pairs(*names[:2])  # shown only if there are just two engines
        self._points = Counter[tuple[str, float]]()
        """Maps each pair of an engine's name and its points in a game to the number of such games."""
        for outcome in played:
            self._count(outcome)
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> "MatchDisplay":
        """Show a progress bar if standard error is a terminal."""
        if sys.stderr.isatty():
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
            self._bar = Progress(
                *columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True
            )
            self._task = self._bar.add_task(self.score(), total=self.total, completed=len(self.outcomes))
            self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has reached a decision."""
        return self.test is not None and self.test.decision(self.counts()) is not Decision.OPEN

    def counts(self) -> tuple[int, ...]:
        """Return the number of game pairs in which the first engine scored 0, 0.5, 1, 1.5 and 2 points."""
        return self._pairs.score.counts

    def add(self, outcome: GameResult) -> None:
        """Count a game and show its result."""
        self._count(outcome)
        if self.as_json:
            click.echo(json.dumps(outcome.as_object()))
        if outcome.fault is not None and outcome.loser is not None:
            name = outcome.side_of(outcome.loser).name
            # Shorten the reason to its first and last lines, because a traceback's last line names the error.
            # The journal contains the whole text.
            first, *others = outcome.reason.splitlines() or [""]
            reason = f"{first} ... {others[-1].strip()}" if others else first
            say(f"game {outcome.number}: {name} loses ({outcome.fault.value}): {reason}")
        if self._bar is not None:
            self._bar.update(self._task, advance=1, description=self.score())

    def _count(self, outcome: GameResult) -> None:
        """Count a game. The time for this does not grow with the number of games."""
        self.outcomes.append(outcome.without_moves())
        self._pairs.add(outcome)
        for side in (outcome.black, outcome.white):
            self._points[side.name, outcome.points(side.name)] += 1

    def score(self) -> str:
        """Return the running score as a single line."""
        if len(self.names) > 2:
            points = {name: self._points[name, 1.0] + self._points[name, 0.5] / 2 for name in self.names}
            best = sorted(self.names, key=lambda name: -points[name])[:SHOWN]
            return visible(", ".join(f"{name} {points[name]:g}" for name in best))
        first, second = self.names
        wins, draws, losses = (self._points[first, points] for points in (1.0, 0.5, 0.0))
        text = f"{first} {wins}-{draws}-{losses} {second}"
        if len(self.outcomes) > 1:
            text += f", Elo {self._pairs.score.elo}"
        if self.test is not None:
            text += f", LLR {self.test.ratio(self.counts()):+.2f}"
        return visible(text)

    def result(self) -> None:
        """Print the result of the match, unless no game was played."""
        if not self.outcomes:
            return
        table = standings(self.names, self.outcomes)
        if self.as_json:
            report: dict[str, object] = {"standings": [standing.as_object() for standing in table]}
            if len(self.names) == 2:
                report["pairs"] = list(self.counts())
            if self.test is not None:
                report["sprt"] = self._sprt_state()
            click.echo(json.dumps(report))
            return
        print_table(HEADING, [as_row(standing) for standing in table])
        if len(self.names) == 2:
            click.echo(
                f"pairs of games in which {visible(self.names[0])} scored 0, 0.5, 1, 1.5, 2 points: "
                f"{self.counts()}"
            )
        if adjudicated := sum(outcome.is_adjudicated for outcome in self.outcomes):
            click.echo(f"adjudicated games (result proved before the end): {adjudicated}")
        if self.test is not None:
            decision = self._sprt_state()
            click.echo(
                f"SPRT of Elo {self.test.elo0:g} against {self.test.elo1:g}: {decision['decision']}, "
                f"LLR {decision['llr']:+.2f} within [{self.test.lower:.2f}, {self.test.upper:.2f}]"
            )

    def _sprt_state(self) -> dict[str, Any]:
        assert self.test is not None
        counts = self.counts()
        return {
            "elo0": self.test.elo0,
            "elo1": self.test.elo1,
            "llr": round(self.test.ratio(counts), 4),
            "decision": self.test.decision(counts).value,
        }


def as_row(standing: Standing) -> tuple[str, ...]:
    """Return an engine's row of the table."""
    return (
        standing.name,
        *map(str, (standing.games, standing.wins, standing.draws, standing.losses)),
        "-" if standing.discs is None else f"{standing.discs:+.2f}",
        str(standing.elo) if standing.games else "-",
        "" if standing.superiority is None else f"{100 * standing.superiority:.1f} %",
        f"{standing.seconds / standing.moves:.3f}" if standing.moves else "-",
        f"{standing.longest:.3f}",
        *map(str, (standing.timeouts, standing.failures)),
    )
