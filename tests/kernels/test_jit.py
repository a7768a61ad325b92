"""Compilation and its cache: types that do not fit, stale code, second processes, folders that fail."""

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
from numba import njit, types

from othello.kernels import bits, endgame, jit, last_flip, stability
from tests import source

MODULES = sorted(
    f"othello.kernels.{path.stem}" for path in jit.FOLDER.glob("*.py") if path.stem != "__init__"
)


def load_jit(folder):
    """The module `jit` as it would be if its folder were another one."""
    spec = importlib.util.spec_from_file_location("othello.kernels.jit", folder / "jit.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def copied(tmp_path):
    """A folder with the sources of all kernels."""
    return Path(shutil.copytree(jit.FOLDER, tmp_path / "kernels", ignore=shutil.ignore_patterns("*.pyc")))


# Types


def test_a_literal_number_is_refused():
    """A number where a word belongs is refused when the caller is compiled, and the error says where."""

    @njit
    def caller(player):
        return stability.stable_discs(player, 1)

    with pytest.raises(numba.TypingError) as caught:
        caller.compile((types.uint64,))
    message = re.sub(r"\x1b\[\d*m", "", str(caught.value))
    assert "stability.stable_discs takes (uint64, uint64), not (uint64, int64)" in message


@pytest.mark.parametrize("given", [types.int64, types.float64, types.uint32, types.boolean])
def test_other_types_are_refused(given):
    """A kernel is not compiled again for signed words, floats, or words of fewer bits."""

    @njit
    def caller(player):
        return last_flip.count_last_flips(3, player)

    with pytest.raises(numba.TypingError, match="count_last_flips takes"):
        caller.compile((given,))


def test_a_word_that_met_a_literal_is_refused():
    """A word that a literal has turned into a signed number does not get into another kernel."""

    @njit
    def caller(player):
        return bits.without_lowest(player & 255)

    with pytest.raises(numba.TypingError, match=re.escape("bits.without_lowest takes")):
        caller.compile((types.uint64,))


def test_literal_numbers_are_numbers():
    """A literal where a number belongs is taken as one, and makes no version of its own."""

    @njit(types.uint64(types.uint64))
    def caller(word):
        return bits.bit(5) | bits.bit(6) | word

    assert caller(1) == 0b1100001
    assert len(bits.bit.dispatcher.overloads) == 1


@pytest.mark.parametrize("wrong", [-1, 2**64, None, "a1"])
def test_python_values_that_are_no_words(wrong):
    """From Python, what is no word of 64 bits raises an error and is not cut to fit."""
    with pytest.raises((OverflowError, TypeError, ValueError)):
        bits.without_lowest(wrong)


def test_results_are_python_numbers():
    """Kernels give Python numbers back, words without a sign."""
    assert type(bits.bit(63)) is int
    assert bits.bit(63) == 2**63
    assert type(endgame.stability_bound(0, 1, 64, 63)) is int


# The digest


@pytest.mark.parametrize("edited", ["bits", "frozen", "stability", "table", "evaluate", "root"])
def test_digests(copied, edited):
    """An edit changes the digest of its module and of all that stand on it, and of no other."""
    path = copied / f"{edited}.py"
    path.write_text(path.read_text() + "\n# edited\n")
    after = load_jit(copied)
    changed = {module for module in MODULES if after.digest(module) != jit.digest(module)}
    name = f"othello.kernels.{edited}"
    assert changed == {each for each in MODULES if name in source.reachable(each)}


def test_the_digest_is_the_same_everywhere(copied):
    """The digest depends on the sources and not on where they are, so that it can be compared."""
    assert [load_jit(copied).digest(each) for each in MODULES] == [jit.digest(each) for each in MODULES]


def test_the_digest_knows_the_compiler(copied, monkeypatch):
    """Another version of Numba has other digests."""
    before = load_jit(copied).digest("othello.kernels.bits")
    monkeypatch.setattr(numba, "__version__", "0.0.0")
    assert load_jit(copied).digest("othello.kernels.bits") != before


def test_digests_are_names_of_folders():
    """A digest is sixteen hexadecimal digits; that of several modules is one of its own."""
    assert re.fullmatch("[0-9a-f]{16}", jit.digest("othello.kernels.root"))
    two = "othello.kernels.perft", "othello.kernels.table"
    assert len({jit.digest(two[0]), jit.digest(two[1]), jit.digest(*two)}) == 3
    assert jit.digest(*two) == jit.digest(*two[::-1])


def test_kernels_of_other_packages(tmp_path, monkeypatch):
    """A module outside the package that has kernels is hashed with the kernels that it imports."""
    (tmp_path / "outside.py").write_text("from othello.kernels.bits import ZERO\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "outside", raising=False)
    importlib.import_module("outside")
    first = jit.digest("outside")
    (tmp_path / "outside.py").write_text("from othello.kernels.moves import flips\n")
    jit._source.cache_clear()
    jit._imported.cache_clear()
    assert jit.digest("outside") != first


# Folders


def test_the_cache_folder(copied, monkeypatch, tmp_path):
    """NUMBA_CACHE_DIR names the cache if it is set, else it lies in the user's cache folder."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "chosen"))
    assert load_jit(copied).cache_root() == tmp_path / "chosen"
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / "user" / name)
    assert load_jit(copied).cache_root() == tmp_path / "user" / "othello"
    assert (tmp_path / "user" / "othello").is_dir()


def test_a_folder_that_cannot_be_written(copied, monkeypatch, tmp_path, capsys):
    """Where the cache cannot be written a temporary folder serves, and one line on stderr says so."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "cache"))
    module = load_jit(copied)
    root = module.cache_root()
    assert root.is_dir()
    assert root != tmp_path / "file" / "cache"
    assert module.cache_root() == root
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert str(tmp_path / "file" / "cache") in err


def test_numba_is_left_alone():
    """The cache of others who use Numba in the same process stays where they have it."""
    theirs = os.environ.get("NUMBA_CACHE_DIR", "")
    assert theirs == numba.config.CACHE_DIR


def test_clear_cache(copied, monkeypatch, tmp_path):
    """Clearing the cache removes folders of compiled code and nothing else."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    module = load_jit(copied)
    for name in ("0123456789abcdef", "fedcba9876543210", "theirs", "0123456789abcdef0"):
        (module.cache_root() / name).mkdir()
    (module.cache_root() / "0123456789abcde0").touch()
    module.clear_cache()
    left = sorted(path.name for path in module.cache_root().iterdir())
    assert left == ["0123456789abcde0", "0123456789abcdef0", "theirs"]


def test_a_complete_cache_is_that_of_one_copy(copied, monkeypatch, tmp_path):
    """A cache that one copy of the program has filled is not complete for a copy somewhere else."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    other = shutil.copytree(copied, tmp_path / "elsewhere")
    here, there = load_jit(copied), load_jit(other)
    here.compile_all()  # has no kernels: those that are loaded belong to the true module
    assert here.is_complete()
    assert not there.is_complete()


def test_a_complete_cache_is_that_of_one_version(copied, monkeypatch, tmp_path):
    """A cache is complete when it was filled, and no longer when a source has changed."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    assert not load_jit(copied).is_complete()
    load_jit(copied).compile_all()
    assert load_jit(copied).is_complete()
    (copied / "parity.py").write_text("# other\n" + (copied / "parity.py").read_text())
    assert not load_jit(copied).is_complete()


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


@pytest.fixture
def program(tmp_path):
    """A small program of kernels in a tree of its own, and a cache for it."""
    kernels = tmp_path / "tree" / "othello" / "kernels"
    kernels.mkdir(parents=True)
    (kernels.parent / "__init__.py").touch()
    for module in source.reachable("othello.kernels.bits"):
        shutil.copy(source.path_of(module), kernels)
    (kernels / "callee.py").write_text(CALLEE)
    (kernels / "caller.py").write_text(CALLER)
    (tmp_path / "cache").mkdir()
    return tmp_path


def start(folder, cache="cache"):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder / cache), "PYTHONPATH": str(folder / "tree")}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=folder / "tree",
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
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


def test_second_process(program):
    """A kernel that calls itself is loaded from the cache by the next process and works."""
    assert finish(start(program)) == ([expected(3), 0, 1], "")
    assert finish(start(program)) == ([expected(3), 1, 0], "")


def test_an_edited_callee(program):
    """When a callee is edited in another file, the next process has the new code."""
    assert finish(start(program))[0][0] == expected(3)
    callee = program / "tree" / "othello" / "kernels" / "callee.py"
    written = callee.stat().st_mtime
    callee.write_text(callee.read_text().replace("word_constant(3)", "word_constant(7)"))
    # Python tells an edit by the length of the file and the second of its time, and both may be the same.
    os.utime(callee, (written + 2, written + 2))
    assert finish(start(program))[0][0] == expected(7)


def test_two_processes_at_once(program):
    """Two processes that fill one cache at the same time do not disturb each other."""
    processes = [start(program), start(program)]
    assert [finish(process)[0][0] for process in processes] == [expected(3)] * 2
    assert finish(start(program)) == ([expected(3), 1, 0], "")


def test_a_process_without_a_cache(program):
    """Where no cache can be written kernels work all the same, and leave nothing behind."""
    (program / "file").touch()
    (values, err) = finish(start(program, "file/cache"))
    assert values == [expected(3), 0, 1]
    assert err.count("\n") == 1
    folder = re.search(r"othello-\w+", err)
    assert folder is None or not (Path("/tmp") / folder[0]).exists()


COMPILE_ALL = """
from othello.kernels import jit
steps = []
jit.compile_all(lambda *step: steps.append(step))
names = [name for name, _, _ in steps]
assert names == [*jit.KERNELS, ""], names
assert [done for _, done, _ in steps] == list(range(len(jit.KERNELS) + 1))
assert {total for _, _, total in steps} == {len(jit.KERNELS)}
assert jit.is_complete()
assert all(list(k.dispatcher.overloads) == [k.signature.args] for k in jit.KERNELS.values())
jit.compile_all(lambda *step: 1 / 0)
print(len(jit.KERNELS), 0, 0)
"""


@pytest.mark.slow
def test_compile_all(tmp_path, monkeypatch):
    """All kernels compile into an empty cache, each for its types alone, with progress from first to last."""
    monkeypatch.setattr(sys.modules[__name__], "PROGRAM", COMPILE_ALL)
    (tmp_path / "cache").mkdir()
    (tmp_path / "tree").symlink_to(source.ROOT)
    assert finish(start(tmp_path))[0][0] > 50
