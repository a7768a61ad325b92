"""The library that Python loads: which one is chosen, and what is said if there is none."""

import ctypes
import importlib.util
import os
import re
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import platformdirs
import pytest

from othello.errors import NoLibraryError, OthelloError
from othello.native import kernel, library, processor
from othello.native.library import SUFFIX, SYSTEM, warmup
from othello.search import engine as engine_module
from othello.search.engine import Engine
from tests import source
from tests.kernels.programs import expected


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Empty folders of a wheel and of the cache, and a processor with two levels."""
    locations = SimpleNamespace(shipped=tmp_path / "shipped", cache=tmp_path / "cache", made=[])
    locations.shipped.mkdir()
    locations.cache.mkdir()
    monkeypatch.setattr(library, "SHIPPED", locations.shipped)
    monkeypatch.setattr(processor, "levels", lambda: ("best", "good"))
    monkeypatch.setenv("OTHELLO_CACHE", str(locations.cache))
    monkeypatch.delenv("OTHELLO_TARGET", raising=False)

    def make(level):
        locations.made.append(level)
        return locations.cache / "made"

    monkeypatch.setattr(library, "_made", make)
    library.report_once.cache_clear()
    yield locations
    library.report_once.cache_clear()


def put(folder, target, content=b"code"):
    """Write a library with the right name."""
    path = folder / library.file_name(target, content)
    path.write_bytes(content)
    return path


# Names


def test_the_name_of_a_library_has_the_sources_the_target_and_the_content(tmp_path):
    name = library.file_name("linux-x86-64-v3", b"code")
    assert re.fullmatch(
        rf"kernels-{library.sources()}-linux-x86-64-v3-[0-9a-f]{{8}}{re.escape(SUFFIX)}", name
    )
    names = {name, library.file_name("linux-x86-64-v2", b"code"), library.file_name("linux-x86-64-v3", b"c")}
    assert len(names) == 3


@pytest.mark.parametrize("edit", ["write", "add", "remove"])
def test_sources(tmp_path, monkeypatch, edit):
    """Any edit of any module changes the name of the libraries, so that stale code is never loaded."""
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text(name)
    monkeypatch.setattr(library, "KERNELS", tmp_path)
    try:
        library.sources.cache_clear()
        before = library.sources()
        put(tmp_path, "target")
        assert library.existing(tmp_path, "target")
        if edit == "write":
            (tmp_path / "two.py").write_text("three")
        elif edit == "add":
            (tmp_path / "three.py").touch()
        else:
            (tmp_path / "two.py").unlink()
        library.sources.cache_clear()
        assert library.sources() != before
        assert library.existing(tmp_path, "target") is None
    finally:
        library.sources.cache_clear()


def test_native_targets(monkeypatch):
    """The library for this computer differs from the library for another processor or compiler."""
    names = [library.native()]
    monkeypatch.setattr(processor, "identity", lambda: "another processor")
    names.append(library.native())
    monkeypatch.setattr(library, "compiler_versions", lambda: "another compiler")
    names.append(library.native())
    assert len(set(names)) == 3
    assert all(re.fullmatch("native-[0-9a-f]{16}", name) for name in names)


def test_the_versions_are_those_of_python_numba_and_llvmlite():
    numba, llvmlite = (importlib.import_module(name) for name in ("numba", "llvmlite"))
    versions = library.compiler_versions()
    for version in (sys.implementation.cache_tag, numba.__version__, llvmlite.__version__):
        assert version in versions


# Which library


def test_the_best_level_of_a_wheel(folders):
    """Of the libraries in a wheel, the library for the processor's best level is used."""
    good = put(folders.shipped, f"{SYSTEM}-good")
    put(folders.shipped, f"{SYSTEM}-excellent")
    put(folders.shipped, "othersystem-best")
    put(folders.cache, f"{SYSTEM}-best")
    assert library.find() == good
    best = put(folders.shipped, f"{SYSTEM}-best")
    assert library.find() == best
    assert folders.made == []


def test_without_a_library_for_this_processor_the_computer_makes_one_for_itself(folders):
    put(folders.shipped, f"{SYSTEM}-excellent")
    assert library.find() == folders.cache / "made"
    assert folders.made == ["native"]


@pytest.mark.parametrize("content", [b"", b"cod", b"code and more", b"codf"])
def test_a_damaged_library_of_a_wheel(folders, capsys, content):
    """A damaged library is not loaded, and is reported once. The library for another level is used."""
    good, best = (put(folders.shipped, f"{SYSTEM}-{level}") for level in ("good", "best"))
    best.write_bytes(content)
    assert library.find() == library.find() == good
    assert capsys.readouterr() == ("", f"othello: {best} is damaged, so it is not used\n")
    assert folders.made == []


def test_a_library_that_cannot_be_read_counts_as_missing(folders):
    best = put(folders.shipped, f"{SYSTEM}-best")
    best.unlink()
    best.mkdir()
    assert library.find() == folders.cache / "made"


@pytest.mark.parametrize(("wanted", "is_shipped"), [("good", True), ("native", False)])
def test_a_chosen_target(folders, monkeypatch, wanted, is_shipped):
    """OTHELLO_TARGET names a library from the wheel, or a library that this computer compiles."""
    good = put(folders.shipped, f"{SYSTEM}-good")
    put(folders.shipped, f"{SYSTEM}-best")
    monkeypatch.setenv("OTHELLO_TARGET", wanted)
    assert library.find() == (good if is_shipped else folders.cache / "made")
    assert folders.made == ([] if is_shipped else [wanted])


def test_an_empty_othello_target_is_the_same_as_none(folders, monkeypatch):
    best = put(folders.shipped, f"{SYSTEM}-best")
    monkeypatch.setenv("OTHELLO_TARGET", "")
    assert library.find() == best


def test_a_library_that_was_made_before(tmp_path, monkeypatch):
    """A cached library is used without the compiler, even where Numba is not installed."""
    monkeypatch.setattr(library, "SHIPPED", tmp_path / "none")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setenv("OTHELLO_CACHE", str(tmp_path))
    monkeypatch.delenv("OTHELLO_TARGET", raising=False)
    path = put(tmp_path, library.native())
    assert library.find() == path


def test_no_library_and_no_compiler(tmp_path, monkeypatch):
    """Without a library and without Numba, one sentence tells what is available and what to do."""
    monkeypatch.setattr(library, "SHIPPED", tmp_path)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setenv("OTHELLO_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("OTHELLO_TARGET", raising=False)
    end = ": to compile it, run pip install 'othello[compile]'"
    with pytest.raises(NoLibraryError, match=re.escape(f"{processor.levels()[0]}{end}")):
        library.find()
    monkeypatch.setenv("OTHELLO_TARGET", processor.levels()[-1])
    with pytest.raises(NoLibraryError, match=re.escape(f"{processor.levels()[-1]}{end}")):
        library.find()


def test_missing_machine_code_is_not_bad_input():
    """Readers of files and texts catch errors of input, but not the error of a missing library."""
    assert not issubclass(NoLibraryError, OthelloError | ValueError | OSError)


def without_library(cache, words, text=""):
    """Run a command that finds no machine code and cannot make it."""
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from pathlib import Path; from othello.native import library; from othello.cli import main\n"
        f"library.SHIPPED = Path('none'); main({words!r})"
    )
    environment = os.environ | {"OTHELLO_CACHE": str(cache)}
    environment.pop("OTHELLO_TARGET", None)
    return source.python("-c", code, env=environment, input=text)


@pytest.mark.parametrize("words", [["hint", "f5"], pytest.param(["warmup"], marks=pytest.mark.slow)])
def test_commands_without_a_library(tmp_path, words):
    """A command that finds no machine code ends with one sentence, without a traceback."""
    done = without_library(tmp_path, words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    last = done.stderr.splitlines()[-1]
    assert last.startswith("Error: this installation contains no machine code for ")
    assert last.endswith(": to compile it, run pip install 'othello[compile]'")


def test_gtp_without_a_library(tmp_path):
    """Without machine code, GTP commands that need it fail with one sentence, and other commands succeed."""
    done = without_library(tmp_path, ["gtp"], "name\nplay b f5\ngenmove b\n")
    name, play, genmove = done.stdout.split("\n\n")[:3]
    assert name == "= Othello"
    for reply in (play, genmove):
        assert re.match(r"\? this installation contains no machine code for .*: to compile it, run .*", reply)
    assert "Traceback" not in done.stderr


def test_a_file_that_is_no_library(folders, monkeypatch):
    """A file with the right checksum that the system cannot load is reported in one sentence."""
    path = put(folders.shipped, f"{SYSTEM}-best")
    library._load.cache_clear()
    try:
        with pytest.raises(NoLibraryError, match=re.escape(f"{path} cannot be loaded (")):
            library.load()
    finally:
        library._load.cache_clear()


@pytest.fixture
def one_library(folders):
    """The library of a wheel, whose content is no machine code."""
    library._load.cache_clear()
    yield put(folders.shipped, f"{SYSTEM}-best")
    library._load.cache_clear()


def test_a_library_that_is_changed_after_it_was_chosen_is_not_loaded(one_library, monkeypatch):
    path = library.find()
    monkeypatch.setattr(library, "find", lambda: path)
    one_library.write_bytes(b"evil")
    with pytest.raises(NoLibraryError, match=re.escape(f"{one_library} changed while it was being loaded")):
        library.load()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems load files by their paths")
def test_the_file_that_was_checked_is_loaded(one_library, monkeypatch):
    """If another library takes its path after the check, that library is not loaded."""
    loaded = []

    def load(name):
        (one_library.parent / "evil").write_bytes(b"evil")
        (one_library.parent / "evil").replace(one_library)
        with open(name, "rb") as file:
            loaded.append(file.read())

    monkeypatch.setattr(ctypes, "CDLL", load)
    library.load()
    assert loaded == [b"code"]


def test_windows_loads_a_path_because_wine_shows_the_open_files_of_linux(one_library, monkeypatch):
    monkeypatch.setattr(library, "find", lambda: one_library)
    monkeypatch.setattr(library, "SYSTEM", "windows")
    monkeypatch.setattr(ctypes, "CDLL", Path)
    assert library.load() == one_library


# Loading


def test_a_process_loads_once(program):
    """Threads that need the library at the same time share one library, which is built once."""
    loaded = []
    threads = [threading.Thread(target=lambda: loaded.append(library.load())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loaded) == 4
    assert len(set(map(id, loaded))) == 1
    assert program.made == ["callee", "caller", "other"]
    assert program.run() == expected(3)


def test_kernels_are_bound_at_their_first_call(program):
    """Importing kernels loads no library. The first call of a kernel does."""
    walk = importlib.import_module("few_kernels.caller").walk
    assert library._load.cache_info().currsize == 0
    assert walk(5, 6) == expected(3)
    assert library._load.cache_info().currsize == 1


def test_making_an_engine_loads_the_library(monkeypatch):
    """An engine loads its machine code when it is created, so this takes no time from a search's clock."""
    calls = []
    monkeypatch.setattr(engine_module, "warmup", lambda: calls.append("warmup"))
    clock = SimpleNamespace(time=0.0)

    def now():
        calls.append("now")
        return clock.time

    with Engine(table_mib=1, now=now) as engine:
        assert calls[0] == "warmup"
        result = engine.play("f5", seconds=1.0, depth=3)
    assert (result.depth, result.was_stopped, result.seconds) == (3, False, 0.0)
    assert calls.count("warmup") == 1


def test_with_a_library_nothing_is_made_and_nothing_is_printed(capfd):
    warmup()
    capfd.readouterr()
    warmup()
    assert capfd.readouterr() == ("", "")


def test_the_library_has_an_entry_for_every_kernel_of_the_program():
    shared_library = ctypes.CDLL(str(library.find()))
    own = [entry for entry in kernel.KERNELS.values() if entry.function.__module__.startswith("othello.")]
    assert len(own) > 50
    for entry in own:
        assert shared_library[entry.symbol]


# The cache folder


def test_the_cache_folder(monkeypatch, tmp_path):
    """OTHELLO_CACHE names the cache folder. If it is not set, the cache is in the user's cache folder."""
    monkeypatch.setenv("OTHELLO_CACHE", str(tmp_path / "chosen"))
    assert library.cache_root() == tmp_path / "chosen"
    monkeypatch.delenv("OTHELLO_CACHE")
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / "user" / name)
    assert library.cache_root() == tmp_path / "user" / "othello"


def test_a_temporary_folder_is_removed_at_the_end_even_if_somebody_has_removed_it():
    for remove in ("", "folder.rmdir()"):
        code = (
            "from othello.native import library\n"
            f"folder = library.temporary(); assert folder.is_dir(); print(folder); {remove}"
        )
        done = source.python("-c", code, check=True)
        assert not Path(done.stdout.strip()).exists()
        assert done.stderr == ""


def test_clear(monkeypatch, tmp_path):
    """Clearing the cache removes machine code and maps, even from earlier versions, and nothing else."""
    monkeypatch.setenv("OTHELLO_CACHE", str(tmp_path))
    put(tmp_path, "target")
    for name in (f"kernels-of-an-older-version{SUFFIX}", "network-0123456789abcdef.map", "network.map"):
        (tmp_path / name).touch()
    for name in ("modules", "othello-0123456789abcdef", "theirs", "0123456789abcdef"):
        (tmp_path / name).mkdir()
    (tmp_path / "modules" / "bits-0123").touch()
    (tmp_path / "othello-0123456789abcde0").touch()
    library.clear()
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["0123456789abcdef", "network.map", "othello-0123456789abcde0", "theirs"]


def test_clearing_a_cache_that_was_never_written_changes_nothing(monkeypatch, tmp_path):
    monkeypatch.setenv("OTHELLO_CACHE", str(tmp_path / "missing"))
    library.clear()
    assert not (tmp_path / "missing").exists()
