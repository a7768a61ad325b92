"""Measures the errors of an evaluation on samples that were never learned.

Each row of the report covers positions with the same number of empties or, if a set contains many numbers of
empties, a phase. A row contains the mean absolute error, the root mean square error, the bias (the mean of
estimate minus value), and the correlation between estimates and values. It also contains the share of
positions in which the best move of a one-ply search preserves the exact value, measured on random solved
positions with several moves.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.errors import FormatError, InvalidNotationError, quoted
from othello.kernels import table
from othello.kernels.constants import WHITE
from othello.kernels.features import set_features
from othello.kernels.moves import flips, legal_moves
from othello.kernels.selfplay import solved_above
from othello.kernels.static_values import best_move, estimate_all
from othello.kernels.zobrist import position_key
from othello.rules.score import DISC
from othello.search.network import Network
from othello.search.thread_data import ThreadData
from othello.training import samples, sources

TABLE_MIB: Final = 16.0
MAX_NUMBERS: Final = 16
"""If a set contains more numbers of empties than this, each row covers a phase."""
MAX_JUDGED: Final = 12
"""Moves are judged only in positions with at most this many empties."""
SEED: Final = 1
"""Seed for the random choice of positions in which moves are judged."""
DIGITS: Final = 6
"""Number of decimal places in rows."""


@dataclass(frozen=True, slots=True)
class ReportRow:
    """The errors of an evaluation on some positions of a set."""

    set: str
    """Name of the set."""
    weights: str
    """Name of the evaluation."""
    least: int
    """Minimum number of empties."""
    most: int
    """Maximum number of empties."""
    positions: int
    error: float
    """Mean absolute error in discs."""
    rms: float
    """Root mean square error in discs."""
    bias: float
    """Mean of estimate minus value, in discs."""
    correlation: float | None
    """Correlation between estimates and values, or None if all estimates or all values are equal."""
    moves: int
    """Number of positions where the best move of a one-ply search was judged."""
    right: float | None
    """Share of these positions in which this move preserves the exact value. None if there are no such
    positions."""


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A named set of samples."""

    name: str
    samples: Any
    """An array of `samples.SAMPLE`."""
    mix: float = 0.0
    """Share of the score in the values with which estimates are compared (see `samples.targets`)."""

    def groups(self) -> list[tuple[int, int]]:
        """Return the range of empties for each row.

        If there are several rows, the last row covers all samples.
        """
        numbers = np.unique(samples.empties(self.samples)).tolist()
        if len(numbers) <= MAX_NUMBERS:
            spans = [(number, number) for number in numbers]
        else:
            low = numbers[0] - numbers[0] % 2  # a phase begins with an even number
            spans = [(empties, empties + 1) for empties in range(low, numbers[-1] + 1, 2)]
            spans = [span for span in spans if set(span) & set(numbers)]
        return [*spans, (spans[0][0], spans[-1][1])] if len(spans) > 1 else spans

    def to_judge(self, most: int) -> Any:
        """Return the indexes of positions in which to judge moves, up to *most* per number of empties."""
        random = np.random.default_rng(SEED)
        empties = samples.empties(self.samples)
        parts = [np.zeros(0, np.int64)]
        for number in range(2, MAX_JUDGED + 1):
            places = np.flatnonzero((empties == number) & (self.samples["kind"] == samples.SOLVED))
            parts.append(np.sort(random.permutation(places)[:most]))
        places = np.concatenate(parts)
        return places[[_has_choice(self.samples[place]) for place in places]] if len(places) else places


def read_set(text: str, mix: float) -> HeldOut:
    """Read the set that *text* names, such as "test", or "test@16-50" with a range of empties.

    *mix* is the share of the score in the values (see `samples.targets`). Raises FormatError if the samples
    cannot be read or if there are no samples. Raises InvalidNotationError if the range is invalid.
    """
    # If a file with this name exists, the @ is part of the name.
    path, at, numbers = ("", "", "") if Path(text).exists() else text.rpartition("@")
    low, high = 0, 64
    if at:
        match = re.fullmatch(r"([0-9]{1,2})-([0-9]{1,2})", numbers)
        if match:
            low, high = int(match[1]), int(match[2])
        if not match or not low <= high <= 64:
            raise InvalidNotationError(
                f"{numbers!r} after the @ of {quoted(text)} is not a range such as 16-50"
            )
    place = Path(path if at else text)
    data = sources.read(sources.files([place]))
    empties = samples.empties(data)
    data = data[(empties >= low) & (empties <= high)]
    if len(data) == 0:
        raise FormatError(place, None, f"there are no samples with {low} to {high} empties")
    suffix = place.suffix if place.suffix in sources.SUFFIXES else ""
    return HeldOut(place.name.removesuffix(suffix), data, mix)


def measure(held_out: HeldOut, name: str, evaluation: Network | None, most_moves: int) -> list[ReportRow]:
    """Measure an evaluation, by default the shipped network, on a set. Return the rows of the report.

    *name* is the name of the evaluation. Moves are judged in up to *most_moves* positions for each number of
    empties.
    """
    workspace = ThreadData(table.new_table(TABLE_MIB), evaluation)
    estimates = np.zeros(len(held_out.samples), np.int64)
    data = held_out.samples
    players, opponents = (np.ascontiguousarray(data[side]) for side in ("player", "opponent"))
    estimate_all(workspace.record, players, opponents, estimates)
    places = held_out.to_judge(most_moves)
    right = np.zeros(len(places), np.bool_)
    for number, place in enumerate(places):
        sample = data[place]
        square = best_move(workspace.record, int(sample["player"]), int(sample["opponent"]))
        right[number] = keeps_value(workspace, sample, square)
    return rows(held_out, name, estimates / DISC, places, right)


def keeps_value(workspace: ThreadData, sample: Any, square: int) -> bool:
    """Return whether a move in a solved position preserves the exact value of the position."""
    player, opponent, value = int(sample["player"]), int(sample["opponent"]), int(sample["score"]) // DISC
    turned = flips(square, player, opponent)
    theirs, mine = opponent ^ turned, player | turned | 1 << square
    set_features(workspace.record, theirs, mine)
    key = position_key(theirs, mine, WHITE)
    return -solved_above(workspace.record, theirs, mine, key, WHITE, -value) >= value


def _has_choice(sample: Any) -> bool:
    return legal_moves(int(sample["player"]), int(sample["opponent"])).bit_count() > 1


def rows(held_out: HeldOut, name: str, estimates: Any, places: Any, right: Any) -> list[ReportRow]:
    """Return the rows of the report about a set.

    name      -- the name of the evaluation
    estimates -- an estimate in discs for each sample
    places    -- the indexes of the samples in which a move was judged
    right     -- for each of these samples, whether the move preserves the exact value
    """
    values = samples.targets(held_out.samples, held_out.mix).astype(np.float64)
    empties = samples.empties(held_out.samples)
    report_rows = []
    for low, high in held_out.groups():
        chosen = (empties >= low) & (empties <= high)
        differences = (estimates - values)[chosen]
        judged = right[(empties[places] >= low) & (empties[places] <= high)]
        report_rows.append(
            ReportRow(
                set=held_out.name,
                weights=name,
                least=low,
                most=high,
                positions=int(chosen.sum()),
                error=_rounded(np.abs(differences).mean()),
                rms=_rounded(np.sqrt((differences**2).mean())),
                bias=_rounded(differences.mean()),
                correlation=_correlation(estimates[chosen], values[chosen]),
                moves=len(judged),
                right=_rounded(judged.mean()) if len(judged) else None,
            )
        )
    return report_rows


def _correlation(estimates: Any, values: Any) -> float | None:
    if np.ptp(estimates) == 0 or np.ptp(values) == 0:
        return None
    return _rounded(np.corrcoef(estimates, values)[0, 1])


def _rounded(number: Any) -> float:
    """Return a number rounded to DIGITS decimal places."""
    return round(float(number), DIGITS)


def numbers(row: ReportRow, rows: Iterable[ReportRow]) -> str:
    """Return a row's range of empties as a string, or "all" if the row covers a whole set."""
    others = [other for other in rows if other.set == row.set and other != row]
    if others and all(row.least <= other.least and other.most <= row.most for other in others):
        return "all"
    return str(row.least) if row.least == row.most else f"{row.least}-{row.most}"
