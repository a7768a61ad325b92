"""What every format of texts does, from one table: round trips, errors with their places, hostile texts."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from othello.errors import FormatError, IllegalMoveError, OthelloError
from othello.formats.ggf import format_ggf, parse_ggf, read_ggf, write_ggf
from othello.formats.obf import format_obf, parse_obf, read_obf, write_obf
from othello.formats.pgn import parse_pgn, read_pgn
from othello.formats.sgf import format_sgf, parse_sgf, read_sgf, write_sgf
from othello.formats.transcript import parse_transcript, read_transcripts, write_transcripts
from othello.storage.content import Content
from tests.cases import cases
from tests.formats import records, samples


@dataclass(frozen=True)
class Case:
    """A format: its functions, entries that it writes, and texts that it must read or refuse."""

    read: Callable[..., Any]
    parse: Callable[[Any], Any]
    errors: list[tuple[Any, str]]
    """Bad texts of one entry, with parts of their errors."""
    file: tuple[bytes, str, list[object], list[int]]
    """A file with bad entries among good ones: its bytes, its first error, the good ones as `name` has them,
    and the lines of all errors."""
    name: Callable[[Any], object]
    texts: list[str]
    """Texts that are changed at random."""
    signs: str
    """Characters that such a change often writes."""
    bad_files: list[tuple[bytes, int | None, str]]
    """Files without a good entry, with the line and the reason of the error."""
    write: Callable[..., None] | None = None
    format: Callable[[Any], str] = str
    entries: st.SearchStrategy[Any] | None = None
    """Entries to write, or None if the format is only read."""
    kept: Callable[[Any], Any] = lambda entry: entry
    """Returns the part of an entry that the format keeps."""
    core: Callable[[Any], object] | None = None
    """Returns the part of an entry from a hostile text that is read back, or None if there is no such
    part."""


BAD_GGF = samples.NBOARD.replace("F5", "A1").replace("TY", "\nTY")
BAD_PGN = '\n\n[Black "x"]\n\n1. f5 f5\n\n[Black "b"]\n\n1. f5 {a comment\n[Black "c"]\nends here} d6\n'
NO_SGF = (None, "the file contains no entries")
OBF_SCORES = [
    ("F5:+0", "'F5:+0' does not end with a semicolon"),
    ("Z5:+0;", "'Z5' is not a move"),
    ("F5:abc;", "'abc' is not a score"),
    ("F5:;", "'' is not a score"),
    ("F5:+65;", "'+65' is not a score"),
    ("F5:+1.5;", "'+1.5' is not a score"),
    ("F5:1_0;", "'1_0' is not a score"),
    ("F5:+2;;", "'' is not a score"),
    ("F5:+2; f5:+4;", "f5 has two scores"),
    ("+2; +4;", "the position has two values"),
    ("A1:+2;", "A1 has a score, but black cannot play a1"),
    ("PS:+2;", "PASS has a score, but black cannot pass"),
]
GGF_CHANGES = [
    ("Othello", "Amazons", "the game is 'Amazons', not Othello"),
    ("BO[8 ", "BO[10 ", "the board size is '10': only games on a board of 8 by 8 squares can be read"),
    (f"TY[8]BO[{samples.GGF_BOARD}]", "TY[10]", "the board is of type '10': only games on a board of 8 by 8"),
    ("BO[8 ", "BO[- ", "is not an 8 by 8 board: use 8, 64 cells, and the side to move, * or O"),
    ("---O*---", "---O*--", "the board has 6"),
    ("F5//", "Z5//", "move 1: 'Z5' is not a move"),
    ("F5//", "A1//", "move 1: black cannot play a1"),
    ("W[d6", "B[d6", "move 2: d6 is given as black's, but it is white's turn"),
    ("PB[", "PB", "is not a property: use NAME[value]"),
    (";)", "", "is not a game"),
]
CASES = {
    "ggf": Case(
        read_ggf,
        parse_ggf,
        [(samples.NBOARD.replace(old, new), message) for old, new, message in GGF_CHANGES],
        (
            f"{samples.NBOARD}\n{BAD_GGF}\n{samples.GGS}\nnonsense\n"
            f"{samples.NBOARD[:-2]}\n{samples.NBOARD.replace('PW[', 'PW')[:40]}\n{samples.GGS}\n".encode(),
            "line 2: move 1: black cannot play a1",
            ["Chris", "alice", "alice"],
            [2, 5, 6, 7],
        ),
        lambda game: game.black.name,
        [samples.NBOARD, samples.GGS],
        "[];()BWX/8 5aé\n-",
        [
            (b"", None, "the file contains no entries: games must be written as"),
            (b"\n \n", None, "the file contains no entries: games must be written as"),
            (b"(;\0", 1, "this is not a text file"),
        ],
        write_ggf,
        format_ggf,
        samples.GGF_RECORDS,
        core=lambda game: game.moves,
    ),
    "sgf": Case(
        read_sgf,
        parse_sgf,
        [
            ("", "this is not SGF"),
            ("f5d6c3", "this is not SGF"),
            ("(;GM[2];B[fe]", "this is not SGF"),
            ("(;GM[3];B[fe])", "the game is GM[3], but Othello is GM[2]"),
            ("(;GM[Othello]PB[a]B[f5])", "GM[Othello] is a game in GGF, not in SGF"),
            ("(;GM[1]SZ[19];B[fe])", "the board size is '19': only games on a board of 8 by 8 squares"),
            ("(;GM[2];B[zz])", "move 1: 'zz' is not a square"),
            ("(;GM[2];B[f9])", "move 1: 'f9' is not a square"),
            ("(;GM[2];B[aa])", "move 1: black cannot play a1"),
            ("(;GM[2];B[fe];W[fe])", "move 2: white cannot play f5"),
            ("(;GM[2];B[fe];B[df])", "move 2: d6 is given as black's, but it is white's turn"),
            ("(;GM[2];B[fe];AB[aa])", "discs are set up after move 1"),
            ("(;GM[2]PL[x];B[fe])", "'x' is not a color"),
            ("(;GM[2]AB[aa]AW[aa])", "both sides have a disc on a1"),
        ],
        (
            b"hello ] (by the way)\n(;GM[2]PB[(;];B[fe])\n\n"
            b"(;GM[2];\nB[aa]) x (;GM[2]PB[b];B[fe])\n(;GM[2]\n",
            "line 4: move 1: black cannot play a1",
            ["(;", "b"],
            [4, 6],
        ),
        lambda game: game.black.name,
        [samples.EDAX, samples.QUARRY.read_text(), samples.GOGUI.read_text()],
        "[];()\\:ABWPLGM12\x00\xe9 ",
        [(b"", *NO_SGF), (b"hello", *NO_SGF), (b")])", *NO_SGF), (b"(a) [(", *NO_SGF)],
        write_sgf,
        format_sgf,
        records.full_records(),
        kept=samples.kept_by_sgf,
        core=lambda game: game.start,
    ),
    "pgn": Case(
        read_pgn,
        parse_pgn,
        [
            ("1. f5 zz", "move 2: 'zz' is not a move"),
            ("1. f5 f5", "move 2: white cannot play f5"),
            ("1. f5 --", "move 2: white cannot pass"),
            ("1. f5 {never ends", "move 2: a comment or variation is not closed"),
            ("1. f5 (d6", "move 2: a comment or variation is not closed"),
            ("1. f5 ) d6", "move 2: a closing parenthesis"),
            ('[FEN "8/8 w"] f5', "is not a board: use 8 rows"),
            ('[FEN "8/8/8/3Pp3/3pP3/8/8/9 w"] f5', "is not a board: use 8 rows"),
            ('[FEN "8/8/8/3Pp3/3pP3/8/8/8 x"] f5', "is not a board: use 8 rows"),
            ('[Event "x"] [Date 1984] f5', "move 1: '[Date' is not a move"),
        ],
        # Tags within comments are not tags.
        (
            f'\n{samples.PGN_GAME}{BAD_PGN}\n[Event "y"]\n[Event "z"]\n*'.encode(),
            "line 16: move 2: white cannot play f5",
            [("alice", 5), ("b", 2), ("y", 0), ("z", 0)],
            [16],
        ),
        lambda game: (game.black.name or game.event, len(game.moves)),
        [samples.PGN_GAME],
        '[]{}();"\\%$*-/1f5\n\xe9 ',
        [],
    ),
    "obf": Case(
        read_obf,
        parse_obf,
        [
            ("", "the board has 0 cells, not 64"),
            (f"{samples.OBF_BOARD[:-2]}; F5:+0;", "the side to move is missing"),
            *((f"{samples.OBF_BOARD}; {fields}", message) for fields, message in OBF_SCORES),
        ],
        (
            f"{samples.OBF_LINE}\nnonsense\n{samples.OBF_LINE}\n\xff\n{samples.OBF_LINE}\n".encode("latin-1"),
            "line 2: ",
            [1, 3, 5],
            [2, 4],
        ),
        lambda problem: problem.line,
        [samples.OBF_LINE, samples.OBF_BOARD],
        "; F5C4:+-0129%X",
        [
            (b"", None, "the file contains no entries: each line must be a position with scores"),
            (b"\n  \n% only comments\n", None, "the file contains no entries"),
            (b"\x7fELF\x02\x01\x01\0\0\0", 1, "this is not a text file: it has a zero byte"),
            (f"{samples.OBF_LINE} % caf\xe9\n".encode("latin-1"), 1, "0xe9, is not UTF-8 text"),
            (
                f"{samples.OBF_LINE}\n{samples.OBF_LINE[1:]}\n{samples.OBF_LINE}\n".encode(),
                2,
                "the board has 63 cells, not 64",
            ),
            (
                f"% c\n\n{samples.OBF_LINE}\n{samples.OBF_LINE}".encode().replace(b"C4", b"A1"),
                3,
                "A1 has a score, but",
            ),
        ],
        write_obf,
        format_obf,
        samples.problems(),
        core=lambda problem: problem,
    ),
    "transcript": Case(
        read_transcripts,
        parse_transcript,
        [
            ("1. f5 2. zz", "move 2: 'zz' is not a move"),
            ("+f5-x9", "move 2: '-x9' is not a move"),
            ("f5 7", "move 2: '7' is not a move"),
            ("f5 {never ends", "move 2: '{never' is not a move"),
            ("(;GM[2];B[f5])", "move 1: '(;GM[2];B[' is not a move"),
            ("d3d4d5", "move 2: white cannot play d4"),
            ("1. f5 pass", "move 2: white cannot pass"),
        ],
        (b"f5d6c3\nf5f5\ne6f4\n", "line 2: move 2: white cannot play f5", ["f5d6c3", "e6f4"], [2]),
        lambda game: game.board().transcript(),
        ["f5d6c3d3c4", "1. f5 d6 2. c3 {a}"],
        "1.+-{} f5d6pa\n",
        [],
        write_transcripts,
    ),
}
WRITTEN = [name for name, case in CASES.items() if case.entries is not None]


def rows(field: str) -> list[Any]:
    """Return the cases of a test: each row of a field, with the name of its format before it."""
    return [(name, *row) for name, case in CASES.items() for row in getattr(case, field)]


def mutated(text: str, signs: str, seed: int) -> str:
    """Return a text with characters that are removed, doubled, swapped or replaced."""
    rng = random.Random(seed)
    characters = list(text)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(characters))
        characters[place : place + rng.randint(0, 3)] = rng.choices(signs + text, k=rng.randint(0, 3))
    return "".join(characters)


@pytest.mark.parametrize("name", WRITTEN)
@given(data=st.data())
def test_an_entry_is_read_back_from_its_text_as_far_as_the_format_keeps_it(name, data):
    case = CASES[name]
    entry = data.draw(case.entries)
    text = case.format(entry)
    read = case.parse(text)
    assert read == case.kept(entry)
    if name != "obf":
        assert (read.warnings, read.claimed) == ((), None)
    assert name == "sgf" or "\n" not in text


@pytest.mark.parametrize("name", WRITTEN)
@settings(max_examples=10)
@given(data=st.data())
def test_the_entries_of_a_file_are_read_back_in_the_same_order(tmp_path_factory, name, data):
    case, path = CASES[name], tmp_path_factory.mktemp(name) / "entries"
    entries = data.draw(st.lists(case.entries, min_size=1, max_size=4))
    case.write(path, entries)
    assert list(case.read(path)) == list(map(case.kept, entries))


@cases(("name", "text", "message"), rows("errors"))
def test_errors(name, text, message):
    """The error tells what is wrong, and in which move. Moves against the rules have their own class."""
    with pytest.raises(OthelloError) as caught:
        CASES[name].parse(text)
    assert message in str(caught.value)
    is_illegal = any(part in message for part in ("cannot pass", "cannot play", "'s turn"))
    assert isinstance(caught.value, IllegalMoveError) == is_illegal


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_hostile_texts(name, data):
    """Any text gives an entry or an OthelloError, and what is read can be written and read back."""
    case = CASES[name]
    changed = st.builds(mutated, st.sampled_from(case.texts), st.just(case.signs), st.integers())
    text = data.draw(st.text() | changed | (st.binary() if name == "sgf" else st.nothing()))
    try:
        entry = case.parse(text)
    except OthelloError:
        return
    if case.core:
        assert case.core(case.parse(case.format(entry))) == case.core(entry)


@given(
    st.builds(
        mutated, st.just(f"2 {samples.NBOARD}{samples.GGS}"), st.just(CASES["ggf"].signs), st.integers()
    )
)
def test_any_text_of_a_match_gives_games_or_an_othelloerror(text):
    try:
        games = list(read_ggf(Content.of(StringIO(text))))
    except OthelloError:
        return
    assert [parse_ggf(format_ggf(game)).moves for game in games] == [game.moves for game in games]


@pytest.mark.parametrize("name", CASES)
def test_reading_continues_after_a_bad_entry(tmp_path, name):
    """Each bad entry is reported with its first line, and all good entries are read."""
    case, path = CASES[name], tmp_path / "entries.txt"
    content, message, good, lines = case.file
    path.write_bytes(content)
    with pytest.raises(FormatError) as caught:
        list(case.read(path))
    assert str(caught.value).startswith(f"{path}, {message}")
    errors: list[FormatError] = []
    assert [case.name(entry) for entry in case.read(path, errors.append)] == good
    assert [error.line for error in errors] == lines


@cases(("name", "content", "line", "reason"), rows("bad_files"))
def test_bad_files(tmp_path, name, content, line, reason):
    """The error names the file, the line if there is a line, and the reason."""
    path = tmp_path / "entries.txt"
    path.write_bytes(content)
    with pytest.raises(FormatError) as caught:
        list(CASES[name].read(path))
    assert (caught.value.path, caught.value.line) == (path, line)
    assert reason in caught.value.reason
    assert str(caught.value).startswith(str(path))


@pytest.mark.parametrize("name", CASES)
def test_a_missing_file_and_a_folder_are_reported_in_reading_and_in_writing(tmp_path, name):
    case = CASES[name]
    with pytest.raises(FormatError, match="no such file"):
        list(case.read(tmp_path / "missing"))
    with pytest.raises(FormatError, match="is a directory"):
        list(case.read(tmp_path))
    if case.write is not None:
        with pytest.raises(FormatError, match="no such file"):
            case.write(tmp_path / "missing" / "entries", [])
