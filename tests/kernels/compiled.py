"""Machine code for kernels that tests define: a small library beside the one of the program."""

import ctypes
import functools
import tempfile
from pathlib import Path
from types import SimpleNamespace

from othello.compiler import build, linking, targets
from othello.kernels.kernel import Kernel

TARGET = targets.native("native")
"""The processor of this computer."""


def bind(module):
    """Compile the kernels that *module* defines, and let them be called from Python."""
    own = [each for each in vars(module).values() if is_of(each, module)]
    if own:
        code = [*library_code(), build.front_end(module, TARGET.choices)]
        content = linking.linked(code, TARGET, exported={each.symbol for each in own})
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            path = Path(folder, f"kernels{TARGET.suffix}")
            path.write_bytes(content)
            library = ctypes.CDLL(str(path))
        for each in own:
            each.bind(library)


def is_of(each, module):
    """Whether this is a kernel that *module* itself defines."""
    return isinstance(each, Kernel) and each.function.__module__ == module.__name__


@functools.cache
def library_code():
    """The modules that the front end makes of all kernels of the program."""
    return build.bitcode(TARGET.choices)


def front_end(function):
    """Let the front end read one function, which the registry of kernels does not get; return the bitcode.

    Raises what the front end raises if types do not fit.
    """
    kernel = Kernel(function, is_inlined=False)
    return build.front_end(SimpleNamespace(__name__=function.__module__, kernel=kernel), TARGET.choices)
