"""Number of discs turned by a move to the last empty square.

With one empty square, every square that is not the player's is the opponent's, so the player's
discs suffice. Each line through the square is gathered into eight bits, and a table gives the
number of discs that the move turns on it. One multiplication gathers a diagonal: no two of its
squares are on the same file.

Source: Edax, count_last_flip (R. Delorme).
"""

from othello.kernels.bits import BYTE, FILE_A, Square, Word, file_as_row, to_word
from othello.kernels.frozen import frozen_numbers, frozen_words
from othello.kernels.geometry import ray
from othello.kernels.jit import kernel


def _turned_on_line(position: int, line: int) -> int:
    """Discs turned on a full line of eight by a move at *position*; *line* is the player's discs."""
    count = 0
    for step in (1, -1):
        square, run = position + step, 0
        while 0 <= square < 8 and not line >> square & 1:
            square, run = square + step, run + 1
        count += run if 0 <= square < 8 else 0
    return count


@frozen_numbers(bits=8)
def _turned() -> list[int]:
    """Index 256 * (place of the empty square on the line) + (player's discs on the line)."""
    return [_turned_on_line(p, line) for p in range(8) for line in range(256)]


@frozen_words()
def _rising() -> list[int]:
    """The diagonal from top left to bottom right through each square, without the square."""
    return [ray(s, 1, 1) | ray(s, -1, -1) for s in range(64)]


@frozen_words()
def _falling() -> list[int]:
    """The diagonal from top right to bottom left through each square, without the square."""
    return [ray(s, -1, 1) | ray(s, 1, -1) for s in range(64)]


@kernel
def count_last_flips(square: Square, player: Word) -> int:
    """Discs that the player turns by a move to *square*, the only empty one."""
    x = to_word(square)
    file, row = x & to_word(7), x >> to_word(3)
    by_file, by_row = file << to_word(8), row << to_word(8)
    row_discs = (player >> (row << to_word(3))) & BYTE
    column_discs = file_as_row(player >> file)
    rising_discs = ((player & _rising(x)) * FILE_A) >> to_word(56)
    falling_discs = ((player & _falling(x)) * FILE_A) >> to_word(56)
    straight = _turned(by_file | row_discs) + _turned(by_row | column_discs)
    return straight + _turned(by_file | rising_discs) + _turned(by_file | falling_discs)
