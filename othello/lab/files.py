"""Reads and writes games, labels and tokens in .npy and Parquet files. Jobs compute the rows.

A run appends its rows, in order, to a working file beside its output. At the end, it creates the output from
this file. After an interruption, the next run resumes from the working file. The first line of the file lists
everything that affects the rows, so that only the same run can resume from it.
"""

import importlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, Protocol

import numpy as np

from othello.errors import FormatError, OthelloError, readable, usable
from othello.jobs.executor import executor, in_order
from othello.jobs.task import HERE, FunctionTask, Resources
from othello.lab.checks import Array
from othello.rules.square import MAX_MOVES
from othello.storage import outputs
from othello.storage.records import RecordFile, RecordFormat

WORKING: Final = ".part"
"""This suffix is added to the name of the output to form the name of the working file."""
NPY, PARQUET = ".npy", ".parquet"
UNREADABLE: Final = (
    f"the file is damaged, or its columns have other types: use lists of {MAX_MOVES} uint8 in `moves`, or "
    "uint64 in `player` and `opponent`"
)
"""The error message for a Parquet file whose rows cannot be read."""


class Source(Protocol):
    """Builds the rows of a file. Each worker uses a copy of the source."""

    @property
    def row(self) -> np.dtype[Any]:
        """The dtype of a row."""

    @property
    def count(self) -> int:
        """The total number of rows."""

    def jobs(self, done: int) -> Iterable[Any]:
        """Yield the jobs that make all rows except the first *done* rows, in row order."""

    def rows(self, job: Any) -> Array:
        """Return the rows that a job makes. They must depend only on the job."""


def make(
    path: Path,
    source: Source,
    heading: dict[str, object],
    places: Resources = HERE,
    say: Callable[[str], None] = lambda text: None,
) -> Iterator[int]:
    """Write the rows of a source to a .npy or .parquet file. Yield how many rows are finished.

    *heading* lists everything that affects the rows (see `search.identity.heading`). Raises FormatError if a
    file cannot be written. Raises OthelloError if a job fails. In either case, the working file keeps the
    finished rows.
    """
    write = writer(path)
    working = path.with_name(path.name + WORKING)
    with RecordFile(working, RecordFormat("rows", 1, source.row), heading) as file:
        yield file.count
        with executor(FunctionTask(source.rows), places, log=say) as workers:
            for finished in in_order(workers.results(source.jobs(file.count))):
                file.append(finished.result)
                yield file.count
        with outputs.replacing(path) as target:
            write(target, source.row, file.count, file.blocks())
    working.unlink(missing_ok=True)  # after the file is closed, because Windows cannot remove an open file


def writer(path: Path) -> Callable[[IO[bytes], np.dtype[Any], int, Iterator[Array]], None]:
    """Return the function that writes a file with the suffix of *path*.

    Raises OthelloError if there is no such function or if the Parquet library is not installed.
    """
    suffix = path.suffix.lower()
    if suffix == NPY:
        return _write_npy
    if suffix == PARQUET:
        _pyarrow()
        return _write_parquet
    raise OthelloError(f"{path}: the name of the file must end in {NPY} or {PARQUET}")


def _write_npy(file: IO[bytes], row: np.dtype[Any], count: int, blocks: Iterator[Array]) -> None:
    header = {
        "descr": np.lib.format.dtype_to_descr(row.base),
        "fortran_order": False,
        "shape": (count, *row.shape),
    }
    np.lib.format.write_array_header_2_0(file, header)
    for block in blocks:
        file.write(block.tobytes())


def _write_parquet(file: IO[bytes], row: np.dtype[Any], count: int, blocks: Iterator[Array]) -> None:
    arrow, parquet = _pyarrow()
    schema = _table(np.zeros((0, *row.shape), row.base)).schema
    with parquet.ParquetWriter(arrow.PythonFile(file, "w"), schema) as written:
        for block in blocks:
            written.write_table(_table(block))


def _table(rows: Array) -> Any:
    """Convert rows to a pyarrow table. Array fields become lists of fixed size."""
    arrow, _ = _pyarrow()
    names = rows.dtype.names or ("tokens",)
    columns = []
    for name in names:
        column = rows[name] if rows.dtype.names else rows
        flat = arrow.array(np.ascontiguousarray(column).reshape(-1))
        is_list = column.ndim > 1
        columns.append(arrow.FixedSizeListArray.from_arrays(flat, column.shape[1]) if is_list else flat)
    return arrow.table(columns, names=list(names))


def _pyarrow() -> tuple[Any, Any]:
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise OthelloError(
            "Parquet needs pyarrow, which is not installed: run pip install 'othello[lab]'"
        ) from None


@dataclass(frozen=True, slots=True)
class StoredRows:
    """The games or boards in a readable file."""

    is_games: bool
    """Whether each row is a game, uint8 (60,). If not, each row is a board, uint64 (2,)."""
    count: int
    blocks: Callable[[int, int], Iterator[Array]]
    """A function that takes the index of a row and a block size. It yields the rows from this index on in
    blocks of this size."""


def read(path: Path) -> StoredRows:
    """Return the games or boards in a .npy or .parquet file. Raises FormatError if it contains neither.

    Games are stored as rows of moves or in a field `moves`. Boards are stored as pairs of words or in the
    fields `player` and `opponent`.
    """
    if path.suffix.lower() == PARQUET:
        return _read_parquet(path)
    with readable(path, f"this is not a {NPY} file with one array, and not a {PARQUET} file"):
        try:
            # This maps the file but reads only its header. If a process reads from a map after the file has
            # shrunk, the process is killed.
            header: Any = np.lib.format.open_memmap(path, mode="r")
        except MemoryError:  # Python's parser raises these if a header contains thousands of nested operators
            raise ValueError from None
    dtype, shape, rows = header.dtype, header.shape, partial(_rows, path, header)
    columns = dtype.names or ()
    if "moves" in columns and shape:
        dtype, shape = dtype["moves"].base, shape + dtype["moves"].shape
        return _checked(path, dtype, shape, lambda first, most: (part["moves"] for part in rows(first, most)))
    if {"player", "opponent"} <= set(columns) and dtype["player"] == dtype["opponent"] == np.uint64:
        return _checked(
            path, dtype["player"], (*shape, 2), lambda first, most: map(_pairs, rows(first, most))
        )
    return _checked(path, dtype, shape, rows)


def _read_parquet(path: Path) -> StoredRows:
    _, parquet = _pyarrow()
    with readable(path, "this is not a Parquet file"):
        file = parquet.ParquetFile(path)
        names, count = file.schema_arrow.names, file.metadata.num_rows
    for wanted in (["moves"], ["player", "opponent"]):
        if set(wanted) <= set(names):
            return StoredRows(wanted == ["moves"], count, partial(_batches, path, file, wanted))
    raise FormatError(path, None, "it needs a column `moves`, or columns `player` and `opponent`")


def _batches(path: Path, file: Any, names: list[str], first: int, most: int) -> Iterator[Array]:
    arrow, _ = _pyarrow()
    kind = arrow.list_(arrow.uint8(), MAX_MOVES) if names == ["moves"] else arrow.uint64()
    at = 0
    with readable(path, UNREADABLE):
        for batch in file.iter_batches(most, columns=names):
            skipped = min(max(0, first - at), batch.num_rows)
            at += batch.num_rows
            part = batch.slice(skipped)
            if part.num_rows:
                columns = [part.column(name).cast(kind) for name in names]
                if names == ["moves"]:
                    yield columns[0].flatten().to_numpy().reshape(part.num_rows, MAX_MOVES)
                else:
                    yield np.stack([column.to_numpy() for column in columns], axis=1)


def _rows(path: Path, header: Any, first: int, most: int) -> Iterator[Array]:
    """Yield the rows of an array in a .npy file, from row *first* on, in blocks of up to *most* rows.

    Raises FormatError if the file cannot be read.
    """
    for begin in range(first, len(header), most):
        count = min(most, len(header) - begin)
        with usable(path), open(path, "rb") as file:
            if header.flags.c_contiguous:
                elements = _elements(file, header, begin * header.strides[0], count * header[:1].size)
            else:  # the array is in Fortran order, so each column is contiguous in the file
                places = (
                    np.dot((begin, *column), header.strides) for column in np.ndindex(*header.shape[1:])
                )
                elements = np.stack([_elements(file, header, at, count) for at in places], axis=1)
        yield elements.reshape(count, *header.shape[1:])


def _elements(file: IO[bytes], header: Any, at: int, count: int) -> Array:
    """Return *count* elements of an array, starting *at* bytes after its first element.

    Raises EOFError if the file is too short.
    """
    file.seek(int(header.offset + at))
    elements = np.fromfile(file, header.dtype, count)
    if len(elements) < count:
        raise EOFError("the file became shorter while it was being read")
    return elements


def _pairs(rows: Array) -> Array:
    return np.stack([rows["player"], rows["opponent"]], axis=1)


def _checked(
    path: Path, dtype: np.dtype[Any], shape: tuple[int, ...], blocks: Callable[[int, int], Iterator[Array]]
) -> StoredRows:
    """Return the rows of an array. Raises FormatError if its type and shape fit neither games nor boards."""
    if dtype == np.uint8 and shape[1:] == (MAX_MOVES,):
        return StoredRows(True, shape[0], blocks)
    if dtype == np.uint64 and shape[1:] == (2,):
        return StoredRows(False, shape[0], blocks)
    raise FormatError(
        path,
        None,
        f"its array is {dtype} {shape}, but games must be uint8 (n, 60), and boards must be uint64 (n, 2)",
    )
