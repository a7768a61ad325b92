"""How good weights are: their errors on samples that were never fitted.

For each number of empty squares, or each phase where there are many numbers: the mean
absolute error, the root mean square error, the bias (estimate less value, mean), the
correlation, and the share of positions in which the move that looks best to a search of one ply
keeps the exact value. That last one needs solved positions, of which it takes some by chance,
those with one legal move left out.

Rows can be kept as JSON objects, so that weights which this program no longer reads, or
another evaluation, can stand in a later report.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.errors import FormatError, InvalidNotationError, quoted
from othello.formats.textfile import read_lines
from othello.kernels import table
from othello.kernels.constants import WHITE
from othello.kernels.features import set_features
from othello.kernels.moves import flips, legal_moves
from othello.kernels.oneply import best_move, estimate_all
from othello.kernels.selfplay import SOLVED, solved_above
from othello.kernels.zobrist import position_key
from othello.score import DISC
from othello.search.evaluation import Evaluation
from othello.search.workspace import Workspace
from othello.training import samples

TABLE_MIB: Final = 16.0
MOST_NUMBERS: Final = 16
"""Sets with more numbers of empty squares are reported by phase."""
MOST_SOLVED: Final = 12
"""Empty squares up to which moves are judged."""
SEED: Final = 1
"""Decides which positions' moves are judged."""


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured on some positions of a set."""

    set: str
    """Name of the set."""
    weights: str
    """Name of the weights."""
    least: int
    """Least number of empty squares."""
    most: int
    """Greatest number of empty squares."""
    positions: int
    error: float
    """Mean absolute error, discs."""
    rms: float
    """Root mean square error, discs."""
    bias: float
    """Mean of estimate less value, discs."""
    correlation: float | None
    """Of estimates and values; None where one of them is always the same."""
    moves: int
    """Positions whose moves were judged."""
    right: float | None
    """Share of these in which the best-looking move keeps the value; None if there are none."""


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Samples under a name."""

    name: str
    samples: Any
    """Of dtype `samples.SAMPLE`."""

    def groups(self) -> list[tuple[int, int]]:
        """The least and greatest numbers of empty squares of the rows, then those of all together."""
        numbers = np.unique(samples.empties(self.samples)).tolist()
        if len(numbers) <= MOST_NUMBERS:
            found = [(number, number) for number in numbers]
        else:
            low = numbers[0] - numbers[0] % 2
            found = [(each, each + 1) for each in range(low, numbers[-1] + 1, 2)]
            found = [each for each in found if set(each) & set(numbers)]
        return [*found, (found[0][0], found[-1][1])] if len(found) > 1 else found

    def to_judge(self, most: int) -> Any:
        """The places of at most so many positions of each number of empty squares, to judge moves in."""
        random = np.random.default_rng(SEED)
        empties = samples.empties(self.samples)
        found = [np.zeros(0, np.int64)]
        for number in range(2, MOST_SOLVED + 1):
            places = np.flatnonzero((empties == number) & (self.samples["kind"] == SOLVED))
            found.append(np.sort(random.permutation(places)[:most]))
        places = np.concatenate(found)
        return places[[_has_choice(self.samples[place]) for place in places]] if len(places) else places


def read_set(text: str) -> HeldOut:
    """The set of "PATH" or "PATH@LEAST-MOST": a file or folder of samples, those with so many empty squares.

    Raises FormatError or InvalidNotationError.
    """
    path, at, numbers = ("", "", "") if Path(text).exists() else text.rpartition("@")
    low, high = 0, 64
    if at:
        first, dash, last = numbers.partition("-")
        if not (first.isdigit() and last.isdigit() and dash and int(first) <= int(last) <= 64):
            raise InvalidNotationError(f"{numbers!r} after the @ of {quoted(text)} is not like 16-50")
        low, high = int(first), int(last)
    place = Path(path if at else text)
    data = samples.read(samples.files([place]))
    empties = samples.empties(data)
    data = data[(empties >= low) & (empties <= high)]
    if len(data) == 0:
        raise FormatError(place, None, f"there is no sample with {low} to {high} empty squares")
    return HeldOut(place.name.removesuffix(samples.SUFFIX), data)


def measure(
    held_out: HeldOut,
    name: str,
    evaluation: Evaluation | None,
    most_moves: int,
) -> list[Row]:
    """The rows of some weights on a set; *evaluation* stands for those that are shipped.

    Moves are judged in at most *most_moves* positions of each number of empty squares.
    """
    workspace = Workspace(table.new_table(TABLE_MIB), evaluation)
    estimates = np.zeros(len(held_out.samples), np.int64)
    data = np.ascontiguousarray(held_out.samples)
    estimate_all(workspace.record, data.ctypes.data, len(data), estimates.ctypes.data)
    places = held_out.to_judge(most_moves)
    right = np.zeros(len(places), np.bool_)
    for number, place in enumerate(places):
        sample = data[place]
        square = best_move(workspace.record, int(sample["player"]), int(sample["opponent"]))
        right[number] = keeps_value(workspace, sample, square)
    return rows(held_out, name, estimates / DISC, places, right)


def keeps_value(workspace: Workspace, sample: Any, square: int) -> bool:
    """Whether a move in a solved position reaches its value."""
    player, opponent, value = int(sample["player"]), int(sample["opponent"]), int(sample["value"])
    turned = flips(square, player, opponent)
    theirs, mine = opponent ^ turned, player | turned | 1 << square
    set_features(workspace.record, theirs, mine)
    key = position_key(theirs, mine, WHITE)
    return -solved_above(workspace.record, theirs, mine, key, WHITE, -value) >= value


def _has_choice(sample: Any) -> bool:
    return legal_moves(int(sample["player"]), int(sample["opponent"])).bit_count() > 1


def rows(held_out: HeldOut, name: str, estimates: Any, places: Any, right: Any) -> list[Row]:
    """The rows for estimates in discs, one for each sample, and for judged moves at some *places*."""
    values = held_out.samples["value"].astype(np.float64)
    empties = samples.empties(held_out.samples)
    found = []
    for low, high in held_out.groups():
        chosen = (empties >= low) & (empties <= high)
        differences = (estimates - values)[chosen]
        judged = right[(empties[places] >= low) & (empties[places] <= high)]
        found.append(
            Row(
                set=held_out.name,
                weights=name,
                least=low,
                most=high,
                positions=int(chosen.sum()),
                error=float(np.abs(differences).mean()),
                rms=float(np.sqrt((differences**2).mean())),
                bias=float(differences.mean()),
                correlation=_correlation(estimates[chosen], values[chosen]),
                moves=len(judged),
                right=float(judged.mean()) if len(judged) else None,
            )
        )
    return found


def _correlation(estimates: Any, values: Any) -> float | None:
    if np.ptp(estimates) == 0 or np.ptp(values) == 0:
        return None
    return float(np.corrcoef(estimates, values)[0, 1])


def as_line(row: Row) -> str:
    """A row as a line of JSON."""
    found = {name: round(each, 4) if isinstance(each, float) else each for name, each in asdict(row).items()}
    return json.dumps(found)


def read_rows(path: Path) -> list[Row]:
    """The rows of a file of such lines; raises FormatError."""
    names = {each.name for each in fields(Row)}
    found = []
    for number, line in read_lines(path):
        try:
            row = json.loads(line)
            if set(row) != names:
                raise ValueError
            found.append(Row(**row))
        except (ValueError, TypeError):
            raise FormatError(
                path, number, "this is no row of a report, as its option --json prints them"
            ) from None
    return found


def names_of(found: Iterable[Row]) -> tuple[list[str], list[str]]:
    """The sets and the weights of rows, in their order."""
    all_rows = list(found)
    return list(dict.fromkeys(row.set for row in all_rows)), list(
        dict.fromkeys(row.weights for row in all_rows)
    )
