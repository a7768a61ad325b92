"""Writes the HTML page of a reviewed game: the board, the moves, their values and the mistakes.

The page needs no other files and no network. Even if the browser runs no scripts, the page shows the last
position, the values and all moves.
"""

import html
import json
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

from othello.formats.record import GameRecord
from othello.players.rating import MoveRating
from othello.review import assets
from othello.review.accuracy import tally
from othello.review.objects import format_loss, format_value, graph_of, move_object, place
from othello.review.peers import interval, ratings_of
from othello.review.review import MIN_LOSS, Mark, ReviewedMove
from othello.rules import drawing, svg
from othello.rules.graph import Graph
from othello.rules.opening_names import name_of_game
from othello.rules.position import Position
from othello.rules.score import Color, Score
from othello.rules.square import format_move, squares_of

TEMPLATE: Final = "report.html"


def report(
    game: GameRecord,
    moves: Sequence[ReviewedMove],
    *,
    book_plies: int | None = None,
    board_address: str | None = None,
    index: str | None = None,
) -> str:
    """Return the page of a reviewed game.

    moves         -- some or all of the game's moves, reviewed, in any order
    book_plies    -- for how many moves the game followed an opening book, or None to omit this
    board_address -- address of a board page to which to link, for example a page from `othello site`
    index         -- address of a list of games to which to link
    """
    template = assets.read(TEMPLATE)
    positions = game.positions()
    reviewed = {move.ply: move for move in moves}
    graph, rated = graph_of(game, reviewed), ratings_of(game.board())
    names = " - ".join(_name(game, color) for color in Color)
    has_times = any(played.seconds is not None for played in game.played)
    page = assets.Page(template).substitute(
        script=assets.plain_script(),
        head=assets.head(f"{names}: review"),
        above="" if index is None else f'<p><a href="{html.escape(index)}">All games</a></p>',
        heading=html.escape(names),
        facts=html.escape(_facts(game, positions, book_plies)),
        board=svg.board(game.board(), size=460),
        black=len(positions[-1].discs(Color.BLACK)),
        white=len(positions[-1].discs(Color.WHITE)),
        transcript=html.escape(_transcript(game)),
        link="" if board_address is None else _link(game, board_address),
        sums="".join(_sum(game, moves, color) for color in Color),
        ratings="".join(_rating(game, color, rated[color]) for color in Color),
        graph=graph.draw(),
        rows="".join(
            _row(game, ply, positions[ply - 1].turn, reviewed.get(ply), has_times=has_times)
            for ply in range(1, len(game.played) + 1)
        ),
        time="<th>Seconds</th>" if has_times else "",
        certainty=html.escape(_certainty(game, moves, graph)),
        data=_data(game, positions, reviewed, graph),
        **{mark.name.lower(): f"{min_loss:g}" for mark, min_loss in MIN_LOSS.items()},
    )
    return drawing.printable(page)


def _player(game: GameRecord, color: Color) -> str:
    """Return a player's name or, if it is unknown, the capitalized color."""
    return game.player(color).name or str(color).capitalize()


def _name(game: GameRecord, color: Color) -> str:
    """Return a player's name or color, with the rating if the file contains it."""
    rating = game.player(color).rating
    return _player(game, color) + ("" if rating is None else f" ({rating:g})")


def _facts(game: GameRecord, positions: Sequence[Position], book_plies: int | None) -> str:
    """Return the opening, the end of the book, the result, the event and the date on one line."""
    book = "" if book_plies is None else f"in the book up to move {book_plies}"
    if game.result:
        outcome = f"{'black' if game.result > 0 else 'white'} wins by {abs(game.result):g}"
    else:
        outcome = "" if game.result is None else "a draw"
    return " · ".join(filter(None, (name_of_game(positions), book, outcome, game.event, game.date)))


def _transcript(game: GameRecord) -> str:
    """Return the moves as a string that `othello analyze` can read.

    If the first position is not the usual start, it precedes the moves.
    """
    moves = game.board().transcript()
    return moves if game.start == Position.start() else f"{game.start.format()} {moves}".strip()


def _link(game: GameRecord, board_address: str) -> str:
    """Return a link that opens the game on the board at *board_address*.

    The page that `othello site` builds reads the game from the part of the link after "#".
    """
    start = {} if game.start == Position.start() else {"position": game.start.format().replace(" ", "_")}
    names = {color.name.lower(): game.player(color).name for color in Color}
    result = "" if game.result is None else f"{game.result:g}"
    facts = {
        **names,
        "result": result,
        "ending": game.ending.value if game.ending else "",
        "date": game.date,
        "event": game.event,
    }
    known_facts = {name: value for name, value in facts.items() if value}
    fragment = urlencode({**start, "moves": game.board().transcript(), **known_facts})
    return f'<p><a href="{html.escape(f"{board_address}#{fragment}")}">Open the game on a board</a></p>'


def _certainty(game: GameRecord, moves: Sequence[ReviewedMove], graph: Graph) -> str:
    """Return a sentence about which values are exact."""
    if not moves:
        return "No move was reviewed."
    if graph.exact_from is None:
        return "The values are estimates."
    if graph.exact_from == min(move.ply for move in moves):
        return "The values are exact."
    return f"From move {place(game, graph.exact_from)} on the values are exact. Earlier values are estimates."


def _sum(game: GameRecord, moves: Sequence[ReviewedMove], color: Color) -> str:
    """Return the table row with the counts, total loss and accuracy of a side."""
    counts = tally(moves, color)
    name = html.escape(_player(game, color))
    accuracy = "" if counts.accuracy is None else f"{counts.accuracy:.0f}"
    numbers = (counts.moves, counts.best, f"{counts.loss:.1f}", *counts.marks.values(), accuracy)
    cells = "".join(f"<td>{number}</td>" for number in numbers)
    return f'<tr><td class="words name"><span class="disc {color}"></span>{name}</td>{cells}</tr>\n'


def _rating(game: GameRecord, color: Color, rated: MoveRating) -> str:
    """Return a sentence about the rating that a side's moves suggest, or "" if no move could be rated."""
    name = html.escape(_player(game, color))
    text = f"{name} plays like a tournament player rated {interval(rated)}."
    return f'<p class="note">{text}</p>\n' if rated.moves else ""


def _row(game: GameRecord, ply: int, turn: Color, reviewed: ReviewedMove | None, *, has_times: bool) -> str:
    """Return the table row of a move."""
    played = game.played[ply - 1]
    time = f"<td>{'' if played.seconds is None else f'{played.seconds:.1f}'}</td>" if has_times else ""
    kind, mark, cells = "", "", f'{"<td></td>" * 4}{time}<td class="words"></td>'
    if reviewed is not None:
        mark = reviewed.mark.value
        kind = "" if reviewed.mark is Mark.NONE else reviewed.mark.name.lower()
        lost = format_loss(reviewed.loss)
        best = (format_move(reviewed.best_move), _value(reviewed.best)) if lost else ("", "")
        opening = html.escape(reviewed.opening or "")
        cells = (
            f'<td>{_value(reviewed.played)}</td><td class="loss">{lost}</td>'
            f'<td>{best[0]}</td><td>{best[1]}</td>{time}<td class="words">{opening}</td>'
        )
    return (
        f'<tr data-ply="{ply}" class="{kind}"><td><a href="#{ply}">{place(game, ply)}</a></td>'
        f'<td class="words"><span class="disc {turn}"></span>{format_move(played.move)}'
        f'<span class="mark">{mark}</span></td>{cells}</tr>\n'
    )


def _value(score: Score) -> str:
    """Return a value from black's point of view as HTML, in a faint color if it is not exact."""
    text = format_value(score.pov(Color.BLACK))
    return text if score.is_exact else f'<span class="doubt">{text}</span>'


def _data(
    game: GameRecord, positions: Sequence[Position], reviewed: dict[int, ReviewedMove], graph: Graph
) -> str:
    """Return the data for the page's script as JSON.

    The JSON contains no "<", so no string in it can look like the end of the script.
    """
    moves = [
        move_object(played.move, positions[ply - 1].turn, reviewed.get(ply))
        | {"seconds": played.seconds, "comment": played.comment}
        for ply, played in enumerate(game.played, 1)
    ]
    data = {
        "positions": [position.format()[:64] for position in positions],
        "moves": moves,
        "legal": [_names(position.legal_moves_bits) for position in positions],
        "graph": graph.scale(),
        "look": assets.drawing_constants(),
    }
    return json.dumps(data).replace("<", "\\u003c")


def _names(bits: int) -> list[str]:
    return [format_move(square) for square in squares_of(bits)]
