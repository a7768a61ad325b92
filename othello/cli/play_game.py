"""A game between people and the engine in the terminal, with its output and its commands.

The console and the line reader are parameters, so a game can also be played through a pipe.
"""

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rich.console import Console

from othello.cli.best_moves import print_best_moves
from othello.cli.terminal_board import LETTERS, has_colors, picture
from othello.errors import FormatError, OthelloError, quoted, usable, visible
from othello.formats.detection import format_to_write
from othello.formats.files import write_games
from othello.formats.record import Ending, GameRecord, Player
from othello.players.level_player import LevelPlayer
from othello.players.rating import rate
from othello.review.peers import interval
from othello.rules.board import Board
from othello.rules.opening_names import name_of_game
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, PASS_NAMES, Move, format_move
from othello.search.engine import Engine
from othello.search.limits import Limits

SQUARES: Final = re.compile(r"(?:[a-h][1-8])+", re.IGNORECASE)
HINT_LEVEL: Final = 12
"""Minimum search level for hints."""
HINT_LINES: Final = 3
MIN_RATED_MOVES: Final = 10
"""A person is rated only after this many unforced moves."""
GREETING: Final = "type a square to move, as in f5, or help"
HELP: Final = """\
a square such as f5   play there; f4d3 plays the moves of both sides
hint, or hint N       show the best moves, with their values in discs
undo, or undo N       take back your last move, or your last N moves
new                   begin a new game
level N, level NAME   set the level of the engine: 0 to 60, a rating or a name
swap                  change sides
moves                 print the moves so far
board                 show the board again
save FILE             save the game: .ggf, .sgf, .txt
resign                resign the game
quit                  leave the game unfinished"""


class GameAbandoned(Exception):
    """Raised when a person leaves the game or the input ends."""


@dataclass
class TerminalGame:
    """A game in progress."""

    board: Board
    people: set[Color]
    """The sides that people play. The engine plays all other sides."""
    engine: Engine
    player: LevelPlayer
    limits: Limits
    """Limits of the searches for the engine's moves."""
    console: Console
    """Prints strings unchanged, without markup or highlighting."""
    ask: Callable[[str], str]
    """Writes a prompt and reads a line. Raises EOFError at the end of the input."""
    resigned: Color | None = field(default=None, init=False)
    has_swapped: bool = field(default=False, init=False)
    """Whether the person has played both sides of this game."""

    def play(self) -> None:
        """Play until the game is over, resigned or abandoned."""
        if self.people:
            self._print(GREETING)
        self._show()
        try:
            while not self.board.is_over and self.resigned is None:
                if self.board.position.must_pass:
                    self._pass()
                elif self.board.turn in self.people:
                    self._obey(self._asked())
                else:
                    self._think()
        except GameAbandoned:
            self._print("game left unfinished")
        self._print_result()

    def summary(self) -> list[str]:
        """Return lines about the game: its moves, a command to review it, and the person's rating."""
        moves = self.board.transcript()
        lines = []
        if self.board.first_position != Position.start():
            lines = [f"begun with: {self.board.first_position.format()}", f"moves: {moves}"]
        elif moves:
            lines = [f"moves: {moves}", f"review it: othello analyze {moves}"]
        if len(self.people) == 1 and not self.has_swapped:
            rated = rate([(self.board, next(iter(self.people)))])
            if rated.moves >= MIN_RATED_MOVES:
                lines.append(f"you played like a tournament player rated {interval(rated)}")
        if self.player.decisive_seed is not None:
            lines.append(f"the engine's seed: {self.player.decisive_seed}")
        return lines

    # Output

    def _print(self, text: str) -> None:
        is_file = not self.console.is_terminal  # rich would break lines at 80 columns
        self.console.print(visible(text), soft_wrap=is_file)

    def _show(self) -> None:
        last = next((move for move in reversed(self.board.move_stack) if move != PASS), None)
        self.console.print(picture(self.console, self.board.position, last, self._facts(last)))

    def _facts(self, last: Move | None) -> list[str]:
        """Return the lines to show beside the board."""
        position = self.board.position
        has_discs = has_colors(self.console)
        facts = [
            f"{'' if has_discs else LETTERS[color]}{color} ({self._name(color)}) {len(position.discs(color))}"
            + (" to move" if color is self.board.turn and not self.board.is_over else "")
            for color in Color
        ]
        name = name_of_game(self.board.positions())
        return [
            *facts,
            "",
            f"opening: {name}" if name else "",
            f"last move: {format_move(last)}" if last is not None else "",
        ]

    def _name(self, color: Color) -> str:
        """Return who plays a color: a person, or the engine with its level or time per move."""
        if color in self.people:
            return "you" if len(self.people) == 1 else "person"
        if self.player.level is None:
            return f"{self.limits.seconds:g} s per move"
        is_numbered = self.player.number is not None
        return f"level {self.player.level}" if is_numbered else str(self.player.level)

    def _print_result(self) -> None:
        result = self.board.result
        if self.resigned is not None:
            self._print(f"{self.resigned} resigns: {self.resigned.other} wins")
        elif result is not None:
            outcome = f"{result.winner} wins by {abs(result.margin)}" if result.winner else "a draw"
            discs = f"black {result.black_discs}, white {result.white_discs}"
            note = (
                ", the empty squares go to the winner"
                if result.winner and self.board.position.empties
                else ""
            )
            self._print(f"the game is over: {discs}: {outcome}{note}")

    # Commands

    def _asked(self) -> str:
        try:
            return self.ask(f"{self.board.turn}> ").strip()
        except EOFError:
            self._print("")
            raise GameAbandoned from None

    def _obey(self, text: str) -> None:
        """Execute a line of input. If the line is invalid, print an error and change nothing."""
        word, _, rest = text.partition(" ")
        is_moves = bool(text) and all(map(SQUARES.fullmatch, text.split()))
        try:
            if text.lower() in PASS_NAMES or is_moves:
                self._move(text.lower())
            elif command := COMMANDS.get(word.lower()):
                command(self, rest.strip())
            elif text:
                self._print(
                    f"{quoted(text)} is neither a move nor a command: type a square, as in f5, or help"
                )
        except OthelloError as error:
            self._print(str(error))

    def _move(self, text: str) -> None:
        if len(text) > 2 and text not in PASS_NAMES:
            self.board.push_transcript(text)
        else:
            self.board.push(text)
        self._show_unless_passing()

    def _pass(self) -> None:
        self._print(f"{self.board.turn} has no move and passes")
        self.board.push(PASS)
        if self.board.turn in self.people:
            self._show()

    def _show_unless_passing(self) -> None:
        """Show the board. If the next move is a forced pass, wait until the pass is made."""
        if not self.board.position.must_pass:
            self._show()

    def _think(self) -> None:
        """Let the engine choose a move and make it."""
        with self.console.status("thinking"):
            result = self.player.choose(self.board, self.limits)
        assert result.move is not None, "the game is not over"
        book = f", from the book: {result.score}" if result.is_book else ""
        self._print(f"{self.board.turn} plays {format_move(result.move)}{book}")
        self.board.push(result.move)
        self._show_unless_passing()

    def hint(self, rest: str) -> None:
        """Show the best moves."""
        lines = _number(rest, 1, 64, "hint") if rest else HINT_LINES
        level = max(HINT_LEVEL, self.player.number or 0)
        with self.console.status("thinking"):
            result = self.engine.play(self.board.position, Limits(level=level, multipv=lines))
        print_best_moves(self.console, self.board, result.lines, self.player.opening)

    def undo(self, rest: str) -> None:
        """Take back a person's last moves, by default a single move, and all moves after them."""
        wanted = _number(rest, 1, 60, "undo") if rest else 1
        taken, count = self.board.copy(), 0  # how many of the person's moves have been taken back so far
        while taken.move_stack and count < wanted:
            move = taken.pop()
            if move != PASS and taken.turn in self.people:
                count += 1
        if count < wanted:
            self._print(f"you have {count or 'no'} {'move' if count < 2 else 'moves'} to take back")
            return
        self.board = taken
        self._show()

    def new(self, rest: str) -> None:
        """Begin a new game from the first position."""
        self.board = Board(self.board.first_position)
        self.has_swapped = False
        self.engine.new_game()
        self.player.new_game()
        self._show()

    def set_level(self, rest: str) -> None:
        """Set the level of the engine."""
        self.player.set_level(rest)
        self.limits = Limits()
        self._print(f"the engine plays at level {self.player}")

    def swap(self, rest: str) -> None:
        """Swap the sides of the person and the engine."""
        if len(self.people) != 1:
            self._print("people play both sides: there is nothing to swap")
            return
        self.people = set(Color) - self.people
        self.has_swapped = bool(self.board.move_stack)
        self._print(f"you play {next(iter(self.people))} now")

    def show_moves(self, rest: str) -> None:
        """Print the moves so far."""
        self._print(self.board.transcript() or "no moves yet")

    def show_board(self, rest: str) -> None:
        """Show the board again."""
        self._show()

    def save(self, rest: str) -> None:
        """Write the game to a new file."""
        if not rest:
            self._print("save needs a file name, as in: save game.ggf")
            return
        path = Path(rest)
        format_to_write(path)  # raises FormatError if no format has this suffix
        with usable(path):
            if path.exists():
                raise FormatError(path, None, "the file exists: choose another name")
        write_games(path, [self.record()])
        self._print(f"game saved in {path}")

    def record(self) -> GameRecord:
        """Return the game with the players' names. If a side has resigned, include the resignation."""
        names = {color: "" if color in self.people else f"othello, {self._name(color)}" for color in Color}
        return GameRecord.from_board(
            self.board,
            black=Player(names[Color.BLACK]),
            white=Player(names[Color.WHITE]),
            ending=Ending.RESIGNED if self.resigned else None,
        )

    def resign(self, rest: str) -> None:
        """Resign for the side to move."""
        self.resigned = self.board.turn

    def quit(self, rest: str) -> None:
        """Leave the game unfinished."""
        raise GameAbandoned

    def help(self, rest: str) -> None:
        """Print the commands."""
        width, indent = self.console.width, " " * HELP.index("play there")
        for line in HELP.splitlines():
            self._print(textwrap.fill(line, width, subsequent_indent=indent))


COMMANDS: Final[dict[str, Callable[[TerminalGame, str], None]]] = {
    "hint": TerminalGame.hint,
    "undo": TerminalGame.undo,
    "new": TerminalGame.new,
    "u": TerminalGame.undo,
    "level": TerminalGame.set_level,
    "swap": TerminalGame.swap,
    "moves": TerminalGame.show_moves,
    "board": TerminalGame.show_board,
    "save": TerminalGame.save,
    "resign": TerminalGame.resign,
    "quit": TerminalGame.quit,
    "exit": TerminalGame.quit,
    "q": TerminalGame.quit,
    "help": TerminalGame.help,
    "h": TerminalGame.help,
    "?": TerminalGame.help,
}


def _number(text: str, minimum: int, maximum: int, command: str) -> int:
    """Parse the number after a command. If it is invalid, raise OthelloError with an example."""
    number = int(text) if re.fullmatch(r"[0-9]{1,3}", text) else -1
    if not minimum <= number <= maximum:
        raise OthelloError(
            f"{command} takes a number from {minimum} to {maximum}, as in: {command} {max(minimum, 5)}"
        )
    return number
