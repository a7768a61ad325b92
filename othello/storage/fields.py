"""Checks JSON objects from other programs. Each field must have the right type and be within its limits."""

import json
import re
from collections.abc import Collection
from typing import Any

from othello.errors import InvalidNotationError, quoted


class Fields:
    """The fields of a JSON object. Methods return a field or raise InvalidNotationError if it is wrong."""

    def __init__(self, value: object, name: str = "the message") -> None:
        """Store the fields of *value*, which must be an object. Messages refer to it as *name*."""
        if not isinstance(value, dict):
            raise InvalidNotationError(f"{name} is not an object")
        self._fields: dict[str, Any] = value
        self._name = name

    @classmethod
    def parse(cls, text: str, name: str = "the message") -> "Fields":
        """Parse a JSON object. Raises InvalidNotationError if it is invalid or nested too deeply."""
        try:
            return cls(json.loads(text, parse_constant=_refuse), name)
        except (ValueError, RecursionError) as error:
            if isinstance(error, InvalidNotationError):
                raise
            raise InvalidNotationError(f"{name} is not a JSON object") from None

    def text(self, name: str, longest: int, default: str | None = None) -> str:
        """Return a string of up to *longest* characters."""
        value = self._get(name, default)
        if not isinstance(value, str):
            raise self._wrong(name, "a string")
        if len(value) > longest:
            raise self._wrong(name, f"a string of at most {longest} characters")
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise self._wrong(name, "a string of Unicode characters")
        return value

    def whole(self, name: str, minimum: int, maximum: int, default: int | None = None) -> int:
        """Return a whole number from *minimum* to *maximum*."""
        value = self._get(name, default)
        if type(value) is not int or not minimum <= value <= maximum:
            raise self._wrong(name, f"a whole number from {minimum} to {maximum}")
        return value

    def number(self, name: str, minimum: float, maximum: float) -> float:
        """Return a number from *minimum* to *maximum*."""
        value = self._get(name, None)
        if not _is_number(value, minimum, maximum):
            raise self._wrong(name, f"a number from {minimum:g} to {maximum:g}")
        return float(value)

    def numbers(self, name: str, count: int, minimum: float, maximum: float) -> "list[float | None]":
        """Return a list of *count* numbers from *minimum* to *maximum*. Any number may be null."""
        value = self._get(name, None)
        if not isinstance(value, list) or len(value) != count:
            raise self._wrong(name, f"a list of {count} numbers")
        if not all(item is None or _is_number(item, minimum, maximum) for item in value):
            raise self._wrong(name, f"a list of numbers from {minimum:g} to {maximum:g}")
        return value

    def wholes(self, name: str, most: int, minimum: int, maximum: int) -> list[int]:
        """Return a list of up to *most* whole numbers from *minimum* to *maximum*."""
        value = self._get(name, None)
        if not isinstance(value, list) or len(value) > most:
            raise self._wrong(name, f"a list of at most {most} numbers")
        if not all(type(item) is int and minimum <= item <= maximum for item in value):
            raise self._wrong(name, f"a list of whole numbers from {minimum} to {maximum}")
        return value

    def flag(self, name: str, default: bool) -> bool:
        """Return true or false."""
        value = self._get(name, default)
        if not isinstance(value, bool):
            raise self._wrong(name, "true or false")
        return value

    def choice(self, name: str, options: Collection[str]) -> str:
        """Return a string that must be one of *options*."""
        value = self._get(name, None)
        if not isinstance(value, str) or value not in options:
            raise self._wrong(name, f"one of {', '.join(options)}")
        return value

    def texts(self, name: str, maximum: int, longest: int) -> list[str]:
        """Return a list of up to *maximum* strings of up to *longest* characters each."""
        value = self._get(name, [])
        if not isinstance(value, list) or len(value) > maximum:
            raise self._wrong(name, f"a list of at most {maximum} strings")
        if not all(isinstance(item, str) and len(item) <= longest for item in value):
            raise self._wrong(name, f"a list of strings of at most {longest} characters")
        return value

    def inner(self, name: str) -> "Fields":
        """Return the fields of an object inside this object."""
        return Fields(self._get(name, None), name)

    def inner_lists(self, name: str, maximum: int) -> "list[Fields | None]":
        """Return a list of up to *maximum* objects, any of which may be null. A missing list is empty."""
        value = self._get(name, [])
        if not isinstance(value, list) or len(value) > maximum:
            raise self._wrong(name, f"a list of at most {maximum} objects")
        return [None if item is None else Fields(item, name) for item in value]

    def has(self, name: str) -> bool:
        """Return whether the field exists and is not null."""
        return self._fields.get(name) is not None

    def _get(self, name: str, default: object) -> Any:
        value = self._fields.get(name)
        return default if value is None else value

    def _wrong(self, name: str, right: str) -> InvalidNotationError:
        if not self.has(name):
            return InvalidNotationError(f"{name} of {self._name} is missing: it must be {right}")
        shown = quoted(str(self._fields[name]), 30)
        return InvalidNotationError(f"{name} of {self._name} must be {right}, not {shown}")


def _is_number(value: object, minimum: float, maximum: float) -> bool:
    # `isinstance` would accept True, which is an int. Python compares even huge whole numbers exactly.
    return type(value) in (int, float) and minimum <= value <= maximum  # type: ignore[operator]


def _refuse(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def parse_whole(text: str, what: str, minimum: int, maximum: int) -> int:
    """Parse a whole number in a range.

    Raises InvalidNotationError with a message that calls the number *what*.
    """
    if not re.fullmatch(r"[+-]?[0-9]{1,10}", text) or not minimum <= int(text) <= maximum:
        raise InvalidNotationError(
            f"{what} must be a whole number from {minimum} to {maximum}, not {quoted(text)}"
        )
    return int(text)
