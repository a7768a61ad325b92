"""Conversations in files: lines to the engine, and the replies that it must give.

tests/data/gtp/SOURCE.md describes the format. `python -m tests.gtp.conversation_files NAME` plays the engine
of a file: it checks the lines that come in against the recorded ones, and writes the recorded answers.
"""

import ast
import re
import sys
from dataclasses import dataclass, field

from tests import source

FOLDER = source.DATA / "gtp"
ALL = sorted(FOLDER.glob("*.gtp"))


@dataclass
class Exchange:
    """A line to the engine and its reply."""

    number: int
    """The line of the file."""
    sent: bytes
    reply: list[str] = field(default_factory=list)
    """Lines of the reply, empty if there is to be none, or one pattern."""
    is_pattern: bool = False

    def matches(self, reply):
        """Whether a reply, with its line ends, is the expected one."""
        if self.is_pattern:
            return re.fullmatch(self.reply[0] + "\n\n", reply) is not None
        return reply == "".join(f"{line}\n" for line in self.reply)


def read(path):
    """Return the exchanges of a file."""
    exchanges = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark, text = line[:1], line[1:].removeprefix(" ")
        if mark == ">":
            sent = text.encode("ascii").decode("unicode_escape").encode("latin-1")
            exchanges.append(Exchange(number, sent))
        elif line.startswith("<~"):
            exchanges[-1].reply, exchanges[-1].is_pattern = [line[2:].removeprefix(" ")], True
        elif mark == "<":
            exchanges[-1].reply.append(text)
        else:
            assert not line or mark == "#", f"{path.name}, line {number}: {line!r}"
    return exchanges


def sent(exchanges):
    """Return all lines to the engine, as bytes."""
    return b"".join(exchange.sent + b"\n" for exchange in exchanges)


def replies_in(output):
    """Return the replies in an engine's output. Each reply ends with an empty line."""
    assert output.endswith("\n\n") or not output
    return [f"{reply}\n\n" for reply in output.split("\n\n")[:-1]]


def check(exchanges, output):
    """Compare an engine's whole output with the expected replies."""
    expected = [entry for entry in exchanges if entry.reply]
    replies = replies_in(output)
    for exchange, reply in zip(expected, replies, strict=False):
        place = f"line {exchange.number}, {exchange.sent!r}"
        assert exchange.matches(reply), f"{place}: {reply!r}, not {exchange.reply!r}"
    assert len(replies) == len(expected)


def recorded(name):
    """Return the lines of a file that `tests.gui.relay` has written, each with ">" to the engine or "<"."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    lines = re.findall(r"""(?m)^ *[0-9.]+ ([<>]) ('.*'|".*")$""", text)
    return [(mark, ast.literal_eval(line).rstrip("\r\n")) for mark, line in lines]


def answer(name):
    """Play the engine of a file. Exit with an error at a line that differs from the recorded line."""
    for mark, text in recorded(f"{name}.log"):
        if mark == "<":
            print(text, flush=True)
            continue
        line = sys.stdin.readline().rstrip("\n")
        if without_seconds(line) != without_seconds(text):
            sys.exit(f"the line is {line!r}, but {text!r} was recorded")


def without_seconds(line):
    """Return a line without the measured seconds of a move in NBoard's protocol."""
    return re.sub(r"(^move [^/]*/[^/]*)/.*", r"\1", line)


if __name__ == "__main__":
    answer(sys.argv[1])
