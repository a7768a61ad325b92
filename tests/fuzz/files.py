"""Files and texts that are not games: books, proofs, training data, weights, rows, reviews, arguments.

Parts that a checksum protects get a right one, so that the rest of the reader is reached.
"""

import contextlib
import hashlib
import io
import json
import sqlite3
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from othello import Book, Color, GameRecord, OpeningBook, OthelloError, PlayedMove, read_games, write_games
from othello.book.edax import export_edax, import_edax
from othello.book.jsonlines import export_jsonlines, import_jsonlines
from othello.book.merging import merge_records
from othello.formats import wthor
from othello.lab import files as lab_files
from othello.match.controllers.failure import Fault
from othello.match.controllers.timing import parse_clock, parse_move_time
from othello.match.engine_spec import EngineSpec, parse_engine_spec
from othello.match.openings import read_openings
from othello.match.outcome import GameResult, Side
from othello.players import human_model
from othello.players.human_model import FILE as HUMAN_MODEL
from othello.players.level_player import parse_level
from othello.review.annotation import saved_review
from othello.rules.square import parse_move, parse_squares
from othello.search import evaluation_files
from othello.search.evaluation_files import COMPACT
from othello.search.network import Network
from othello.solving import checker
from othello.solving.knowledge import BoundStore
from othello.solving.proof_file import FIRST, seal
from othello.solving.row import Row
from othello.storage import checkpoints
from othello.storage.append import CHECK, _end_of_row, read_lines, refusal, rows
from othello.storage.container import START
from othello.storage.records import RecordFormat, first_line
from othello.training import games, samples
from tests import positions
from tests.book.books import checked, filled, random_entries

_folder = TemporaryDirectory()
FOLDER = Path(_folder.name)


def on_file(name: str, read: Callable[[Path], object]) -> Callable[[bytes], None]:
    """Return a function that writes bytes to a file and reads it. A reader may refuse any file."""

    def run(data: bytes) -> None:
        path = FOLDER / name
        path.write_bytes(data)
        with contextlib.suppress(OthelloError):
            read(path)

    return run


def written(name: str, write: Callable[[Path], object]) -> bytes:
    """Return the bytes that a function writes to a file."""
    path = FOLDER / name
    path.unlink(missing_ok=True)
    write(path)
    return path.read_bytes()


def play_from_book(path: Path) -> None:
    """Open a book as engines do, then look at all of it. A book that is refused must have faults."""
    with contextlib.suppress(OthelloError):
        OpeningBook(path)
    with Book(path) as book:
        checked(book)
        for position, _ in book:
            book.moves(position)
        export_jsonlines(book, FOLDER / "exported.jsonl")


def small_book(path: Path) -> None:
    """Write a book of a few positions in the smallest pages."""
    with Book(path, writable=True) as book:
        filled(book, random_entries(1, 12))
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.executescript("PRAGMA journal_mode=DELETE; PRAGMA page_size=512; VACUUM;")


def exported(write: Callable[[Book, Path], object]) -> bytes:
    """Return a small book in the format of another program."""
    with filled(Book(), random_entries(2, 20)) as book:
        return written("exported", lambda path: write(book, path))


def merged(read: Callable) -> Callable[[Path], None]:
    """Return a function that adds another program's book to an empty one."""

    def run(path: Path) -> None:
        with Book() as book:
            for _ in merge_records(book, read(path, book), "fuzz"):
                pass
            report = checked(book)
            assert not report.faults, report.shown

    return run


def check_proof(data: bytes) -> None:
    """Check a proof whose lines have right seals."""
    lines, checksum = [FIRST.encode(), *data.splitlines()], ""
    for number, line in enumerate(lines):
        text = line.decode("ascii", "replace").replace("�", "?")
        checksum = seal(checksum, text)
        lines[number] = f"{text} {checksum}\n".encode()
    on_file("fuzz.proof", lambda path: list(checker.verify(path)))(b"".join(lines))


PROOF = b"""position XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-- X
leaves 1
claim >=64
fffffffffffffffe0000000000000001 g8
end 1
"""


def read_records(format: RecordFormat, read: Callable[[Path], object]) -> Callable[[bytes], None]:
    """Return a function that reads rows with right checksums."""
    size = format.row.itemsize
    run = on_file(f"fuzz{format.suffix}", read)

    def checked(data: bytes) -> None:
        rows = np.frombuffer(data[: len(data) // size * size], format.row)
        rest = data[len(rows) * size :][: size - 1]
        run(first_line(format.heading(is_test=False)) + format.packed(rows) + rest)

    return checked


def read_header(data: bytes) -> None:
    """Read the header of a file of weights."""
    path = Path("fuzz")
    with contextlib.suppress(OthelloError):
        begin = COMPACT.magic + len(data).to_bytes(4, "little") + data
        evaluation_files._fields(path, COMPACT.header(path, begin))


def read_containers(data: bytes) -> None:
    """Read a header and a body with a right checksum as each kind of container."""
    header, _, body = data.partition(b"\n")
    for kind, read in CONTAINERS:
        layout = json.dumps(dict(kind.layout)).encode()[1:-1]
        fields = b"{" + b", ".join(filter(None, (layout, header[1:-1]))) + b"}"
        content = kind.magic + len(fields).to_bytes(4, "little") + fields + zlib.compress(body)
        on_file("fuzz.container", read)(content + hashlib.sha256(content).digest())


CONTAINERS = (
    (COMPACT, evaluation_files.read),
    (HUMAN_MODEL, human_model.read),
    (
        checkpoints.FILE,
        lambda path: checkpoints.read(path, {"format": "fuzz"}, 9, {"sums": np.zeros(4, np.float32)}),
    ),
)
_MODEL: dict[str, object] = {"scale": 0.5, "made": "", "chunks": 3, "format": "fuzz"}
_MODEL["arrays"] = {"sums": "float32 (4,)"}
_MODEL["deviations"] = evaluation_files._header(Network.zero())["deviations"]


def read_review(data: bytes) -> None:
    """Read a review with a right checksum from a game of one move."""
    for line in data.decode("utf-8", "replace").splitlines():
        with contextlib.suppress(OthelloError):
            saved_review(replace(_REVIEWED, review=f"{line}{CHECK}{_end_of_row(line)}"))


_REVIEWED = GameRecord.from_moves(["f5"])
_REVIEW = b"""{"start": "---------------------------OX------XO--------------------------- X", "moves": \
[{"score": {"discs": -10.62, "outcome": null, "kind": "heuristic", "bound": "=", "depth": 1, "probability": \
null}, "best": {"move": "f5", "score": {"discs": -10.62, "outcome": null, "kind": "heuristic", "bound": "=", \
"depth": 1, "probability": null}, "pv": ["f5", "f4"]}, "line": ["f5", "f4"], "reasons": []}]"""


def read_array(path: Path) -> None:
    """Read all rows of an array of boards or games."""
    for block in lab_files.read(path).blocks(0, 3):
        assert len(block) <= 3


def _array() -> bytes:
    content = io.BytesIO()
    np.save(content, np.full((4, 60), 255, np.uint8))
    return content.getvalue()


def read_arguments(data: bytes) -> None:
    """Parse each line as each kind of argument."""
    for text in data.decode("utf-8", "surrogateescape").splitlines():
        for parse in ARGUMENTS:
            with contextlib.suppress(OthelloError):
                parse(text)


ARGUMENTS = (
    parse_clock,
    parse_level,
    parse_move,
    parse_move_time,
    parse_squares,
    lambda text: parse_engine_spec(text, EngineSpec("")),
    lambda text: human_model.move_probabilities(text, 1500),
)
_ARGUMENTS = b"5m+2\n0.5\ncasual\nf5d6c3\nname=a,cmd=cat -u,protocol=ugi,depth=3,options=Hash=1;A=b\n"


def read_wthor(path: Path) -> None:
    """Read a file of games whose list of names has the same bytes."""
    for suffix in (".jou", ".trn"):
        path.with_suffix(suffix).write_bytes(path.read_bytes())
        with contextlib.suppress(OthelloError):
            wthor.load_names(path.with_suffix(suffix))
    list(read_games(path, lambda error: None))


def read_rows(path: Path) -> None:
    """Read a file as each kind of rows, and its first line as a heading."""
    knowledge = BoundStore()
    for parse in (lambda fields: knowledge.add(Row.of(fields)), GameResult.of):
        with contextlib.suppress(OthelloError):
            list(rows(path, enumerate(read_lines(path), 1), parse, is_sealed=False))
    for line in read_lines(path):
        with contextlib.suppress(ValueError, RecursionError):
            refusal(json.loads(line), {"format": "fuzz", "engines": []})


def _outcome() -> bytes:
    played = tuple(map(PlayedMove, GameRecord.from_moves(["f5", "d6", "c3"]).moves))
    outcome = GameResult(0, Side("a"), Side("b"), "f5d6", played, None, Fault.HANG, Color.BLACK, "late")
    return json.dumps(outcome.as_object()).encode()


ROW = b"""{"position": "O--XOOOOXXXXXXOOOXOOOOOO-XXOXOXO-XOOOXXOXXXOOOOXXOOOOOOXOO-OOOOO X", "empties": 5, \
"lower": -18, "upper": -18, "selectivity": 100, "move": "c8", "alpha": -64, "beta": 64, "nodes": 30, \
"seconds": 0.000786, "predicted": 12, "max_nodes": null, "max_seconds": null, "hash": 256, "threads": 1, \
"version": "0.1.0", "weights": "0123abcd"}
"""
GAMES = [GameRecord.from_board(positions.passing_board())]
_GAMES, _SAMPLES = games.empty(3), np.ones(3, samples.SAMPLE)
FILES = {
    "book": (on_file("fuzz.book", play_from_book), written("seed.book", small_book)),
    "edax": (
        on_file("fuzz.dat", merged(lambda path, book: import_edax(path, 0))),
        exported(lambda book, path: export_edax(book, path, level=1)),
    ),
    "book rows": (on_file("fuzz.jsonl", merged(import_jsonlines)), exported(export_jsonlines)[:3000]),
    "proof": (check_proof, PROOF),
    "games": (read_records(games.FORMAT, games.read_samples), _GAMES.tobytes()),
    "samples": (read_records(samples.FORMAT, samples.FORMAT.read), _SAMPLES.tobytes()),
    "weights": (read_header, COMPACT.begin(evaluation_files._header(Network.zero()))[START:]),
    "wthor": (
        on_file("fuzz.wtb", read_wthor),
        written(
            "seed.wtb", lambda path: write_games(path, [GameRecord.from_board(positions.passing_board())])
        ),
    ),
    "rows": (on_file("fuzz.rows", read_rows), ROW + _outcome() + b"\n"),
    "containers": (read_containers, json.dumps(_MODEL).encode() + b"\n" + bytes(16)),
    "review": (read_review, _REVIEW),
    "array": (on_file("fuzz.npy", read_array), _array()),
    "arguments": (read_arguments, _ARGUMENTS),
    "openings": (on_file("fuzz.txt", read_openings), b"f5d6c3\n# two\nf5f6e6f4\n"),
}
"""Functions of bytes, which must not raise, and inputs to begin with, by name."""
