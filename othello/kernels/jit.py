"""How kernels are compiled, and where the machine code is kept.

A *kernel* is a plain function over words, integers and records, marked `@kernel`. Its
Numba signature is read from its annotations: an `Annotated[..., numba type]` alias such
as `Word` stands for that type, `int` for int64, `None` for void. A kernel is compiled
for this signature and no other, whether it is called from Python or from another kernel.

Nothing is compiled at import. A kernel called from Python compiles, or loads from the
cache (see `kernels.cache`), on its first call; `compile_all` does so for all of them and reports progress.
"""

import functools
import importlib
from collections.abc import Callable
from typing import Annotated, Any, Generic, ParamSpec, TypeVar, cast, get_args, get_origin, get_type_hints

import numba
from numba import types
from numba.core.typing.templates import Signature
from numba.extending import models, register_model, typeof_impl

from othello.kernels import cache

unliteral: Any = types.unliteral
P = ParamSpec("P")
R = TypeVar("R")

KERNELS: dict[str, "Kernel[..., Any]"] = {}
"""All kernels by dotted name, in the order of their definition: callees first."""


class Kernel(Generic[P, R]):
    """A compiled function, callable from Python and from other kernels."""

    def __init__(self, function: Callable[P, R], *, inlined: bool) -> None:
        self.function = function
        self.name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        self.dispatcher = _dispatcher(function, inlined)
        self.dispatcher.declared = self
        self.cache = self.dispatcher._cache = cache.KernelCache(function)
        self._native: Callable[..., R] = self._load
        functools.update_wrapper(self, function)

    def __call__(self, *args: P.args, **keywords: P.kwargs) -> R:
        """Run the compiled code; arguments are converted to the declared types.

        Compiled code has no names of arguments: keywords raise TypeError.
        """
        if keywords:
            raise TypeError(f"{self.name} takes no keyword arguments")
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


def compile_all(on_progress: Callable[[str, int, int], None] | None = None) -> None:
    """Fill the cache; *on_progress* gets (name of the next kernel, number done, number in all).

    With a complete cache this only checks its files: kernels then load when they are called.
    """
    if cache.is_complete():
        return
    for module in cache.modules():
        importlib.import_module(module)
    for done, (name, each) in enumerate(KERNELS.items()):
        if on_progress:
            on_progress(name, done, len(KERNELS))
        each.compile()
    if on_progress:
        on_progress("", len(KERNELS), len(KERNELS))
    cache.mark_complete(each.cache for each in KERNELS.values())


def _dispatcher(function: Callable[..., Any], inlined: bool) -> Any:
    options: dict[str, Any] = {"boundscheck": False, "error_model": "numpy", "forceinline": inlined}
    return numba.njit(nogil=True, **options)(function)


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
