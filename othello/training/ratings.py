"""Rates tournament players, for each year, from the results of their games.

Players have a rating for each year in which they played. The probability of a win is the logistic function of
the difference between two ratings, and a draw counts as half a win and half a loss. A rating changes from
year to year as a random walk. This module computes the ratings that are most probable after all games, so
later games also affect the ratings of earlier years. A rating's standard deviation follows from the curvature
of the log probability with all opponents' ratings fixed.

Programs are omitted. In WTHOR files, the name of a program contains its author in parentheses, as in "Name
(author)". Players with the name "???", which means unknown, are omitted, too.

Source: R. Coulom, "Whole-History Rating: A Bayesian Rating System for Players of Time-Varying Strength"
(2008). Here, ratings change once a year rather than every day.
"""

import csv
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.errors import FormatError, OthelloError
from othello.formats import wthor
from othello.formats.wthor_files import companion_of
from othello.storage import outputs

MEAN: Final = 1500.0
"""The mean rating of all players with MIN_RATED_GAMES games or more. Each player counts once."""
MIN_RATED_GAMES: Final = 10
ELO: Final = 400 / math.log(10)
"""Rating points per unit of the logistic function's argument."""
WALK: Final = 30.0
"""Standard deviation of a rating's change in a year, in points. Among 20, 30, 50 and 80 points, this number
leads to the best predictions of WTHOR's games after 2021 from earlier games."""
SPREAD: Final = 350.0
"""Standard deviation of the players' initial ratings, in points. The results with 250 and 500 are similar."""
INTERVAL: Final = 1.96
"""A 95 % interval extends this many standard deviations to each side."""
STEPS, MIN_STEP = 30, 1e-6
"""Newton's method ends after STEPS steps or after a step smaller than MIN_STEP, which is in units of the
logistic function."""
UNKNOWN: Final = "???"


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """The results of games between people, as arrays with one element per game."""

    names: Sequence[str]
    """The names of all players. `blacks` and `whites` contain indexes into this list."""
    blacks: Any
    whites: Any
    years: Any
    scores: Any
    """Black's points: 1, 0.5 for a draw, or 0."""
    moves: Any
    """The moves of each game (see `wthor.GameTable.moves`)."""

    def until(self, year: int) -> "Results":
        """Return the games up to the end of a year."""
        kept = self.years <= year
        columns = [column[kept] for column in (self.blacks, self.whites, self.years, self.scores, self.moves)]
        return Results(self.names, *columns)


@dataclass(frozen=True, slots=True, eq=False)
class PlayerRatings:
    """Players' ratings, as arrays with one element for each year in which a player had games.

    The elements are sorted by player and year.
    """

    players: Any
    """The players, as indexes into `Results.names`."""
    years: Any
    ratings: Any
    deviations: Any
    """Standard deviations of the ratings, in points."""
    games: Any
    """Number of the player's games in that year."""

    def of(self, players: Any, years: Any) -> Any:
        """Return the rating of each player in the given year.

        If a player had no games in that year, this is the rating of the last earlier year, or NaN.
        """
        places = np.searchsorted(_keys(self.players, self.years), _keys(players, years), side="right") - 1
        last_ratings = np.where(self.players[places] == players, self.ratings[places], np.nan)
        return np.where(places >= 0, last_ratings, np.nan)


def read(paths: Iterable[Path]) -> Results:
    """Return the results of games between people in .wtb files.

    Equal names mean the same player, even if the files have different lists of names. Raises FormatError if a
    file or its list of players cannot be read or the year is missing.
    """
    known: dict[str, int] = {}
    parts = []
    for path in paths:
        games = wthor.load_games(path)
        if len(games) and games.years[0] == 0:
            raise FormatError(path, None, "the header contains no year, but ratings need a year")
        names = _names(path)
        most = max((int(side.max()) for side in (games.blacks, games.whites) if len(side)), default=-1)
        if most >= len(names):
            raise FormatError(
                path, None, f"a game refers to player {most}, but the list contains {len(names)} names"
            )
        # For each name in this file, its index among the names in all files, or -1 for a program.
        indices = np.array(
            [known.setdefault(name, len(known)) if is_person(name) else -1 for name in names], np.int64
        )
        blacks, whites = indices[games.blacks], indices[games.whites]
        kept = np.flatnonzero((blacks >= 0) & (whites >= 0) & (blacks != whites))
        parts.append((blacks[kept], whites[kept], wthor.taken(games, kept)))
    everything = wthor.joined([games for _, _, games in parts])
    blacks = np.concatenate([blacks for blacks, _, _ in parts])
    whites = np.concatenate([whites for _, whites, _ in parts])
    scores = (np.sign(everything.results.astype(int)) + 1) / 2
    return Results(list(known), blacks, whites, everything.years.astype(np.int64), scores, everything.moves)


def is_person(name: str) -> bool:
    """Return whether *name* is the name of a person, not of a program or an unknown player."""
    return "(" not in name and name not in ("", UNKNOWN)


def rate(results: Results, *, walk: float = WALK, spread: float = SPREAD) -> PlayerRatings:
    """Return the ratings of all players. Raises OthelloError if no player has MIN_RATED_GAMES games.

    walk   -- standard deviation of a rating's change in a year, in points
    spread -- standard deviation of the players' initial ratings, in points
    """
    both = np.concatenate([_keys(results.blacks, results.years), _keys(results.whites, results.years)])
    nodes, places, games = np.unique(both, return_inverse=True, return_counts=True)
    players, years = np.divmod(nodes, _YEARS)
    first, second = np.split(places, 2)
    total = np.bincount(players, games, len(results.names))
    if not (total >= MIN_RATED_GAMES).any():
        raise OthelloError(
            f"ratings need players with {MIN_RATED_GAMES} games, but there are no such players"
        )
    task = _Task(players, years, first, second, results.scores, walk / ELO, spread / ELO)
    ratings = task.solved() * ELO
    means = np.bincount(players, ratings * games, len(total)) / np.maximum(total, 1)
    ratings += MEAN - means[total >= MIN_RATED_GAMES].mean()
    return PlayerRatings(players, years, ratings, task.deviations(task.solution) * ELO, games)


_YEARS: Final = 1 << 16
"""A number that is larger than any year in a file."""


def _keys(players: Any, years: Any) -> Any:
    """Return a number for each pair of player and year, sorted by player and then by year."""
    return np.asarray(players, np.int64) * _YEARS + years


def _names(path: Path) -> Sequence[str]:
    companion = companion_of(path, ".jou")
    if companion is None:
        reason = "the list of players (.jou), which tells programs from people, is not next to this file"
        raise FormatError(path, None, reason)
    return wthor.load_names(companion)


@dataclass(frozen=True, slots=True)
class Check:
    """How well ratings predict later games."""

    games: int
    """Number of later games whose players both have at least MIN_RATED_GAMES earlier games."""
    decided: int
    """Number of these games that were not drawn."""
    right: int
    """Number of decided games that the player with the higher rating won."""
    loss: float
    """The mean negative logarithm of the probability that the ratings assign to the result, where a draw is
    half a win and half a loss. It would be 0.693 if all probabilities were 50 %."""


def check(results: Results, year: int) -> Check:
    """Return how well ratings from the games up to a year predict the games after that year.

    Raises OthelloError if there are no decided later games to check.
    """
    before = results.until(year)
    ratings = rate(before)
    known = np.bincount(np.concatenate([before.blacks, before.whites]), minlength=len(results.names))
    is_later = (results.years > year) & (
        np.minimum(known[results.blacks], known[results.whites]) >= MIN_RATED_GAMES
    )
    if not (is_later & (results.scores != 0.5)).any():
        raise OthelloError(
            f"there is no decided game after {year} in which both players had already played "
            f"{MIN_RATED_GAMES} games"
        )
    years = results.years[is_later]
    black, white = ratings.of(results.blacks[is_later], years), ratings.of(results.whites[is_later], years)
    scores = results.scores[is_later]
    chance = 1 / (1 + np.exp((white - black) / ELO))
    loss = -(scores * np.log(chance) + (1 - scores) * np.log(1 - chance))
    is_right = (chance > 0.5) == (scores > 0.5)
    is_decided = scores != 0.5
    return Check(len(scores), int(is_decided.sum()), int((is_right & is_decided).sum()), float(loss.mean()))


def write(path: Path, results: Results, ratings: PlayerRatings) -> None:
    """Write ratings with 95% intervals as CSV, with a row for each player and year.

    Raises FormatError if the file cannot be written.
    """
    text = io.StringIO(newline="")
    rows = csv.writer(text)
    rows.writerow(["player", "year", "rating", "low", "high", "games"])
    columns = (ratings.players, ratings.years, ratings.ratings, ratings.deviations, ratings.games)
    for player, year, rating, deviation, games in zip(*(column.tolist() for column in columns), strict=True):
        ends = (round(rating + side * INTERVAL * deviation) for side in (-1, 1))
        rows.writerow([results.names[player], year, round(rating), *ends, games])
    with outputs.replacing(path) as file:
        file.write(text.getvalue().encode())


class _Task:
    """Computes the most probable ratings by Newton's method, in units of the logistic function.

    A node is a player in a given year. The nodes are sorted by player and year.
    """

    def __init__(
        self, players: Any, years: Any, first: Any, second: Any, scores: Any, walk: float, spread: float
    ) -> None:
        self.first, self.second, self.scores = first, second, scores
        is_next = np.diff(players) == 0
        self.ties = np.where(is_next, 1 / (walk**2 * np.maximum(np.diff(years), 1)), 0.0)
        """For each node, 1 / variance of the random walk to the next node, or 0 if that is another player."""
        self.prior = np.where(np.concatenate([[True], ~is_next]), 1 / spread**2, 0.0)
        self.solution = np.zeros(len(players))

    def solved(self) -> Any:
        """Return the most probable ratings of all nodes, centered around 0."""
        for _ in range(STEPS):
            chance = self._chance(self.solution)
            step = self._newton_step(self._slope(self.solution, chance), chance * (1 - chance))
            self.solution = self.solution + step
            if np.abs(step).max() < MIN_STEP:
                break
        return self.solution

    def deviations(self, ratings: Any) -> Any:
        """Return the standard deviation of each rating.

        It is the square root of a diagonal element of the inverse of the player's Hessian. This matrix is
        tridiagonal, so two eliminations, one downward and one upward, compute the diagonal of its inverse.
        """
        chance = self._chance(ratings)
        ties = self.ties.tolist()
        diagonal = self._diagonal(chance * (1 - chance)).tolist()
        down, up = diagonal[:], diagonal[:]
        for place, tie in enumerate(ties):
            down[place + 1] -= tie * tie / down[place]
        for place in range(len(ties) - 1, -1, -1):
            up[place] -= ties[place] ** 2 / up[place + 1]
        return 1 / np.sqrt(np.array(down) + up - diagonal)

    def _chance(self, ratings: Any) -> Any:
        return 1 / (1 + np.exp(ratings[self.second] - ratings[self.first]))

    def _slope(self, ratings: Any, chance: Any) -> Any:
        error = self.scores - chance
        slope = self._summed(error, -error) - self.prior * ratings
        pull = self.ties * np.diff(ratings)
        slope[:-1] += pull
        slope[1:] -= pull
        return slope

    def _diagonal(self, weights: Any) -> Any:
        """Return the diagonal of the negative second derivatives of the log probability.

        *weights* are p * (1 - p) for each game, where p is the probability that black wins.
        """
        diagonal = self._summed(weights, weights) + self.prior
        diagonal[:-1] += self.ties
        diagonal[1:] += self.ties
        return diagonal

    def _summed(self, first: Any, second: Any) -> Any:
        """For each node, add up *first* over its games as black and *second* over its games as white."""
        size = len(self.solution)
        return np.bincount(self.first, first, size) + np.bincount(self.second, second, size)

    def _newton_step(self, slope: Any, weights: Any) -> Any:
        """Return the step to the maximum of the quadratic approximation, computed by conjugate gradients."""
        diagonal = self._diagonal(weights)

        def curved(step: Any) -> Any:
            """Return the product of the matrix of negative second derivatives and a step."""
            product = diagonal * step
            product[:-1] -= self.ties * step[1:]
            product[1:] -= self.ties * step[:-1]
            return product - self._summed(weights * step[self.second], weights * step[self.first])

        step, residual = np.zeros_like(slope), slope.copy()
        direction = residual / diagonal  # the diagonal is the preconditioner
        norm = residual @ direction
        tolerance = max(1e-12 * norm, 1e-18)
        while norm > tolerance:
            curvature = curved(direction)
            length = norm / (direction @ curvature)
            step += length * direction
            residual -= length * curvature
            scaled = residual / diagonal
            norm, before = residual @ scaled, norm
            direction = scaled + norm / before * direction
        return step
