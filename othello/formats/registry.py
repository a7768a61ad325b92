"""All formats of games by name.

Formats of positions read games without moves, and write the last position of a game.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from othello.errors import InvalidNotationError, quoted
from othello.formats import ggf, obf, pgn, sgf, transcript, wthor_files
from othello.formats.obf import ObfProblem
from othello.formats.record import GameRecord
from othello.formats.textfile import OnError
from othello.position import Position
from othello.square import PASS

T = TypeVar("T")
Reader = Callable[[str | Path, OnError | None], Iterator[T]]
Writer = Callable[[str | Path, Iterable[T]], None]
Parser = Callable[[str], T]
Formatter = Callable[[T], str]


COMMENTS: Final[dict[str, Callable[[GameRecord], bool]]] = {
    "comments of games": lambda game: bool(game.comment),
    "comments of moves": lambda game: any(each.comment for each in game.played),
}
"""The kinds of comments, and whether a game has any."""
GAMES: Final = frozenset({"comments of games"})
ALL: Final = frozenset(COMMENTS)


def _accept(game: GameRecord) -> None:
    """Accept any game."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of games."""

    name: str
    suffixes: tuple[str, ...]
    """Suffixes of its files, in lower case, first that of files to write; empty if only the content shows
    the format."""
    read: Reader[GameRecord]
    """Yields the games of a file."""
    write: Writer[GameRecord] | None
    """Writes a file of games; None if the format is only read."""
    parse: Parser[GameRecord] | None = None
    """Returns the game of a text; None if the format is binary."""
    format: Formatter[GameRecord] | None = None
    """Returns a game as a text; None if the format is binary or only read."""
    check: Callable[[GameRecord], None] = _accept
    """Raises InvalidNotationError for a game that the format cannot represent."""
    companions: tuple[str, ...] = ()
    """Suffixes of additional files that are written beside the file of games."""
    keeps: frozenset[str] = frozenset()
    """The comments that the format keeps: some or all of `COMMENTS`."""

    def lost(self, game: GameRecord) -> Iterator[str]:
        """Yield the comments of a game that the format does not keep, by their names in `COMMENTS`."""
        for name, has_some in COMMENTS.items():
            if name not in self.keeps and has_some(game):
                yield name


def format_named(name: str, *, is_written: bool = False) -> Format:
    """Return the format of a name, in any case; raises InvalidNotationError.

    *is_written* also refuses a format that is only read.
    """
    known = WRITTEN if is_written else FORMATS
    found = known.get(name.lower())
    if found is None:
        kind = "a format to write" if is_written else "a format"
        raise InvalidNotationError(f"{quoted(name)} is not {kind}: use one of {', '.join(known)}")
    return found


def game_of(problem: ObfProblem) -> GameRecord:
    """Return a game without moves whose first position is that of a problem."""
    return GameRecord(start=problem.position, comment=problem.comment)


def problem_of(game: GameRecord) -> ObfProblem:
    """Return the last position of a game as a problem without scores."""
    return ObfProblem(game.last_position, comment=game.comment)


def _check_for_transcript(game: GameRecord) -> None:
    if game.start != Position.start():
        raise InvalidNotationError("the game does not begin with the usual position, as a transcript must")
    if not any(move != PASS for move in game.moves):
        raise InvalidNotationError("the game has no moves: a transcript needs at least one")


FORMATS: Final = {
    each.name: each
    for each in (
        Format("ggf", (".ggf",), ggf.read_ggf, ggf.write_ggf, ggf.parse_ggf, ggf.format_ggf, keeps=GAMES),
        Format("sgf", (".sgf",), sgf.read_sgf, sgf.write_sgf, sgf.parse_sgf, sgf.format_sgf, keeps=ALL),
        Format("pgn", (".pgn",), pgn.read_pgn, None, pgn.parse_pgn),
        Format(
            "wthor",
            (".wtb",),
            wthor_files.read_wthor,
            wthor_files.write_wthor,
            check=wthor_files.check_for_wthor,
            companions=wthor_files.COMPANIONS,
        ),
        Format(
            "transcript",
            (),
            transcript.read_transcript_records,
            lambda path, games: transcript.write_transcripts(path, map(GameRecord.board, games)),
            transcript.parse_transcript_record,
            lambda game: transcript.format_transcript(game.board()),
            check=_check_for_transcript,
        ),
        Format(
            "obf",
            (".obf", ".scr"),
            lambda path, on_error: map(game_of, obf.read_obf(path, on_error)),
            lambda path, games: obf.write_obf(path, map(problem_of, games)),
            lambda text: game_of(obf.parse_obf(text)),
            lambda game: obf.format_obf(problem_of(game)),
            keeps=GAMES,
        ),
    )
}
"""All formats by name."""
WRITTEN: Final = {name: each for name, each in FORMATS.items() if each.write}
"""The formats that are not only read."""
