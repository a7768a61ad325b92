"""Calls functions in the library of machine code through ctypes.

A function in the library takes numbers and addresses of records. For an array, it takes the array's address
and the length of each dimension. If it returns several values, its last argument is the address to which it
writes them. Other Python threads can run during a call, because the GIL is released.
"""

import ctypes
import struct
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

NUMBERS: dict[Any, Any] = {
    "bool": ctypes.c_bool,
    "uint8": ctypes.c_uint8,
    "int16": ctypes.c_int16,
    "int32": ctypes.c_int32,
    "int64": ctypes.c_int64,
    "uint64": ctypes.c_uint64,
    "float32": ctypes.c_float,
    "float64": ctypes.c_double,
}
ORDER = {"little": "<", "big": ">"}[sys.byteorder]
TYPESTRINGS = {name: f"{name[0]}{ctypes.sizeof(kind)}" for name, kind in NUMBERS.items()}
"""NumPy's names for the types of array items, without the byte order, for example "i8"."""
CODES = dict(zip(NUMBERS, "?BhiqQfd", strict=True))
"""The `struct` codes of number types. Unlike ctypes, `struct` rejects integers that are too large instead of
truncating them."""
IS_64_BIT = ctypes.sizeof(ctypes.c_void_p) == 8
PASSED = NUMBERS | (dict.fromkeys(("int64", "uint64"), ctypes.c_void_p) if IS_64_BIT else {})
"""The ctypes types of arguments. 64-bit integers are passed as addresses, because ctypes converts an integer
to an address twice as fast."""
UNFIT = (struct.error, TypeError, OverflowError)
"""Exceptions from `struct` for a value that does not fit its type."""


class Calls(NamedTuple):
    """Three ways to call the same function in the library."""

    checked: Callable[..., Any]
    """Raises `ctypes.ArgumentError`, TypeError or ValueError if an argument has the wrong type or is out of
    range."""
    unchecked: Callable[..., Any]
    """Does not check numbers. It truncates integers that are too large and treats a string as an address."""
    prepare: Callable[..., Callable[[], Any]]
    """Checks arguments once and returns a function without parameters that makes the call with these
    arguments."""


def bound(function: Any, name: str, result: Any, arguments: tuple[Any, ...]) -> Calls:
    """Return three ways to call *function*. `kernel.Type` explains the types of its result and arguments."""
    function.argtypes = [kind for argument in arguments for kind in _argument_types(argument)]
    if isinstance(result, tuple):
        function = _with_several_results(function, result)
    else:
        function.restype = NUMBERS.get(result)
    passed = _passed(name, arguments)

    def checked(*given: Any) -> Any:
        return function(*passed(*given))

    def prepare(*given: Any) -> Callable[[], Any]:
        values = passed(*given)
        # `_kept` refers to the arrays so that they are not freed, because `values` contains only their
        # addresses.
        return lambda _kept=given: function(*values)  # type: ignore[misc]

    has_numbers_only = all(argument in CODES for argument in arguments)
    return Calls(checked, function if has_numbers_only else checked, prepare)


def _is_array(argument: Any) -> bool:
    return isinstance(argument, str) and argument.endswith("]")


def _argument_types(argument: Any) -> list[Any]:
    if _is_array(argument):
        return [ctypes.c_void_p] + [ctypes.c_int64] * (1 + argument.count(","))
    return [PASSED[argument] if isinstance(argument, str) else ctypes.POINTER(argument)]


def _with_several_results(function: Any, kinds: tuple[str, ...]) -> Callable[..., Any]:
    fields = [(f"_{place}", NUMBERS[kind]) for place, kind in enumerate(kinds)]
    structure = type("Results", (ctypes.Structure,), {"_fields_": fields})
    function.argtypes = [*function.argtypes, ctypes.POINTER(structure)]
    function.restype = None
    names = [name for name, _ in fields]

    def call(*arguments: Any) -> tuple[Any, ...]:
        results = structure()
        function(*arguments, results)  # ctypes passes the address, to which the function writes
        return tuple(getattr(results, name) for name in names)

    return call


def _passed(name: str, arguments: tuple[Any, ...]) -> Callable[..., tuple[Any, ...]]:
    """Return a function that checks the arguments of a call and converts them for machine code."""
    numbers = [argument for argument in arguments if argument in CODES]
    pack = struct.Struct("=" + "".join(CODES[number] for number in numbers)).pack

    def check(*given: Any) -> tuple[Any, ...]:
        if len(given) != len(arguments):
            raise TypeError(f"{name} takes {len(arguments)} arguments, not {len(given)}")
        values = passed = given
        if len(numbers) < len(arguments):
            values, passed = _separated(name, given, arguments)
        try:
            pack(*values)
        except UNFIT as error:
            raise TypeError(f"{name}: {error}") from None
        return passed

    return check


def _separated(
    name: str, given: tuple[Any, ...], arguments: tuple[Any, ...]
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return two tuples: the numbers among the arguments, for range checks, and the values to pass."""
    numbers: list[Any] = []
    passed: list[Any] = []
    for place, (value, declared) in enumerate(zip(given, arguments, strict=True)):
        if _is_array(declared):
            try:
                passed.extend(_address_and_lengths(value, declared))
            except (TypeError, ValueError) as error:
                raise type(error)(f"{name}: argument {place} {error}") from None
        else:
            passed.append(value)
            if declared in CODES:
                numbers.append(value)
            elif not isinstance(value, declared):  # otherwise, ctypes would accept None as address 0
                raise TypeError(f"{name}: argument {place} is not {declared.__name__}")
    return tuple(numbers), tuple(passed)


def _address_and_lengths(array: Any, declared: str) -> tuple[int, ...]:
    """Return the values to pass for an array: its address and the length of each dimension.

    *array* is a ctypes array or an object with NumPy's array interface. Raises TypeError if its items have
    the wrong type, and ValueError if the number of dimensions or the memory order is wrong.
    """
    item, _, _ = declared.partition("[")
    dimensions = 1 + declared.count(",")
    if isinstance(array, ctypes.Array):
        if array._type_ is not NUMBERS[item] or dimensions != 1:
            raise TypeError(f"is not {declared}")
        return _aligned(ctypes.addressof(array), item), len(array)
    interface = getattr(array, "__array_interface__", None)
    if interface is None or interface["typestr"] not in (ORDER + TYPESTRINGS[item], "|" + TYPESTRINGS[item]):
        raise TypeError(f"is not {declared}")
    shape: tuple[int, ...] = interface["shape"]
    if len(shape) != dimensions:
        raise ValueError(f"has {len(shape)} dimensions instead of {dimensions}")
    address, is_read_only = interface["data"]
    if is_read_only:
        raise ValueError("is a read-only array")
    if interface.get("strides") is not None:  # NumPy provides no strides for an array in C order
        raise ValueError("is an array that is not C-contiguous")
    return _aligned(address, item), *shape


def _aligned(address: int, item: str) -> int:
    """Return *address*. Raises ValueError if it is not aligned for the items of an array."""
    if address % ctypes.sizeof(NUMBERS[item]):
        raise ValueError("is an array that is not aligned")
    return address
