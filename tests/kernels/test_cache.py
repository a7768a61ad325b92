"""The cache of compiled kernels: stale and damaged code, second processes, folders that cannot be written."""

import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import platformdirs
import pytest

from othello.kernels import cache
from tests import source

MODULES = sorted(
    f"othello.kernels.{path.stem}" for path in cache.FOLDER.glob("*.py") if path.stem != "__init__"
)


def load_cache(folder):
    """Load a copy of the module `cache` that takes *folder* for its own."""
    spec = importlib.util.spec_from_file_location("othello.kernels.cache", folder / "cache.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def copied(tmp_path):
    """A folder with the sources of all kernels."""
    return Path(shutil.copytree(cache.FOLDER, tmp_path / "kernels", ignore=shutil.ignore_patterns("*.pyc")))


# The digest


@pytest.mark.parametrize("edited", ["bits", "frozen", "stability", "table", "evaluate", "root"])
def test_digests(copied, edited):
    """An edit changes the digests of its module and of all modules that import it, and no others."""
    path = copied / f"{edited}.py"
    path.write_text(path.read_text() + "\n# edited\n")
    after = load_cache(copied)
    changed = {module for module in MODULES if after.digest(module) != cache.digest(module)}
    name = f"othello.kernels.{edited}"
    assert changed == {each for each in MODULES if name in source.reachable(each)}


def test_the_digest_is_the_same_everywhere(copied):
    """The digest depends on the sources and not on their folder."""
    assert [load_cache(copied).digest(each) for each in MODULES] == [cache.digest(each) for each in MODULES]


def test_the_digest_knows_the_compiler(copied, monkeypatch):
    """Digests differ between versions of Numba."""
    before = load_cache(copied).digest("othello.kernels.bits")
    monkeypatch.setattr(numba, "__version__", "0.0.0")
    assert load_cache(copied).digest("othello.kernels.bits") != before


def test_digests_are_names_of_folders():
    """A digest is sixteen hexadecimal digits, and several modules together have one digest."""
    assert re.fullmatch("[0-9a-f]{16}", cache.digest("othello.kernels.root"))
    two = "othello.kernels.perft", "othello.kernels.table"
    assert len({cache.digest(two[0]), cache.digest(two[1]), cache.digest(*two)}) == 3
    assert cache.digest(*two) == cache.digest(*two[::-1])


def test_kernels_of_other_packages(tmp_path, monkeypatch):
    """A module outside the package that has kernels is hashed with the kernels that it imports."""
    (tmp_path / "outside.py").write_text("from othello.kernels.bits import ZERO\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "outside", raising=False)
    importlib.import_module("outside")
    first = cache.digest("outside")
    (tmp_path / "outside.py").write_text("from othello.kernels.moves import flips\n")
    cache._source.cache_clear()
    cache._imported.cache_clear()
    cache.digest.cache_clear()
    assert cache.digest("outside") != first


# Folders


def test_the_cache_folder(monkeypatch, tmp_path):
    """NUMBA_CACHE_DIR names the cache if it is set, else it lies in the user's cache folder."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "chosen"))
    assert cache.cache_root() == tmp_path / "chosen"
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / "user" / name)
    assert cache.cache_root() == tmp_path / "user" / "othello"


def test_numba_is_left_alone():
    """Other users of Numba in the same process keep their cache folder."""
    theirs = os.environ.get("NUMBA_CACHE_DIR", "")
    assert theirs == numba.config.CACHE_DIR


def test_clear_cache(monkeypatch, tmp_path):
    """Clearing the cache removes folders of compiled code and nothing else."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for name in ("othello-0123456789abcdef", "othello-fedcba9876543210", "theirs", "0123456789abcdef"):
        (tmp_path / name).mkdir()
    (tmp_path / "othello-0123456789abcde0").touch()
    cache.clear_cache()
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["0123456789abcdef", "othello-0123456789abcde0", "theirs"]


def test_clearing_a_cache_that_does_not_exist(monkeypatch, tmp_path):
    """Clearing a cache that was never written changes nothing."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "missing"))
    cache.clear_cache()
    assert not (tmp_path / "missing").exists()


def test_a_complete_cache_is_that_of_one_version(copied, monkeypatch, tmp_path):
    """A cache is complete after all kernels are compiled, until a source changes."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    kernel = cache.KernelCache(cache.digest)
    cache._write(kernel.path, b"code")
    assert not load_cache(copied).is_complete()
    load_cache(copied).mark_complete([kernel])
    assert load_cache(copied).is_complete()
    (copied / "parity.py").write_text("# other\n" + (copied / "parity.py").read_text())
    assert not load_cache(copied).is_complete()


def test_a_cache_with_a_missing_file_is_not_complete(monkeypatch, tmp_path):
    """A cache is not complete while the file of a kernel is missing."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    kernel = cache.KernelCache(cache.digest)
    cache.mark_complete([kernel])
    assert not cache.is_complete()
    cache._write(kernel.path, b"code")
    cache.mark_complete([kernel])
    assert cache.is_complete()
    kernel.path.unlink()
    assert not cache.is_complete()


# Other processes

CALLEE = """
from othello.kernels.bits import Word, word_constant
from othello.kernels.jit import kernel

FACTOR = word_constant(3)

@kernel
def scaled(value: Word) -> Word:
    return value * FACTOR
"""
CALLER = """
from othello.kernels.bits import ZERO, Word
from othello.kernels.callee import scaled
from othello.kernels.jit import kernel

@kernel
def walk(value: Word, depth: int) -> Word:
    if depth <= 0:
        return scaled(value)
    found = ZERO
    for steps in range(1, 3):
        found += walk(value, depth - steps)
    return found
"""
PROGRAM = """
from othello.kernels.caller import walk
value = walk(5, 6)
print(value, sum(walk.dispatcher.stats.cache_hits.values()), sum(walk.dispatcher.stats.cache_misses.values()))
"""


def new_program(folder):
    """Write a small program with kernels into a folder, which it returns, and make an empty cache for it."""
    kernels = folder / "tree" / "othello" / "kernels"
    kernels.mkdir(parents=True)
    (kernels.parent / "__init__.py").touch()
    for module in source.reachable("othello.kernels.bits"):
        shutil.copy(source.path_of(module), kernels)
    (kernels / "callee.py").write_text(CALLEE)
    (kernels / "caller.py").write_text(CALLER)
    (folder / "cache").mkdir()
    return folder


@pytest.fixture
def program(tmp_path):
    """A small program in a folder of its own, and an empty cache for it."""
    return new_program(tmp_path / "program")


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory):
    """The folder of a program that has run, which no test may change."""
    folder = new_program(tmp_path_factory.mktemp("compiled") / "program")
    assert finish(start(folder)) == ([expected(3), 0, 1], "")
    return folder


@pytest.fixture
def compiled(compiled_once, tmp_path):
    """A copy of a program that has run, and of its cache."""
    return Path(shutil.copytree(compiled_once, tmp_path / "program"))


def refuse_to_write():
    """Make every write to a file of this process fail, as on a full disk."""
    resource = importlib.import_module("resource")
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def start(folder, cache="cache", **options):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder / cache), "PYTHONPATH": str(folder / "tree")}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=folder / "tree",
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def finish(process):
    with process:
        out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return [int(each) for each in out.split()], err


def expected(factor):
    def walk(depth):
        return 5 * factor if depth <= 0 else walk(depth - 1) + walk(depth - 2)

    return walk(6)


def test_second_process(compiled):
    """A kernel that calls itself is loaded from the cache by the next process and works."""
    assert finish(start(compiled)) == ([expected(3), 1, 0], "")


def test_an_edited_callee(compiled):
    """When a callee is edited in another file, the next process has the new code."""
    callee = compiled / "tree" / "othello" / "kernels" / "callee.py"
    written = callee.stat().st_mtime
    callee.write_text(callee.read_text().replace("word_constant(3)", "word_constant(7)"))
    # Python tells an edit by the length of the file and the second of its time, and both may be the same.
    os.utime(callee, (written + 2, written + 2))
    assert finish(start(compiled))[0][0] == expected(7)


def test_two_processes_at_once(program):
    """Two processes that fill one cache at the same time do not disturb each other."""
    processes = [start(program), start(program)]
    assert [finish(process)[0][0] for process in processes] == [expected(3)] * 2
    assert finish(start(program)) == ([expected(3), 1, 0], "")


def kernel_files(folder):
    """The files of compiled kernels."""
    return [path for path in (folder / "cache").rglob("*") if path.is_file()]


def damage_by_cutting(path):
    path.write_bytes(path.read_bytes()[:-100])


def damage_by_emptying(path):
    path.write_bytes(b"")


def damage_a_byte(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def damage_with_zeros(path):
    path.write_bytes(bytes(path.stat().st_size))


def damage_with_a_folder(path):
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    "damage",
    [
        damage_by_cutting,
        damage_a_byte,
        pytest.param(damage_by_emptying, marks=pytest.mark.slow),
        pytest.param(damage_with_zeros, marks=pytest.mark.slow),
    ],
)
def test_a_damaged_cache_is_compiled_again(compiled, damage):
    """Damaged files are reported in one line, compiled again and replaced."""
    for path in kernel_files(compiled):
        damage(path)
    values, err = finish(start(compiled))
    assert values == [expected(3), 0, 1]
    assert err == "othello: some compiled kernels are damaged and are compiled again\n"
    assert finish(start(compiled)) == ([expected(3), 1, 0], "")


def test_a_folder_in_place_of_a_file(compiled):
    """A kernel whose file cannot be replaced is compiled for this run, and one line says so."""
    for path in kernel_files(compiled):
        damage_with_a_folder(path)
    values, err = finish(start(compiled))
    assert values == [expected(3), 0, 1]
    assert err.count("\n") == 1
    assert "for this run only" in err


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")
def test_a_complete_cache_that_cannot_be_written(compiled):
    """Kernels are read from a folder that cannot be written, and nothing is printed."""
    folders = [compiled / "cache", *(path for path in (compiled / "cache").iterdir())]
    for folder in folders:
        folder.chmod(0o555)
    try:
        assert finish(start(compiled)) == ([expected(3), 1, 0], "")
    finally:
        for folder in folders:
            folder.chmod(0o755)


@pytest.mark.skipif(os.name != "posix", reason="limits as POSIX has them")
def test_a_process_that_cannot_write(program, compiled_once):
    """Without disk space, a process compiles for itself; with a complete cache it needs no space."""
    values, err = finish(start(program, preexec_fn=refuse_to_write))
    assert values == [expected(3), 0, 1]
    assert err.count("\n") == 1
    assert "(File too large): kernels are compiled for this run only" in err
    assert kernel_files(program) == []
    assert finish(start(compiled_once, preexec_fn=refuse_to_write)) == ([expected(3), 1, 0], "")


def test_a_copied_cache(compiled):
    """A copy of a cache serves the same program in another folder."""
    shutil.move(compiled / "cache", compiled / "moved")
    shutil.move(compiled / "tree", compiled / "elsewhere")
    (compiled / "tree").symlink_to(compiled / "elsewhere")
    assert finish(start(compiled, "moved")) == ([expected(3), 1, 0], "")


def test_a_full_disk(monkeypatch, tmp_path, capsys):
    """If a kernel cannot be written, one line says so, and no incomplete file is left."""

    def full(path, content):
        path.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(Path, "write_bytes", full)
    cache._report_once.cache_clear()
    for each in (cache.digest, cache.clear_cache):
        cache._write(cache.KernelCache(each).path, b"code")
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        f"othello: {tmp_path} cannot be written (No space left on device): "
        "kernels are compiled for this run only\n"
    )
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_process_without_a_cache(program):
    """Kernels work without a cache that can be written, and one line says so."""
    (program / "file").touch()
    values, err = finish(start(program, "file/cache"))
    assert values == [expected(3), 0, 1]
    assert err.count("\n") == 1
    assert str(program / "file" / "cache") in err


COMPILE_ALL = """
from othello.kernels import cache, jit
steps = []
jit.compile_all(lambda *step: steps.append(step))
names = [name for name, _, _ in steps]
assert names == [*jit.KERNELS, ""], names
assert [done for _, done, _ in steps] == list(range(len(jit.KERNELS) + 1))
assert {total for _, _, total in steps} == {len(jit.KERNELS)}
assert cache.is_complete()
assert all(list(k.dispatcher.overloads) == [k.signature.args] for k in jit.KERNELS.values())
jit.compile_all(lambda *step: 1 / 0)
print(len(jit.KERNELS), 0, 0)
"""


@pytest.mark.slow
def test_compile_all(tmp_path, monkeypatch):
    """All kernels compile into an empty cache, each for its declared types only, and report progress."""
    monkeypatch.setattr(sys.modules[__name__], "PROGRAM", COMPILE_ALL)
    (tmp_path / "cache").mkdir()
    (tmp_path / "tree").symlink_to(source.ROOT)
    assert finish(start(tmp_path))[0][0] > 50
