"""How kernels are compiled.

A *kernel* is a plain function over words, integers and records, marked `@kernel`. Its
annotations declare its Numba signature: an `Annotated[..., numba type]` alias such as `Word`
means that type, `int` means int64, and `None` means void. A kernel is compiled for this
signature only, whether Python or another kernel calls it.

Nothing is compiled at import. The first call of a kernel from Python compiles it or loads it
from the cache (see `kernels.cache`); `compile_all` compiles all kernels and reports progress.
"""

import functools
import importlib
from collections.abc import Callable
from typing import Annotated, Any, Generic, ParamSpec, TypeVar, cast, get_args, get_origin, get_type_hints

import numba
import numpy as np
from numba import types
from numba.core.typing.templates import Signature
from numba.extending import models, register_model, typeof_impl

from othello.kernels import cache, calls

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
        self.is_inlined = inlined
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
        """Load the compiled code at the first call, and run it."""
        self._native = self.compile()
        return self._native(*args)

    @functools.cached_property
    def signature(self) -> Signature:
        """The Numba signature that the annotations declare."""
        hints = get_type_hints(self.function, include_extras=True)
        result = _numba_type(hints.pop("return"))
        declared: Signature = result(*(_numba_type(hint) for hint in hints.values()))
        return declared

    @functools.cached_property
    def call_key(self) -> Any:
        """What Numba finds the calls of other kernels to this one by, which is compiled."""
        return calls.returning(self.dispatcher.overloads[self.signature.args])

    def compile(self) -> Callable[..., R]:
        """Compile the kernel or load it from the cache; return the function that Python calls."""
        self.dispatcher.compile(self.signature)
        native: Callable[..., R] = self.dispatcher.overloads[self.signature.args].entry_point
        arrays = [place for place, each in enumerate(self.signature.args) if isinstance(each, types.Array)]
        return self._checking(native, arrays) if arrays else native

    def _checking(self, native: Callable[..., R], arrays: list[int]) -> Callable[..., R]:
        """Refuse arrays in another order than C's, which compiled code would read as other numbers."""

        def run(*args: Any) -> R:
            for place in arrays:
                if not np.asarray(args[place]).flags.c_contiguous:
                    raise ValueError(f"{self.name}: argument {place} is an array that is not C-contiguous")
            return native(*args)

        return run


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Compile *function* with the types that its annotations declare."""
    return _registered(Kernel(function, inlined=False))


def inlined_kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Compile *function* into every kernel that calls it, for functions cheaper than a call."""
    return _registered(Kernel(function, inlined=True))


def _registered(compiled: Kernel[P, R]) -> Kernel[P, R]:
    KERNELS[compiled.name] = compiled
    return compiled


def compile_all(
    on_progress: Callable[[str, int, int], None] | None = None, on_wait: Callable[[], None] | None = None
) -> None:
    """Fill the cache, or wait for another process that does so.

    on_progress -- called with (name of the next kernel, number done, total) before each kernel and
                   at the end
    on_wait     -- called again and again while another process compiles

    If the cache is complete, only its files are checked: kernels load when they are called.
    """
    if cache.is_complete():
        return
    with cache.turn(on_wait):
        if not cache.is_complete():  # the other process may have filled it
            _compile_all(on_progress)


def _compile_all(on_progress: Callable[[str, int, int], None] | None) -> None:
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

    Only the declared argument types are accepted, without conversions: compiling a caller that
    mixed a word with a signed number fails. Numba's own dispatcher would compile one more version
    for the other types, and one for each literal argument. Such versions of a recursive function
    crash when they are loaded from the cache.
    """

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """The declared signature; raises if the arguments do not fit."""
        given = tuple(unliteral(each) for each in args)
        declared: Kernel[..., Any] = cast(Any, self.dispatcher).declared
        if given != declared.signature.args:
            raise numba.TypingError(f"{declared.name} takes {declared.signature.args}, not {given}")
        return super().get_call_type(context, given, kws)

    def get_impl_key(self, sig: Any) -> Any:
        """What Numba finds the code of a call by."""
        declared: Kernel[..., Any] = cast(Any, self.dispatcher).declared
        return super().get_impl_key(sig) if declared.is_inlined else declared.call_key


register_model(KernelType)(models.OpaqueModel)


@typeof_impl.register(Kernel)
def _typeof_kernel(value: Kernel[..., Any], context: Any) -> Any:
    return KernelType(value.dispatcher)
