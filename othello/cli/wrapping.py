"""Long lines on narrow terminals, broken between words."""

import shutil
import textwrap
from typing import IO

from othello.errors import visible


def wrapped(text: str, stream: IO[str], *, used: int = 0) -> str:
    """Return a text whose lines fit the terminal that *stream* is, or unchanged if it is not one.

    *used* columns of the first line are taken. Words longer than a line, such as transcripts, stay whole.
    Control characters become escapes.
    """
    text = visible(text)
    if not stream.isatty():
        return text
    wrapper = textwrap.TextWrapper(
        shutil.get_terminal_size().columns,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )
    before = "_" * (used - 1) + " " if used else ""  # Lines of blanks only would be dropped.
    filled = "\n".join(wrapper.fill(line) for line in (before + text).split("\n"))
    return filled[used - 1 :].removeprefix(" ") if used else filled
