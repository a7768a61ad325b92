"""A game in the terminal, of people and the engine: what is shown, asked and done.

The console and the way to ask are given, so that the game does not care what it is played on.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from othello.board import Board
from othello.cli.terminal_board import LETTERS, has_colors, picture
from othello.errors import OthelloError, quoted
from othello.formats.files import format_to_write, write_games
from othello.formats.record import Ending, GameRecord, Player
from othello.human import levels as human_levels
from othello.human.levels import HumanLevel
from othello.human.player import HumanPlayer
from othello.limits import Limits
from othello.opening_names import name_of_game
from othello.position import Position
from othello.score import Color
from othello.square import PASS, PASS_NAMES, SQUARE_NAMES, Move, format_move

if TYPE_CHECKING:
    from rich.console import Console

    from othello.engine import Engine

HINT_LEVEL: Final = 12
"""Hints are at least as good as this level."""
HINT_LINES: Final = 3
HELP: Final = """\
a square such as f5   play there
hint, or hint N       the best moves with their values in discs
undo                  take back your last move
level N, level NAME   how well the engine plays: 0 to 60, or a name
swap                  change sides
moves                 the game so far
board                 show the board again
save FILE             keep the game: .ggf, .sgf, .pgn, .txt
resign                give up
quit                  leave the game"""


class Left(Exception):
    """Somebody leaves the game."""


@dataclass
class Game:
    """A game that is being played."""

    board: Board
    people: set[Color]
    """The sides that are asked; the engine plays the others."""
    engine: "Engine"
    limits: Limits
    """Of the engine's moves."""
    console: "Console"
    ask: Callable[[str], str]
    """Asks for a line; raises EOFError where there are no more."""
    human: HumanLevel | None = None
    """The level that errs at which the engine plays; None where it plays as well as the limits allow."""
    player: HumanPlayer = field(default_factory=HumanPlayer)
    """Chooses the moves of such a level."""
    resigned: Color | None = field(default=None, init=False)

    def play(self) -> None:
        """Play to the end, or until somebody leaves."""
        self._show()
        try:
            while not self.board.is_over and self.resigned is None:
                if self.board.position.must_pass:
                    self._tell(f"{self.board.turn} has no move and passes")
                    self.board.push(PASS)
                    self._show()
                elif self.board.turn in self.people:
                    self._obey(self._asked())
                else:
                    self._think()
        except Left:
            self._tell("the game is left unfinished")
        self._tell_result()

    def summary(self) -> list[str]:
        """The game in lines: its moves, and how to look at it."""
        return [
            *self._game(),
            *([f"the engine's seed: {self.player.seed}"] if self.human is not None else []),
        ]

    def _game(self) -> list[str]:
        moves = self.board.transcript()
        if self.board.first_position != Position.start():
            return [f"begun with: {self.board.first_position.format()}", f"moves: {moves}"]
        return [f"moves: {moves}", f"review it: othello analyze {moves}"] if moves else []

    # What people see

    def _tell(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def _show(self) -> None:
        last = self.board.peek() if self.board.move_stack else None
        self.console.print(
            picture(self.console, self.board.position, last, self._facts(last)),
            markup=False,
            highlight=False,
        )

    def _facts(self, last: Move | None) -> list[str]:
        """What stands beside the board."""
        position = self.board.position
        has_discs = has_colors(self.console)
        facts = [
            f"{'' if has_discs else LETTERS[color]}{color} ({self._who(color)}) {position.discs(color)}"
            + (" to move" if color is self.board.turn and not self.board.is_over else "")
            for color in Color
        ]
        name = name_of_game(self._positions())
        return [
            *facts,
            "",
            f"opening: {name}" if name else "",
            f"last move: {format_move(last)}" if last is not None else "",
        ]

    def _who(self, color: Color) -> str:
        if color in self.people:
            return "you" if len(self.people) == 1 else "person"
        if self.human is not None:
            return str(self.human)
        level = self.limits.level
        return f"level {level}" if level is not None else f"{self.limits.seconds:g} s a move"

    def _positions(self) -> list[Position]:
        return self.board.positions()

    def _tell_result(self) -> None:
        result = self.board.result
        if self.resigned is not None:
            self._tell(f"{self.resigned} resigns: {self.resigned.other} wins")
        elif result is not None:
            outcome = f"{result.winner} wins by {abs(result.margin)}" if result.winner else "a draw"
            discs = f"black {result.black_discs}, white {result.white_discs}"
            note = (
                ", the empty squares go to the winner"
                if result.winner and self.board.position.empties
                else ""
            )
            self._tell(f"the game is over: {discs}: {outcome}{note}")

    # What they do

    def _asked(self) -> str:
        try:
            return self.ask(f"{self.board.turn}> ").strip()
        except EOFError:
            self._tell("")
            raise Left from None

    def _obey(self, text: str) -> None:
        """Do what a line says; what it says wrongly is told, and changes nothing."""
        word, _, rest = text.partition(" ")
        try:
            if text.lower() in (*SQUARE_NAMES, *PASS_NAMES):
                self._move(text.lower())
            elif command := COMMANDS.get(word.lower()):
                command(self, rest.strip())
            elif text:
                self._tell(
                    f"{quoted(text)} is neither a move nor a command: write a square, as in f5, or help"
                )
        except OthelloError as error:
            self._tell(str(error))

    def _move(self, text: str) -> None:
        self.board.push(text)
        self._show()

    def _think(self) -> None:
        """Let the engine move."""
        with self.console.status("thinking"):
            if self.human is not None:
                self.player.level = self.human
                result = self.player.play(self.engine, self.board, self.limits)
            else:
                result = self.engine.go(self.board.position, self.limits)
        assert result.move is not None, "the game goes on"
        self._tell(f"{self.board.turn} plays {format_move(result.move)}")
        self.board.push(result.move)
        self._show()

    def hint(self, rest: str) -> None:
        """Tell the best moves."""
        lines = _number(rest, 1, 64, "hint") if rest else HINT_LINES
        level = max(HINT_LEVEL, self.limits.level or 0)
        with self.console.status("thinking"):
            result = self.engine.go(self.board.position, Limits(level=level, multipv=lines))
        for line in result.lines:
            self._tell(f"{format_move(line.move)}  {line.score}")

    def undo(self, rest: str) -> None:
        """Take back moves until it is the turn of the person whose last move it was."""
        taken = self.board.copy()
        while taken.move_stack:
            move = taken.pop()
            if move != PASS and taken.turn in self.people:
                self.board = taken
                self._show()
                return
        self._tell("there is no move of yours to take back")

    def set_level(self, rest: str) -> None:
        """Let the engine play better or worse."""
        level = human_levels.parse_level(rest)
        self.human = human_levels.human(level)
        self.limits = replace(self.limits, level=human_levels.number_of(level), seconds=None)
        self._tell(f"the engine plays at level {level}")

    def swap(self, rest: str) -> None:
        """Let the engine play on for the person, and the other way round."""
        if len(self.people) != 1:
            self._tell("people play both sides: there is nothing to swap")
            return
        self.people = set(Color) - self.people
        self._tell(f"you play {next(iter(self.people))} now")

    def show_moves(self, rest: str) -> None:
        """Tell the game so far."""
        self._tell(self.board.transcript() or "no moves yet")

    def show_board(self, rest: str) -> None:
        """Show the board again."""
        self._show()

    def save(self, rest: str) -> None:
        """Write the game into a file that does not exist."""
        if not rest:
            self._tell("save needs the name of a file, as in: save game.ggf")
            return
        path = Path(rest)
        format_to_write(path)
        if path.exists():
            self._tell(f"{path}: the file exists; give another name")
            return
        write_games(path, [self.record()])
        self._tell(f"the game is saved in {path}")

    def record(self) -> GameRecord:
        """The game with who played it, and that it was given up if so."""
        names = {color: "" if color in self.people else f"othello, {self._who(color)}" for color in Color}
        return GameRecord.from_board(
            self.board,
            black=Player(names[Color.BLACK]),
            white=Player(names[Color.WHITE]),
            ending=Ending.RESIGNED if self.resigned else None,
        )

    def resign(self, rest: str) -> None:
        """Give the game up."""
        self.resigned = self.board.turn

    def quit(self, rest: str) -> None:
        """Leave the game."""
        raise Left

    def help(self, rest: str) -> None:
        """Tell what can be written."""
        self._tell(HELP)


COMMANDS: Final[dict[str, Callable[[Game, str], None]]] = {
    "hint": Game.hint,
    "undo": Game.undo,
    "u": Game.undo,
    "level": Game.set_level,
    "swap": Game.swap,
    "moves": Game.show_moves,
    "board": Game.show_board,
    "save": Game.save,
    "resign": Game.resign,
    "quit": Game.quit,
    "exit": Game.quit,
    "q": Game.quit,
    "help": Game.help,
    "h": Game.help,
    "?": Game.help,
}


def _number(text: str, least: int, most: int, command: str) -> int:
    """The number after a command; raises OthelloError."""
    number = int(text) if text.isdecimal() and len(text) < 4 else -1
    if not least <= number <= most:
        raise OthelloError(
            f"{command} takes a number from {least} to {most}, as in: {command} {max(least, 5)}"
        )
    return number
