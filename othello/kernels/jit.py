"""How kernels are compiled, and where the machine code is kept.

A *kernel* is a plain function over words, integers and records, marked `@kernel`. Its
Numba signature is read from its annotations: an `Annotated[..., numba type]` alias such
as `Word` stands for that type, `int` for int64, `None` for void. A kernel is compiled
for this signature and no other, whether it is called from Python or from another kernel.

Nothing is compiled at import. A kernel called from Python compiles, or loads from the
cache, on its first call; `compile_all` does so for all of them and reports progress.

The cache. Numba notices an edit of the file that defines a kernel but not one of a
callee's file, and constants are frozen into the code. So the machine code of a module is
kept in a folder named by a hash of that module and of all kernel modules it imports,
directly or not, and of Numba's version: editing one file recompiles that file and what
stands on it, nothing else, and a stale kernel can never be loaded. The folders lie in
NUMBA_CACHE_DIR if it is set, else in the user's cache folder, else, where that cannot be
written, in a temporary folder that lasts as long as the process.

Source: Numba manual, "Notes on Caching" and "Caching limitations".
"""

import ast
import functools
import hashlib
import importlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Generic, ParamSpec, TypeVar, cast, get_args, get_origin, get_type_hints

import numba
import platformdirs
from llvmlite.binding import get_host_cpu_name
from numba import types
from numba.core.typing.templates import Signature
from numba.extending import models, register_model, typeof_impl

config: Any = numba.config
unliteral: Any = types.unliteral
P = ParamSpec("P")
R = TypeVar("R")

FOLDER = Path(__file__).parent

KERNELS: dict[str, "Kernel[..., Any]"] = {}
"""All kernels by dotted name, in the order of their definition: callees first."""


class Kernel(Generic[P, R]):
    """A compiled function, callable from Python and from other kernels."""

    def __init__(self, function: Callable[P, R], *, inlined: bool) -> None:
        self.function = function
        self.name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        self.dispatcher = _cached_dispatcher(function, inlined)
        self.dispatcher.declared = self
        self._native: Callable[..., R] = self._load
        functools.update_wrapper(self, function)

    def __call__(self, *args: P.args, **no_keywords: P.kwargs) -> R:
        """Run the compiled code; arguments are converted to the declared types."""
        return self._native(*args)

    def _load(self, *args: Any) -> R:
        """Stands for the compiled code until the first call."""
        self._native = self.compile()
        return self._native(*args)

    @functools.cached_property
    def signature(self) -> Signature:
        """The Numba signature that the annotations declare."""
        hints = get_type_hints(self.function, include_extras=True)
        result = _numba_type(hints.pop("return"))
        declared: Signature = result(*(_numba_type(hint) for hint in hints.values()))
        return declared

    def compile(self) -> Callable[..., R]:
        """Compile the kernel, or load it from the cache; returns the native function."""
        self.dispatcher.compile(self.signature)
        native: Callable[..., R] = self.dispatcher.overloads[self.signature.args].entry_point
        return native


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Compile *function* with the types that its annotations declare."""
    return _registered(Kernel(function, inlined=False))


def inlined_kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """A kernel that becomes part of every kernel that calls it, where a call would cost more than it does."""
    return _registered(Kernel(function, inlined=True))


def _registered(compiled: Kernel[P, R]) -> Kernel[P, R]:
    KERNELS[compiled.name] = compiled
    return compiled


def is_complete() -> bool:
    """Whether the cache holds every kernel, so that none must be compiled."""
    return _mark().exists()


def compile_all(on_progress: Callable[[str, int, int], None] | None = None) -> None:
    """Fill the cache; *on_progress* gets (name of the next kernel, number done, number in all).

    With a complete cache this only checks a file: kernels then load when they are called.
    """
    if is_complete():
        return
    for module in _modules():
        importlib.import_module(module)
    for done, (name, each) in enumerate(KERNELS.items()):
        if on_progress:
            on_progress(name, done, len(KERNELS))
        each.compile()
    if on_progress:
        on_progress("", len(KERNELS), len(KERNELS))
    _mark().parent.mkdir(parents=True, exist_ok=True)
    _mark().touch()


def clear_cache() -> None:
    """Remove all compiled code of this program from the cache, that of other versions too."""
    for folder in cache_root().iterdir():
        if folder.is_dir() and re.fullmatch("[0-9a-f]{16}", folder.name):
            shutil.rmtree(folder)


def _mark() -> Path:
    """The empty file that says that every kernel is compiled.

    Beside the sources Numba looks at the place and the time of each file, and the processor.
    """
    seen = [str(FOLDER), str(config.CPU_NAME or get_host_cpu_name())]
    seen += [str(_file(module).stat().st_mtime_ns) for module in _modules()]
    name = hashlib.sha256("\n".join(seen).encode()).hexdigest()[:16]
    return cache_root() / digest(*_modules()) / f"complete-{name}"


def _modules() -> list[str]:
    """What the engine needs: all modules of this package."""
    return sorted(f"{__package__}.{path.stem}" for path in FOLDER.glob("*.py") if path.stem != "__init__")


def _file(module: str) -> Path:
    """The source of a module of this package, or of another one that has kernels."""
    name = module.removeprefix(f"{__package__}.")
    return FOLDER / f"{name}.py" if name != module else Path(str(sys.modules[module].__file__))


@functools.cache
def cache_root() -> Path:
    """The folder that holds all compiled code of this program; it exists and can be written."""
    wanted = Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_path("othello"))
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError as error:
        root = tempfile.TemporaryDirectory(prefix="othello-")
        _KEPT.append(root)
        print(
            f"othello: {wanted} cannot be written ({error.strerror}): kernels are compiled for this run only",
            file=sys.stderr,
        )
        return Path(root.name)


_KEPT: list[Any] = []


def digest(*modules: str) -> str:
    """Hash of the sources of these kernel modules and of all they import, and of Numba's version."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting.extend(_imported(module))
    text = b"".join(_source(module) for module in sorted(found))
    return hashlib.sha256(numba.__version__.encode() + text).hexdigest()[:16]


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


def _cached_dispatcher(function: Callable[..., Any], inlined: bool) -> Any:
    theirs = config.CACHE_DIR
    config.CACHE_DIR = str(cache_root() / digest(function.__module__))
    try:
        options: dict[str, Any] = {"boundscheck": False, "error_model": "numpy", "forceinline": inlined}
        return numba.njit(cache=True, nogil=True, **options)(function)
    finally:
        config.CACHE_DIR = theirs


def _numba_type(hint: Any) -> Any:
    if get_origin(hint) is Annotated:
        return get_args(hint)[1]
    return {int: types.int64, bool: types.boolean, type(None): types.void}[hint]


class KernelType(types.Dispatcher):
    """The Numba type of a kernel, which lets a kernel call another one by its Python name.

    It accepts the declared argument types and nothing that could be converted to them, so a
    word that was mixed with a signed number is refused when the caller is compiled. Numba
    would make another specialisation, and one for each literal argument; of a function that
    calls itself those crash when they are loaded from the cache.
    """

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """The declared signature; raises if the arguments do not fit."""
        given = tuple(unliteral(each) for each in args)
        declared: Kernel[..., Any] = cast(Any, self.dispatcher).declared
        if given != declared.signature.args:
            raise numba.TypingError(f"{declared.name} takes {declared.signature.args}, not {given}")
        return super().get_call_type(context, given, kws)


register_model(KernelType)(models.OpaqueModel)


@typeof_impl.register(Kernel)
def _typeof_kernel(value: Kernel[..., Any], context: Any) -> Any:
    return KernelType(value.dispatcher)
