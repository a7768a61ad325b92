"""Where the machine code of kernels is kept.

Numba's own cache notices an edit of the file that defines a kernel but not one of a callee's
file, and constants are frozen into the code. So the machine code of a module is kept in a
folder named by a hash of that module and of all kernel modules it imports, directly or not,
and of Numba's version: editing one file recompiles that file and what stands on it, nothing
else, and a stale kernel can never be loaded. Each kernel has one file for each kind of
processor and version of Python, so several computers can share the folders, and a copy of
them works elsewhere.

The folders lie in NUMBA_CACHE_DIR if it is set, else in the user's cache folder. They need
not be writable to be read. Every file begins with a checksum of the rest. A damaged file is
reported, compiled again and replaced. Where nothing can be written, one line on standard error
says so, and what is compiled serves this process only. Of several processes that find an
incomplete cache at the same time, one compiles and the others wait for it, see `turn`.

Source: Numba manual, "Notes on Caching" and "Caching limitations".
"""

import ast
import contextlib
import functools
import hashlib
import os
import pickle
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import llvmlite
import numba
import platformdirs
from numba.core import compiler, serialize
from numba.core.registry import cpu_target

from othello.kernels.lock import try_lock

compile_result: Any = compiler.CompileResult
dumps: Any = serialize.dumps
FOLDER: Final = Path(__file__).parent
CHECKSUM: Final = 32
"""Bytes of the checksum at the beginning of a file."""
PATIENCE: Final = 300.0
"""Seconds to wait for another process that fills the cache; that process may have been suspended."""
POLL: Final = 0.1
"""Seconds from one look at the lock of another process to the next."""


class KernelCache:
    """The machine code of one kernel, in a file; Numba's dispatcher calls these methods."""

    def __init__(self, function: Callable[..., Any]) -> None:
        """Prepare to keep the machine code of *function*; nothing is read or written yet."""
        self._module = function.__module__
        self._name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"

    @property
    def path(self) -> Path:
        """The file."""
        return folder_of(self._module) / f"{self._name}-{target()}"

    @property
    def cache_path(self) -> str:
        """The folder of the file, as Numba's statistics name it."""
        return str(folder_of(self._module))

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the compiled kernel; None if there is none, or if the file is damaged."""
        content = _read(self.path)
        if content is None:
            return None
        context.refresh()
        return compile_result._rebuild(context, *pickle.loads(content))

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Write a kernel that was compiled, if the cache can be written."""
        _write(self.path, dumps(compiled._reduce()))


def is_complete() -> bool:
    """Whether the cache holds every kernel undamaged, so that none must be compiled."""
    listed = _read(_list_path())
    return listed is not None and all(_read(cache_root() / each) for each in listed.decode().split("\n"))


def mark_complete(caches: Iterable[KernelCache]) -> None:
    """Note that *caches* are those of all kernels, if all are written."""
    paths = [each.path for each in caches]
    if all(path.exists() for path in paths):
        names = [path.relative_to(cache_root()).as_posix() for path in paths]
        _write(_list_path(), "\n".join(names).encode())


@contextlib.contextmanager
def turn(on_wait: Callable[[], None] | None = None) -> Iterator[None]:
    """Wait until no other process fills the cache, and let others wait during the block.

    *on_wait* is called every POLL seconds of the wait, which lasts at most PATIENCE seconds. If no file
    can be locked, the block runs at once, and every process compiles for itself.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            path = _list_path().with_name(f"lock-{target()}")
            path.parent.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context(open(path, "ab"))
            end = time.monotonic() + PATIENCE
            while not try_lock(file) and time.monotonic() < end:
                if on_wait:
                    on_wait()
                time.sleep(POLL)
        yield


def clear_cache() -> None:
    """Remove all compiled code of this program from the cache, that of other versions too."""
    for folder in cache_root().glob("othello-*"):
        if folder.is_dir() and re.fullmatch("othello-[0-9a-f]{16}", folder.name):
            shutil.rmtree(folder)


def modules() -> list[str]:
    """All modules of this package: those that the engine needs."""
    return sorted(f"{__package__}.{path.stem}" for path in FOLDER.glob("*.py") if path.stem != "__init__")


def cache_root() -> Path:
    """The folder that holds all compiled code of this program; it need not exist."""
    return Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_path("othello"))


def folder_of(*names: str) -> Path:
    """The folder for what is compiled from these modules."""
    return cache_root() / f"othello-{digest(*names)}"


@functools.cache
def digest(*names: str) -> str:
    """Hash of the sources of these kernel modules and of all they import, and of Numba's version."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting.extend(_imported(module))
    text = b"".join(_source(module) for module in sorted(found))
    return _short_hash(numba.__version__.encode() + text)


@functools.cache
def target() -> str:
    """Hash of what else a file depends on: processor, LLVM and Python."""
    processor = cpu_target.target_context.codegen().magic_tuple()
    versions = llvmlite.__version__, sys.implementation.cache_tag
    return _short_hash(repr((processor, *versions)).encode())


def _short_hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _list_path() -> Path:
    """The file that lists the files of all kernels; it is written when all are compiled."""
    return folder_of(*modules()) / f"kernels-{target()}"


# Sources.


def _file(module: str) -> Path:
    """The source of a module of this package, or of another one that has kernels."""
    name = module.removeprefix(f"{__package__}.")
    return FOLDER / f"{name}.py" if name != module else Path(str(sys.modules[module].__file__))


@functools.cache
def _source(module: str) -> bytes:
    return _file(module).read_bytes()


@functools.cache
def _imported(module: str) -> tuple[str, ...]:
    """The modules of kernels that this one imports, by the statements in its source."""
    names: list[str] = []
    for node in ast.walk(ast.parse(_source(module))):
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module == __package__:
                names.extend(f"{__package__}.{alias.name}" for alias in node.names)
            elif node.module.startswith(f"{__package__}."):
                names.append(node.module)
    return tuple(names)


# Files.


def _read(path: Path) -> bytes | None:
    """Return what `_write` has written; None if it cannot be read, or is damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    checksum, content = data[:CHECKSUM], data[CHECKSUM:]
    if checksum != hashlib.sha256(content).digest():
        _report_once("some compiled kernels are damaged and are compiled again")
        return None
    return content


def _write(path: Path, content: bytes) -> None:
    """Replace a file at once, so that no process reads a part of it."""
    written = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        written.write_bytes(hashlib.sha256(content).digest() + content)
        written.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            written.unlink()
        # On Windows a file that another process reads cannot be replaced; that process has written it.
        if _read(path) is None:
            reason = f"{cache_root()} cannot be written ({error.strerror})"
            _report_once(f"{reason}: kernels are compiled for this run only")


@functools.cache
def _report_once(text: str) -> None:
    """Print a line on standard error, if there is one that can be written."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            print(f"othello: {text}", file=sys.stderr)
