"""From the sources of kernels to a library, keeping what the front end makes of each module.

An edit of a module changes the hash of that module and of all that import it. So only these go through
the front end again, which takes most of the time; linking, optimizing and emitting take some seconds.

Several processes may need a library at the same time: one makes it, the others wait for it.
"""

import ast
import contextlib
import functools
import importlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as ll

from othello.native import frontend, library, linking, llvm, targets
from othello.native.kernel import Kernel
from othello.native.progress import BuildProgress
from othello.native.targets import Target
from othello.storage import trust
from othello.storage.lock import try_lock

PACKAGE: Final = "othello.kernels"
PATIENCE: Final = 300.0
"""Seconds to wait for another process that makes a library; that process may have been suspended."""
POLL: Final = 0.1
"""Seconds from one look at the lock of another process to the next."""


def for_this_computer(level: str, name: str, folder: Path) -> Path:
    """Make the library with the target *name*, which this computer can run, in *folder*; return its path.

    level -- a level of the processor, or `library.NATIVE`

    The progress is reported on standard error.
    """
    target = targets.native(name) if level == library.NATIVE else targets.of_level(level)
    with BuildProgress() as progress, turn(folder, progress.wait):
        # The other process may have made it.
        return library.existing(folder, name) or build(target, folder, progress.advance)


def for_target(name: str, folder: Path) -> Path:
    """Make the library of the shipped target *name* in *folder*; return its path."""
    (target,) = (each for each in targets.SHIPPED if each.name == name)
    return build(target, folder)


def build(target: Target, folder: Path, on_progress: Callable[[int, int], None] | None = None) -> Path:
    """Make the library of a target in *folder*, or in a temporary folder instead; return its path.

    on_progress -- called with the numbers of modules that are ready and of all modules
    """
    content = linking.linked(bitcode(target.choices, on_progress), target)
    path = folder / library.file_name(target.name, content, target.suffix)
    return write(path, content)


def bitcode(choices: frozenset[str], on_progress: Callable[[int, int], None] | None = None) -> list[bytes]:
    """Return what the front end makes of all modules that have kernels, or has made and kept."""
    found = []
    names = modules()
    for done, name in enumerate(names):
        if on_progress:
            on_progress(done, len(names))
        found.append(_kept(name, choices))
    if on_progress:
        on_progress(len(names), len(names))
    return [each for each in found if each]


def _kept(name: str, choices: frozenset[str]) -> bytes:
    """Return the bitcode of a module from its file, or make it; empty if the module has no kernels."""
    folder = library.cache() / "modules"
    stem = f"{name}-{digest(name, choices)}"
    for path in folder.glob(f"{stem}-*"):
        with contextlib.suppress(OSError):
            with library.opened(path) as file:
                content = file.read()
            if path.name == f"{stem}-{library.short_hash(content)}":
                return content
            path.unlink()  # damaged
    content = front_end(importlib.import_module(f"{PACKAGE}.{name}"), choices)
    write(folder / f"{stem}-{library.short_hash(content)}", content)
    return content


def front_end(module: Any, choices: frozenset[str]) -> bytes:
    """Return the bitcode of the kernels of a module; empty if it has none."""
    for name in modules():
        frontend.register_all(importlib.import_module(f"{PACKAGE}.{name}"))
    frontend.register_all(module)
    kernels = [each for each in vars(module).values() if isinstance(each, Kernel)]
    own = [each for each in kernels if each.function.__module__ == module.__name__]
    if not own:
        return b""
    llvm.choices.clear()
    llvm.choices.update(choices)
    found: bytes = ll.parse_assembly(frontend.module_of(own)).as_bitcode()
    return found


def modules() -> list[str]:
    """Return the names of all modules that may have kernels."""
    return [path.stem for path in library.kernel_files()]


@functools.cache
def digest(name: str, choices: frozenset[str]) -> str:
    """Return a hash of a module, of all that it imports, of the front end, and of the compiler's versions."""
    known = modules()
    found: set[str] = set()
    waiting = [name]
    while waiting:
        module = waiting.pop()
        if module in known and module not in found:
            found.add(module)
            waiting.extend(_imported(module))
    sources = [_source(module) for module in sorted(found)]
    sources += [path.read_bytes() for path in library.compiler_files()]
    versions = f"{library.compiler_versions()} {sorted(choices)}".encode()
    return library.short_hash(b"\0".join([*sources, versions]))


def _source(name: str) -> bytes:
    return (library.KERNELS / f"{name}.py").read_bytes()


@functools.cache
def _imported(name: str) -> tuple[str, ...]:
    """Return the modules of kernels that this one imports, by the statements in its source."""
    names: list[str] = []
    for node in ast.walk(ast.parse(_source(name))):
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module == PACKAGE:
                names.extend(alias.name for alias in node.names)
            elif node.module.startswith(f"{PACKAGE}."):
                names.append(node.module.removeprefix(f"{PACKAGE}."))
    return tuple(names)


@contextlib.contextmanager
def turn(folder: Path, on_wait: Callable[[], None]) -> Iterator[None]:
    """Wait until no other process makes a library, and let others wait during the block.

    *on_wait* is called every POLL seconds of the wait, which lasts at most PATIENCE seconds. If no file
    can be locked, the block runs at once, and every process makes its own library.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            trust.make_folder(folder)
            file = stack.enter_context(open(folder / "lock", "ab", opener=trust.own))
            end = time.monotonic() + PATIENCE
            while not try_lock(file) and time.monotonic() < end:
                on_wait()
                time.sleep(POLL)
        yield


def write(path: Path, content: bytes) -> Path:
    """Write a file at once, so that no process reads a part of it; return its path.

    Where that is impossible, a temporary file serves this process, and a line on standard error says so.
    """
    try:
        trust.write(path, [content])
    except OSError as error:
        if path.suffix not in (".so", ".dylib", ".dll"):
            return path
        library.report_once(
            f"{path.parent} cannot be written ({error.strerror}): machine code is made for this run only"
        )
        path = library.temporary() / path.name
        path.write_bytes(content)
    return path
