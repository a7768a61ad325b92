"""Files of games in any format: which one a file is in, reading it, writing it.

The suffix decides, or the content where the suffix is ".txt", missing or foreign; .bz2 and
.gz are unpacked. Formats of positions give games without moves, and are given the position
that each game came to.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from othello.errors import FormatError, InvalidNotationError, OthelloError, unusable
from othello.formats.ggf import read_ggf, write_ggf
from othello.formats.obf import ObfProblem, read_obf, write_obf
from othello.formats.pgn import read_pgn, write_pgn
from othello.formats.record import GameRecord
from othello.formats.scr import read_scr, write_scr
from othello.formats.sgf import read_sgf, write_sgf
from othello.formats.textfile import OnError, opened
from othello.formats.transcript import read_transcripts, write_transcripts
from othello.formats.wthor import COMPANIONS
from othello.formats.wthor_records import check_for_wthor, read_wthor, write_wthor
from othello.position import Position
from othello.square import PASS

Reader = Callable[[str | Path, OnError | None], Iterator[GameRecord]]
Writer = Callable[[str | Path, Iterable[GameRecord]], None]

PACKED: Final = (".bz2", ".gz")


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write games into a file."""

    name: str
    title: str
    """What it is, for people."""
    suffixes: tuple[str, ...]
    """How its files end, in lower case; none if only the content tells."""
    read: Reader
    write: Writer
    check: Callable[[GameRecord], None]
    """Raises InvalidNotationError for a game that the format has no place for."""
    companions: tuple[str, ...] = ()
    """Suffixes of the files that are written beside."""


def read_games(
    path: str | Path, on_error: OnError | None = None, *, format: str | None = None
) -> Iterator[GameRecord]:
    """The games of a file, one after the other; *format* is the name of one, by default that of the file.

    Raises FormatError with the file, the line or game, and the reason; a bad game goes to
    *on_error* if that is given, and reading goes on with the next.
    """
    return (named(format) if format else format_of(path)).read(path, on_error)


def write_games(
    path: str | Path,
    games: Iterable[GameRecord],
    on_error: OnError | None = None,
    *,
    format: str | None = None,
) -> None:
    """Write games, as they come, into a file in the format of this name, or of the file's suffix.

    Raises FormatError; a game that the format has no place for goes to *on_error* if that is
    given, and is left out.
    """
    chosen = named(format) if format else format_to_write(path)
    chosen.write(path, _fit(path, games, chosen, on_error))


def named(name: str) -> Format:
    """The format of a name; raises InvalidNotationError."""
    found = FORMATS.get(name.lower())
    if found is None:
        raise InvalidNotationError(f"{name!r} is no format: choose one of {', '.join(FORMATS)}")
    return found


def format_to_write(path: str | Path) -> Format:
    """The format of a suffix; raises FormatError."""
    suffix = Path(path).suffix.lower()
    for each in FORMATS.values():
        if suffix in each.suffixes:
            return each
    if suffix == ".txt":
        return FORMATS["transcript"]
    known = ", ".join(suffix for each in FORMATS.values() for suffix in each.suffixes)
    raise FormatError(path, None, f"the name does not tell a format: end it in one of {known}, .txt")


def format_of(path: str | Path) -> Format:
    """The format of a file that exists; raises FormatError where it cannot be told."""
    plain = Path(path)
    if plain.suffix.lower() in PACKED:
        plain = plain.with_suffix("")
    for each in FORMATS.values():
        if plain.suffix.lower() in each.suffixes:
            return each
    return _format_of_content(path, _beginning(path))


def _beginning(path: str | Path) -> bytes:
    try:
        with opened(path) as file:
            return file.read(4096)
    except (OSError, EOFError) as error:
        raise unusable(path, error) from None


_CELLS = r"(?:[-._Xx*bB@Oo0wW]\s*){64}"
_SIGNS = [
    ("ggf", re.compile(r"\s*(?:[12]\s+)?\(;[^\]]*GM\[(?:Othello|Reversi)\]", re.IGNORECASE)),
    ("ggf", re.compile(r"\s*(?:[12]\s+)?\(;(?:[^\[\]]|\[[^\]]*\])*\bBO\[8 ")),
    ("sgf", re.compile(r"\s*\(\s*;")),
    ("pgn", re.compile(r"\s*\[\w+\s+\"")),
    ("obf", re.compile(rf"(?:\s*%[^\n]*\n)*\s*{_CELLS}[XxOo*0bwBW]?\s*;")),
    ("scr", re.compile(rf"(?:\s*%[^\n]*\n)*\s*{_CELLS}[XxOo*0bwBW]")),
    ("transcript", re.compile(r"(?:\s*%[^\n]*\n)*\s*(?:1\.\s*)?[+]?[a-h][1-8]", re.IGNORECASE)),
]
"""What the text of each format begins with; the first that fits counts."""


def _format_of_content(path: str | Path, content: bytes) -> Format:
    if _is_wthor(path, content):
        return FORMATS["wthor"]
    name = format_of_text(content.decode("utf-8-sig", "replace"))
    if name is not None:
        return FORMATS[name]
    if not content.strip():
        raise FormatError(path, None, "the file holds nothing")
    raise FormatError(
        path, None, f"this is no file of games or positions: it is none of {', '.join(FORMATS)}"
    )


def format_of_text(text: str) -> str | None:
    """The name of the format that the beginning of a text shows; None if it shows none."""
    return next((name for name, sign in _SIGNS if sign.match(text)), None)


def _is_wthor(path: str | Path, content: bytes) -> bool:
    """Whether the file is as long as the number of games in its header says."""
    games = int.from_bytes(content[4:8], "little")
    return b"\0" in content[:16] and Path(path).stat().st_size == 16 + 68 * games


def _fit(
    path: str | Path, games: Iterable[GameRecord], chosen: Format, on_error: OnError | None
) -> Iterator[GameRecord]:
    """The games that the format has a place for."""
    for number, game in enumerate(games, 1):
        try:
            chosen.check(game)
        except OthelloError as error:
            found = FormatError(path, None, str(error), game=number)
            if on_error is None:
                raise found from None
            on_error(found)
        else:
            yield game


def _read_lines(path: str | Path, on_error: OnError | None) -> Iterator[GameRecord]:
    return map(GameRecord.from_board, read_transcripts(path, on_error))


def _write_lines(path: str | Path, games: Iterable[GameRecord]) -> None:
    write_transcripts(path, (game.board() for game in games))


def _check_for_line(game: GameRecord) -> None:
    if game.start != Position.start():
        raise InvalidNotationError("the game has a start of its own, for which a transcript has no place")
    if not any(move != PASS for move in game.moves):
        raise InvalidNotationError("the game has no moves, and so would be an empty line in a transcript")


def _read_obf(path: str | Path, on_error: OnError | None) -> Iterator[GameRecord]:
    return map(game_of, read_obf(path, on_error))


def _read_scr(path: str | Path, on_error: OnError | None) -> Iterator[GameRecord]:
    return map(game_of, read_scr(path, on_error))


def _write_obf(path: str | Path, games: Iterable[GameRecord]) -> None:
    write_obf(path, map(problem_of, games))


def _write_scr(path: str | Path, games: Iterable[GameRecord]) -> None:
    write_scr(path, map(problem_of, games))


def game_of(problem: ObfProblem) -> GameRecord:
    """The game without moves that begins with a problem's position."""
    return GameRecord(start=problem.position, comment=problem.comment)


def problem_of(game: GameRecord) -> ObfProblem:
    """The last position of a game."""
    return ObfProblem(game.last_position, comment=game.comment)


def _check_nothing(game: GameRecord) -> None:
    """Every game has a place."""


FORMATS: Final = {
    each.name: each
    for each in (
        Format("ggf", "GGF", (".ggf",), read_ggf, write_ggf, _check_nothing),
        Format("sgf", "SGF with GM[2]", (".sgf",), read_sgf, write_sgf, _check_nothing),
        Format("pgn", "PGN", (".pgn",), read_pgn, write_pgn, _check_nothing),
        Format(
            "wthor",
            "WTHOR, tournament games",
            (".wtb",),
            read_wthor,
            write_wthor,
            check_for_wthor,
            COMPANIONS,
        ),
        Format("transcript", "transcripts", (), _read_lines, _write_lines, _check_for_line),
        Format("obf", "OBF", (".obf",), _read_obf, _write_obf, _check_nothing),
        Format("scr", "scripts of positions", (".scr",), _read_scr, _write_scr, _check_nothing),
    )
}
"""All formats by name."""
