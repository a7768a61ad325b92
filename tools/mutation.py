"""Measure what the tests notice: change the product in one place at a time, and run tests.

    make mutate SAMPLE=400 SEED=1
    make mutate AGAINST=results.jsonl   # the same mutants after a change of the tests

A changed product is called a *mutant*. Tests *kill* a mutant if they fail or take much longer than without
the change. If a mutant survives, either the tests have a gap, or the mutant behaves like the product (it is
equivalent).

Mutants are tried in a copy of the tree in build/mutation/HASH. HASH is computed from the product and the
tests. The first run for a tree measures which tests reach which lines. Each mutant adds a JSON line to
`results.jsonl` in that folder. After Ctrl-C, run the same command to continue.
"""

import argparse
import collections
import contextlib
import functools
import hashlib
import json
import math
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from othello.native import library
from tests import source
from tools import mutants, reach
from tools.mutants import Mutant

SLOWER = 5
"""A mutant is killed if its tests take this many times their usual time plus START seconds."""
START = 20
"""Processor time for starting pytest, in seconds."""
COMPILATION = 200
"""Processor time for compiling the machine code, in seconds."""
WAITS = 5
"""A mutant is assumed to hang, and killed, after this many times its limit of processor time."""
FIRST, NEAR, FAR = 1.0, 10.0, 5.0
"""Limits, in usual seconds: for the first tests, all tests, and all if none reaches the mutant's line."""
COMPILED = ("kernels", "native", "search", "solving", "players", "lab", "training")
"""Test folders that run machine code. The folders that test it most directly come first."""
LIMITS = {resource.RLIMIT_DATA: 6 << 30, resource.RLIMIT_FSIZE: 1 << 30}
"""Maximum memory, and maximum size of a file, that a mutant may use, in bytes."""
OPTIONS = ("-x", "-p", "no:cacheprovider", "--hypothesis-profile=mutants", "--hypothesis-seed=1")


class Copy:
    """A copy of the tree in which mutants are tried."""

    def __init__(self) -> None:
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.check_output(command, cwd=source.ROOT, text=True).split("\0")
        files = [name for name in sorted(names) if (source.ROOT / name).is_file()]
        content = hashlib.sha256()
        for name in files:
            if name.startswith((*source.PACKAGES, "tests", "setup.cfg")):
                content.update(name.encode() + (source.ROOT / name).read_bytes())
        self.folder = source.ROOT / "build" / "mutation" / content.hexdigest()[:16]
        self.root = self.folder / "tree"
        for name in files:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source.ROOT / name, self.root / name)
        with contextlib.suppress(FileExistsError):
            (self.root / "othello" / "gtp").symlink_to("../gtp")
        self._cache = self.folder / "cache"
        if not self._cache.exists():
            self._run(["othello", "warmup"], COMPILATION, self._cache)
        if not (self.folder / "reach").exists():
            print("All fast tests run once, with coverage: twice the time of `make test`.", flush=True)
            with tempfile.TemporaryDirectory(dir=self.folder) as unfinished:
                cache = shutil.copytree(self._cache, Path(unfinished, "cache"))
                reach.measure(self.root, Path(unfinished, "reach"), self._environment(cache))
                Path(unfinished, "reach").rename(self.folder / "reach")
        self._reach = reach.Reach(self.root, self.folder / "reach")

    def mutants(self) -> dict[Mutant, Any]:
        """Map each mutant of the product to the syntax node that it changes."""
        files = [path.relative_to(source.ROOT).as_posix() for path in source.files()]
        return {mutant: node for file in files for mutant, node in mutants.of_file(self.root, file).items()}

    def attempt(self, mutant: Mutant, node: Any) -> tuple[str, str]:
        """Try a mutant. Return the result (killed, slow or survived) and the failed test's name."""
        path = self.root / mutant.file
        content, times = path.read_bytes(), path.stat()
        # A mutant may remove or damage files outside the tree, so it gets its own folders.
        with tempfile.TemporaryDirectory(prefix="mutant-", ignore_cleanup_errors=True) as name:
            cache = shutil.copytree(self._cache, Path(name, "cache"))
            path.write_bytes(mutants.changed(content, mutant, node))
            try:
                if _is_compiled(mutant.file):
                    code, _ = self._run(["othello", "warmup"], COMPILATION, cache)
                    if code != 0:
                        return "killed", "othello warmup"
                for tests, seconds in self._batches(mutant, node.lineno):
                    Path(name, "tests").write_text("\n".join(tests), encoding="utf-8")
                    limit = START + SLOWER * seconds
                    code, output = self._run(["pytest", *OPTIONS, f"@{name}/tests"], limit, cache)
                    if code != 0:
                        failed = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", output, re.MULTILINE)
                        return "slow" if code is None else "killed", failed[1] if failed else ""
            finally:
                path.write_bytes(content)
                os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        return "survived", ""

    def _batches(self, mutant: Mutant, line: int) -> list[tuple[list[str], float]]:
        """Return one or two batches of tests for a mutant, best tests first, with their usual seconds."""
        seconds = self._reach.seconds
        near, far = self._reach.tests(mutant.file, line)
        near = testing_code(mutant.file, seconds) or near
        batches: tuple[list[str], list[str]] = ([], [])
        spent = 0.0
        for test in ranked(near or far, mutant.file, seconds):
            if not batches[0] or spent + seconds[test] <= (NEAR if near else FAR):
                batches[spent > FIRST].append(test)
                spent += seconds[test]
        return [(batch, sum(seconds[test] for test in batch)) for batch in batches if batch]

    def _environment(self, cache: Path) -> dict[str, str]:
        own = {"PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "", "OTHELLO_CACHE": str(cache)}
        own |= dict.fromkeys(("HOME", "TMPDIR", "HYPOTHESIS_STORAGE_DIRECTORY"), str(cache.parent))
        return os.environ | own

    def _run(self, words: list[str], seconds: float, cache: Path) -> tuple[int | None, str]:
        """Run a Python module. Return its output and its exit status, which is None if it took too long.

        seconds -- maximum processor time per process, so that a busy computer does not kill a mutant
        """
        limits = {resource.RLIMIT_CPU: math.ceil(seconds), **LIMITS}
        with subprocess.Popen(
            [sys.executable, "-m", *words],
            cwd=self.root,
            env=self._environment(cache),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=functools.partial(_limit, limits),
        ) as process:
            try:
                output, _ = process.communicate(timeout=WAITS * seconds)
            except subprocess.TimeoutExpired:
                return None, ""
            finally:
                # The module may have left processes behind.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
        return None if process.returncode == -signal.SIGXCPU else process.returncode, output


def _limit(limits: dict[int, int]) -> None:
    for kind, most in limits.items():
        resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))


def testing_code(file: str, tests: Iterable[str]) -> set[str]:
    """If a module becomes machine code, return the *tests* that run it, which coverage cannot see."""
    return {test for test in tests if test.split("/")[1] in COMPILED} if _is_compiled(file) else set()


def ranked(tests: Iterable[str], changed_file: str, seconds: dict[str, float]) -> list[str]:
    """Return the tests of a changed module, best first.

    The best tests are fast, and import the module or at least belong to its room. Of a test with several
    cases, the fastest case comes first, and the others come after all tests.
    """
    folders = COMPILED if _is_compiled(changed_file) else (mutants.room_of(changed_file),)
    cases: collections.Counter[str] = collections.Counter()
    ranks: dict[str, tuple[bool, bool, int, float, str]] = {}
    for test in sorted(tests, key=lambda test: (seconds[test], test)):
        file, function = test.partition("::")[0], test.partition("[")[0]
        room = file.split("/")[1]
        place = folders.index(room) if room in folders else len(folders)
        is_further_case = cases[function] > 0
        ranks[test] = is_further_case, not _imports(file, changed_file), place, seconds[test], test
        cases[function] += 1
    return sorted(ranks, key=ranks.__getitem__)


@functools.cache
def _is_compiled(file: str) -> bool:
    """Return whether a module becomes machine code or compiles it."""
    return source.ROOT / file in [*library.kernel_files(), *library.compiler_files()]


@functools.cache
def _imports(tests: str, file: str) -> bool:
    """Return whether a test file imports a module directly."""
    return source.module_of(source.ROOT / file) in source.imports(source.ROOT / tests)


def read(path: Path) -> dict[Mutant, str]:
    """Read a results file. An incomplete last line is ignored."""
    results = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        with contextlib.suppress(json.JSONDecodeError):
            record = json.loads(line)
            results[Mutant(*(record[field] for field in Mutant._fields))] = record["result"]
    return results


def print_report(results: dict[Mutant, str], before: dict[Mutant, str], nodes: dict[Mutant, Any]) -> None:
    """Print the survivors, what has changed since earlier results, and a table by room."""
    for mutant, result in results.items():
        if result == "survived":
            news = " now" if before.get(mutant, result) != result else ""
            print(f"survived{news}: {mutant.file}:{nodes[mutant].lineno}: {mutant.old} -> {mutant.new}")
    for mutant in before:
        if mutant not in nodes:
            print(f"no longer there: {mutant.file}: {mutant.function}: {mutant.old} -> {mutant.new}")
    counts = collections.Counter(
        (room, result == "survived") for mutant, result in results.items() for room in (mutant.room, "all")
    )
    print(f"{'room':10}{'killed':>8}{'survived':>10}")
    for room in [*sorted({mutant.room for mutant in results}), "all"]:
        print(f"{room:10}{counts[room, False]:8}{counts[room, True]:10}")


def main() -> None:
    """Try a sample of mutants, and print which of them survive."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sample", type=int, default=200, help="number of mutants (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="choice of the mutants (default 1)")
    parser.add_argument(
        "--against", type=Path, help="earlier results: try their mutants instead, and compare"
    )
    options = parser.parse_args()
    before = read(options.against) if options.against else {}
    copy = Copy()
    nodes = copy.mutants()
    sample = [mutant for mutant in before if mutant in nodes]
    if not options.against:
        sample = mutants.sample(nodes, options.sample, options.seed)
    path = copy.folder / "results.jsonl"
    results = read(path)
    try:
        for number, mutant in enumerate(sample, 1):
            if mutant not in results:
                line = nodes[mutant].lineno
                print(
                    f"{number}/{len(sample)} {mutant.file}:{line}: {mutant.old} -> {mutant.new}", flush=True
                )
                begin = time.monotonic()
                results[mutant], test = copy.attempt(mutant, nodes[mutant])
                details = {"line": line, "test": test, "seconds": round(time.monotonic() - begin, 1)}
                record = {**mutant._asdict(), "result": results[mutant], **details}
                with open(path, "a", encoding="utf-8") as file:
                    print(json.dumps(record), file=file)
                print(f"    {results[mutant]} after {details['seconds']} s {test}", flush=True)
    except KeyboardInterrupt:
        print("Run the same command to continue.")
    ended = {mutant: results[mutant] for mutant in sample if mutant in results}
    print_report(ended, before, nodes)
    sys.exit(any(result == "survived" != before.get(mutant, result) for mutant, result in ended.items()))


if __name__ == "__main__":
    main()
