"""The table of a match: each engine's results, Elo and times."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from othello.match.controllers.failure import Fault
from othello.match.outcome import GameResult
from othello.match.ratings import OUTCOMES, Interval, PairScore, rate


@dataclass(frozen=True, slots=True)
class Standing:
    """An engine's row in the table."""

    name: str
    wins: int
    draws: int
    losses: int
    discs: float | None
    """Mean margin in discs over the games that ended without a fault. None if there are no such games."""
    elo: Interval
    """How much stronger, in Elo, the engine is than its opponent or, in larger matches, than the mean."""
    superiority: float | None
    """The likelihood, 0..1, that this engine is stronger than the next engine in the table.

    None for the last engine.
    """
    seconds: float
    """Seconds that the engine used in all games."""
    moves: int
    """Number of moves that the engine made in this time."""
    longest: float
    """Seconds that the engine used for its longest move."""
    timeouts: int
    """Number of games lost on time."""
    failures: int
    """Number of games lost because of other faults, excluding resignations."""

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Points: 1 for each win, 0.5 for each draw."""
        return self.wins + self.draws / 2

    def as_object(self) -> dict[str, object]:
        """Return the row as a JSON object, with None in place of an infinite Elo."""
        ends = (self.elo.low, self.elo.value, self.elo.high)
        low, value, high = (round(end, 2) if abs(end) < float("inf") else None for end in ends)
        return {
            "name": self.name,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "discs": None if self.discs is None else round(self.discs, 3),
            "elo": value,
            "elo_low": low,
            "elo_high": high,
            "superiority": None if self.superiority is None else round(self.superiority, 5),
            "seconds": round(self.seconds, 3),
            "moves": self.moves,
            "longest": round(self.longest, 4),
            "timeouts": self.timeouts,
            "failures": self.failures,
        }


class Pairs:
    """Counts pairs of games between two engines by the first engine's points."""

    def __init__(self, first: str, second: str) -> None:
        """Begin with no games. *first* and *second* are the names of the engines."""
        self._first, self._names = first, {first, second}
        self._halves: dict[int, float] = {}
        """Maps the number of each incomplete pair to the first engine's points in the pair's only game."""
        self._counts = [0] * OUTCOMES

    def add(self, outcome: GameResult) -> None:
        """Count a game. Games of other engines are ignored."""
        if {outcome.black.name, outcome.white.name} == self._names:
            pair, points = outcome.number // 2, outcome.points(self._first)
            if pair in self._halves:
                self._counts[round(2 * (self._halves.pop(pair) + points))] += 1
            else:
                self._halves[pair] = points

    @property
    def score(self) -> PairScore:
        """The complete pairs so far."""
        return PairScore(tuple(self._counts))


def pair_counts(outcomes: Iterable[GameResult], first: str, second: str) -> PairScore:
    """Count the complete pairs between two engines by the first engine's points."""
    pairs = Pairs(first, second)
    for outcome in outcomes:
        pairs.add(outcome)
    return pairs.score


def standings(names: Sequence[str], outcomes: Sequence[GameResult]) -> list[Standing]:
    """Return the table, with the strongest engine first."""
    if len(names) == 2:
        return _table_of_two(names, outcomes)
    indices = {name: index for index, name in enumerate(names)}
    # In a round, every two engines play a pair of games. All games of a round begin with the same opening, so
    # they are a cluster.
    pairings = len(names) * (len(names) - 1) // 2
    clusters: dict[int, list[tuple[int, int, float]]] = defaultdict(list)
    for outcome in outcomes:
        one, other = indices[outcome.black.name], indices[outcome.white.name]
        clusters[outcome.number // 2 // pairings].append((one, other, outcome.points(outcome.black.name)))
    ratings = rate(len(names), clusters)
    order = sorted(range(len(names)), key=lambda index: -ratings.values[index])
    table = []
    for index, following in zip(order, [*order[1:], None], strict=True):
        superiority = None if following is None else ratings.superiority(index, following)
        table.append(_standing(names[index], outcomes, ratings.elo(index), superiority))
    return table


def _table_of_two(names: Sequence[str], outcomes: Sequence[GameResult]) -> list[Standing]:
    first, second = names
    if pair_counts(outcomes, first, second).score < 0.5:
        first, second = second, first
    score, opposite = pair_counts(outcomes, first, second), pair_counts(outcomes, second, first)
    return [
        _standing(first, outcomes, score.elo, score.superiority),
        _standing(second, outcomes, opposite.elo, None),
    ]


def _standing(
    name: str, outcomes: Sequence[GameResult], elo: Interval, superiority: float | None
) -> Standing:
    own = [outcome for outcome in outcomes if name in (outcome.black.name, outcome.white.name)]
    points = Counter(outcome.points(name) for outcome in own)
    discs = [margin for outcome in own if (margin := outcome.discs(name)) is not None]
    sides = [outcome.side(name) for outcome in own]
    faults = Counter(
        outcome.fault for outcome in own if outcome.fault is not None and outcome.points(name) == 0
    )
    return Standing(
        name,
        wins=points[1.0],
        draws=points[0.5],
        losses=points[0.0],
        discs=sum(discs) / len(discs) if discs else None,
        elo=elo,
        superiority=superiority,
        seconds=sum(side.seconds for side in sides),
        moves=sum(side.moves for side in sides),
        longest=max((side.longest for side in sides), default=0.0),
        timeouts=faults[Fault.TIME],
        failures=sum(faults.values()) - faults[Fault.TIME] - faults[Fault.RESIGNED],
    )
