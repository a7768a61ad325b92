"""Declarations of kernels: functions that become machine code.

A *kernel* is a plain function over words, numbers, records and addresses, marked `@kernel`. Its
annotations declare the types of its machine code: `int` is int64, `bool` a truth value, `None`
void, and the second part of an `Annotated` alias such as `Word` is the name of a type, see `Type`.
The types are the same whether Python or another kernel calls it.

This module imports neither Numba nor LLVM. `othello.native` builds a library of machine code from all
kernels, and `native.library` loads it. When Python calls a kernel, the function in the library runs.
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
"""All kernels of imported modules, by dotted name, in the order of their definition."""


class Kernel(Generic[P, R]):
    """A function of the library, callable from Python and from other kernels."""

    def __init__(self, function: Callable[P, R], *, is_inlined: bool) -> None:
        self.function = function
        self.name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        self.is_inlined = is_inlined
        self._native: Callable[..., R] = self._load
        self.unchecked: Callable[..., R] = self._load
        """The machine code of a kernel whose arguments are all numbers, without argument checks.

        The arguments must be integers in their ranges. Use this for functions that are called for
        each move of a game.
        """
        self._prepare: Callable[..., Callable[[], R]] | None = None
        functools.update_wrapper(self, function)

    def __call__(self, *args: P.args, **keywords: P.kwargs) -> R:
        """Run the machine code.

        Raises TypeError or ValueError if the arguments do not fit. Pass arguments by position: keywords raise
        TypeError.
        """
        if keywords:
            raise TypeError(f"{self.name} takes no keyword arguments")
        try:
            return self._native(*args)
        except ctypes.ArgumentError as error:
            raise TypeError(f"{self.name}: {error}") from None

    def prepared(self, *args: P.args, **keywords: P.kwargs) -> Callable[[], R]:
        """Return a function that runs the machine code with these arguments, which are checked only now.

        Use it for repeated calls with the same arrays: the check of an array takes a microsecond.
        """
        if self._prepare is None:
            self.bind(library.load())
        assert self._prepare is not None, "the kernel is bound"
        return self._prepare(*args)

    @property
    def symbol(self) -> str:
        """The name of the kernel's function in the library."""
        return self.name.replace(".", "_")

    @functools.cached_property
    def signature(self) -> tuple[Type, tuple[Type, ...]]:
        """The types of the result and of the arguments, as the annotations declare them."""
        hints = get_type_hints(self.function, include_extras=True)
        result = _type_of(hints.pop("return"))
        return result, tuple(map(_type_of, hints.values()))

    def bind(self, code: ctypes.CDLL) -> None:
        """From now on, call the function of the library *code*."""
        self._native, self.unchecked, self._prepare = calls.bound(
            code[self.symbol], self.name, *self.signature
        )

    def _load(self, *args: Any) -> R:
        """At the first call, find the function in the library and run it."""
        self.bind(library.load())
        return self._native(*args)


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Make *function* a kernel with the types that its annotations declare."""
    return _registered(Kernel(function, is_inlined=False))


def inlined_kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """`kernel` for small functions: it is compiled into every kernel that calls it."""
    return _registered(Kernel(function, is_inlined=True))


def _registered(declared: Kernel[P, R]) -> Kernel[P, R]:
    KERNELS[declared.name] = declared
    return declared


def _type_of(hint: Any) -> Type:
    if get_origin(hint) is Annotated:
        kind: Type = get_args(hint)[1]
        return kind
    return {int: "int64", bool: "bool", type(None): "void"}[hint]
