"""Readers look at each character a few times at most: no input of a few megabytes holds a program up."""

import bz2
import contextlib
import gzip
import importlib
import io
import pkgutil
import re
import sys
import time
from collections.abc import Callable, Iterator
from re import _constants as codes, _parser
from typing import Any

import pytest

import othello.formats
from othello import FormatError, OthelloError, parse_game, read_games
from othello.formats.registry import FORMATS
from tests.cases import cases

LARGEST = 1 << 22
"""Characters of the largest input."""
LONGEST = 6.0 if sys.gettrace() is None else 30.0
"""Seconds of the processor for the largest input: 1.4 million lines take 5.2 on a busy shared server.

With coverage they take several times as many.
"""
GROWTH = 2.5
"""Times the seconds for twice the input."""
GAME = 1e-4
"""Seconds for a game, for each of its moves, or for a variation. A bad game counts as a game of two moves."""
SHORTEST = 0.1
"""Seconds below which a time is not compared."""


def file(data: bytes, name: str, format: str | None = None) -> int:
    """Read a file, and return the number of its games, moves and variations. Each error counts as three."""
    content = io.BytesIO(data)
    content.name = name
    errors: list[FormatError] = []
    games = list(read_games(content, errors.append, format=format))
    return len(games) + sum(len(game.played) + len(game.variations) for game in games) + 3 * len(errors)


INPUTS = {
    "spaces between moves": ("f5", " ", "d6"),
    "spaces and commas between moves": ("f5", " ,", "d6"),
    "spaces after a number": ("1", " ", "f5"),
    "tabs after a board": ("-" * 64, "\t", "?"),
    "cells": ("", "- ", "?"),
    "labels": ("", "1 ", "\n"),
    "lone characters": ("", "ab ", "c"),
    "moves after a board": ("-" * 63 + "X X ", "f5 ", "?"),
    "moves after moves": ("f5 ", "f5 ", ""),
    "lines of moves": ("", "f5d6c3\n", ""),
    "lines that continue": ("f5\n", "d6\n", ""),
    "lines of passes": ("f5\n", "--\n", ""),
    "numbered lines": ("", "2. d6 c3\n", ""),
    "comments after a move": ("f5 ", "{a} ", ""),
    "comments before the moves": ("", "{a} ", "f5"),
    "open comments": ("f5 ", "{ ", ""),
    "comments over lines": ("f5 {", "a\n", "}"),
    "lines of open comments": ("f5\n", "{ a\n", ""),
    "open parentheses": ("f5 ", "( ", ""),
    "nested parentheses": ("f5 ", "(a", ""),
    "comments on the file": ("", "# a\n", "f5"),
    "empty lines": ("f5", "\n", ""),
    "lines of text": ("", "Zoe - Yuri\n", "f5"),
    "a line of text": ("", "Zoe - Yuri ", "\nf5"),
    "dashes": ("f5 ", "-", ""),
    "results": ("f5 ", "40-24 ", ""),
    "digits": ("", "1", ""),
    "commands of PGN": ('[Event "a"]\n\n1. f5 {', "[%a ", "}"),
    "commands with values": ('[Event "a"]\n\n1. f5 {', "[%eval 1] ", "}"),
    "comments of PGN": ('[Event "a"]\n\n1. f5 ', "{a} ", ""),
    "braces of PGN": ('[Event "a"]\n\n1. f5 ', "{ {a} ", ""),
    "comments in pairs of braces of PGN": ('[Event "a"]\n\n1. f5 ', "{a{b}} ", ""),
    "winners of PGN": ('[Event "a"]\n\n1. f5 {', "a wins ", "}"),
    "discs of SGF": ("(;GM[2]", ";AB[aa]", ";B[f5])"),
    "comments to the end of lines": ('[Event "a"]\n\n1. f5 ', ";a\n", ""),
    "annotations": ('[Event "a"]\n\n1. f5 ', "{[%eval 1]} ", ""),
    "variations": ('[Event "a"]\n\n1. f5 ', "(", ""),
    "tags": ("", '[Event "a"]\n', "1. f5 *"),
    "other tags": ("", '[Black "a"]\n', "1. f5 *"),
    "open tags": ('[Event "a"]\n', '[Black "', ""),
    "backslashes": ('[Event "a"]\n[Black "', "\\", '"]'),
    "comments of SGF": ("(;GM[2];B[f5]", ";C[a]", ")"),
    "values of SGF": ("(;GM[2]", "C[a]", ";B[f5])"),
    "variations of SGF": ("(;GM[2]", "(;B[f5]", ")"),
    "variations of a move": ("(;GM[2];B[fe]", "(;W[ff])", ")"),
    "parentheses of SGF": ("(;GM[2])", "(", ""),
    "semicolons of SGF": ("(;GM[2]", ";", ")"),
    "points of SGF": ("(;GM[2]AB", "[aa:hh]", ")"),
    "games of SGF": ("", "(;GM[2];B[f5])", ""),
    "comments of GGF": ("(;GM[Othello]B[f5]", "CO[a]", ";)"),
    "moves of GGF": ("(;GM[Othello]B[f5]", "W[pa]", ";)"),
    "values of GGF": ("(;GM[Othello]", "[a]", ";)"),
    "semicolons of GGF": ("(;GM[Othello]", ";", ";)"),
    "spaces of GGF": ("(;GM[Othello];", " ", ")"),
    "open values of GGF": ("(;GM[Othello]", "A[", ";)"),
    "games of GGF": ("", "(;GM[Othello]B[f5];)", ""),
    "text between games of GGF": ("(;GM[Othello];)", "a(;", ""),
    "fields of OBF": ("-" * 64 + " X", ";1", ""),
    "fillers of OBF": ("-" * 27 + "OX------XO" + "-" * 27 + " X;", " --:-127;", ""),
    "accents": ("f5 ", "\u0301\u0323", ""),
    "ligatures": ("f5 ", "\ufdfa", ""),
    "tags of HTML": ("", "<td>", "f5"),
    "open tags of HTML": ("f5 ", "<a ", ""),
    "comments of HTML": ("f5 ", "<!--", ""),
    "rows of HTML": ("", "<tr><td>f5", ""),
    "quoted mail": ("", "> ", "f5"),
    "lines of quoted mail": ("", "> f5 d6\n", ""),
    "rows by color": ("", "Black f5 c3\nWhite d6 d3\n", ""),
    "rows of numbers": ("", "1. f5 9. d6\n", ""),
    "moves in parentheses": ("", "(f5) ", "?"),
    "digits first": ("", "5f 6d ", ""),
    "two digits": ("56 64 ", "33 ", ""),
    "digits without spaces": ("", "56", ""),
    "marks": ("f5 ", "*_", ""),
    "addresses": ("", "https://a/", "f5"),
    "lines with remarks": ("f5\n", "then d6 was played\n", ""),
    "fields": ("", "a;", "-" * 64),
    "fields of boards": ("", "a;" + "-" * 64 + ";b\n", ""),
    "zero bytes": ("f5", "\0", ""),
}
"""Inputs: the beginning, a part that is repeated, and the end."""

READERS: dict[str, Callable[[str], Any]] = {
    **{
        name: lambda text, name=name: file(text.encode(), "input", name)
        for name, file_format in FORMATS.items()
        if file_format.parse
    },
    "file": lambda text: file(text.encode(), "input"),
    "UTF-16": lambda text: file(("\ufeff" + text).encode("utf-16-le"), "input"),
    "text": lambda text: bool(parse_game(text)),
}


def seconds(read: Callable[[str], Any], text: str) -> float:
    """Return the time that a text takes, without the time for the games, moves and variations that it has."""
    start = time.process_time()
    games = 0
    with contextlib.suppress(OthelloError):
        games = read(text) or 0
    return time.process_time() - start - games * GAME


def kinds() -> Iterator[tuple[str, str]]:
    """Yield kinds of inputs, each with the reader that looks at more than its beginning."""
    for kind in INPUTS:
        named = kind.split()[-1].lower()
        yield kind, named if named in FORMATS else "file"


READINGS = [*kinds(), ("spaces between moves", "UTF-16")]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "reader"), READINGS)
def test_time_grows_with_the_input(kind, reader):
    """Twice the input takes at most 2.5 times as long, and four megabytes take a few seconds."""
    first, part, last = INPUTS[kind]
    before = LONGEST
    for size in (LARGEST >> 3, LARGEST >> 2, LARGEST >> 1, LARGEST):
        now = seconds(READERS[reader], first + part * (size // len(part)) + last)
        assert now <= max(GROWTH * before, SHORTEST), f"{size} characters: {now:.2f} s"
        assert now <= LONGEST, f"{size} characters: {now:.2f} s"
        before = now


def check_short(kind, reader):
    """Assert that 16 KiB, the square of which is 2**28, take no more than a fraction of a second."""
    first, part, last = INPUTS[kind]
    text = first + part * ((1 << 14) // len(part)) + last
    # One of three counts: a collection of all objects of the process may fall into a reading.
    assert any(seconds(READERS[reader], text) < LONGEST / 24 for _ in range(3))


@cases(("kind", "reader"), READINGS)
def test_no_input_is_slow(kind, reader):
    check_short(kind, reader)


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
def test_no_input_is_slow_for_a_reader_of_another_format(reader):
    for kind in INPUTS:
        check_short(kind, reader)


GZIP, BZIP2 = (".gz", gzip.compress), (".bz2", bz2.compress)


@cases(
    ("suffix", "pack", "part"),
    [(*GZIP, b"\n"), (*GZIP, b" "), (*BZIP2, b"# a\n"), (*BZIP2, b"{")],
)
def test_compressed_files_that_expand_are_refused(suffix, pack, part):
    """A compressed file that would expand by a factor of a hundred is refused before it is unpacked."""
    packed = 64 * pack(part * ((1 << 18) // len(part)))  # both formats join what is packed apart
    start = time.process_time()
    with pytest.raises(OthelloError, match=r"would expand to more than 100 times|line is longer than 1 MiB"):
        file(packed, f"input.txt{suffix}")
    assert time.process_time() - start < LONGEST / 4


def patterns() -> Iterator[tuple[str, re.Pattern]]:
    names = [module_info.name for module_info in pkgutil.walk_packages(othello.__path__, "othello.")]
    names.remove("othello.__main__")
    for module in map(importlib.import_module, names):
        for name, value in vars(module).items():
            values = value if isinstance(value, list | tuple) else [value]
            yield from (
                (f"{module.__name__}.{name}", pattern)
                for pattern in values
                if isinstance(pattern, re.Pattern)
            )


def nested(parsed: object, is_repeated: bool = False) -> bool:
    """Return whether an unbounded repetition is inside another."""
    if isinstance(parsed, _parser.SubPattern | list | tuple):
        if len(parsed) == 2 and parsed[0] in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            _, most, body = parsed[1]
            is_unbounded = most == codes.MAXREPEAT
            return (is_unbounded and is_repeated) or nested(body, is_repeated or is_unbounded)
        return any(nested(part, is_repeated) for part in parsed)
    return False


def test_no_pattern_has_nested_repetitions():
    """A nested repetition may try every way to divide a text, so no pattern contains one."""
    assert nested(_parser.parse(r"(?:a\s*)+"))
    assert nested(_parser.parse(r"(?:x|(?P<y>\d+,)*)+"))
    assert not nested(_parser.parse(r"(?:a\s?){64}b*"))
    named_patterns = list(patterns())
    assert len(named_patterns) > 60
    assert not [
        name for name, pattern in named_patterns if nested(_parser.parse(pattern.pattern, pattern.flags))
    ]
