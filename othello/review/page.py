"""A reviewed game as one page: the board, the moves, the values, the mistakes.

The page is a single file of HTML that needs nothing else, neither other files nor a network:
it can be kept, sent and opened anywhere. Without scripts it still shows the last position, the
values and all moves.
"""

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from string import Template
from typing import Final

from othello import svg
from othello.formats.record import GameRecord
from othello.opening_names import name_of_game
from othello.review.review import LEAST_LOSS, Mark, ReviewedMove, is_proved, tally
from othello.score import Color, Kind, Score
from othello.square import Move, format_move
from othello.version import __version__

TEMPLATE: Final = "report.html"
WIDTH: Final = 620
HEIGHT: Final = 200
LEFT: Final = 34
"""Place of the values beside the graph, in its own units as the width and the height."""
EDGE: Final = 10
LEAST_RANGE: Final = 8
"""Discs that the graph shows at least, to both sides."""
LEAST_TOLD: Final = 0.05
"""Discs: a smaller loss, which only estimates have, is not told."""


class _Page(Template):
    delimiter = "%%"


def report(game: GameRecord, moves: Sequence[ReviewedMove]) -> str:
    """The page about a game, of all its moves or of those that were reviewed, in any order."""
    template = resources.files("othello").joinpath("data", TEMPLATE).read_text(encoding="utf-8")
    reviewed = {move.ply: move for move in moves}
    graph = _Graph.of(game, reviewed)
    return _Page(template).substitute(
        version=__version__,
        title=html.escape(f"{_names(game)}: review"),
        heading=html.escape(_names(game)),
        facts=html.escape(_facts(game)),
        board=svg.board(game.board(), size=460),
        sums="".join(_sum(game, moves, color) for color in Color),
        graph=graph.drawn(),
        rows="".join(_row(ply, game, reviewed.get(ply)) for ply in range(1, len(game.moves) + 1)),
        certainty=html.escape(_certainty(moves)),
        data=_data(game, reviewed, graph),
        **{mark.name.lower(): f"{least:g}" for mark, least in LEAST_LOSS.items()},
    )


def _names(game: GameRecord) -> str:
    return f"{game.black.name or 'Black'} - {game.white.name or 'White'}"


def _facts(game: GameRecord) -> str:
    """What is known of the game, in one line."""
    outcome = ""
    if game.result is not None:
        winner = "a draw" if not game.result else f"{'black' if game.result > 0 else 'white'} wins by "
        outcome = winner + (f"{abs(game.result):g}" if game.result else "")
    opening = name_of_game(game.positions())
    return " · ".join(filter(None, (opening, outcome, game.event, game.date)))


def _certainty(moves: Sequence[ReviewedMove]) -> str:
    """From where on the values are proved."""
    if not moves:
        return "No move was reviewed."
    first = first_exact(moves)
    if first is None:
        return "They are estimates."
    if first == min(move.ply for move in moves):
        return "They are exact."
    return f"From move {first} on they are exact, before it estimates."


def first_exact(moves: Sequence[ReviewedMove]) -> int | None:
    """Number of the move from which on all values are proved; None if the last ones are not."""
    first = None
    for move in sorted(moves, key=lambda move: move.ply, reverse=True):
        if not move.is_exact:
            break
        first = move.ply
    return first


def _sum(game: GameRecord, moves: Sequence[ReviewedMove], color: Color) -> str:
    found = tally(moves, color)
    marks = "".join(f"<td>{count}</td>" for count in found.marks.values())
    name = html.escape(game.player(color).name or str(color))
    return (
        f'<tr><td class="words"><span class="disc {color}"></span>{name}</td><td>{found.moves}</td>'
        f"<td>{found.best}</td><td>{found.loss:.1f}</td>{marks}</tr>\n"
    )


def _row(ply: int, game: GameRecord, move: ReviewedMove | None) -> str:
    """A line of the list of moves."""
    turn = game.positions()[ply - 1].turn if move is None else move.turn
    name = format_move(game.moves[ply - 1])
    mark = "" if move is None else move.mark.value
    kind = "" if move is None or move.mark is Mark.NONE else move.mark.name.lower()
    cells = "<td></td>" * 4
    opening = ""
    if move is not None:
        lost = format_loss(move.loss)
        best = format_move(move.best_move) if lost else ""
        opening = html.escape(move.opening or "")
        cells = (
            f"<td>{_value(move.played)}</td><td>{best}</td><td>{_value(move.best) if best else ''}</td>"
            f'<td class="loss">{lost}</td>'
        )
    return (
        f'<tr data-ply="{ply}" class="{kind}"><td><a href="#{ply}">{ply}</a></td>'
        f'<td class="words"><span class="disc {turn}"></span>{name}<span class="mark">{mark}</span></td>'
        f'{cells}<td class="words">{opening}</td></tr>\n'
    )


def format_loss(loss: float) -> str:
    """Discs lost, as a table has them: empty for nothing to speak of, whole numbers without a point."""
    if loss < LEAST_TOLD:
        return ""
    return f"{loss:.0f}" if loss == round(loss) else f"{loss:.1f}"


def _value(score: Score) -> str:
    """A value for black, faint where it is not proved."""
    text = format_value(score.pov(Color.BLACK))
    return text if is_proved(score) else f'<span class="doubt">{text}</span>'


def format_value(score: Score) -> str:
    """A value in a table: whole discs where the end of the game was seen, tenths where it is an estimate."""
    text = f"{score.discs:+.1f}" if score.kind is Kind.HEURISTIC else f"{score.discs:+.0f}"
    return text.lstrip("+-") if float(text) == 0 else text


@dataclass(frozen=True, slots=True)
class _Graph:
    """The values for black, move by move."""

    step: float
    """Width of a move."""
    most: float
    """Discs at the upper edge."""
    values: dict[int, float]
    """Discs for black after each move that was reviewed, and before the first."""
    marks: dict[int, Mark]
    exact: int | None
    """From which move on the values are proved."""
    last: int

    @classmethod
    def of(cls, game: GameRecord, reviewed: dict[int, ReviewedMove]) -> "_Graph":
        values = {ply: move.played.pov(Color.BLACK).discs for ply, move in reviewed.items()}
        if 1 in reviewed:
            values[0] = reviewed[1].best.pov(Color.BLACK).discs
        most = max([LEAST_RANGE, *(abs(value) for value in values.values())])
        return cls(
            step=(WIDTH - LEFT - EDGE) / max(len(game.moves), 1),
            most=min(64, 4 * (1 + most // 4)),
            values=dict(sorted(values.items())),
            marks={ply: move.mark for ply, move in reviewed.items() if move.mark is not Mark.NONE},
            exact=first_exact(list(reviewed.values())),
            last=len(game.moves),
        )

    def _x(self, ply: int) -> str:
        return f"{LEFT + self.step * ply:.1f}"

    def _y(self, value: float) -> str:
        return f"{HEIGHT / 2 - (HEIGHT / 2 - EDGE) * value / self.most:.1f}"

    def drawn(self) -> str:
        """The graph as SVG inside the page."""
        parts = [
            f'<svg viewBox="0 0 {WIDTH} {HEIGHT + 14}" role="img" aria-label="Value for black, move by move">'
        ]
        right, bottom = WIDTH - EDGE, HEIGHT - EDGE
        if self.exact is not None:
            x = self._x(self.exact - 1)
            width = right - float(x)
            parts.append(
                f'<rect class="exact" x="{x}" y="{EDGE}" width="{width:.1f}" height="{bottom - EDGE}"/>'
            )
        for value in (self.most, self.most / 2, 0, -self.most / 2, -self.most):
            y = self._y(value)
            kind = "rule" if value else "zero"
            parts.append(f'<line class="{kind}" x1="{LEFT}" x2="{right}" y1="{y}" y2="{y}"/>')
            label = svg.format_discs(value)
            parts.append(f'<text x="{LEFT - 6}" y="{float(y) + 4:.1f}" text-anchor="end">{label}</text>')
        for ply in range(10, self.last + 1, 10):
            parts.append(f'<text x="{self._x(ply)}" y="{HEIGHT + 8}" text-anchor="middle">{ply}</text>')
        points = " ".join(f"{self._x(ply)},{self._y(value)}" for ply, value in self.values.items())
        parts.append(f'<polyline class="line" points="{points}"/>')
        for ply, mark in self.marks.items():
            place = f'cx="{self._x(ply)}" cy="{self._y(self.values[ply])}"'
            parts.append(f'<circle class="point {mark.name.lower()}" {place} r="4.5"/>')
        x = self._x(self.last)
        parts.append(f'<line class="cursor" x1="{x}" x2="{x}" y1="{EDGE}" y2="{bottom}"/>')
        return "".join(parts) + "</svg>"


def _data(game: GameRecord, reviewed: dict[int, ReviewedMove], graph: _Graph) -> str:
    """What the page's script needs, as JSON that cannot end the script."""
    positions = game.positions()
    found = {
        "positions": [position.format()[:64] for position in positions],
        "moves": [
            _move_object(move, positions[ply - 1].turn, reviewed.get(ply))
            for ply, move in enumerate(game.moves, 1)
        ],
        "graph": {"left": LEFT, "step": graph.step, "width": WIDTH},
        "square": svg.SQUARE,
        "margin": svg.MARGIN,
        "colors": {
            "black": svg.COLORS.black,
            "white": svg.COLORS.white,
            "mark": svg.COLORS.mark,
            "best": svg.COLORS.best,
        },
    }
    return json.dumps(found).replace("<", "\\u003c")


def _move_object(move: Move, turn: Color, reviewed: ReviewedMove | None) -> dict[str, object]:
    found: dict[str, object] = {"move": format_move(move), "turn": str(turn), "mark": ""}
    if reviewed is not None:
        found |= {
            "mark": reviewed.mark.value,
            "lost": format_loss(reviewed.loss),
            "played": str(reviewed.played.pov(Color.BLACK)),
            "best": str(reviewed.best.pov(Color.BLACK)),
            "turns": reviewed.changes_result,
            "pv": [format_move(each) for each in reviewed.pv],
        }
    return found
