"""Converts games to and from JSON objects and files in any format.

docs/server.md lists the fields of a game. File names in messages are never used to open files.
"""

import base64
import binascii
import io
from itertools import islice
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from othello.errors import FormatError, InvalidNotationError, OthelloError, usable
from othello.formats.detection import PACKED
from othello.formats.files import read_games, write_games
from othello.formats.format import Format
from othello.formats.record import Ending, GameRecord, PlayedMove, Player, Variation
from othello.formats.registry import FORMATS
from othello.formats.text import format_game, parse_game
from othello.formats.textfile import open_unpacked, packing_of
from othello.rules.position import Position
from othello.rules.square import Move, format_move
from othello.search.json_objects import JsonObject
from othello.storage.content import Content
from othello.storage.fields import Fields
from othello.web.settings import LARGEST_UPLOAD, LONGEST_TEXT, MAX_UPLOADED

MAX_MOVES_OF_GAME: Final = 128
"""Maximum number of moves with passes. A game contains at most 60 moves and never two passes in a row."""
MAX_VARIATIONS: Final = 1000
"""Maximum number of variations of a line."""
LONGEST_NAME: Final = 200
MAX_NUMBER: Final = 1e15
"""The largest rating, value or time that is sent to the page. Files may contain impossible numbers."""
LONGEST_COMMENT: Final = 10_000
MAX_ERRORS: Final = 100
LONGEST_POSITION: Final = 200
LONGEST_MOVE: Final = 4
FILE_NAME: Final = "othello-game"
_SUFFIXES: Final = {".txt", *(suffix for file_format in FORMATS.values() for suffix in file_format.suffixes)}
_ENDINGS: Final = {ending.value: ending for ending in Ending}


def game_of(fields: Fields) -> GameRecord:
    """Convert an object to a game. Raises OthelloError if it is not a valid game."""
    start = fields.text("start", LONGEST_POSITION, "")
    return GameRecord(
        _line(fields),
        Position.parse(start) if start else Position.start(),
        black=_player(fields, "black"),
        white=_player(fields, "white"),
        event=fields.text("event", LONGEST_NAME, ""),
        date=fields.text("date", LONGEST_NAME, ""),
        result=fields.number("result", -64, 64) if fields.has("result") else None,
        ending=_ENDINGS[fields.choice("ending", _ENDINGS)] if fields.has("ending") else None,
        comment=fields.text("comment", LONGEST_COMMENT, ""),
        variations=_variations(fields, 0),
    )


def _player(fields: Fields, color: str) -> Player:
    rating = f"{color}_rating"
    return Player(fields.text(color, LONGEST_NAME, ""), _number(fields, rating))


def _line(fields: Fields) -> tuple[PlayedMove, ...]:
    moves = fields.texts("moves", MAX_MOVES_OF_GAME, LONGEST_MOVE)
    notes = fields.inner_lists("notes", MAX_MOVES_OF_GAME)
    notes += [None] * (len(moves) - len(notes))
    return tuple(_played(move, note) for move, note in zip(moves, notes, strict=False))


def _variations(line: Fields, first: int) -> tuple[Variation, ...]:
    """Return a line's variations. Each begins later than the line, so the nesting depth is limited."""
    variations = []
    for variation in line.inner_lists("variations", MAX_VARIATIONS):
        fields = variation or Fields(None, "variations")
        ply = fields.whole("ply", first, MAX_MOVES_OF_GAME)
        variations.append(Variation(ply, _line(fields), _variations(fields, ply + 1)))
    return tuple(variations)


def _played(move: str, note: Fields | None) -> PlayedMove:
    if note is None:
        return PlayedMove(Move(move))
    return PlayedMove(
        Move(move),
        _number(note, "value"),
        _number(note, "seconds"),
        note.text("comment", LONGEST_COMMENT, ""),
    )


def _number(fields: Fields, name: str) -> float | None:
    return fields.number(name, -MAX_NUMBER, MAX_NUMBER) if fields.has(name) else None


def game_object(game: GameRecord) -> JsonObject:
    """Convert a game to an object that `game_of` can read.

    Huge numbers are omitted, and long strings are truncated.
    """
    return {
        "start": None if game.start == Position.start() else game.start.format(),
        **_line_object(game),
        "black": game.black.name[:LONGEST_NAME],
        "white": game.white.name[:LONGEST_NAME],
        "black_rating": _shown(game.black.rating),
        "white_rating": _shown(game.white.rating),
        "event": game.event[:LONGEST_NAME],
        "date": game.date[:LONGEST_NAME],
        "result": game.result,
        "ending": game.ending.value if game.ending else None,
        "comment": game.comment[:LONGEST_COMMENT],
    }


def _line_object(line: GameRecord | Variation) -> JsonObject:
    notes = [_note_object(played) for played in line.played]
    return {
        "moves": [format_move(played.move) for played in line.played],
        "notes": notes if any(notes) else [],
        "variations": [{"ply": variation.ply, **_line_object(variation)} for variation in line.variations],
    }


def _note_object(played: PlayedMove) -> JsonObject | None:
    if played.value is None and played.seconds is None and not played.comment:
        return None
    numbers = {"value": _shown(played.value), "seconds": _shown(played.seconds)}
    return {**numbers, "comment": played.comment[:LONGEST_COMMENT]}


def _shown(number: float | None) -> float | None:
    return None if number is None or abs(number) > MAX_NUMBER else number


class Read(NamedTuple):
    """The games read from a string or a file."""

    games: list[GameRecord]
    unread: list[str]
    """The errors in games that could not be read, up to MAX_ERRORS."""


def read_text(text: str) -> Read:
    """Return the games in *text*, which is the content of a game file, a board, a diagram or moves.

    Reads up to MAX_UPLOADED games. Raises OthelloError if there are no games. If *text* cannot be fully read
    as games, it is also tried as a single game, for example with one move per line.
    """
    if not text.strip():
        raise InvalidNotationError("the text is empty")
    result = None
    try:
        result = _read(text.encode(), "")
        if not result.unread:
            return result
    except OthelloError:
        pass
    try:
        return Read([_parsed(text)], [])
    except OthelloError:  # if neither attempt succeeds, this error is raised
        if result is None:
            raise
        return result


def read_file(name: str, data: str) -> Read:
    """Return up to MAX_UPLOADED games from a file. Raises OthelloError if there are no games.

    name -- the file's name, whose suffixes indicate the format and the compression
    data -- the file's content in Base64
    """
    try:
        content = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        raise InvalidNotationError("the content of the file is not Base64") from None
    suffixes = [suffix.lower() for suffix in PurePosixPath(name).suffixes]
    if suffixes and suffixes[-1] in PACKED:
        content = _unpacked(content, suffixes.pop())
    elif packing := packing_of(content):
        content = _unpacked(content, packing)
    if len(content) > LARGEST_UPLOAD:
        raise InvalidNotationError(f"the file is larger than {LARGEST_UPLOAD >> 10} KiB")
    suffix = suffixes[-1] if suffixes and suffixes[-1] in _SUFFIXES else ""
    if not content.strip():
        raise InvalidNotationError("the file is empty")
    try:
        return _read(content, suffix)
    except OthelloError as error:
        try:
            return Read([_parsed(content.decode("utf-8-sig"))], [])
        except (OthelloError, UnicodeDecodeError):
            raise error from None


def _parsed(text: str) -> GameRecord:
    """Parse text that describes a single game or board."""
    if len(text) > LONGEST_TEXT:
        raise InvalidNotationError(
            f"the text of {len(text)} characters is too long for a game: use at most {LONGEST_TEXT}"
        )
    return parse_game(text)


def _unpacked(content: bytes, suffix: str) -> bytes:
    """Unpack at most LARGEST_UPLOAD + 1 bytes of a compressed file."""
    packed = Content(f"the file{suffix}")
    packed.data = content
    try:
        with usable(packed), open_unpacked(packed) as file:
            return file.read(LARGEST_UPLOAD + 1)
    except FormatError as error:
        raise InvalidNotationError(error.reason) from None


def _read(content: bytes, suffix: str) -> Read:
    file = io.BytesIO(content)
    file.name = f"the file{suffix}"
    errors: list[FormatError] = []
    try:
        games = list(islice(read_games(file, errors.append), MAX_UPLOADED))
    except FormatError as error:
        raise InvalidNotationError(_without_path(error)) from None
    if not games:
        raise InvalidNotationError(_without_path(errors[0]) if errors else "there is no game")
    return Read(games, [_without_path(error) for error in errors[:MAX_ERRORS]])


def _without_path(error: FormatError) -> str:
    """Return an error's message without the file name."""
    places = {"line": error.line, "game": error.game}
    return "".join(f"{name} {number}: " for name, number in places.items() if number) + error.reason


def write_files(game: GameRecord, format: Format) -> list[JsonObject]:
    """Return the names of a game's files, their bytes in Base64 and, for text formats, their text.

    The WTHOR format needs three files. Raises OthelloError if the format cannot represent the game.
    """
    format.check(game)
    text = format_game(game, format.name) if format.format else None
    with TemporaryDirectory() as folder:
        suffix = format.suffixes[0] if format.suffixes else ".txt"
        write_games(Path(folder, FILE_NAME + suffix), [game], format=format.name)
        return [
            {
                "name": path.name,
                "data": base64.b64encode(path.read_bytes()).decode(),
                "text": text,
            }
            for path in sorted(Path(folder).iterdir(), key=lambda path: path.suffix != suffix)
        ]
