"""Builds a library from the sources of kernels and caches the front end's output for each module.

The front end takes most of the time. An edit changes the hash of the edited module and of all modules that
import it, so only these modules go through the front end again. Linking, optimizing and emitting take a few
seconds.
"""

import ast
import contextlib
import functools
import importlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as ll

from othello.native import compiler, frontend, library, linking, llvm
from othello.native.kernel import Kernel
from othello.native.targets import Target
from othello.storage import trust

MIN_MODULES: Final = 5
"""Starting a process takes about as much time as compiling this many modules."""


def build(target: Target, on_progress: Callable[[int, int], None] | None = None) -> bytes:
    """Build the library for a target, using all processors, and return it as bytes. Raises NoLibraryError.

    on_progress -- called with the number of finished modules and the total number of modules
    """
    with _helpers(target):
        modules = bitcode(target.choices, on_progress)
    return linking.linked(modules, target)


@contextlib.contextmanager
def _helpers(target: Target) -> Iterator[None]:
    """Within the block, run a helper on each other processor. The helpers compile modules into the cache.

    The helpers and the caller each start with a different module and skip modules that are already in the
    cache. Therefore each process compiles at most one module that another process is also compiling.
    """
    missing = [at for at, name in enumerate(modules()) if not _files(name, target.choices)]
    count = min(os.cpu_count() or 1, len(missing) // MIN_MODULES)
    firsts = [missing[len(missing) * number // count] for number in range(1, count)]
    processes = [compiler.start(target.name, str(first), cache=library.cache()) for first in firsts]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def bitcode(choices: frozenset[str], on_progress: Callable[[int, int], None] | None = None) -> list[bytes]:
    """Return the bitcode of all modules that contain kernels, from the cache or from the front end."""
    contents = []
    names = modules()
    for done, name in enumerate(names):
        if on_progress:
            on_progress(done, len(names))
        contents.append(_kept(name, choices))
    if on_progress:
        on_progress(len(names), len(names))
    return [content for content in contents if content]


def fill_cache(choices: frozenset[str], first: int) -> None:
    """Compile all modules that are not in the cache, starting with module number *first*."""
    names = modules()
    for name in [*names[first:], *names[:first]]:
        _kept(name, choices)


def _files(name: str, choices: frozenset[str]) -> list[Path]:
    """Return the cached files with a module's bitcode. There is at most one such file."""
    return list((library.cache() / "modules").glob(f"{name}-{digest(name, choices)}-*"))


def _kept(name: str, choices: frozenset[str]) -> bytes:
    """Return a module's bitcode from the cache. If it is missing, compile it and add it to the cache.

    The bitcode is empty if the module has no kernels.
    """
    folder = library.cache() / "modules"
    stem = f"{name}-{digest(name, choices)}"
    for path in _files(name, choices):
        with contextlib.suppress(OSError):
            with library.open_trusted(path) as file:
                content = file.read()
            if path.name == f"{stem}-{library.short_hash(content)}":
                return content
            path.unlink()  # the file is damaged
    content = front_end(importlib.import_module(f"{library.PACKAGE}.{name}"), choices)
    with contextlib.suppress(OSError):  # if the disk is full, the next process compiles the module again
        trust.write(folder / f"{stem}-{library.short_hash(content)}", [content])
    return content


def front_end(module: Any, choices: frozenset[str]) -> bytes:
    """Compile a module's kernels and return their bitcode, which is empty if the module has no kernels."""
    for name in modules():
        frontend.register_all(importlib.import_module(f"{library.PACKAGE}.{name}"))
    frontend.register_all(module)
    kernels = [member for member in vars(module).values() if isinstance(member, Kernel)]
    own = [kernel for kernel in kernels if kernel.function.__module__ == module.__name__]
    if not own:
        return b""
    llvm.choices.clear()
    llvm.choices.update(choices)
    code: bytes = ll.parse_assembly(frontend.module_of(own)).as_bitcode()
    return code


def modules() -> list[str]:
    """Return the names of all modules that may contain kernels."""
    return [path.stem for path in library.kernel_files()]


@functools.cache
def digest(name: str, choices: frozenset[str]) -> str:
    """Return a hash of the compiler, a module's source, and all kernel modules that it imports."""
    known = modules()
    dependencies: set[str] = set()
    waiting = [name]
    while waiting:
        module = waiting.pop()
        if module in known and module not in dependencies:
            dependencies.add(module)
            waiting.extend(_imported(module))
    sources = [_source(module) for module in sorted(dependencies)]
    sources += [path.read_bytes() for path in library.compiler_files()]
    versions = f"{library.compiler_versions()} {sorted(choices)}".encode()
    return library.short_hash(b"\0".join([*sources, versions]))


def _source(name: str) -> bytes:
    return (library.KERNELS / f"{name}.py").read_bytes()


@functools.cache
def _imported(name: str) -> tuple[str, ...]:
    """Return the kernel modules named in the import statements of a module's source."""
    names: list[str] = []
    for node in ast.walk(ast.parse(_source(name))):
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module == library.PACKAGE:
                names.extend(alias.name for alias in node.names)
            elif node.module.startswith(f"{library.PACKAGE}."):
                names.append(node.module.removeprefix(f"{library.PACKAGE}."))
    return tuple(names)
