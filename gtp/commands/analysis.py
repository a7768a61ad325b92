"""Commands that show values, best lines, stable discs and mobility, for the menus of GUIs."""

from dataclasses import replace

from othello.gtp.protocol import format_vertex, format_vertices, parse_color
from othello.gtp.registry import REGISTRY, optional
from othello.gtp.session import Request
from othello.gtp.session_state import GtpState
from othello.rules.mobility import mobility_bits, stable_bits
from othello.rules.score import Bound, Color, Score
from othello.rules.square import MAX_MOVES, squares_of
from othello.search import levels
from othello.search.limits import Limits


@REGISTRY.command("othello-values", color=optional(parse_color))
def values(state: GtpState, request: Request, color: Color | None = None) -> str:
    """Print the legal moves and their values in discs, best first. The default color is the side to move."""
    position = state.board_of(color).position
    if not position.legal_moves_bits:
        return ""
    limits = replace(_limits(state), multipv=MAX_MOVES)
    lines = state.search(position, limits, request.interrupted).lines
    return " ".join(f"{format_vertex(line.move)} {_short(line.score)}" for line in lines)


@REGISTRY.command("othello-pv", color=optional(parse_color))
def principal_variation(state: GtpState, request: Request, color: Color | None = None) -> str:
    """Print the best line, with each move's color. The default color is the side to move."""
    position = state.board_of(color).position
    pv = state.search(position, _limits(state), request.interrupted).pv
    # Colors alternate because a line includes passes.
    letters = [side.name[0].lower() for side in (position.turn, position.turn.other)]
    return " ".join(f"{letters[number % 2]} {format_vertex(move)}" for number, move in enumerate(pv))


@REGISTRY.command("othello-stable")
def stable_discs(state: GtpState, request: Request) -> str:
    """Mark discs that can never be flipped, in GoGui's format. Some stable discs may be missed."""
    stable = {color: squares_of(stable_bits(state.board.position, color)) for color in Color}
    marks = [f"{color.name} {format_vertices(squares)}" for color, squares in stable.items() if squares]
    text = f"TEXT Stable discs: black {len(stable[Color.BLACK])}, white {len(stable[Color.WHITE])}"
    return "\n".join((*marks, text))


@REGISTRY.command("othello-mobility", color=optional(parse_color))
def mobility(state: GtpState, request: Request, color: Color | None = None) -> str:
    """For GoGui, mark each move with the number of replies it allows and print both sides' mobility."""
    position = state.board_of(color).position
    replies = {move: position.play_unchecked(move) for move in squares_of(position.legal_moves_bits)}
    marks = " ".join(
        f"{format_vertex(move)} {after.legal_moves_bits.bit_count()}" for move, after in replies.items()
    )
    black, white = (mobility_bits(position, side).bit_count() for side in Color)
    text = f"TEXT Mobility: black {black}, white {white}"
    return f"LABEL {marks}\n{text}" if marks else text


def _limits(state: GtpState) -> Limits:
    """Return the limits for an analysis, without a clock.

    They are the limits of the player's level, or of the default level if the player's level is human-like.
    """
    level = state.player.number
    return Limits(level=levels.DEFAULT if level is None else level)


def _short(score: Score) -> str:
    """Format a value briefly enough to fit on a square: "+12" if it is proved, otherwise "+1.3"."""
    if score.is_proved and score.bound is Bound.EQUAL:
        return f"{score.discs:+.0f}"
    return f"{score.discs:+.1f}"
