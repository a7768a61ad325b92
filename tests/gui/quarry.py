"""Quarry, a GUI for board games, on a virtual screen, with an engine for each side.

    python -m tests.gui.quarry docs/quarry.png

plays a game of the engine against itself and takes a picture of its end. Needs the Debian
packages quarry, xvfb, xdotool, evilwm, imagemagick, xfonts-base, and grhino for games
against it.

A window manager is there because without one no window has the keyboard. The positions of clicks are for
Quarry 0.2.0.
"""

import ast
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from othello import Color, parse_move
from othello.formats.game_builder import GameBuilder
from othello.formats.record import GameRecord
from tests.gui import relay
from tests.waiting import PATIENCE, eventually

PROGRAMS = ("quarry", "Xvfb", "xdotool", "evilwm", "import")
PLACES = f"{os.environ.get('PATH', '')}:/usr/games"
"""Debian keeps games in a folder that not every PATH has."""
RHINO = "gtp-rhino"
OURS = f"{sys.executable} -m othello gtp --level 4 --hash 16"
NO_CLOCK, CLOCK = {"Time control type": 0}, {"Time control type": 1, "Time limit for game": "02:00"}
TIME_PER_MOVE = {"Time control type": 2, "Time limit for move": "00:05"}
OVERTIME = {
    "Time control type": 3,
    "Main time": "00:05",
    "Overtime period length": "00:20",
    "Moves per overtime": 10,
}
NEW_GAME, FORWARD = (95, 27), (430, 423)
"""Buttons: of the window that Quarry begins with, and of its dialog for new games."""
GAME = 240.0
"""Seconds that a game may last: a computer may be busy."""

CONFIGURATION = """\
[GTP Engine "{black}"]
Screen name format	= "{black}"
Name			= "{black}"
Command line		= "{black_command}"
Supported games		= "Reversi"

[GTP Engine "{white}"]
Screen name format	= "{white}"
Name			= "{white}"
Command line		= "{white_command}"
Supported games		= "Reversi"

[New Game Parameters]
Game			= "Reversi"
White is computer	= true
Engine playing white	= "{white}"
Black is computer	= true
Engine playing black	= "{black}"

[New Reversi Game Parameters]
Board size		= 8
{clock}
"""


def missing():
    """Return the programs that are not installed."""
    return [name for name in (*PROGRAMS, RHINO) if shutil.which(name, path=PLACES) is None]


def path_of(name):
    return shutil.which(name, path=PLACES)


@dataclass
class Log:
    """The lines between Quarry and one engine."""

    path: Path
    sent: list[str] = field(default_factory=list)
    """Commands of Quarry."""
    replies: list[str] = field(default_factory=list)
    """Replies of the engine, without the empty lines at their ends."""
    exit_code: int | None = None
    """None while the engine runs."""

    def read(self):
        self.sent, reply, self.replies = [], "", []
        for line in self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []:
            mark, rest = line.split(maxsplit=2)[1:]
            if mark == "exit":
                self.exit_code = int(rest)
            elif mark == ">":
                self.sent.append(ast.literal_eval(rest).rstrip("\n"))
            elif ast.literal_eval(rest) == "\n":
                self.replies.append(reply.rstrip("\n"))
                reply = ""
            else:
                reply += ast.literal_eval(rest)
        return self

    def game(self):
        """Return the moves that the engine made or received."""
        self.read()
        builder = GameBuilder()
        for command, reply in zip(self.sent, self.replies, strict=False):
            name, *words = command.split()
            if name == "genmove":
                words.append(reply.removeprefix("= "))
            if name in ("genmove", "play"):
                color, square = words
                builder.add(parse_move(square), Color.parse(color))
        return builder.record()


@dataclass
class Played:
    """A finished game in Quarry."""

    logs: dict[Color, Log]
    record: GameRecord
    """As the engines saw it."""
    saved: str
    """As Quarry saved it, in SGF."""
    picture: Path
    """The window of the game, when it was over."""


class Screen:
    """A virtual screen with a window manager."""

    def __init__(self, folder):
        self.folder = folder
        self.stack = contextlib.ExitStack()
        self.environment = os.environ | {
            # The compiled kernels are where they are, though Quarry gets its own home.
            "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")),
            "HOME": str(folder),
            "LC_ALL": "C",
            "NO_AT_BRIDGE": "1",
        }

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            server = stack.enter_context(
                running(
                    [path_of("Xvfb"), "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
                    stdout=subprocess.PIPE,
                )
            )
            self.environment["DISPLAY"] = f":{int(server.stdout.readline())}"
            stack.enter_context(self.program("evilwm", "-fn", "fixed"))
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        self.stack.close()

    def program(self, name, *arguments):
        """Run a program on this screen within the block."""
        return running([path_of(name), *arguments], env=self.environment, stdout=subprocess.DEVNULL)

    def xdotool(self, *arguments):
        """Return the output of xdotool. Fail if it finds no window."""
        command = [path_of("xdotool"), *map(str, arguments)]
        return subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        ).stdout

    def window(self, title):
        """Wait for a window with a title, and return the newest window."""
        windows = eventually(lambda: self.xdotool("search", "--onlyvisible", "--name", title).split())
        time.sleep(1.0)  # It is drawn, and takes clicks, a little later.
        return windows[-1]

    def click(self, window, place):
        self.xdotool("mousemove", "--window", window, *place, "click", 1)

    def key(self, *keys):
        for key in keys:
            self.xdotool("key", key)
            time.sleep(0.5)

    def picture(self, window, path):
        command = [path_of("import"), "-window", window, "+dither", "-colors", "64", "-strip", f"png8:{path}"]
        subprocess.run(command, env=self.environment, timeout=PATIENCE, check=True)


@contextlib.contextmanager
def running(command, **options):
    """Run a process within the block, and end it afterwards."""
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, **options) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()


def play(folder, black, white, clock):
    """Play a game of two engines, given by their command lines, and return the finished game."""
    logs = {color: Log(folder / f"{color}.log") for color in Color}
    commands = {
        color: f"{sys.executable} {relay.__file__} {logs[color].path} {command}"
        for color, command in zip(Color, (black, white), strict=True)
    }
    (folder / ".quarry").write_text(
        CONFIGURATION.format(
            black=f"{name_of(black)} (black)",
            white=f"{name_of(white)} (white)",
            black_command=commands[Color.BLACK],
            white_command=commands[Color.WHITE],
            clock="\n".join(f"{name}\t= {value}" for name, value in clock.items()),
        )
    )
    with Screen(folder) as screen:
        with screen.program("quarry"):
            screen.click(screen.window("^Quarry Control Center$"), NEW_GAME)
            screen.click(screen.window("^New Game$"), FORWARD)
            time.sleep(1.0)
            screen.key("Return")  # Play is the default button of the second page.
            record = wait_for_the_end(logs)
            time.sleep(1.0)
            game = screen.window(name_of(white))
            picture = folder / "end.png"
            screen.picture(game, picture)
            saved = save(screen, folder / "saved")
        eventually(lambda: all(log.read().exit_code is not None for log in logs.values()))
    return Played(logs, record, saved, picture)


def name_of(command):
    return "GRhino" if RHINO in command else "Othello"


def wait_for_the_end(logs):
    """Wait until both engines have seen the end of the game, and return the game."""

    def is_over():
        return all(log.game().last_position.is_over for log in logs.values())

    eventually(is_over, GAME)
    return logs[Color.BLACK].game()


def save(screen, path):
    """Save the game in Quarry, and return the text of the file."""
    screen.key("ctrl+w", "Return")
    time.sleep(1.0)
    screen.xdotool("type", "--delay", 20, str(path))
    screen.key("Return")
    file = path.with_suffix(".sgf")
    eventually(lambda: file.exists() and re.search(r"\)\s*\Z", file.read_text()))
    return file.read_text()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        shutil.copy(play(Path(name), OURS, OURS, CLOCK).picture, sys.argv[1])
