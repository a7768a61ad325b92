"""One failing call at a time: every call of a command that changes a file fails once, in its own run.

strace lists the calls of an undisturbed run that name files of a folder. Then, for each call and each fault,
the command runs in a new copy of the folder. The call fails, or the process is killed there. Then the same
command runs again without a fault, once for all faults that leave the same files. `tests.faults.writing` has
the commands.
"""

import contextlib
import filecmp
import re
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

CALLS = (
    "openat,write,pwrite64,rename,renameat,renameat2,link,linkat,unlink,unlinkat,"
    "ftruncate,truncate,fsync,fdatasync,mkdir,mkdirat"
)
ERRORS = ("ENOSPC", "EIO")
"""Errors of calls, in turn."""
LINE = re.compile(r"(\d+) +(\w+)\((.*)")
WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT")
TIMES = re.compile(
    rb'"(seconds|date|time|longest|check)": (\{[^}]*\}|\[[^\]]*\]|"[^"]*"|[^,}]*)'
    rb"|DT\[[^\]]*\]|/[^\]/]*/[\d.]+\]|(?s:(?<=XADEKOOB..).{8})"
)
"""What differs from run to run in a file of results: times, and checksums of rows with times."""
IGNORED = re.compile(r"unlink\(\S*-(shm|wal)\"|fdatasync\(\d+<[^>]*/traced>\)")
"""Calls whose errors SQLite ignores: a book that is closed leaves files that the next run takes over, and a
folder need not be on the disk."""
LIMIT = 180
"""Seconds after which a run hangs."""


@dataclass
class Table:
    """The effects of a command's faults. Everything except `tried` must be empty."""

    tried: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    """Numbers of faults by what went wrong."""
    details: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Case:
    """A command in a folder."""

    words: list[str]
    compared: list[str]
    """Files and folders that must equal an undisturbed run's after the second run."""


def othello(case: Case, folder: Path, *before: str) -> tuple[int, str]:
    """Run a command in a folder, if needed under another program, and return its status and output."""
    done = subprocess.run(
        [*before, sys.executable, "-m", "othello", *case.words],
        cwd=folder,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=LIMIT,
    )
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def strace(paths: list[Path], *options: str) -> list[str]:
    """Return the beginning of a command that traces calls with these paths."""
    return [
        "strace",
        "-f",
        "-qq",
        "-s",
        "0",
        *(word for path in paths for word in ("-P", str(path))),
        *options,
    ]


def files_of(case: Case, folder: Path) -> list[str]:
    """Return the names of the files of a folder that an undisturbed run changes, and the folder itself."""
    log = folder.with_name("log")
    status, text = othello(case, folder, *strace([], "-y", "-o", str(log), "-e", f"trace={CALLS}"))
    assert status in (0, 1), text
    names = {"."}
    for line in log.read_text(errors="replace").splitlines():
        for name in re.findall(rf'(?:{re.escape(str(folder))}/|")([^/"<>][^"<>]*)[">]', line):
            if WRITES.search(line) or "openat" not in line:
                names.add(name)
    return sorted(names)


def calls_of(case: Case, folder: Path, names: list[str]) -> Iterator[tuple[str, int, str]]:
    """Yield the calls of an undisturbed run that change the named files: call, number, call and arguments."""
    log = folder.with_name("log")
    paths = [folder / name for name in names]
    othello(case, folder, *strace(paths, "-y", "-o", str(log), "-e", f"trace={CALLS}"))
    counts: Counter[tuple[str, str]] = Counter()
    for line in log.read_text(errors="replace").splitlines():
        if match := LINE.match(line):
            thread, call, arguments = match.groups()
            counts[thread, call] += 1
            if call != "openat" or WRITES.search(arguments):
                yield call, counts[thread, call], f"{call}({arguments}"


def content(path: Path) -> bytes | None:
    """Return the content of a file without times, or of all files in a folder, or None if it is missing."""
    if path.is_dir():
        return b"".join(child.name.encode() + (content(child) or b"") for child in sorted(path.iterdir()))
    return TIMES.sub(b"", path.read_bytes()) if path.exists() else None


def changed(inputs: Path, folder: Path) -> list[str]:
    """Return the names of files and folders that are not inputs."""
    comparison = filecmp.dircmp(inputs, folder)
    same, *_ = filecmp.cmpfiles(inputs, folder, comparison.common_files, shallow=False)
    folders = (name for name in comparison.common_dirs if content(inputs / name) != content(folder / name))
    return sorted(
        {*comparison.left_only, *comparison.right_only, *folders, *comparison.common_files} - {*same}
    )


def result(path: Path) -> bytes | None:
    """Return the content of a file, of a book the rows of its tables."""
    if path.suffix != ".book" or not path.exists():
        return content(path)
    with contextlib.closing(sqlite3.connect(path)) as book:
        return "\n".join(book.iterdump()).encode()


def inject(case: Case, inputs: Path, base: Path) -> Table:
    """Try all faults of a command on copies of a folder of inputs."""
    table = Table()
    clean = Path(shutil.copytree(inputs, base / "clean"))
    status, text = othello(case, clean)
    assert status in (0, 1), text
    expected = status
    names = files_of(case, Path(shutil.copytree(inputs, base / "listed")))
    traced = Path(shutil.copytree(inputs, base / "traced"))
    repeated: dict[tuple[object, ...], list[str]] = {}
    for call, number, line in calls_of(case, traced, names):
        error = ERRORS[number % len(ERRORS)]
        actions = {"KILL": "signal=KILL"} | ({} if IGNORED.match(line) else {error: f"error={error}"})
        for fault, action in actions.items():
            folder = Path(shutil.copytree(inputs, base / f"{table.tried}"))
            table.tried += 1
            failures = list(fail(case, inputs, folder, names, call, f"{action}:when={number}", expected))
            left = tuple((name, content(folder / name)) for name in changed(inputs, folder))
            if left not in repeated:
                repeated[left] = list(repeat(case, folder, clean, expected))
            for wrong in failures + repeated[left]:
                table.wrong[wrong.partition(":")[0]] += 1
                table.details.append(f"{number} {line.replace(str(base), '')[:80]} {fault}: {wrong}")
            shutil.rmtree(folder)
    return table


def fail(
    case: Case, inputs: Path, folder: Path, names: list[str], call: str, action: str, expected: int
) -> Iterator[str]:
    """Run a command with a failing call, and yield what goes wrong.

    A call that depends on the time, such as an fsync for each second, may not be reached in this run.
    """
    log = folder.with_name("log")
    paths = [folder / name for name in names]
    trace = strace(paths, "-o", str(log), "-e", f"trace={CALLS}", "-e", f"inject={call}:{action}")
    status, text = othello(case, folder, *trace)
    has_failed = "(INJECTED)" in log.read_text(errors="replace")
    if "Traceback" in text:
        yield f"traceback: {text.splitlines()[-1]}"
    if status == expected and has_failed:
        yield "status 0"
    yield from (
        f"input changed: {name}"
        for name in changed(inputs, folder)
        if name not in case.compared and (inputs / name).exists()
    )


def repeat(case: Case, folder: Path, clean: Path, expected: int) -> Iterator[str]:
    """Run a command again, without a fault, and yield the differences from an undisturbed run."""
    status, text = othello(case, folder)
    if status != expected or "Traceback" in text:
        yield f"second run: status {status}, {text.splitlines()[-1:]}"
    left = {path.name for path in folder.iterdir()} - {path.name for path in clean.iterdir()}
    if left:
        yield f"left over: {sorted(left)}"
    for name in case.compared:
        if result(folder / name) != result(clean / name):
            yield f"other result: {name}"
