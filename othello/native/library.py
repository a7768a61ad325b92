"""Finds, checks and loads the library of machine code, or has it built.

The name of a library shows the origin of its code:

    kernels-SOURCES-TARGET-CHECKSUM.so

SOURCES is a hash of the sources of all kernels and of the compiler, so stale code is never loaded. TARGET is
the system and the level of the processor, for example linux-x86-64-v3. For a library built on this computer
for its own processor, TARGET contains a hash of the processor and the versions of Numba and LLVM. CHECKSUM is
a hash of the file's content.

A wheel contains libraries for the processor levels of its system (see `SHIPPED`). If none of them fits this
processor and Numba is installed, the program `native.compiler` builds a library, which is stored in the
user's cache folder. If several processes need it at the same time, one process builds it while the others
wait. A library with a wrong checksum is not loaded. If the library is in the cache folder, it is rebuilt. A
checksum does not protect against other users. Therefore a cache folder to which other users can write is not
used (see `trust`). A wheel's libraries are as safe as its Python code, which is not checked either.

The environment variable OTHELLO_TARGET selects a different target: a target of a wheel, or "native" for a
library built for this processor. OTHELLO_CACHE selects a different cache folder.
"""

import atexit
import contextlib
import ctypes
import errno
import functools
import hashlib
import importlib.util
import os
import shutil
import sys
import threading
from pathlib import Path
from types import ModuleType
from typing import BinaryIO, Final

from othello.errors import NoLibraryError
from othello.native import processor
from othello.native.progress import BuildProgress
from othello.storage import trust

FOLDER: Final = Path(__file__).parent
PACKAGE: Final = "othello.kernels"
KERNELS: Final = FOLDER.parent / "kernels"
PYTHON_ONLY: Final = (
    *("__init__.py", "__main__.py"),
    *("calls.py", "compiler.py", "library.py", "processor.py", "progress.py"),
)
"""Modules in this folder that are not part of the compiler. Editing them does not change the machine code."""
SHIPPED: Final = FOLDER.parent / "data" / "native"
"""The folder for libraries in a wheel."""
NATIVE: Final = "native"
"""The target that stands for this computer's processor."""
SUFFIXES: Final = {"windows": ".dll", "macos": ".dylib"}
"""The suffixes of library names by system. All other systems use .so."""
SYSTEM: Final = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
SUFFIX: Final = SUFFIXES.get(SYSTEM, ".so")

# Without this lock, threads that need the library at the same time would each build and load it.
_lock = threading.Lock()


def load() -> ctypes.CDLL:
    """Return the library, loading it on the first call.

    If the library must be built first, this takes up to a minute. Any thread may call this. Raises
    NoLibraryError.
    """
    with _lock:
        return _load()


def warmup() -> None:
    """Compile the machine code for this computer unless it already exists. Raises NoLibraryError.

    Creating an engine also does this. Compiling is necessary only once. It takes up to a minute and shows its
    progress on standard error: a bar on a terminal, otherwise two lines. If another process is compiling the
    code, this process waits for it. If the code already exists, the call takes a millisecond. Any thread may
    call this.
    """
    load()


@functools.cache
def _load() -> ctypes.CDLL:
    path = find()
    try:
        # Keep the file open. If it were closed, another library could get the same descriptor and therefore
        # the same name /proc/self/fd/N. The loader would then mistake that library for this one.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        with open(descriptor, "rb", closefd=False) as file:
            if not path.stem.endswith(_checksum(file.read())):
                raise NoLibraryError(f"{path} changed while it was being loaded: restart the program")
        # Under this name, Linux loads the file that was checked, even if its path now leads to another file.
        # Wine also shows Linux's /proc, but file descriptors on Windows do not have such names.
        same = Path(f"/proc/self/fd/{descriptor}")
        return ctypes.CDLL(str(same if SYSTEM != "windows" and same.exists() else path))
    except OSError as error:
        raise NoLibraryError(f"{path} cannot be loaded ({error})") from error


def find() -> Path:
    """Return the path of an undamaged library for this processor. If there is none, build one."""
    levels = processor.levels()
    wanted = os.environ.get("OTHELLO_TARGET") or None
    if wanted not in (None, NATIVE, *levels):
        known = ", ".join((NATIVE, *levels))
        raise NoLibraryError(
            f"OTHELLO_TARGET: {wanted!r} is not a target for this processor: use one of {known}"
        )
    targets = levels if wanted is None else (wanted,)
    for level in targets:
        path = existing(SHIPPED, f"{SYSTEM}-{level}")
        if path is not None:
            return path
    return _made(wanted or NATIVE)


def _made(level: str) -> Path:
    """Return the path of a library that this computer has built, or build one."""
    folder = cache()
    name = native() if level == NATIVE else f"{SYSTEM}-{level}"
    path = existing(folder, name)
    if path is not None:
        return path
    compiler = _compiler(f"{SYSTEM}-{processor.levels()[0]}" if level == NATIVE else name)
    with BuildProgress() as progress, compiler.turn(folder, progress.wait):
        # Another process may have built the library while this process was waiting.
        return existing(folder, name) or write(folder, name, compiler.run(name, folder, progress.advance))


def of_target(target: str) -> bytes:
    """Return a library for another computer, from this package or newly built. Raises NoLibraryError."""
    path = existing(SHIPPED, target)
    return path.read_bytes() if path else _compiler(target).run(target, cache(), lambda *_: None)


def _compiler(target: str) -> ModuleType:
    """Import and return `native.compiler`. Raises NoLibraryError if it cannot build for *target* here."""
    # Import the compiler only here, because installations with a library never need it, and browsers cannot
    # start processes.
    from othello.native import compiler

    compiler.check(target)
    return compiler


def write(folder: Path, target: str, content: bytes) -> Path:
    """Write a library to *folder* or, if that fails, to a temporary folder of this process.

    Return the path of the file.
    """
    path = folder / file_name(target, content)
    try:
        trust.write(path, [content])
    except OSError as error:
        report_once(f"{folder} cannot be written ({error.strerror}): machine code lasts for this run only")
        path = temporary() / path.name
        path.write_bytes(content)
    return path


def existing(folder: Path, target: str) -> Path | None:
    """Return the path of the undamaged library for a target in *folder*, or None if there is none."""
    for path in folder.glob(f"kernels-{sources()}-{target}-*{suffix(target)}"):
        try:
            # A wheel's files are as safe as its Python code. Other users may have written the files in other
            # folders.
            with open(path, "rb") if folder == SHIPPED else open_trusted(path) as file:
                content = file.read()
        except OSError:
            continue
        if path.name == file_name(target, content):
            return path
        report_once(f"{path} is damaged, so it is not used")
    return None


def file_name(target: str, content: bytes) -> str:
    """Return the file name that a library for *target* with this content must have."""
    return f"kernels-{sources()}-{target}-{_checksum(content)}{suffix(target)}"


def suffix(target: str) -> str:
    """Return the suffix of library names for a target."""
    system = target.partition("-")[0]
    return SUFFIX if system == NATIVE else SUFFIXES.get(system, ".so")


def _checksum(content: bytes) -> str:
    return short_hash(content)[:8]


@functools.cache
def sources() -> str:
    """Return a hash of all sources on which machine code depends: the kernels and the compiler."""
    return short_hash(b"\0".join(path.read_bytes() for path in [*kernel_files(), *compiler_files()]))


def kernel_files() -> list[Path]:
    """Return the source files of all modules that may contain kernels."""
    return sorted(path for path in KERNELS.glob("*.py") if path.name != "__init__.py")


def compiler_files() -> list[Path]:
    """Return the source files in this folder that determine how kernels become machine code."""
    return sorted(path for path in FOLDER.glob("*.py") if path.name not in PYTHON_ONLY)


def native() -> str:
    """Return the name of this computer's own target, which contains a hash of its processor and compiler."""
    return f"{NATIVE}-{short_hash((processor.identity() + compiler_versions()).encode())}"


def compiler_versions() -> str:
    """Return a string with the versions of Python, Numba and llvmlite."""
    versions = [sys.implementation.cache_tag or ""]
    for name in ("numba", "llvmlite"):
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            versions.append(Path(spec.origin).with_name("_version.py").read_text(encoding="utf-8"))
    return "\n".join(versions)


def cache_root() -> Path:
    """Return the user's cache folder, which may not exist yet."""
    chosen = os.environ.get("OTHELLO_CACHE")
    if chosen:
        return Path(chosen)
    # Import this only here, because the import takes longer than loading a library, which does not need it.
    import platformdirs

    return platformdirs.user_cache_path("othello")


def cache() -> Path:
    """Return the cache folder that this process uses, which may not exist yet.

    This is `cache_root` unless other users can write to that folder. In that case, it is a temporary folder
    that is removed when the process ends, and a warning is printed on standard error.
    """
    root = cache_root()
    reason = trust.objection(root)
    if reason is None:
        return root
    report_once(
        f"{reason}, so the cache is not used, and machine code is compiled for this run only: "
        "set OTHELLO_CACHE to a folder that only you can write to"
    )
    return temporary()


@functools.cache
def temporary() -> Path:
    """Return a temporary folder for this process, which is removed when the process ends."""
    import tempfile  # importing it takes longer than the rest of this module

    folder = tempfile.mkdtemp(prefix="othello-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def open_trusted(path: Path) -> BinaryIO:
    """Open a file in the cache folder for reading. Raises OSError.

    If other users could have written the file, it is removed, and a warning is printed on standard error.
    """
    real = os.path.realpath(path)
    if reason := trust.objection(Path(real)):
        report_once(f"other users may have written files in {path.parent}, so they are compiled again")
        if trust.objection(path.parent) is None:  # this user owns the folder, but not the file
            path.unlink()
        raise PermissionError(errno.EPERM, reason)
    return open(real, "rb")


def clear() -> None:
    """Remove all libraries and network maps built on this computer by any version of the package."""
    root = cache_root()
    for path in (*root.glob(f"kernels-*{SUFFIX}*"), *root.glob("network-*.map*")):
        path.unlink()
    for folder in [root / "modules", *root.glob("othello-" + 16 * "[0-9a-f]")]:
        if folder.is_dir():
            shutil.rmtree(folder)


def short_hash(content: bytes) -> str:
    """Return a hash of *content* as 16 hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()[:16]


@functools.cache
def report_once(text: str) -> None:
    """Print a line on standard error unless it has been printed before or standard error is closed."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            print(f"othello: {text}", file=sys.stderr)
