"""The engine's own commands, and commands for Quarry."""

from typing import Final

from othello.errors import quoted
from othello.gtp.protocol import GtpError, format_vertex, parse_int
from othello.gtp.registry import REGISTRY, optional
from othello.gtp.session import Request
from othello.gtp.session_state import GtpState
from othello.rules.board import Board
from othello.rules.position import Position

GAME: Final = "Othello"
"""The name of the game as GUIs spell it."""


@REGISTRY.command("list_games")
def list_games(state: GtpState, request: Request) -> str:
    """Print the game that the engine plays: Othello. Without this command, Quarry assumes Go."""
    return GAME


@REGISTRY.command("set_game", game=str)
def set_game(state: GtpState, request: Request, game: str) -> None:
    """Choose the game. Only Othello is accepted."""
    if game.lower() != GAME.lower():
        raise GtpError("unsupported game")


@REGISTRY.command("othello-help", command=optional(str))
def explain(state: GtpState, request: Request, command: str = "") -> str:
    """Print the usage and the description of one command, or of all commands."""
    entries = [entry for entry in REGISTRY.entries.values() if command in ("", entry.name)]
    if not entries:
        raise GtpError(f"there is no command {command}: othello-help lists all commands")
    return "\n".join(f"{entry.usage} - {entry.help}" for entry in entries)


@REGISTRY.command("othello-level", level=optional(str))
def choose_level(state: GtpState, request: Request, level: str = "") -> str:
    """Set the level: 0-60, a rating, or a name such as casual. Without a level, print the current one."""
    if not level:
        return str(state.player)
    state.player.set_level(level)
    return ""


@REGISTRY.command("othello-seed", seed=optional(parse_int))
def choose_seed(state: GtpState, request: Request, seed: int | None = None) -> str:
    """Set the seed of human-like levels for all games. Without a seed, print this game's seed."""
    if seed is None:
        return str(state.player.seed)
    state.player.seed = seed
    return ""


@REGISTRY.command("othello-depth", plies=optional(parse_int))
def choose_depth(state: GtpState, request: Request, plies: int | None = None) -> str:
    """Set the maximum search depth in plies, where 0 means unlimited. Without a depth, print it."""
    if plies is None:
        return str(state.depth or 0)
    state.depth = plies or None
    return ""


@REGISTRY.command("clear_cache")
def clear_cache(state: GtpState, request: Request) -> None:
    """Clear the transposition table, so that earlier searches cannot affect later searches."""
    state.engine.new_game()


@REGISTRY.command("othello-last")
def last_search(state: GtpState, request: Request) -> str:
    """Print the value (in discs for the mover), depth and node count of the last genmove or reg_genmove."""
    search = state.last_search
    if search is None:
        raise GtpError("there has been no search to report")
    book = " book" if search.is_book else ""
    return f"{search.score.discs:+.2f} depth {search.depth} nodes {search.nodes}{book}"


@REGISTRY.command("othello-book", switch=optional(str))
def book(state: GtpState, request: Request, switch: str = "") -> str:
    """Print the book moves with their values, certainties and game counts, or turn the book on or off."""
    if state.opening is None:
        raise GtpError("no book: the engine was started with --no-book")
    if switch.lower() in ("on", "off"):
        state.player.opening = state.opening if switch.lower() == "on" else None
        return ""
    if switch:
        raise GtpError(f"{quoted(switch)} is neither on nor off")
    moves = state.opening.book.moves(state.board.position)
    return "\n".join(
        f"{format_vertex(move.move)} {move.score or '-'}{'' if move.is_link else ' outside'}"
        f" {move.games.visits} games"
        for move in moves
        if move.move is not None
    )


@REGISTRY.command("othello-setup", board=str, side=optional(str))
def set_up(state: GtpState, request: Request, board: str, side: str = "") -> None:
    """Set up a position: 64 cells (X, O or -) from a1, b1 to h8, then the side to move (X or O)."""
    # The side to move may also follow the cells without a space. If it is missing, `Position.parse` raises an
    # error.
    state.begin(Board(Position.parse(f"{board} {side}")))
