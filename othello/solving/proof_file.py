"""Reads and writes proof files. They are text files, optionally compressed with gzip.

    othello proof 1 SEAL
    position ---------------------------OX------XO--------------------------- X SEAL
    leaves 10 SEAL
    claim >=2 SEAL
    0000001008000000000000081000000000 f5 SEAL
    end 1 SEAL

A claim is a bound on the value of the position, in discs from the point of view of its side to move. The side
that must reach the bound is called the prover. The prover is the side to move if the claim begins with ">=",
and the other side if the claim begins with "<=". Each line after the claim contains a position in which the
prover is to move, and the prover's move. A position is written as 16 hexadecimal digits for the prover's
discs and 16 digits for the other side's discs. The position also stands for its mirrored and rotated forms.
It is the smallest of these forms. Lines with more empties come first. Lines with the same number of empties
are sorted by their digits. "end" is followed by the number of lines. Proving a value takes two claims, or a
single claim if the value is 64 or -64 discs.

SEAL is the beginning of a SHA-256 hash of the line and of the previous seal, so a reader immediately notices
which line was changed.
"""

import gzip
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, cast

import numpy as np

from othello.errors import FormatError, usable

FIRST: Final = "othello proof 1"
SEAL_DIGITS: Final = 8
LONGEST: Final = 200
"""Maximum number of bytes in a line."""
SIGNS: Final = (">=", "<=")
MAX_LEAVES: Final = 20
"""Maximum value of `Heading.leaves`. The checker's simple solver cannot solve larger leaves quickly."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A bound on the value of a position, in discs from the point of view of the side to move."""

    sign: str
    """One of SIGNS."""
    number: int

    @property
    def is_of_mover(self) -> bool:
        """Whether the side to move is the prover."""
        return self.sign == SIGNS[0]

    @property
    def bound(self) -> int:
        """The minimum disc difference that the prover must reach. It is negative if a loss suffices."""
        return self.number if self.is_of_mover else -self.number

    def __str__(self) -> str:
        return f"{self.sign}{self.number}"


@dataclass(frozen=True, slots=True)
class Heading:
    """The subject of a proof."""

    cells: str
    """64 cells X, O or - in the order a1, b1, ... h8, a space, and X or O for the side to move."""
    leaves: int
    """The proof lists no moves for positions with at most this many empties."""

    def words(self) -> tuple[int, int]:
        """Return the discs of the side to move and of the other side as bitboards."""
        side = self.cells[-1]
        other = "O" if side == "X" else "X"
        mine, theirs = (
            sum(1 << square for square, cell in enumerate(self.cells[:64]) if cell == symbol)
            for symbol in (side, other)
        )
        return mine, theirs


class ProofWriter:
    """Writes the lines of a proof."""

    def __init__(self, file: IO[bytes], heading: Heading) -> None:
        self._file, self._seal = file, ""
        self.lines = 0
        """Number of moves written for the current claim."""
        self._write(FIRST)
        self._write(f"position {heading.cells}")
        self._write(f"leaves {heading.leaves}")

    def claim(self, claim: Claim) -> None:
        """Write the line that begins a claim."""
        self.lines = 0
        self._write(f"claim {claim}")

    def moves(self, pairs: Any, moves: list[int]) -> None:
        """Write positions with their moves. *pairs* are sorted and have the same number of empties."""
        for (mine, theirs), move in zip(pairs.tolist(), moves, strict=True):
            self._write(f"{mine:016x}{theirs:016x} {'abcdefgh'[move % 8]}{move // 8 + 1}")
        self.lines += len(moves)

    def end(self) -> None:
        """Write the line that ends a claim."""
        self._write(f"end {self.lines}")

    def _write(self, text: str) -> None:
        self._seal = seal(self._seal, text)
        self._file.write(f"{text} {self._seal}\n".encode())


def seal(before: str, text: str) -> str:
    """Return the seal for the line *text*, which follows a line with the seal *before*."""
    return hashlib.sha256(f"{before} {text}".encode()).hexdigest()[:SEAL_DIGITS]


class ProofReader:
    """Reads the lines of a proof one by one and checks their seals."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        """Read the heading. Raises FormatError if the file is not a proof."""
        self.path, self._file, self._seal = path, file, seal("", FIRST)
        self.line = 1
        """Number of the last line read."""
        first = f"{FIRST} {self._seal}"
        with usable(path):
            line = file.read(len(first) + 1)
        if line != f"{first}\n".encode():
            raise self.error(f"this is not a proof: it does not begin with {first!r}")
        self.heading = self._heading()
        self._text = self.next()

    def _heading(self) -> Heading:
        cells = self._field("position", "64 cells and the side to move")
        if len(cells) != 66 or cells[64:] not in (" X", " O") or set(cells[:64]) - set("XO-"):
            raise self.error("the position must be 64 cells X, O or -, and X or O to move")
        leaves = self._field("leaves", f"a number from 1 to {MAX_LEAVES}")
        if not leaves.isdecimal() or not 1 <= int(leaves) <= MAX_LEAVES:
            raise self.error(f"leaves must be a number from 1 to {MAX_LEAVES}, not {leaves!r}")
        return Heading(cells, int(leaves))

    def claims(self) -> Iterator[Claim]:
        """Yield each claim. Before taking the next claim, read the current claim's lines with `blocks`."""
        claims = 0
        while self._text is not None:
            sign, number = self._text[6:8], self._text[8:]
            digits = number.removeprefix("-")
            if self._text[:6] != "claim " or sign not in SIGNS or not digits.isdecimal() or len(digits) > 2:
                raise self.error("this must be a claim, such as 'claim >=2', or the end of the file")
            claims += 1
            self._text = self.next()
            yield Claim(sign, int(number))
        if not claims:
            raise self.error("the proof has no claim")

    def blocks(self, limit: int) -> Iterator[tuple[int, Any, Any]]:
        """Yield a claim's lines in blocks: the number of the first line, the positions, and the moves.

        A block contains at most *limit* lines. All its positions have the same number of empties. Raises
        FormatError if a line is wrong, or if the line "end" is missing or contains a different number of
        lines.
        """
        count = 0
        while self._text is not None and not self._text.startswith("end"):
            first, empties = self.line, -1
            pairs: list[tuple[int, int]] = []
            moves: list[int] = []
            while self._text is not None and not self._text.startswith("end") and len(moves) < limit:
                mine, theirs, move = self._parse(self._text)
                if pairs and 64 - (mine | theirs).bit_count() != empties:
                    break
                empties = 64 - (mine | theirs).bit_count()
                pairs.append((mine, theirs))
                moves.append(move)
                self._text = self.next()
            count += len(moves)
            yield first, np.array(pairs, np.uint64), np.array(moves, np.int64)
        if self._text != f"end {count}":
            raise self.error(f"'end {count}' must come after the moves of a claim")
        self._text = self.next()

    def _parse(self, text: str) -> tuple[int, int, int]:
        digits, _, move = text.partition(" ")
        is_move = len(move) == 2 and move[0] in "abcdefgh" and move[1] in "12345678"
        if len(digits) != 32 or set(digits) - set("0123456789abcdef") or not is_move:
            raise self.error("this must be a position of 32 hexadecimal digits and a move")
        return int(digits[:16], 16), int(digits[16:], 16), "abcdefgh".index(move[0]) + 8 * int(move[1]) - 8

    def _field(self, name: str, form: str) -> str:
        text = self.next() or ""
        if not text.startswith(f"{name} "):
            raise self.error(f"this must be a line that begins with {name!r}, followed by {form}")
        return text[len(name) + 1 :]

    def next(self) -> str | None:
        """Return the next line without its seal, or None at the end.

        Raises FormatError if the seal is wrong.
        """
        with usable(self.path):
            raw = self._file.readline(LONGEST)
        if not raw:
            return None
        self.line += 1
        if not raw.endswith(b"\n"):
            raise self.error("the line is cut off or too long")
        try:
            text, _, line_seal = raw[:-1].decode("ascii").rpartition(" ")
        except UnicodeDecodeError:
            raise self.error("the line is not text") from None
        self._seal = seal(self._seal, text)
        if line_seal != self._seal:
            raise self.error("the seal is wrong: this line was changed, or a line before it was removed")
        return text

    def error(self, reason: str) -> FormatError:
        """Return an exception with a *reason* for the line that was read last."""
        return FormatError(self.path, self.line, reason)


def open_proof(path: Path) -> IO[bytes]:
    """Open a proof, which may be compressed, for reading. Raises FormatError if this fails."""
    with usable(path):
        if path.suffix == ".gz":
            return cast(IO[bytes], gzip.open(path, "rb"))
        return open(path, "rb")
