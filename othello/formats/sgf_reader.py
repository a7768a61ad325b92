"""Converts the tree of an SGF game to a game record.

`othello.formats.sgf` describes the differences between programs that write SGF.
"""

import contextlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TypeAlias

from sgfmill import sgf_grammar

from othello.errors import IllegalMoveError, InvalidNotationError, quoted
from othello.formats.game_builder import GameBuilder, wrong_size
from othello.formats.ggf_clock import GgfClock, Times, format_ggf_clock
from othello.formats.record import GameRecord, Player, Variation
from othello.formats.result_text import parse_number
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import MOVES, PASS, PASS_NAMES, Move, Square, bits_of

Node = Mapping[str, Sequence[bytes]]
"""The properties of a node. Each name is mapped to its values as bytes."""
Tree: TypeAlias = sgf_grammar.Coarse_game_tree
"""A sequence of nodes and the trees that may follow it. The first of these trees continues the main line."""
Texts: TypeAlias = Callable[[Node], dict[str, list[str]]]
"""A function that decodes the properties of a node."""

OTHELLO = "2"
GO = "1"
"""A value of GM, which states the kind of game. Some Go programs write Othello games as Go games."""
REVIEW = "XR"
"""The property of the first node that stores a review. This property is not part of SGF."""
MAX_BRANCHES = 20_000
"""Maximum number of variations in a game. Reading so many variations takes half a second."""

_PASSES = ("", "tt", *PASS_NAMES)
_ENCODINGS = ("utf-8", "iso-8859-1", "ascii", "cp1252", "shift_jis", "euc-jp", "iso-2022-jp", "gbk", "big5")
_POINT = re.compile(r"([a-h])([a-h1-8])")
_FISCHER = re.compile(r"(\d{1,9})(?:\.0*)? fischer", re.ASCII | re.IGNORECASE)
_SETUP = frozenset(("AB", "AW", "AE"))
_SETUP_AND_TURN = _SETUP | {"PL"}
CENTER = Position.start().black | Position.start().white
"""The squares of the usual first discs."""


def read_tree(tree: Tree, encoding: str | None) -> GameRecord:
    """Return the game contained in a tree, which is its main line with all variations.

    *encoding* is the text encoding. If *encoding* is None, the game may declare an encoding. Rows are counted
    from the top, or from the bottom if only that makes the moves of the main line legal. A variation ends
    before its first move that is illegal or cannot be read. Raises InvalidNotationError or IllegalMoveError
    for the main line.
    """
    if _variations_of(tree) > MAX_BRANCHES:
        raise InvalidNotationError(f"the game has more than {MAX_BRANCHES:,} variations")
    texts = partial(_texts, encoding=encoding or _declared_encoding(tree.sequence[0]))
    head = _head(tree, texts)
    game = head.get("GM", OTHELLO)
    if game.lower() == "othello":
        raise InvalidNotationError("GM[Othello] is a game in GGF, not in SGF: choose the format ggf")
    if game not in (OTHELLO, GO):
        raise InvalidNotationError(f"the game is GM[{game}], but Othello is GM[2]")
    if head.get("SZ", "8") not in ("8", "8:8"):
        raise InvalidNotationError(wrong_size(head["SZ"]))
    return _describe(_main_line(tree, texts, _parse_clock(head)), head)


def _head(tree: Tree, texts: Texts) -> dict[str, str]:
    """Return the first value of each property in the nodes before the first move.

    Some programs use several nodes, but only the comment of the first node is about the game.
    """
    head = {name: values[0] for name, values in texts(tree.sequence[0]).items()}
    for node in tree.sequence[1:]:
        if node.keys() & {"B", "W"}:
            break
        if not node.keys() <= _SETUP_AND_TURN:
            head = {name: values[0] for name, values in texts(node).items() if name != "C"} | head
    return head


def _variations_of(tree: Tree) -> int:
    """Return the number of variations in a tree.

    This function is not recursive, because trees can be nested more deeply than Python's call stack allows.
    """
    trees, count = [tree], 0
    for subtree in trees:  # the list grows during the loop
        trees += subtree.children
        count += max(0, len(subtree.children) - 1)
    return count


class _Points:
    """Reads squares. Rows are counted from the top, or from the bottom if *is_mirrored* is true."""

    def __init__(self, *, is_mirrored: bool) -> None:
        self._is_mirrored = is_mirrored

    def move(self, text: str) -> Move:
        """Return the move named by *text*, as in "fe", or "" for a pass. Raises InvalidNotationError."""
        return PASS if text.lower() in _PASSES else self.square(text)

    def square(self, text: str) -> Square:
        """Return the square named by *text*, either as column and row ("fe") or as its name ("f5").

        Raises InvalidNotationError for other strings.
        """
        match = _POINT.fullmatch(text.lower())
        if not match:
            raise InvalidNotationError(f"{quoted(text)} is not a square: use two letters a-h, or f5")
        column = ord(match[1]) - ord("a")
        if match[2].isdigit():
            return MOVES[8 * (int(match[2]) - 1) + column]
        row = ord(match[2]) - ord("a")
        return MOVES[8 * (7 - row if self._is_mirrored else row) + column]

    def bits(self, values: Iterable[str]) -> int:
        """Return the bitboard of a list of squares and rectangles. "aa:bc" is the rectangle from a1 to b3."""
        bits = 0
        for value in values:
            first, _, last = value.partition(":")
            if not last:
                bits |= 1 << self.square(first)
                continue
            begin, end = self.square(first), self.square(last)
            rows, columns = sorted((begin // 8, end // 8)), sorted((begin % 8, end % 8))
            bits |= bits_of(
                8 * row + column
                for row in range(rows[0], rows[1] + 1)
                for column in range(columns[0], columns[1] + 1)
            )
        return bits


def _main_line(root: Tree, texts: Texts, clock: GgfClock | None) -> "_Line":
    """Return the main line, or raise the exception for its first illegal move.

    Rows are counted from the top or from the bottom, depending on which of these makes more moves legal.
    """
    line = _legal_line(root, texts, clock, _Points(is_mirrored=False))
    if line.error:
        mirrored = _legal_line(root, texts, clock, _Points(is_mirrored=True))
        if mirrored.builder.plies > line.builder.plies or not mirrored.error:
            line = mirrored
    if line.error:
        raise line.error
    return line


def _legal_line(root: Tree, texts: Texts, clock: GgfClock | None, points: _Points) -> "_Line":
    """Return the main line up to its first illegal move. The error for this move is in `_Line.error`."""
    line = _Line(root, GameBuilder(), Times(clock), texts, points)
    line.setup = _Setup(points)
    line.read(root.sequence)
    return line


class _Line:
    """Reads the main line of a game or of a variation."""

    def __init__(self, tree: Tree, builder: GameBuilder, times: Times, texts: Texts, points: _Points) -> None:
        self.builder = builder
        self.error: IllegalMoveError | None = None
        """The error for the first illegal move, where reading stops. None if all moves are legal."""
        self.setup: _Setup | None = None
        """The first position if this is the main line, or None if it is a variation."""
        self._tree, self._times, self._texts, self._points = tree, times, texts, points
        self._first = builder.plies
        self._branches: list[_Line] = []

    def read(self, nodes: Sequence[Node]) -> None:
        """Read nodes and the main line after them. Store the variations, which `variations` reads later.

        Raises InvalidNotationError.
        """
        tree = self._tree
        try:
            while True:
                for node in nodes:
                    if node:
                        self._read_node(self._texts(node))
                if not self.builder.plies:
                    self._begin_from_setup()
                for other in tree.children[1:]:
                    own, times = self.builder.branch(), self._times.branch()
                    self._branches.append(_Line(other, own, times, self._texts, self._points))
                if not tree.children:
                    return
                tree = tree.children[0]
                nodes = tree.sequence
        except IllegalMoveError as error:
            self.error = error

    def variations(self) -> tuple[Variation, ...]:
        """Read and return the variations of the main line.

        This method is not recursive, because variations can be nested more deeply than Python's call stack
        allows.
        """
        lines = [self]
        for line in lines:  # the list grows during the loop
            for other in line._branches:
                with contextlib.suppress(InvalidNotationError):
                    other.read(other._tree.sequence)
                lines.append(other)
        variations_by_line: dict[_Line, list[Variation]] = {}

        def inner(line: _Line) -> list[Variation]:
            return list(chain.from_iterable(variations_by_line.pop(other) for other in line._branches))

        for line in reversed(lines[1:]):
            variations_by_line[line] = line._variation(inner(line))
        return tuple(variation for variation in inner(self) if variation.ply < self.builder.plies)

    def _variation(self, inner: Iterable[Variation]) -> list[Variation]:
        """Return [this variation], or [] if it has no moves. A forced pass at its beginning is removed.

        *inner* contains the variations of this variation.
        """
        first, played = self._first, self.builder.played()[self._first :]
        if played and played[0].move is PASS:
            first, played = first + 1, played[1:]
        kept = tuple(variation for variation in inner if first < variation.ply < first + len(played))
        return [Variation(first, played, kept)] if played else []

    def _read_node(self, node: Mapping[str, list[str]]) -> None:
        """Read a node's setup discs, moves and comment."""
        colors = [name for name in node if name in ("B", "W")]
        if self.setup and not self.builder.plies:
            if node.keys() & _SETUP_AND_TURN:
                self.setup.take(node)
                self._branches.clear()  # these variations begin from other positions
            if colors:
                self._begin_from_setup(colors[0])
        elif _SETUP & node.keys():
            raise InvalidNotationError(
                f"discs are set up after move {self.builder.plies}, but must be set up before the first move"
            )
        for name in colors:
            self._add(name, node)
        if self.builder.plies and "C" in node:
            self.builder.comment(node["C"][0])

    def _begin_from_setup(self, first: str = "B") -> None:
        """Begin with the position from the nodes. If PL is missing, *first* ("B" or "W") is to move."""
        if self.setup and (self.setup.is_new or first != "B"):
            self.builder.restart(self.setup.position(first))
            self.setup.is_new = False
            for other in self._branches:
                other.builder = self.builder.branch()

    def _add(self, name: str, node: Mapping[str, list[str]]) -> None:
        """Add the move in a node with its value and time. *name* is its property, "B" or "W"."""
        builder, turn, number = self.builder, Color.parse(name), self.builder.plies + 1
        try:
            move = self._points.move(node[name][0])
        except InvalidNotationError as error:
            raise InvalidNotationError(f"move {number}: {error}") from None
        value = builder.number(node.get("V", [""])[0], f"V of move {number}", "V")
        if value is not None and turn is Color.WHITE:
            value = -value
        left = builder.number(node.get(f"{name}L", [""])[0], f"{name}L of move {number}", "BL")
        builder.add(move, turn, value=value, seconds=self._times.taken(turn, left))


class _Setup:
    """The first position of a game, which is set up by the nodes before the first move."""

    def __init__(self, points: _Points) -> None:
        self._points = points
        self._discs: tuple[int, int] | None = None
        """The discs of both sides as bitboards, black's first. None means the usual first discs."""
        self._turn = ""
        self.is_new = False
        """Whether the position has changed since it was last used as the first position of the line."""

    def take(self, node: Mapping[str, list[str]]) -> None:
        """Add and remove discs as a node specifies, and store the side to move if it is specified."""
        self.is_new = True
        self._turn = node.get("PL", [self._turn])[0]
        if not _SETUP & node.keys():
            return
        black, white, empty = (self._points.bits(node.get(name, ())) for name in ("AB", "AW", "AE"))
        changed = black | white | empty
        if self._discs is None:
            # If no disc is in the center, the discs are a handicap in addition to the usual first discs.
            start = Position.start()
            self._discs = (0, 0) if changed & CENTER else (start.black, start.white)
        self._discs = (self._discs[0] & ~changed | black, self._discs[1] & ~changed | white)

    def position(self, first: str) -> Position:
        """Return the position. If PL is missing, *first* ("B" or "W") is to move."""
        start = Position.start()
        black, white = self._discs or (start.black, start.white)
        turn = Color.parse(self._turn or first)
        is_start = (black, white, turn) == (start.black, start.white, start.turn)
        return start if is_start else Position.from_discs(black, white, turn)


def _describe(line: _Line, head: Mapping[str, str]) -> GameRecord:
    """Return the record of a game with the moves of *line* and the properties in *head* (see `_head`)."""
    clock, builder = _parse_clock(head), line.builder
    control = format_ggf_clock(clock) if clock else ""
    if clock is None:
        builder.number(head.get("TM", ""), "TM")
    black, white = (
        Player(head.get(f"P{letter}", ""), builder.number(head.get(f"{letter}R", ""), f"{letter}R"), control)
        for letter in "BW"
    )
    result, ending = builder.result(head.get("RE", ""), "RE")
    return builder.record(
        black=black,
        white=white,
        event=head.get("EV") or head.get("PC", ""),
        date=head.get("DT", ""),
        result=result,
        ending=ending,
        comment=" ".join(filter(None, (head.get("GC"), head.get("C")))),
        review=head.get(REVIEW, ""),
        variations=line.variations(),
    )


def _declared_encoding(root: Node) -> str | None:
    """Return the encoding declared by a game, or None if it is not in `_ENCODINGS`."""
    name = sgf_grammar.simpletext_value(root.get("CA", [b""])[0]).decode("ascii", "replace").lower()
    return name if name in _ENCODINGS else None


def _texts(node: Node, encoding: str | None) -> dict[str, list[str]]:
    """Return the decoded properties of a node."""
    return {name: [_decode(value, encoding) for value in values] for name, values in node.items()}


def _decode(raw: bytes, encoding: str | None) -> str:
    """Return a decoded value. If *encoding* is None, try UTF-8 first and then ISO 8859-1."""
    # Most values consist of letters and digits only and therefore contain no escapes.
    content: bytes = raw if raw.isalnum() else sgf_grammar.simpletext_value(raw)
    if encoding:
        return content.decode(encoding, "replace").strip()
    try:
        return content.decode("utf-8").strip()
    except UnicodeDecodeError:
        return content.decode("iso-8859-1").strip()


def _parse_clock(head: Mapping[str, str]) -> GgfClock | None:
    """Return the time control of a game, or None if it is unknown or not a main time with an increment."""
    main, overtime = parse_number(head.get("TM", "")), head.get("OT", "").lower()
    fischer = _FISCHER.fullmatch(overtime)
    if main is None or main < 0 or not (fischer or overtime in ("", "none")):
        return None
    return GgfClock(int(main), int(fischer[1]) if fischer else 0)
