"""Prints the lines of a book as a table in the terminal or as JSON."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Final

from rich.console import Console
from rich.text import Text

from othello.book.entry import BookEntry, GameCounts
from othello.book.tree import Branch
from othello.cli.best_moves import usual_certainty
from othello.rules.opening_names import name_of
from othello.rules.position import Position
from othello.rules.score import Kind, Score
from othello.rules.square import format_move
from othello.search.json_objects import JsonObject, position_object, score_object

STYLES: Final = {Kind.EXACT: "bold green", Kind.SELECTIVE: "green"}
INDENT: Final = "  "
"""Indentation of a row for each earlier move in its line."""
NUMBERS: Final = 32
"""Width of a row's numbers, in columns."""


def print_lines(console: Console, position: Position, entry: BookEntry, branches: Sequence[Branch]) -> None:
    """Print a row for a position, followed by a row for each move of its lines.

    If most values are equally certain, the certainty is printed only once. Game counts are omitted in a
    narrow terminal. Notes that do not fit into a row are printed below it.
    """
    rows = list(_rows(branches, ""))
    scores = [entry.score, *(branch.move.score for _, branch in rows)]
    usual = usual_certainty(score for score in scores if score is not None)
    width = max(len(label) for label in ["move", *(label for label, _ in rows)])
    name = name_of(position)
    console.print(f"{position.turn} to move, {position.empties} empty squares{f'; {name}' if name else ''}")
    console.print(f"values: {usual or 'none'}")
    console.print(_line(console, "move".ljust(width), ("value", "share", "games", "points"), style="bold"))
    own = (_amount(entry.score), "", *_games(entry.games))
    console.print(_line(console, " " * width, own, _notes(entry.score, usual)))
    for label, branch in rows:
        move = branch.move
        share = "" if branch.share is None else f"{branch.share:.0%}"
        notes = _notes(move.score, usual)
        if move.score is not None and not move.is_link:
            notes.append("outside")
        if branch.opening:
            notes.append(branch.opening)
        numbers = (_amount(move.score), share, *_games(move.games))
        style = "dim" if not move.is_link else STYLES.get(move.score.kind, "") if move.score else ""
        console.print(_line(console, label.ljust(width), numbers, notes, style))


def _rows(branches: Sequence[Branch], indent: str) -> Iterator[tuple[str, Branch]]:
    """Yield the branches in row order, each with the indented name of its move."""
    for branch in branches:
        assert branch.move.move is not None
        yield indent + format_move(branch.move.move), branch
        yield from _rows(branch.branches, indent + INDENT)


def _line(
    console: Console, label: str, numbers: Sequence[str], notes: Sequence[str] = (), style: str = ""
) -> Text:
    """Return a row of numbers in columns and notes. If the notes do not fit, they begin a new line."""
    value, share, games, points = numbers
    cells = [label, value.rjust(6), share.rjust(5), games.rjust(7), points.rjust(6)]
    if console.width < len(label) + NUMBERS:
        del cells[3]
    row = "  ".join(cells)
    text = "; ".join(notes)
    if not text:
        return Text(row.rstrip(), style)
    if len(row) + 2 + len(text) <= console.width:
        return Text(row, style).append(f"  {text}", "cyan")
    indent = label[: -len(label.lstrip())] + INDENT
    below = textwrap.fill(text, console.width, initial_indent=indent, subsequent_indent=indent)
    return Text(row.rstrip(), style).append(f"\n{below}", "cyan")


def _amount(score: Score | None) -> str:
    return "" if score is None else score.amount


def _notes(score: Score | None, usual: str) -> list[str]:
    """Return a value's certainty, "not searched" if there is no value, or "" if the certainty is *usual*."""
    certainty = "not searched" if score is None else score.certainty
    return [] if certainty == usual else [certainty]


def _games(games: GameCounts) -> tuple[str, str]:
    """Return two cells: the number of games and the score in percent."""
    if not games.visits:
        return "", ""
    return f"{games.visits:,}", "" if games.rate is None else f"{games.rate:.0%}"


def as_object(position: Position, entry: BookEntry, branches: Sequence[Branch]) -> JsonObject:
    """Return the tree as `--json` prints it."""
    return {
        **position_object(position),
        "opening": name_of(position),
        "score": score_object(entry.score),
        "lower": entry.lower,
        "upper": entry.upper,
        "level": entry.level,
        "source": entry.source,
        "games": asdict(entry.games),
        "moves": [_branch_object(branch) for branch in branches],
    }


def _branch_object(branch: Branch) -> JsonObject:
    assert branch.move.move is not None
    return {
        "move": format_move(branch.move.move),
        "score": score_object(branch.move.score),
        "in_book": branch.move.is_link,
        "opening": branch.opening,
        "games": asdict(branch.move.games),
        "moves": [_branch_object(child) for child in branch.branches],
    }
