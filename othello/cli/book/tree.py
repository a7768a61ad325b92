"""Lines of a book as a tree in the terminal, and as JSON."""

from collections.abc import Sequence

from rich.text import Text
from rich.tree import Tree

from othello.book.entry import BookEntry, GameCounts
from othello.book.outline import Branch
from othello.rules.opening_names import name_of
from othello.rules.position import Position
from othello.rules.score import Kind, Score
from othello.rules.square import format_move
from othello.search.json_objects import JsonObject, position_object, score_object

STYLES = {Kind.EXACT: "bold green", Kind.SELECTIVE: "green", Kind.HEURISTIC: ""}


def tree_of(position: Position, entry: BookEntry, branches: Sequence[Branch]) -> Tree:
    """Return the tree of a position."""
    name = name_of(position)
    head = Text(f"{position.turn} to move, {position.empties} empty squares{f'; {name}' if name else ''}  ")
    head.append_text(value_text(entry.score))
    head.append(games_text(entry.games))
    tree = Tree(head)
    _grow(tree, branches)
    return tree


def _grow(tree: Tree, branches: Sequence[Branch]) -> None:
    for branch in branches:
        assert branch.move.move is not None
        text = Text(f"{format_move(branch.move.move)}  ", style="" if branch.move.is_link else "dim")
        text.append_text(value_text(branch.move.score))
        if branch.share is not None:
            text.append(f"  {branch.share:.0%}")
        text.append(games_text(branch.move.games))
        if branch.opening:
            text.append(f"  {branch.opening}", style="cyan")
        if branch.move.score is not None and not branch.move.is_link:
            text.append("  outside")
        _grow(tree.add(text), branch.branches)


def value_text(score: Score | None) -> Text:
    """Return a value with its certainty; a position without one is only known from games."""
    return Text("not searched", "dim") if score is None else Text(str(score), STYLES[score.kind])


def games_text(games: GameCounts) -> str:
    """Return the number of games and the share of points of the side that they are counted for."""
    if not games.visits:
        return ""
    rate = "" if games.rate is None else f", {games.rate:.0%} of the points"
    return f"  {games.visits:,} games{rate}"


def as_object(position: Position, entry: BookEntry, branches: Sequence[Branch]) -> JsonObject:
    """Return the tree as `--json` prints it."""
    return {
        **position_object(position),
        "opening": name_of(position),
        **_entry_object(entry),
        "moves": [_branch_object(each) for each in branches],
    }


def _entry_object(entry: BookEntry) -> JsonObject:
    return {
        "score": None if entry.score is None else score_object(entry.score),
        "lower": entry.lower,
        "upper": entry.upper,
        "level": entry.level,
        "source": entry.source,
        "games": games_object(entry.games),
    }


def _branch_object(branch: Branch) -> JsonObject:
    assert branch.move.move is not None
    return {
        "move": format_move(branch.move.move),
        "score": None if branch.move.score is None else score_object(branch.move.score),
        "in_book": branch.move.is_link,
        "opening": branch.opening,
        "games": games_object(branch.move.games),
        "moves": [_branch_object(each) for each in branch.branches],
    }


def games_object(games: GameCounts) -> JsonObject:
    """Return counts of games, for the side to move or the mover."""
    return {
        "visits": games.visits,
        "wins": games.wins,
        "draws": games.draws,
        "losses": games.losses,
    }
