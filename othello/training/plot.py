"""Pictures of errors: those of reports, and those of a network while it is trained.

The suffix of a file decides its format, as in matplotlib.
"""

import importlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from othello.errors import FormatError, OthelloError
from othello.storage import outputs
from othello.training.report import ReportRow, names_of

WIDTH, PANEL = 7.5, 3.4
"""Inches: width of the picture, height of each panel."""
CURVES: Final[dict[str, Callable[[Any], float | None]]] = {
    "samples being learned": lambda row: row["error"],
    "held out, search values": lambda row: row["held_out"]["score"],
    "held out, results": lambda row: row["held_out"]["result"],
    "held out, exact values": lambda row: row["held_out"]["exact"],
}
"""The errors of a row of `save_curve`, by the titles of their panels."""
SETTINGS: Final = {"svg.fonttype": "none", "svg.hashsalt": "othello"}
"""Settings of matplotlib: text stays text, and the same rows give the same file."""


def save(rows: Sequence[ReportRow], path: Path) -> None:
    """Draw mean absolute errors by empties: a panel for each set, a line for each weights.

    Raises the errors of `check`.
    """
    sets = names_of(rows)[0]
    figure = _figure(len(sets))
    for axes, name in zip(figure.subplots(len(sets), squeeze=False)[:, 0], sets, strict=True):
        _draw(axes, [row for row in rows if row.set == name])
    _write(figure, path)


def save_curve(rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Draw mean absolute errors by samples learned: a panel for each kind of error.

    A row is an object that `othello train network --json` prints. Raises the errors of `check`.
    """
    millions = [row["samples"] / 1e6 for row in rows]
    figure = _figure(len(CURVES) // 2)
    for axes, (title, error) in zip(figure.subplots(len(CURVES) // 2, 2).flat, CURVES.items(), strict=True):
        errors = [error(row) for row in rows]
        if errors[-1] is None:
            axes.set_title(f"{title}: none")
            axes.set_axis_off()
            continue
        axes.plot(millions, errors, marker=".")
        axes.set(title=f"{title}: {errors[-1]:.2f}", ylabel="discs", xlim=(0, None))
        axes.grid(alpha=0.3)
    figure.suptitle("Mean absolute errors during training")
    figure.supxlabel("million samples learned")
    _write(figure, path)


def check(path: Path) -> None:
    """Raise OthelloError if matplotlib is not installed, FormatError for an unknown suffix of a picture."""
    known = _figure(1).canvas.get_supported_filetypes()
    if path.suffix[1:].lower() not in known:
        raise FormatError(path, None, f"the suffix of a picture must be one of .{', .'.join(sorted(known))}")


def _figure(panels: int) -> Any:
    """Return an empty picture with room for panels one below the other."""
    return _matplotlib().figure.Figure((WIDTH, PANEL * panels), layout="constrained")


def _write(figure: Any, path: Path) -> None:
    """Write a picture whole, or leave what was there."""
    check(path)
    kind = path.suffix[1:].lower()
    metadata = {"Date": None} if kind == "svg" else None
    with outputs.replacing(path) as file, _matplotlib().rc_context(SETTINGS):
        figure.savefig(file, format=kind, metadata=metadata)


def _draw(axes: Any, rows: Sequence[ReportRow]) -> None:
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
        importlib.import_module("matplotlib.figure")
        return importlib.import_module("matplotlib")
    except ImportError:
        raise OthelloError("pictures need matplotlib: pip install 'othello[train]'") from None
