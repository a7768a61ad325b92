"""Writes HTML pages about many reviewed games: an index of the games and a profile of each player.

The pages need no scripts. They link to the pages of individual games, whose names `game_page` returns.
"""

import html
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, NamedTuple

from othello.formats.record import GameRecord
from othello.players.rating import rate
from othello.review import assets
from othello.review.accuracy import Tally, tally, tally_of
from othello.review.objects import format_loss, place
from othello.review.peers import interval
from othello.review.reason import Cause
from othello.review.review import MIN_LOSS, Mark, ReviewedMove
from othello.rules import drawing
from othello.rules.opening_names import name_of_game
from othello.rules.score import Color, sign
from othello.rules.square import format_move

TEMPLATE: Final = "collection.html"
INDEX: Final = "index.html"
MAX_MISTAKES: Final = 20
"""Maximum number of mistakes in a list of the biggest mistakes."""
CAUSES: Final = {
    Cause.WIPE_OUT: "The opponent could take every disc",
    Cause.MISSED_WIPE_OUT: "A wipe-out was missed",
    Cause.X_SQUARE: "An X square gave the corner",
    Cause.C_SQUARE: "A C square gave the corner",
    Cause.CORNER: "A corner was given",
    Cause.MISSED_CORNER: "A corner was not taken",
    Cause.PASS: "The player had to pass",
    Cause.MISSED_PASS: "The opponent could have been made to pass",
    Cause.TEMPO: "No safe move was left",
    Cause.SAFE_MOVES: "Few safe moves were left",
    Cause.PARITY: "The opponent got the last move in a region",
    Cause.WEDGE: "The opponent could wedge",
    Cause.UNBALANCED_EDGE: "An unbalanced edge was made",
    Cause.STABLE_DISCS: "The opponent got stable discs",
    Cause.FEW_MOVES: "Few moves were left",
    Cause.MOBILITY: "The opponent got many moves",
    Cause.QUIET_MOVE: "A quiet move was missed",
    Cause.FRONTIER: "Too many discs were next to empty squares",
    Cause.KEY_SQUARE: "The opponent took the key square",
    Cause.ACCESS: "The opponent got access to a square",
    Cause.REFUTATION: "The opponent had a strong reply",
}
"""The names, in a player's profile, of the causes that searches can confirm."""
OUTCOMES: Final = ("Won", "Drawn", "Lost")
COUNTS: Final = ("Acc.", "Moves", "Best", "Lost a move", *(mark.value for mark in reversed(MIN_LOSS)))
"""Headings of the columns filled by `_outcomes` and `_counts`."""
_MARKS = ", ".join(
    f"{mark.value} marks a loss of {min_loss:g} or more" for mark, min_loss in reversed(MIN_LOSS.items())
)
COUNTED: Final = (
    f"Results and losses are in discs. {_MARKS}. Acc. is the accuracy: it is 100 if no move loses discs, and "
    "half of the players in tournaments reach 80."
)
RATED: Final = (
    "Rating: tournament players who choose such moves have this rating. It is computed from all moves of the "
    f"player and has a 95 % interval. {COUNTED}"
)


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A game in a collection, with its review."""

    number: int
    """Number of the game in its file, from 1."""
    game: GameRecord
    moves: Sequence[ReviewedMove]
    """The reviewed moves, in order."""


class ReviewedSide(NamedTuple):
    """One side of a reviewed game."""

    reviewed: ReviewedGame
    color: Color

    @property
    def own(self) -> list[ReviewedMove]:
        """The reviewed moves of the side."""
        return [move for move in self.reviewed.moves if move.turn is self.color]

    @property
    def margin(self) -> float | None:
        """The side's final disc difference, or None if the game is unfinished."""
        result = self.reviewed.game.result
        return None if result is None else result if self.color is Color.BLACK else -result


def game_page(number: int) -> str:
    """Return the file name of the page about the game with this number."""
    return f"game-{number}.html"


def collection_pages(name: str, games: Sequence[ReviewedGame]) -> Iterator[tuple[str, str]]:
    """Yield the file name and content of each page: first the index, then a profile of each player.

    *name* is the title of the index, for example the name of the game file.
    """
    sides: dict[str, list[ReviewedSide]] = defaultdict(list)
    for review in games:
        for color in Color:
            if player := review.game.player(color).name:
                sides[player].append(ReviewedSide(review, color))
    links = {player: f"player-{number}.html" for number, player in enumerate(sides, 1)}
    yield INDEX, _index(name, games, sides, links)
    for player, own in sides.items():
        yield links[player], _profile(player, own, links)


def _index(
    name: str,
    games: Sequence[ReviewedGame],
    sides: Mapping[str, Sequence[ReviewedSide]],
    links: Mapping[str, str],
) -> str:
    """Return the index, with the highest rating first. *links* are the addresses of the players' pages."""
    ratings = {player: _rating(own) for player, own in sides.items()}
    players = sorted(sides, key=lambda player: (-ratings[player][0], player))
    sections = [
        _section(
            "Players",
            _table(
                ("*Player", "Games", "Rating", *COUNTS, *OUTCOMES),
                (
                    (
                        _link(links[player], player),
                        len(sides[player]),
                        ratings[player][1],
                        *_counts(_total(sides[player])),
                        *_outcomes(sides[player]),
                    )
                    for player in players
                ),
            ),
            RATED,
        ),
        _mistakes([ReviewedSide(review, color) for review in games for color in Color], links),
        _section("Games", _games(games, links), COUNTED),
    ]
    return _page(name, f"{_counted(len(games), 'game')}, {_counted(len(sides), 'player')}", sections)


def _profile(player: str, own: Sequence[ReviewedSide], links: Mapping[str, str]) -> str:
    """Return the profile of a player. *own* contains the player's side in each game."""
    _, rating = _rating(own)
    openings: dict[str, list[ReviewedSide]] = defaultdict(list)
    for side in own:
        openings[name_of_game(side.reviewed.game.positions()) or "without a name"].append(side)
    colors = {str(color).capitalize(): [side for side in own if side.color is color] for color in Color}
    sections = [
        _section("By color", _results("*Color", colors | {"Both": list(own)}), COUNTED),
        _section("Frequent causes of loss", *_causes(own)),
        _mistakes(own, links),
        _section(
            "By opening", _results("*Opening", dict(sorted(openings.items(), key=lambda row: -len(row[1]))))
        ),
        _section("Games", _games([side.reviewed for side in own], links)),
    ]
    facts = _counted(len(own), "game") + (f", performance rating {rating}" if rating else "")
    return _page(player, facts, sections, above=f'<p><a href="{INDEX}">All games</a></p>')


def _results(name: str, groups: Mapping[str, Sequence[ReviewedSide]]) -> str:
    """Return a table of a player's results and counts, with one row per group of games.

    *name* is the heading of the column that contains the groups' names.
    """
    return _table(
        (name, "Games", *OUTCOMES, "Mean result", *COUNTS),
        (
            (
                html.escape(group),
                len(own),
                *_outcomes(own),
                _mean([side.margin for side in own if side.margin is not None]),
                *_counts(_total(own)),
            )
            for group, own in groups.items()
            if own
        ),
    )


def _causes(own: Sequence[ReviewedSide]) -> tuple[str, str]:
    """Return a table of the causes of a player's mistakes and the note below the table.

    The most frequent cause comes first. Only causes confirmed by searches count, and only one cause per move.
    """
    marked = [(side, move) for side in own for move in side.own if move.mark is not Mark.NONE]
    explained: dict[Cause, list[tuple[ReviewedSide, ReviewedMove]]] = defaultdict(list)
    for side, move in marked:
        if move.reasons and move.reasons[0].discs:
            explained[move.reasons[0].cause].append((side, move))
    rows = []
    for cause, moves in sorted(explained.items(), key=lambda item: -len(item[1])):
        discs = f"{sum(move.reasons[0].discs for _, move in moves):.1f}"
        side, worst = max(moves, key=lambda item: item[1].loss)
        rows.append((CAUSES[cause], len(moves), discs, _move_link(side, worst), worst.reasons[0].text))
    count = sum(map(len, explained.values()))
    note = f"{_counted(len(marked), 'marked move')}, of which searches explain {count}."
    return _table(("*Cause", "Moves", "Discs", "*Greatest", "*Reason"), rows), note


def _mistakes(sides: Sequence[ReviewedSide], links: Mapping[str, str]) -> str:
    """Return the section about the biggest mistakes of these sides."""
    marked = [(side, move) for side in sides for move in side.own if move.mark is not Mark.NONE]
    worst = sorted(marked, key=lambda row: -row[1].loss)[:MAX_MISTAKES]
    rows = (
        (
            side.reviewed.number,
            _player(side.reviewed.game, side.color, links),
            _move_link(side, move),
            format_loss(move.loss),
            format_move(move.best_move),
            html.escape(" ".join(move.sentences)),
        )
        for side, move in worst
    )
    return _section("Greatest mistakes", _table(("Game", "*Player", "*Move", "Lost", "*Best", "*Why"), rows))


def _games(games: Iterable[ReviewedGame], links: Mapping[str, str]) -> str:
    """Return the table of games."""
    heading = (
        "#",
        "*Date",
        "*Black",
        "*White",
        "Result",
        "Acc.",
        "Acc.",
        "*Greatest loss",
        "*Opening",
        "*Event",
    )
    rows = []
    for review in games:
        game, worst = review.game, max(review.moves, key=lambda move: move.loss, default=None)
        accuracies = (tally(review.moves, color).accuracy for color in Color)
        has_mark = worst is not None and worst.mark is not Mark.NONE
        rows.append(
            (
                _link(game_page(review.number), str(review.number)),
                html.escape(game.date),
                *(_player(game, color, links) for color in Color),
                "" if game.result is None else f"{game.result:+g}",
                *("" if accuracy is None else f"{accuracy:.0f}" for accuracy in accuracies),
                _move_link(ReviewedSide(review, worst.turn), worst) if worst and has_mark else "",
                html.escape(name_of_game(game.positions()) or ""),
                html.escape(game.event),
            )
        )
    return _table(heading, rows)


def _rating(own: Sequence[ReviewedSide]) -> tuple[int, str]:
    """Return the rating that a player's moves suggest, and a string with the rating and its interval.

    If no move could be rated, the rating is 0 and the string is empty.
    """
    rated = rate((side.reviewed.game.board(), side.color) for side in own)
    return rated.rating if rated.moves else 0, interval(rated)


def _total(own: Sequence[ReviewedSide]) -> Tally:
    """Return the combined counts of a player's moves in several games."""
    return tally_of([move for side in own for move in side.own])


def _outcomes(own: Iterable[ReviewedSide]) -> tuple[int, int, int]:
    """Return how many games a player won, drew and lost."""
    counts = Counter(sign(side.margin) for side in own if side.margin is not None)
    return counts[1], counts[0], counts[-1]


def _counts(counts: Tally) -> tuple[object, ...]:
    """Return the table cells for the counts of moves (see `COUNTS`)."""
    mean = f"{counts.loss / counts.moves:.2f}" if counts.moves else ""
    accuracy = "" if counts.accuracy is None else f"{counts.accuracy:.0f}"
    return (accuracy, counts.moves, counts.best, mean, *(counts.marks[mark] for mark in reversed(MIN_LOSS)))


def _mean(numbers: Sequence[float]) -> str:
    return f"{fmean(numbers):+.1f}" if numbers else ""


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _player(game: GameRecord, color: Color, links: Mapping[str, str]) -> str:
    """Return a player's name as a link to the profile, or the color if the player is unknown."""
    name = game.player(color).name
    disc = f'<span class="disc {color}"></span>'
    return disc + (_link(links[name], name) if name else str(color).capitalize())


def _move_link(side: ReviewedSide, move: ReviewedMove) -> str:
    page = f"{game_page(side.reviewed.number)}#{move.ply}"
    return _link(page, f"{place(side.reviewed.game, move.ply)}. {format_move(move.move)}{move.mark.value}")


def _link(address: str, text: str) -> str:
    return f'<a href="{address}">{html.escape(text)}</a>'


def _table(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table whose cells contain HTML. If a heading begins with "*", the column contains words."""
    kinds = [' class="words"' if name.startswith("*") else "" for name in heading]
    names = zip(heading, kinds, strict=True)
    head = "".join(f"<th{kind}>{html.escape(name.removeprefix('*'))}</th>" for name, kind in names)
    body = "".join(
        "<tr>" + "".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(row, kinds, strict=True)) + "</tr>\n"
        for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>'


def _section(title: str, content: str, note: str = "") -> str:
    noted = f'<p class="note">{html.escape(note)}</p>' if note else ""
    return f"<section><h2>{html.escape(title)}</h2>\n{content}\n{noted}</section>\n"


def _page(title: str, facts: str, sections: Iterable[str], above: str = "") -> str:
    template = assets.read(TEMPLATE)
    page = assets.Page(template).substitute(
        head=assets.head(title),
        title=html.escape(title),
        facts=html.escape(facts),
        above=above,
        sections="".join(sections),
    )
    return drawing.printable(page)
