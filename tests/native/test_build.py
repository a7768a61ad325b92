"""Making libraries: stale and damaged files, folders that cannot be written."""

import importlib
import io
import os
import re
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from othello.errors import NoLibraryError
from othello.native import build, compiler, library, linking, processor, targets
from othello.storage import trust
from tests import source
from tests.kernels.programs import expected

on_posix = pytest.mark.skipif(os.name != "posix", reason="owners and modes as POSIX has them")
MODULES = build.modules()
NONE = frozenset()
NO_CACHES = shutil.ignore_patterns("*.pyc")
EDITED = ["bits", "table", "evaluate", "root"]
FEW = ["bits", "stability", "root"]


@pytest.fixture
def made(program):
    """A small program that has run once."""
    assert program.run() == expected(3)
    return program


# Digests


def digests(folder, monkeypatch, choices=NONE, modules=MODULES):
    """The digests of modules in a folder, as in a new process."""
    monkeypatch.setattr(library, "KERNELS", folder)
    build.digest.cache_clear()
    build._imported.cache_clear()
    try:
        return {name: build.digest(name, choices) for name in modules}
    finally:
        build.digest.cache_clear()
        build._imported.cache_clear()


@pytest.fixture(scope="module")
def unedited():
    """The digests of all modules of the kernels."""
    with pytest.MonkeyPatch.context() as patch:
        return digests(library.KERNELS, patch)


@pytest.fixture
def copied(tmp_path):
    """A folder with the sources of all kernels."""
    return Path(
        shutil.copytree(library.KERNELS, tmp_path / "kernels", ignore=shutil.ignore_patterns("*.pyc"))
    )


@pytest.mark.parametrize(
    "edited", ["stability", *(pytest.param(name, marks=pytest.mark.slow) for name in EDITED)]
)
def test_digests(unedited, copied, monkeypatch, edited):
    """An edit changes the digests of its module and of all modules that import it, and no others."""
    path = copied / f"{edited}.py"
    path.write_text(path.read_text() + "\n# edited\n")
    after = digests(copied, monkeypatch)
    importing = {
        name
        for name in MODULES
        if f"{library.PACKAGE}.{edited}"
        in source.reachable(f"{library.PACKAGE}.{name}", without="othello.native")
    }
    assert edited in importing
    assert {name for name in MODULES if after[name] != unedited[name]} == importing


@pytest.fixture
def copied_compiler(tmp_path, monkeypatch):
    """A folder with the sources of the compiler, which the library takes for its own."""
    copied = Path(
        shutil.copytree(library.FOLDER, tmp_path / "native", ignore=shutil.ignore_patterns("*.pyc"))
    )
    monkeypatch.setattr(library, "FOLDER", copied)
    library.sources.cache_clear()
    yield copied
    library.sources.cache_clear()


def edited_sources(copied_compiler, monkeypatch, *names):
    """The hash of all sources and some digests after edits of modules of the compiler."""
    for name in names:
        path = copied_compiler / name
        path.write_text(path.read_text() + "\n# edited\n")
    library.sources.cache_clear()
    return library.sources(), digests(library.KERNELS, monkeypatch, modules=FEW)


def test_edits_that_leave_the_machine_code(copied_compiler, monkeypatch):
    """After an edit of a module that only loads or calls machine code, nothing is compiled again."""
    before = library.sources(), digests(library.KERNELS, monkeypatch, modules=FEW)
    assert edited_sources(copied_compiler, monkeypatch, *library.PYTHON_ONLY) == before


def test_an_edit_of_the_compiler_makes_all_modules_and_the_library_again(copied_compiler, monkeypatch):
    known, made = {library.sources()}, set(digests(library.KERNELS, monkeypatch, modules=FEW).values())
    for number, name in enumerate(("linking.py", "llvm.py", "memory.py", "frontend.py"), 2):
        sources, after = edited_sources(copied_compiler, monkeypatch, name)
        known.add(sources)
        made |= set(after.values())
        assert (len(known), len(made)) == (number, number * len(FEW)), name


def test_the_digest_is_the_same_everywhere(unedited, copied, monkeypatch):
    """A digest consists of sixteen hexadecimal digits. It depends on the sources, but not on their folder."""
    kernel_digests = digests(copied, monkeypatch)
    assert kernel_digests == unedited
    assert all(re.fullmatch("[0-9a-f]{16}", digest) for digest in kernel_digests.values())
    assert len(set(kernel_digests.values())) == len(kernel_digests)


def test_the_digest_knows_the_compiler(monkeypatch):
    """Digests differ between versions of the compiler, and between sets of instructions."""
    folder = library.KERNELS
    before = digests(folder, monkeypatch, modules=FEW)
    others = [digests(folder, monkeypatch, frozenset({"fast pext"}), FEW)]
    monkeypatch.setattr(library, "compiler_versions", lambda: "another one")
    others.append(digests(folder, monkeypatch, modules=FEW))
    for other in others:
        assert not set(other.values()) & set(before.values())


# Edits


def test_the_first_process_makes_everything(program):
    """The first process compiles all modules and a library, and a second process loads that library."""
    assert program.run() == expected(3)
    assert program.made == ["callee", "caller", "other"]
    assert [path.name.partition("-")[0] for path in program.modules()] == program.made
    (before,) = program.libraries()
    assert program.run() == expected(3)
    assert (program.made, program.libraries()) == ([], [before])


def test_an_edited_callee(made):
    """After an edit the new code runs. Only the module and modules that import it are compiled again."""
    before, files = made.libraries(), made.modules()
    made.edit("callee", "value + value + value", "value + value")
    assert made.run() == expected(2)
    assert made.made == ["callee", "caller"]
    assert len(set(made.libraries()) - set(before)) == 1
    assert len(set(made.modules()) - set(files)) == 2


def test_an_edited_caller(made):
    """After an edit of a module, the modules that it imports are not compiled again."""
    made.edit("caller", "depth - 2", "depth - 1")
    assert made.run() == 5 * 3 * 2**6
    assert made.made == ["caller"]


def test_edits_of_what_is_no_code(made):
    """A comment changes the name of the library, so that no edit at all is overlooked."""
    before = made.libraries()
    made.edit("other", "return 42", "return 42  # the answer")
    assert made.run() == expected(3)
    assert made.made == ["other"]
    assert made.libraries() != before


def test_new_and_removed_modules(made):
    """A new module is compiled, and a removed module leaves the library."""
    (made.sources / "more.py").write_text((made.sources / "other.py").read_text())
    assert made.run() == expected(3)
    assert made.made == ["more"]
    assert importlib.import_module("few_kernels.more").answer() == 42
    (made.sources / "more.py").unlink()
    assert made.run() == expected(3)
    assert made.made == []


def test_modules_without_kernels(program):
    """A module without kernels adds nothing to the library, but callers depend on it."""
    (program.sources / "numbers.py").write_text("FACTOR = 3\n")
    program.edit("other", "\n@kernel", "\nfrom few_kernels.numbers import FACTOR\n@kernel")
    program.edit("other", "42", "14 * FACTOR")
    program.run()
    assert importlib.import_module("few_kernels.other").answer() == 42
    (program.sources / "numbers.py").write_text("FACTOR = 2\n")
    program.run()
    assert program.made == ["numbers", "other"]
    assert importlib.import_module("few_kernels.other").answer() == 28


def test_the_same_sources_give_the_same_library_byte_for_byte(program):
    program.run()
    (first,) = program.libraries()
    content = first.read_bytes()
    shutil.rmtree(program.cache)
    program.run()
    assert program.libraries() == [first]
    assert first.read_bytes() == content


def test_progress(program):
    """The number of finished modules is reported from the first to the last."""
    steps = []
    program.restart()
    modules = build.bitcode(NONE, lambda done, total: steps.append((done, total)))
    assert len(modules) == 3
    assert steps == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_what_other_processes_have_made_is_not_made_again(program, monkeypatch):
    program.restart()
    build.fill_cache(NONE, 1)
    monkeypatch.setattr(build, "front_end", lambda module, choices: pytest.fail(f"{module} is made again"))
    assert len(build.bitcode(NONE)) == 3


def test_a_process_for_each_further_processor_begins_with_another_module_and_ends(program, monkeypatch):
    program.restart()
    calls = []
    process = SimpleNamespace(kill=lambda: calls.append("killed"), communicate=lambda: None)
    monkeypatch.setattr(compiler, "start", lambda *arguments, cache: calls.append(arguments) or process)
    monkeypatch.setattr(build, "MIN_MODULES", 1)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    target = targets.of_name("linux-x86-64-v2")
    with build._helpers(target):
        assert calls == [(target.name, "1"), (target.name, "2")]
        build.fill_cache(target.choices, 0)
    assert calls[2:] == ["killed", "killed"]
    with build._helpers(target):  # nothing is missing
        assert len(calls) == 4


# Damage


DAMAGE = {
    "cut": lambda data: data[:-100],
    "empty": lambda data: b"",
    "a byte": lambda data: data[:900] + bytes([data[900] ^ 1]) + data[901:],
    "zeros": lambda data: bytes(len(data)),
}


def replace(path, damage):
    """Damage a copy of a file and put it in place of the file, which this process may have loaded."""
    content = damage(path.read_bytes())
    path.unlink()
    path.write_bytes(content)


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_library_is_made_again(made, capfd, damage):
    """A damaged library is reported in one line, and is built again from the modules that were kept."""
    (path,) = made.libraries()
    whole = path.read_bytes()
    replace(path, damage)
    assert made.run() == expected(3)
    assert capfd.readouterr() == ("", f"othello: {path} is damaged, so it is not used\n")
    assert made.made == []
    assert made.libraries() == [path]
    assert path.read_bytes() == whole
    assert made.run() == expected(3)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "damage", ["a byte", *(pytest.param(name, marks=pytest.mark.slow) for name in DAMAGE if name != "a byte")]
)
def test_damaged_modules_are_made_again(made, damage):
    """The front end's output for a module is checked before it is used. If damaged, it is made again."""
    files, libraries = made.modules(), made.libraries()
    for path in [*files[:2], *libraries]:
        replace(path, DAMAGE[damage])
    assert made.run() == expected(3)
    assert made.made == ["callee", "caller"]
    assert [path.name.rpartition("-")[0] for path in made.modules()] == [
        path.name.rpartition("-")[0] for path in files
    ]
    assert made.modules()[2:] == files[2:]
    assert made.libraries() == libraries
    assert made.run() == expected(3)
    assert made.made == []


def test_a_folder_in_place_of_a_file(made, capfd):
    """If a library's file cannot be replaced, the library is built for this run, and one line reports it."""
    (path,) = made.libraries()
    path.unlink()
    path.mkdir()
    assert made.run() == expected(3)
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "machine code lasts for this run only" in err


# Folders that cannot be written


def test_a_process_without_a_cache(program, monkeypatch, tmp_path, capfd):
    """Without a folder that can be written, a library serves one process, and one line reports it."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("OTHELLO_CACHE", str(tmp_path / "file" / "cache"))
    assert program.run() == expected(3)
    assert program.made == ["callee", "caller", "other"]
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert re.match(rf"othello: {re.escape(str(tmp_path))}/file/cache cannot be written \(", err)
    assert err.endswith("): machine code lasts for this run only\n")


def test_a_full_disk(monkeypatch, tmp_path, capsys):
    """If a library cannot be written, one line reports it, and no incomplete file is left."""

    class Full(io.FileIO):
        def write(self, content):
            raise OSError(28, "No space left on device")

    def opened(path, mode, opener):
        return Full(path, mode, opener=opener)

    monkeypatch.setattr(trust, "open", opened, raising=False)
    library.report_once.cache_clear()
    for _ in range(2):
        assert library.write(tmp_path, "x", b"code").read_bytes() == b"code"
    assert capsys.readouterr() == (
        "",
        f"othello: {tmp_path} cannot be written (No space left on device): "
        "machine code lasts for this run only\n",
    )
    assert list(tmp_path.iterdir()) == []
    library.report_once.cache_clear()


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")
def test_a_complete_cache_that_cannot_be_written(made, capfd):
    """A library is loaded from a folder that cannot be written, and nothing is printed."""
    made.cache.chmod(0o555)
    try:
        assert made.run() == expected(3)
        assert capfd.readouterr() == ("", "")
    finally:
        made.cache.chmod(0o755)


# Folders and files that others can write to


@on_posix
def test_a_cache_that_others_can_write_to_is_not_used(made, capfd):
    """A library that others could replace is not loaded. A new one is built for this run, and a line reports
    it."""
    (path,) = made.libraries()
    made.cache.chmod(0o777)
    for _ in range(2):
        assert made.run() == expected(3)
        assert made.made == ["callee", "caller", "other"]
        assert library.find().parent == library.temporary() != made.cache
        assert capfd.readouterr() == (
            "",
            f"othello: other users can write to {made.cache}, so the cache is not used, and machine code "
            "is compiled for this run only: set OTHELLO_CACHE to a folder that only you can write to\n",
        )
    assert made.libraries() == [path]


@on_posix
def test_files_that_others_can_write_to_are_made_again(made, capfd):
    """A cached library and module that others could write are replaced, and one line reports it."""
    (library_path,), module = made.libraries(), made.modules()[0]
    for path, names in ((library_path, []), (module, ["callee"])):
        for changed in {path, library_path}:
            changed.chmod(0o646)
        assert made.run() == expected(3)
        assert made.made == names
        line = "othello: other users may have written files in {}, so they are compiled again\n"
        folders = sorted({file.parent for file in (path, library_path)})
        assert capfd.readouterr() == ("", "".join(line.format(folder) for folder in folders))
        paths = [*made.libraries(), *made.modules()]
        assert {oct(file.stat().st_mode & 0o777) for file in paths} == {"0o600"}
        assert len(paths) == 4
        assert made.run() == expected(3)
        assert (made.made, capfd.readouterr()) == ([], ("", ""))


@on_posix
def test_what_is_made_here_is_for_this_user_alone(program):
    """Even without a umask, nobody else can read or write the files that this computer creates."""
    before = os.umask(0)
    try:
        program.run()
    finally:
        os.umask(before)
    paths = [program.cache, *program.cache.rglob("*")]
    assert len(paths) == 7
    for path in paths:
        assert oct(path.stat().st_mode & 0o777) == ("0o700" if path.is_dir() else "0o600"), path


# Targets


def test_a_target_of_wheels(program, monkeypatch, capfd):
    """OTHELLO_TARGET names a processor level. Its library is built next to the processor's own library."""
    program.run()
    level = processor.levels()[-1]
    name = f"{library.SYSTEM}-{level}"
    monkeypatch.setenv("OTHELLO_TARGET", level)
    assert program.run() == expected(3)
    assert sum(f"-{name}-" in path.name for path in program.libraries()) == 1
    assert len(program.libraries()) == 2
    monkeypatch.setenv("OTHELLO_TARGET", library.NATIVE)
    assert program.run() == expected(3)
    assert program.made == []


@pytest.mark.parametrize("level", ["x86-64-v9", "natives", "../../etc", "*", "linux-x86-64-v3", "x86-64-v4"])
def test_an_unknown_target(program, monkeypatch, level):
    """A name that is not a target for this processor is refused in a sentence that lists the targets."""
    monkeypatch.setattr(processor, "levels", lambda: ("x86-64-v3", "x86-64-v2"))
    monkeypatch.setenv("OTHELLO_TARGET", level)
    with pytest.raises(NoLibraryError) as caught:
        program.run()
    assert str(caught.value) == (
        f"OTHELLO_TARGET: {level!r} is not a target for this processor: "
        "use one of native, x86-64-v3, x86-64-v2"
    )
    assert program.made == []


def test_targets():
    """Each target of wheels has a unique name that begins with its system, and one LLVM machine."""
    names = [target.name for target in targets.SHIPPED]
    assert len(set(names)) == len(names)
    for target in targets.SHIPPED:
        assert target.name.startswith(f"{target.system}-{target.machine}")
        assert target.llvm_machine().triple
        assert targets.of_name(target.name) == target
        suffix = {"windows": ".dll", "macos": ".dylib"}.get(target.system, ".so")
        assert library.file_name(target.name, b"").endswith(suffix)


def test_a_level_that_wheels_lack(monkeypatch):
    """A level of a system without wheels has a target, which is this computer's target at that level."""
    monkeypatch.setattr(library, "SYSTEM", "freebsd")
    for level in processor.levels():
        target = targets.of_name(f"freebsd-{level}")
        assert (target.name, target.machine) == (f"freebsd-{level}", processor.machine())
        assert target.llvm_machine().triple


# Everything


@pytest.mark.slow
def test_everything_from_nothing(tmp_path):
    """All kernels of the program compile into an empty cache, and the next process compiles none."""
    code = "from othello import Engine; print(Engine(table_mib=1).play('f5', depth=4).depth)"
    environment = os.environ | {"OTHELLO_CACHE": str(tmp_path)}
    for expected_lines in (2, 0):
        process = source.python("-c", code, env=environment, check=True)
        assert (process.stdout, process.stderr.count("\n")) == ("4\n", expected_lines)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have another linker")
def test_the_linker_of_the_system_is_enough(monkeypatch, tmp_path):
    """Without lld and ziglang, ld links for every level of the processor's kind, and for no other level."""
    monkeypatch.setattr(linking, "find_spec", lambda name: None)
    monkeypatch.setattr(linking.shutil, "which", lambda name: name if name == "ld" else None)
    for target in targets.SHIPPED:
        if (target.system, target.machine) == ("linux", processor.machine()):
            assert linking._linker(target, tmp_path)[0] == "ld"
        else:
            with pytest.raises(NoLibraryError, match=f"no linker for {target.name}: install lld"):
                linking._linker(target, tmp_path)
