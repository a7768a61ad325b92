"""Files of games, labels and tokens: their rows, and runs that continue."""

import json
import os
import struct
from pathlib import Path

import numpy as np
import pytest

from othello import FormatError, OthelloError, lab
from othello.jobs.task import Resources
from othello.lab import files, sources
from othello.storage import records
from tests.cli.commands import run

GAMES = lab.random_games(300, seed=4)


def source(count=100, seed=4, at_once=30):
    return sources.GameRows(lab.random_games, count, seed, 0, at_once)


def made(path, rows, **options):
    return list(files.make(path, rows, {"format": "a run", **options}))


@pytest.fixture
def games(tmp_path):
    """A file of the moves of games."""
    path = tmp_path / "moves.npy"
    np.save(path, GAMES.moves)
    return path


def test_games(tmp_path):
    """A file of games contains the games of the function, however many jobs there are and wherever they
    run."""
    for places in (Resources(), Resources(workers=2)):
        path = tmp_path / "games.npy"
        counts = list(files.make(path, source(), {"format": "a run"}, places))
        assert counts == sorted(counts)
        assert (counts[0], counts[-1]) == (0, 100)
        rows = np.load(path)
        assert (rows["moves"] == GAMES.moves[:100]).all()
        assert (rows["length"] == GAMES.lengths[:100]).all()
        assert (rows["result"] == GAMES.results[:100]).all()
        assert [file.name for file in tmp_path.iterdir()] == ["games.npy"]
        path.unlink()


def test_a_file_of_parquet_has_the_same_rows_as_one_of_numpy_and_is_read_as_such(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "games.parquet"
    made(path, source())
    table = parquet.read_table(path)
    assert np.array_equal(table["moves"].to_pylist(), GAMES.moves[:100])
    assert table["result"].to_pylist() == GAMES.results[:100].tolist()
    given = files.read(path)
    assert (given.is_games, given.count) == (True, 100)
    assert (np.concatenate(list(given.blocks(7, 30))) == GAMES.moves[7:100]).all()


def test_arrays_whose_columns_are_stored_one_after_the_other(tmp_path):
    """A transposed array, which NumPy stores by columns, and fields give the rows that NumPy loads."""
    boards = lab.replay(GAMES.moves)
    columns = np.array([boards.players[:, 40], boards.opponents[:, 40]])
    fields = np.zeros(len(GAMES.moves), [("value", "f4"), ("moves", "u1", 60)])
    fields["moves"] = GAMES.moves
    for array, expected in (
        (columns.T, columns.T),
        (np.asfortranarray(GAMES.moves), GAMES.moves),
        (fields, GAMES.moves),
    ):
        np.save(tmp_path / "array.npy", array)
        given = files.read(tmp_path / "array.npy")
        assert given.count == 300
        assert (np.concatenate(list(given.blocks(7, 40))) == expected[7:]).all()


def test_a_file_that_shrinks_while_it_is_read(tmp_path):
    """A file that lacks a part is reported. A memory map would end the process with a signal."""
    path = tmp_path / "array.npy"
    for array in (GAMES.moves, np.asfortranarray(GAMES.moves)):
        np.save(path, array)
        blocks = files.read(path).blocks(0, 8)
        next(blocks)
        os.truncate(path, 500)
        with pytest.raises(FormatError, match=r"array\.npy: the file became shorter"):
            list(blocks)


class Stopping:
    """A source that fails after some jobs."""

    def __init__(self, inner, most):
        self.inner, self.most, self.row, self.count = inner, most, inner.row, inner.count

    def jobs(self, done):
        for number, job in enumerate(self.inner.jobs(done)):
            if number == self.most:
                raise KeyboardInterrupt
            yield job

    def rows(self, job):
        return self.inner.rows(job)


@pytest.mark.parametrize("cut", [0, 1, 66, 67])
def test_an_interrupted_run_continues(tmp_path, cut):
    """A run that was killed, even within a row, continues with the missing rows."""
    path, working = tmp_path / "games.npy", tmp_path / "games.npy.part"
    with pytest.raises(KeyboardInterrupt):
        made(path, Stopping(source(), 2))
    assert not path.exists()
    data = working.read_bytes()
    working.write_bytes(data[: len(data) - cut])
    counts = made(path, source())
    assert counts[0] == 60 - (cut + 65) // 66
    assert (np.load(path)["moves"] == GAMES.moves[:100]).all()
    assert not working.exists()


def test_the_working_file_is_closed_when_it_is_removed(tmp_path, monkeypatch):
    """The working file is closed before it is removed, because Windows does not remove an open file."""
    closed = []
    monkeypatch.setattr(records.RecordFile, "close", lambda self: closed.append(self._file.close()))
    monkeypatch.setattr(Path, "unlink", lambda self, **_: closed.append(self.name))
    made(tmp_path / "games.npy", source())
    assert closed == [None, "games.npy.part"]


def test_a_changed_row_is_not_believed(tmp_path, monkeypatch):
    """A changed bit in a working file is reported with the number of its row, and no output is written."""
    monkeypatch.setattr(records, "AT_ONCE", 7)
    path, working = tmp_path / "games.npy", tmp_path / "games.npy.part"
    with pytest.raises(KeyboardInterrupt):
        made(path, Stopping(source(), 2))
    data = bytearray(working.read_bytes())
    data[-30] ^= 1
    working.write_bytes(data)
    with pytest.raises(FormatError, match="row 60 of rows: the checksum is wrong"):
        made(path, source())
    assert not path.exists()


def test_a_working_file_with_a_part_of_its_first_line_is_begun_again(tmp_path):
    working = tmp_path / "games.npy.part"
    working.write_bytes(json.dumps({"format": "a run"}).encode()[:7])
    made(tmp_path / "games.npy", source())
    assert len(np.load(tmp_path / "games.npy")) == 100


def test_another_run_does_not_continue(tmp_path):
    """A working file from a run with other options, or from something else, is refused and kept."""
    path, working = tmp_path / "games.npy", tmp_path / "games.npy.part"
    with pytest.raises(KeyboardInterrupt):
        made(path, Stopping(source(), 2), seed=4)
    before = working.read_bytes()
    with pytest.raises(FormatError, match="the file belongs to a run with seed '4' instead of '5'"):
        made(path, source(), seed=5)
    assert working.read_bytes() == before
    for other in (b"my notes", b"my notes\nof today\n", b"\x00\xff\n"):
        working.write_bytes(other)
        with pytest.raises(FormatError, match=r"games.npy.part.*(did not write this file|not in the format)"):
            made(path, source())
        assert working.read_bytes() == other


def test_an_error_of_a_job_names_it_and_keeps_the_rows_before_it(tmp_path):
    path = tmp_path / "moves.npy"
    moves = GAMES.moves.copy()
    moves[290, 3] = 0
    np.save(path, moves)
    rows = sources.LabelRows(path, 1, 0, True, 300)
    with pytest.raises(
        OthelloError, match=r"moves.npy: in the rows from 288 on, move 3 of game 2 is illegal: a1"
    ):
        made(tmp_path / "labels.npy", rows)
    assert (tmp_path / "labels.npy.part").stat().st_size > 288 * rows.row.itemsize


# The commands


def test_labels_of_games_have_the_values_best_moves_and_losses_of_the_library(tmp_path, games):
    out = tmp_path / "labels.npy"
    np.save(games, GAMES.moves[:20])
    code, text, _ = run("lab", "labels", games, "-o", out, "--depth", 1, "--exact-from", 4)
    assert (code, text) == (0, f"20 rows are in {out}\n")
    expected = lab.graded(GAMES.moves[:20], 1, 4)
    labels = np.load(out)
    for name, column in zip(("value", "best", "kind", "loss"), expected, strict=True):
        assert np.array_equal(labels[name], column, equal_nan=name in ("value", "loss"))


@pytest.mark.parametrize("suffix", ["npy", "parquet"])
def test_labels_of_boards(tmp_path, suffix):
    """Labels of boards equal the library's, even for a file of labels, which contains boards."""
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    boards = lab.replay(GAMES.moves)
    pairs = np.stack([boards.players[:, 40], boards.opponents[:, 40]], axis=1)
    np.save(tmp_path / "boards.npy", pairs)
    first, second = tmp_path / f"first.{suffix}", tmp_path / "second.npy"
    for given, out in ((tmp_path / "boards.npy", first), (first, second)):
        assert run("lab", "labels", given, "-o", out, "--depth", 2, "--exact-from", 0)[0] == 0
    labels, expected = np.load(second), lab.values(*pairs.T, 2, 0)
    assert (np.stack([labels["player"], labels["opponent"]], axis=1) == pairs).all()
    assert (labels["value"] == expected.values).all()
    assert (labels["best"] == expected.moves).all()


def test_tokens_of_games_are_those_of_the_library_and_plain_arrays(tmp_path, games):
    out = tmp_path / "tokens.npy"
    assert run("lab", "tokens", games, "-o", out)[0] == 0
    assert (np.load(out) == lab.tokens(GAMES.moves)).all()
    words = ("--vocabulary", "squares", "--passes", "--width", 66)
    assert run("lab", "tokens", games, "-o", out, "--force", *words)[0] == 0
    assert (np.load(out) == lab.tokens(GAMES.moves, "squares", passes=True, width=66)).all()


@pytest.mark.parametrize(
    ("words", "play"),
    [
        (["--full"], lambda: lab.random_games(3, 7, first=5, full=True)),
        (["--depth", 2, "--noise-share", 0.5], lambda: lab.selfplay_games(3, 2, 7, 0.5, first=5)),
        (["--level", "newcomer"], lambda: lab.human_games(3, "newcomer", 7, first=5)),
    ],
)
def test_each_kind_of_games_is_that_of_the_library(tmp_path, words, play):
    out = tmp_path / "games.npy"
    assert run("lab", "games", "-o", out, "-g", 3, "--seed", 7, "--first", 5, *words)[0] == 0
    assert (np.load(out)["moves"] == play().moves).all()


def test_an_interrupted_command_names_the_file_that_has_the_rows(tmp_path, monkeypatch):
    rows = sources.GameRows.rows

    def interrupted(self, job):
        if job[0] > 0:
            raise KeyboardInterrupt
        return rows(self, job)

    monkeypatch.setattr(sources.GameRows, "rows", interrupted)
    out = tmp_path / "games.npy"
    code, _, errors = run("lab", "games", "-o", out, "-g", 60_000)
    assert (code, errors) == (130, f"interrupted: 50000 of 60000 rows are in {out}.part\n")
    assert [file.name for file in tmp_path.iterdir()] == ["games.npy.part"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("games -o x.txt -g 1", "x.txt: the name of the file must end in .npy or .parquet"),
        ("games -o x.npy -g 1 --full --depth 3", "use only one of --full, --depth and --level"),
        ("games -o x.npy -g 1 --level expert", "'expert' is not a level"),
        ("games -o none/x.npy -g 1", "does not exist"),
        (
            "labels text.npy -o x.npy",
            "text.npy: this is not a .npy file with one array, and not a .parquet file",
        ),
        ("labels empty.npy -o x.npy", "empty.npy: this is not a .npy file with one array"),
        ("labels floats.npy -o x.npy", "its array is float64 (3, 2), but games must be"),
        ("labels objects.npy -o x.npy", "objects.npy: this is not a .npy file with one array"),
        ("labels header.npy -o x.npy", "header.npy: this is not a .npy file with one array"),
        ("labels nested.npy -o x.npy", "nested.npy: this is not a .npy file with one array"),
        ("labels several.npz -o x.npy", "several.npz: this is not a .npy file with one array"),
        (
            "labels overlap.npy -o x.npy",
            "overlap.npy: in the rows from 0 on, board 1 has two discs on one square",
        ),
        ("tokens overlap.npy -o x.npy", "overlap.npy: this file contains boards, but only games have tokens"),
        ("tokens moves.npy -o x.npy --passes", "the vocabulary othello_world has no token for a pass"),
        (
            "tokens illegal.npy -o x.npy",
            "illegal.npy: in the rows from 0 on, move 0 of game 0 is illegal: a1",
        ),
        ("tokens moves.npy -o moves.npy", "moves.npy: the command reads this file"),
    ],
)
def test_bad_input(tmp_path, monkeypatch, words, message):
    """Bad input gets one sentence that tells where it is, and the status is 2."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.npy").write_text("hello")
    (tmp_path / "empty.npy").write_text("")
    np.save("floats.npy", np.zeros((3, 2)))
    np.save("objects.npy", np.array([{}]))
    np.save("header.npy", np.zeros((3, 2)))
    (tmp_path / "header.npy").write_bytes((tmp_path / "header.npy").read_bytes().replace(b"}", b" "))
    (tmp_path / "nested.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", 9000) + b"-" * 9000)
    np.savez("several.npz", a=1)
    np.save("overlap.npy", np.array([(1, 2), (3, 3)], np.uint64))
    np.save("illegal.npy", np.zeros((1, 60), np.uint8))
    np.save("moves.npy", GAMES.moves)
    code, out, errors = run("lab", *words.split())
    assert (code, out) == (2, "")
    assert message in " ".join(errors.split())


def test_fields_of_other_types_and_shapes(tmp_path):
    """Fields with the right names but other contents are refused like arrays without fields."""
    path, boards = tmp_path / "fields.npy", [("player", "u8"), ("opponent", "u8")]
    for shape, fields in (
        (3, [("player", "u8", 2), ("opponent", "u8")]),
        (3, [("player", "u8", 2), ("opponent", "u8", 2)]),
        (3, [("player", "u8"), ("opponent", "i8")]),
        (3, [("player", "f8"), ("opponent", "f8")]),
        (3, [("player", "S8"), ("opponent", "S8")]),
        (3, [("player", boards), ("opponent", boards)]),
        (3, [("board", boards)]),
        ((3, 2), boards),
        ((), boards),
        (3, [("moves", "u1", 59)]),
        (3, [("moves", "u1", (60, 1))]),
        (3, [("moves", "u2", 60)]),
        (3, [("moves", [("moves", "u1", 60)])]),
        ((), [("moves", "u1", 60)]),
        ((), [("moves", "u1", (3, 60))]),
    ):
        np.save(path, np.zeros(shape, fields))
        with pytest.raises(
            FormatError, match=r"fields\.npy: its array is .*, but games must be uint8 \(n, 60\), and"
        ):
            files.read(path)


def damaged_page(path):
    """Write a file of games of which the first page is damaged."""
    made(path, source())
    data = bytearray(path.read_bytes())
    data[4:400] = bytes(396)
    path.write_bytes(data)


def table_of(**columns):
    """Return a function that writes a table."""

    def write(path):
        pyarrow, parquet = map(pytest.importorskip, ("pyarrow", "pyarrow.parquet"))
        parquet.write_table(pyarrow.table(columns), path)

    return write


WRONG_TABLES = {
    "a text": (lambda path: path.write_text("hello, I am no table of numbers"), "this is not a Parquet file"),
    "other columns": (table_of(a=[1]), "it needs a column `moves`"),
    "a damaged page": (damaged_page, "table.parquet: "),
    "moves that are texts": (table_of(moves=["f5d6"]), "use lists of 60 uint8 in `moves`"),
    "moves that are numbers": (table_of(moves=[37]), "use lists of 60 uint8 in `moves`"),
    "lists of unequal length": (table_of(moves=[[19] * 59, [19] * 61]), "use lists of 60 uint8 in `moves`"),
    "a game that is missing": (table_of(moves=[[19] * 60, None]), "use lists of 60 uint8 in `moves`"),
    "boards that are texts": (table_of(player=["a"], opponent=["b"]), "uint64 in `player` and `opponent`"),
    "a board that is missing": (table_of(player=[1, None], opponent=[2, 2]), "or uint64 in `player` and"),
}


@pytest.mark.parametrize(("write", "message"), WRONG_TABLES.values(), ids=WRONG_TABLES)
def test_a_damaged_table_or_other_columns(tmp_path, monkeypatch, write, message):
    """A file that is not Parquet, is damaged, or has other columns is refused with its name."""
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "table.parquet")
    code, _, errors = run("lab", "labels", "table.parquet", "-o", "x.npy")
    assert code == 2
    assert "table.parquet: " in errors
    assert message in " ".join(errors.split())
