"""Ratings of tournament players from the results of their games, by year.

A player has a rating in each year with games. The chance of a win is the logistic function of the difference
of two ratings, a draw is half a win and half a loss, and a rating moves from year to year as a random walk.
The ratings are the most probable ones for all games together, so later games also say what a player was worth
before. A standard deviation follows from the curvature at the maximum, with the ratings of all opponents
fixed.

Programs are left out: in WTHOR files their names have the programmer in parentheses, as in "Name (author)".
Players without a name, "???", are left out, too.

Source: R. Coulom, "Whole-History Rating: A Bayesian Rating System for Players of Time-Varying Strength"
(2008), with a step for each year instead of each day.
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
"""The mean rating of all players with MIN_RATED_GAMES games or more, each counted once."""
MIN_RATED_GAMES: Final = 10
ELO: Final = 400 / math.log(10)
"""Points of the scale for a difference of 1 in the logistic function."""
WALK: Final = 30.0
"""Standard deviation of the change of a rating in a year, in points. Of 20, 30, 50 and 80, it makes the
results of WTHOR's games after 2021 most likely, given the games before."""
SPREAD: Final = 350.0
"""Standard deviation of the first ratings of players around their mean, in points: 250 and 500 change
little."""
INTERVAL: Final = 1.96
"""Standard deviations on each side of a 95 % interval."""
STEPS, MIN_STEP = 30, 1e-6
"""Most steps of Newton's method, and the step, in units of the logistic function, after which it ends."""
UNKNOWN: Final = "???"


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """Games of people: a number for each in all arrays."""

    names: Sequence[str]
    """The names of all players, which the indices mean."""
    blacks: Any
    whites: Any
    years: Any
    scores: Any
    """Black's part of a win: 1, 0.5 for a draw, or 0."""
    moves: Any
    """Squares, 60 for each game, as WTHOR files have them."""

    def until(self, year: int) -> "Results":
        """Return the games up to and with a year."""
        kept = self.years <= year
        columns = [column[kept] for column in (self.blacks, self.whites, self.years, self.scores, self.moves)]
        return Results(self.names, *columns)


@dataclass(frozen=True, slots=True, eq=False)
class PlayerRatings:
    """Ratings of players, a number for each player and year with games in all arrays, sorted by them."""

    players: Any
    """Indices of the list of names."""
    years: Any
    ratings: Any
    deviations: Any
    """Standard deviations of the ratings, in points."""
    games: Any
    """Games of the player in the year."""

    def of(self, players: Any, years: Any) -> Any:
        """Return the ratings of players in years: of the last year before if a year has none; else NaN."""
        places = np.searchsorted(_keys(self.players, self.years), _keys(players, years), side="right") - 1
        last_ratings = np.where(self.players[places] == players, self.ratings[places], np.nan)
        return np.where(places >= 0, last_ratings, np.nan)


def read(paths: Iterable[Path]) -> Results:
    """Return the results of the games of people in .wtb files; raises FormatError.

    Equal names are one player, also in files with different lists of names.
    """
    known: dict[str, int] = {}
    parts = []
    for path in paths:
        games = wthor.load_games(path)
        if len(games) and games.years[0] == 0:
            raise FormatError(path, None, "the header has no year, which a rating needs")
        names = _names(path)
        most = max((int(side.max()) for side in (games.blacks, games.whites) if len(side)), default=-1)
        if most >= len(names):
            raise FormatError(path, None, f"a game has player {most}, but the list has {len(names)} names")
        place = np.array(
            [known.setdefault(name, len(known)) if is_person(name) else -1 for name in names], np.int64
        )
        blacks, whites = place[games.blacks], place[games.whites]
        kept = np.flatnonzero((blacks >= 0) & (whites >= 0) & (blacks != whites))
        parts.append((blacks[kept], whites[kept], wthor.taken(games, kept)))
    everything = wthor.joined([games for _, _, games in parts])
    blacks, whites = (np.concatenate([part[side] for part in parts]) for side in (0, 1))
    scores = (np.sign(everything.results.astype(int)) + 1) / 2
    return Results(list(known), blacks, whites, everything.years.astype(np.int64), scores, everything.moves)


def is_person(name: str) -> bool:
    """Return whether a name is that of a person, not of a program and not unknown."""
    return "(" not in name and name not in ("", UNKNOWN)


def rate(results: Results, *, walk: float = WALK, spread: float = SPREAD) -> PlayerRatings:
    """Return the ratings of all players; raises OthelloError if none has MIN_RATED_GAMES games.

    walk    -- standard deviation of the change of a rating in a year, in points
    spread  -- standard deviation of the first ratings of players, in points
    """
    both = np.concatenate([_keys(results.blacks, results.years), _keys(results.whites, results.years)])
    nodes, places, games = np.unique(both, return_inverse=True, return_counts=True)
    players, years = np.divmod(nodes, _YEARS)
    first, second = np.split(places, 2)
    total = np.bincount(players, games, len(results.names))
    if not (total >= MIN_RATED_GAMES).any():
        raise OthelloError(f"no player has {MIN_RATED_GAMES} games, which the scale of ratings needs")
    task = _Task(players, years, first, second, results.scores, walk / ELO, spread / ELO)
    ratings = task.solved() * ELO
    means = np.bincount(players, ratings * games, len(total)) / np.maximum(total, 1)
    ratings += MEAN - means[total >= MIN_RATED_GAMES].mean()
    return PlayerRatings(players, years, ratings, task.deviations(task.solution) * ELO, games)


_YEARS: Final = 1 << 16
"""More than the greatest year of a file."""


def _keys(players: Any, years: Any) -> Any:
    """Return numbers in the order of players, and of years for each player."""
    return np.asarray(players, np.int64) * _YEARS + years


def _names(path: Path) -> Sequence[str]:
    companion = companion_of(path, ".jou")
    if companion is None:
        raise FormatError(path, None, "no list of names, .jou, beside this file: it says who is a program")
    return wthor.load_names(companion)


@dataclass(frozen=True, slots=True)
class Check:
    """How well ratings predict games that are later than all that they are based on."""

    games: int
    """Games of two players who each have MIN_RATED_GAMES earlier games."""
    decided: int
    """Games without a draw."""
    right: int
    """Decided games that the player with the greater rating won."""
    loss: float
    """Mean of minus the logarithm of the chance of the result, a draw as half of each; 0.693 is chance."""


def check(results: Results, year: int) -> Check:
    """Return how well the games until a year predict those after it.

    Raises OthelloError if none after it is decided.
    """
    before = results.until(year)
    ratings = rate(before)
    known = np.bincount(np.concatenate([before.blacks, before.whites]), minlength=len(results.names))
    is_later = (results.years > year) & (
        np.minimum(known[results.blacks], known[results.whites]) >= MIN_RATED_GAMES
    )
    if not (is_later & (results.scores != 0.5)).any():
        raise OthelloError(
            f"no later games to check: none after {year} has a winner and two players who are known by then"
        )
    black, white = (
        ratings.of(side[is_later], results.years[is_later]) for side in (results.blacks, results.whites)
    )
    scores = results.scores[is_later]
    chance = 1 / (1 + np.exp((white - black) / ELO))
    loss = -(scores * np.log(chance) + (1 - scores) * np.log(1 - chance))
    is_right = (chance > 0.5) == (scores > 0.5)
    is_decided = scores != 0.5
    return Check(len(scores), int(is_decided.sum()), int((is_right & is_decided).sum()), float(loss.mean()))


def write(path: Path, results: Results, ratings: PlayerRatings) -> None:
    """Write ratings with 95 % intervals as CSV, a row for each player and year; raises FormatError."""
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
    """The most probable ratings, in units of the logistic function, by Newton's method.

    A node is a player in a year. The nodes are sorted by player and year.
    """

    def __init__(
        self, players: Any, years: Any, first: Any, second: Any, scores: Any, walk: float, spread: float
    ) -> None:
        self.first, self.second, self.scores = first, second, scores
        is_next = np.diff(players) == 0
        self.ties = np.where(is_next, 1 / (walk**2 * np.maximum(np.diff(years), 1)), 0.0)
        """Precision of the walk from each node to the next one, 0 between players."""
        self.prior = np.where(np.concatenate([[True], ~is_next]), 1 / spread**2, 0.0)
        self.solution = np.zeros(len(players))

    def solved(self) -> Any:
        """Return the most probable ratings around 0."""
        for _ in range(STEPS):
            chance = self._chance(self.solution)
            step = self._newton_step(self._slope(self.solution, chance), chance * (1 - chance))
            self.solution = self.solution + step
            if np.abs(step).max() < MIN_STEP:
                break
        return self.solution

    def deviations(self, ratings: Any) -> Any:
        """Return standard deviations: the roots of the diagonal of the inverse of each player's part."""
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
        diagonal = self._summed(weights, weights) + self.prior
        diagonal[:-1] += self.ties
        diagonal[1:] += self.ties
        return diagonal

    def _summed(self, first: Any, second: Any) -> Any:
        """Return for each node the sum of numbers of the games of black and of white."""
        size = len(self.solution)
        return np.bincount(self.first, first, size) + np.bincount(self.second, second, size)

    def _newton_step(self, slope: Any, weights: Any) -> Any:
        """Return the step to the maximum of the quadratic approximation, by conjugate gradients."""
        diagonal = self._diagonal(weights)

        def curved(step: Any) -> Any:
            product = diagonal * step
            product[:-1] -= self.ties * step[1:]
            product[1:] -= self.ties * step[:-1]
            return product - self._summed(weights * step[self.second], weights * step[self.first])

        step, rest = np.zeros_like(slope), slope.copy()
        way = rest / diagonal
        size = rest @ way
        aim = max(1e-12 * size, 1e-18)
        while size > aim:
            turned = curved(way)
            length = size / (way @ turned)
            step += length * way
            rest -= length * turned
            scaled = rest / diagonal
            size, before = rest @ scaled, size
            way = scaled + size / before * way
        return step
