"""The errors of a report as a picture: a panel for each set, a line for each weights."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from othello.errors import FormatError, OthelloError, usable
from othello.training.report import Row, names_of

WIDTH, PANEL = 7.5, 3.4
"""Inches: width of the picture, height of each panel."""
SETTINGS: Final = {"svg.fonttype": "none", "svg.hashsalt": "othello"}
"""Settings of matplotlib: text stays text, and the same rows give the same file."""


def save(rows: Sequence[Row], path: Path) -> None:
    """Draw mean absolute errors by empties; the suffix of *path* decides the format, as in matplotlib.

    Raises FormatError if the file cannot be written or has an unknown suffix, and OthelloError if
    matplotlib is not installed.
    """
    matplotlib = _matplotlib()
    sets = names_of(rows)[0]
    figure = matplotlib.figure.Figure((WIDTH, PANEL * len(sets)), layout="constrained")
    for axes, name in zip(figure.subplots(len(sets), squeeze=False)[:, 0], sets, strict=True):
        _draw(axes, [row for row in rows if row.set == name])
    with usable(path), matplotlib.rc_context(SETTINGS):
        try:
            figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
        except ValueError as error:
            raise FormatError(path, None, str(error)) from error


def _draw(axes: Any, rows: Sequence[Row]) -> None:
    """Draw the panel of one set."""
    whole = min(row.least for row in rows), max(row.most for row in rows)
    parts = [row for row in rows if (row.least, row.most) != whole] or rows
    for name in names_of(rows)[1]:
        points = sorted(((row.least + row.most) / 2, row.error) for row in parts if row.weights == name)
        axes.plot(*zip(*points, strict=True), marker=".", label=name)
    axes.set(title=f"{rows[0].set}: mean absolute error", xlabel="empties", ylabel="discs", ylim=(0, None))
    axes.grid(alpha=0.3)
    axes.legend()


def _matplotlib() -> Any:
    """Import matplotlib, which only pictures need."""
    try:
        # Imported late, because only the extra `train` installs it.
        import matplotlib.figure
    except ImportError:
        raise OthelloError("pictures need matplotlib: pip install 'othello[train]'") from None
    return matplotlib
