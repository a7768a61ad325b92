"""Machine code for kernels that tests define: a small library next to the program's library."""

import ctypes
import functools
import tempfile
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

from othello.native import build, library as libraries, linking, targets
from othello.native.kernel import Kernel
from othello.native.llvm import SINGLE_SHIFTS, SLOW_BYTE_SHIFTS

TARGET = targets.of_name("native")
"""The processor of this computer."""
OF_WEBASSEMBLY = frozenset({SINGLE_SHIFTS, SLOW_BYTE_SHIFTS})
"""Choices for WebAssembly whose code every processor runs."""


def bind(module):
    """Compile the kernels that *module* defines, and let them be called from Python."""
    own = [value for value in vars(module).values() if is_of(value, module)]
    if own:
        code = [*library_code(), build.front_end(module, TARGET.choices)]
        bind_to(code, own)


def bind_to(code, kernels):
    """Let kernels be called from a library of their own, made of these modules of the front end."""
    content = linking.linked(code, TARGET, exported={kernel.symbol for kernel in kernels})
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder, f"kernels{libraries.SUFFIX}")
        path.write_bytes(content)
        library = ctypes.CDLL(str(path))
    for kernel in kernels:
        kernel.bind(library)


@contextmanager
def in_forms_of_webassembly(*kernels):
    """Let kernels of the program be called in the forms that WebAssembly gets, as code of this computer."""
    bind_to(build.bitcode(OF_WEBASSEMBLY), kernels)
    try:
        yield
    finally:
        for kernel in kernels:
            kernel.bind(libraries.load())


def is_of(value, module):
    """Whether this is a kernel that *module* itself defines."""
    return isinstance(value, Kernel) and value.function.__module__ == module.__name__


@functools.cache
def library_code():
    """The modules that the front end makes of all kernels of the program."""
    return build.bitcode(TARGET.choices)


def front_end(function):
    """Let the front end read one function, without adding it to the registry of kernels. Return the bitcode.

    Raises what the front end raises if types do not fit.
    """
    kernel = Kernel(function, is_inlined=False)
    return build.front_end(SimpleNamespace(__name__=function.__module__, kernel=kernel), TARGET.choices)
