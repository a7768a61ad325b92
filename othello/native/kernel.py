"""Marks Python functions as kernels, which become machine code.

A *kernel* is a plain function that is marked with `@kernel` and works on words, numbers, records and
addresses. Its annotations declare the types in machine code: `int` is int64, `bool` is a truth value, and
`None` is void. For an `Annotated` alias, such as `Word`, the second part names the type (see `Type`). The
types do not depend on whether the function is called from Python or from another kernel.

This module imports neither Numba nor LLVM. `othello.native` builds a library of machine code from all
kernels, and `native.library` loads it. When Python code calls a kernel, the function in the library runs.
"""

import ctypes
import functools
from collections.abc import Callable
from typing import Annotated, Any, Generic, ParamSpec, TypeVar, get_args, get_origin, get_type_hints

from othello.native import calls, library

P = ParamSpec("P")
R = TypeVar("R")

Type = str | tuple[str, ...] | type[ctypes.Structure]
"""A type in machine code.

| annotation | type |
| --- | --- |
| "uint64", "int64", "float32", "float64", "bool", "void" | a number, a truth value, nothing |
| "int16[::1]", "float32[:, ::1]" | an array in C order with one or two dimensions |
| ("int64", "uint64") | several values, only as a result |
| a subclass of `ctypes.Structure` | a record of int64 fields, passed by address |
"""

KERNELS: dict[str, "Kernel[..., Any]"] = {}
"""All kernels in the modules imported so far, by dotted name, in order of definition."""


class Kernel(Generic[P, R]):
    """A function in the library, which Python and other kernels can call."""

    def __init__(self, function: Callable[P, R], *, is_inlined: bool) -> None:
        self.function = function
        self.name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        self.is_inlined = is_inlined
        self._native: Callable[..., R] = self._load
        self.unchecked: Callable[..., R] = self._load
        """Runs the machine code without checking the arguments, if all arguments of the kernel are numbers.

        The arguments must be integers within their ranges. Use this for kernels called for every move.
        """
        self._prepare: Callable[..., Callable[[], R]] | None = None
        functools.update_wrapper(self, function)

    def __call__(self, *args: P.args, **keywords: P.kwargs) -> R:
        """Run the machine code with these arguments.

        Raises TypeError or ValueError if an argument does not fit its type. Arguments must be positional.
        """
        if keywords:
            raise TypeError(f"{self.name} takes no keyword arguments")
        try:
            return self._native(*args)
        except ctypes.ArgumentError as error:
            raise TypeError(f"{self.name}: {error}") from None

    def prepared(self, *args: P.args, **keywords: P.kwargs) -> Callable[[], R]:
        """Check arguments now and return a function that runs the machine code with these arguments.

        Use this for repeated calls with the same arrays, because checking an array takes a microsecond.
        """
        if self._prepare is None:
            self.bind(library.load())
        assert self._prepare is not None, "the kernel is bound"
        return self._prepare(*args)

    @property
    def symbol(self) -> str:
        """The name of the function in the library."""
        return self.name.replace(".", "_")

    @functools.cached_property
    def signature(self) -> tuple[Type, tuple[Type, ...]]:
        """The types of the result and the arguments, taken from the annotations."""
        hints = get_type_hints(self.function, include_extras=True)
        result = _type_of(hints.pop("return"))
        return result, tuple(map(_type_of, hints.values()))

    def bind(self, code: ctypes.CDLL) -> None:
        """From now on, call the kernel's function in the library *code*."""
        self._native, self.unchecked, self._prepare = calls.bound(
            code[self.symbol], self.name, *self.signature
        )

    def _load(self, *args: Any) -> R:
        """Load the library for the first call and run the kernel."""
        self.bind(library.load())
        return self._native(*args)


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Mark *function* as a kernel. Its annotations declare its types."""
    return _registered(Kernel(function, is_inlined=False))


def inlined_kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Mark a small function as a kernel to be inlined into every kernel that calls it."""
    return _registered(Kernel(function, is_inlined=True))


def _registered(declared: Kernel[P, R]) -> Kernel[P, R]:
    KERNELS[declared.name] = declared
    return declared


def _type_of(hint: Any) -> Type:
    if get_origin(hint) is Annotated:
        kind: Type = get_args(hint)[1]
        return kind
    return {int: "int64", bool: "bool", type(None): "void"}[hint]
