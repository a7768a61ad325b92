"""Files of games: detection of formats, and conversion between them."""

import bz2
import gzip
import io

import pytest
from hypothesis import given, strategies as st

from othello import GameRecord, Player, Position, format_game, parse_game, read_games, write_games
from othello.errors import FormatError, InvalidNotationError, OthelloError
from othello.formats import textfile
from othello.formats.detection import format_of, format_to_write
from othello.formats.obf import read_obf
from othello.formats.registry import FORMATS, WRITTEN, format_named
from othello.formats.transcript import parse_transcript
from tests import positions
from tests.cases import cases
from tests.formats import records

GAMES = [
    GameRecord.from_board(parse_transcript(text), black=Player("alice"), white=Player("bob"), result=2.0)
    for text in ("f5d6c3d3c4", "e6f4")
]
PLAYED = records.plain_records(any_start=False).filter(lambda game: game.moves)
SUFFIXES = [".ggf", ".sgf", ".wtb", ".txt"]


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("name", ["games{}", "games{}.txt", "games", "games.txt", "games.dat"])
def test_formats_are_told_apart(tmp_path, suffix, name):
    """The suffix decides the format. Without a known suffix, the content decides."""
    path = tmp_path / f"all{suffix}"
    write_games(path, GAMES)
    other = path.rename(tmp_path / name.format(suffix))
    games = list(read_games(other))
    assert [game.moves for game in games] == [game.moves for game in GAMES]
    assert format_of(other) == format_to_write(path)


def test_positions_are_told_apart(tmp_path):
    """Positions are read as games without moves. A game is written as its last position."""
    path = tmp_path / "positions.OBF"
    write_games(path, GAMES)
    games = list(read_games(path))
    assert [game.start for game in games] == [game.last_position for game in GAMES]
    assert not any(game.moves for game in games)
    other = path.rename(tmp_path / "positions.txt")
    assert list(read_games(other)) == games
    assert format_of(other).name == "obf"


@pytest.mark.parametrize(("suffix", "pack"), [(".bz2", bz2.compress), (".gz", gzip.compress)])
def test_archives(tmp_path, suffix, pack):
    """Compressed files are unpacked while they are read, and a damaged file is an error."""
    path = tmp_path / "games.ggf"
    write_games(path, GAMES)
    packed = tmp_path / f"games.ggf{suffix}"
    packed.write_bytes(pack(path.read_bytes()))
    assert list(read_games(packed)) == GAMES
    packed.rename(tmp_path / f"games{suffix}")
    assert list(read_games(tmp_path / f"games{suffix}")) == GAMES
    for content in (pack(path.read_bytes())[:-9], b"(;GM[Othello];)", b""):
        packed.write_bytes(content)
        with pytest.raises(FormatError):
            list(read_games(packed))


@given(st.lists(PLAYED, min_size=1, max_size=3), st.data())
def test_from_format_to_format(tmp_path_factory, games, data):
    """The moves of a game survive any conversion, except that a final pass may be lost."""
    folder = tmp_path_factory.mktemp("files")
    games = [GameRecord(game.played, result=game.result or 0.0) for game in games]
    expected = [_without_last_pass(game.moves) for game in games]
    current = games
    for number, suffix in enumerate(data.draw(st.permutations(SUFFIXES))):
        path = folder / f"{number}{suffix}"
        write_games(path, (GameRecord(game.played, result=game.result or 0.0) for game in current))
        current = list(read_games(path))
        assert [_without_last_pass(game.moves) for game in current] == expected
        assert not [game for game in current if game.warnings or game.claimed is not None]


def _without_last_pass(moves):
    return moves[:-1] if moves and moves[-1] == 64 else moves


def test_a_named_format_overrides_suffix_and_content(tmp_path):
    path = tmp_path / "games.sgf"
    write_games(path, GAMES, format="GGF")
    assert list(read_games(path, format="ggf")) == GAMES
    with pytest.raises(InvalidNotationError, match="'chess' is not a format: use one of ggf, sgf"):
        format_named("chess")
    with pytest.raises(FormatError, match="line 1"):
        list(read_games(path, format="transcript"))


def test_successive_blank_lines_are_one_and_lines_keep_their_numbers(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"\n \na\n\n\t\n\nb\nc\n\n")
    lines = [(1, "\n"), (3, "a\n"), (4, "\n"), (7, "b\n"), (8, "c\n"), (9, "\n")]
    assert list(textfile.read_lines(path)) == lines


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file is empty"),
        (b" \n", "the file has only blank lines and comments"),
        (b"% a\n# b\n", "the file has only blank lines and comments"),
        (b"hello", "this is not a file of games or positions: it contains no moves"),
        (b"Paul - Carla\nWhy is c4 bad here? I like d3 too.\n", "it contains no moves"),
        (b"\x7fELF\x02\x01\x01\0\0\0", "this is not a file of games or positions"),
    ],
)
def test_a_file_without_a_known_format_is_refused(tmp_path, content, reason):
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=reason):
        list(read_games(path))


def test_missing_files_folders_and_names_without_a_known_suffix_are_reported(tmp_path):
    for name in ("missing", "missing.ggf", "missing.wtb", "missing.ggf.bz2"):
        with pytest.raises(FormatError, match="no such file"):
            list(read_games(tmp_path / name))
    with pytest.raises(FormatError, match="is a directory"):
        read_games(tmp_path)
    with pytest.raises(FormatError, match=r"the name of a file of games must end in one of \.ggf, \.sgf"):
        write_games(tmp_path / "games.doc", GAMES)
    with pytest.raises(FormatError, match="no such file"):
        write_games(tmp_path / "missing" / "games.sgf", GAMES)


AFTER_F5 = GameRecord(start=Position.start().play(37), result=0.0)


@pytest.mark.parametrize(
    ("suffix", "odd", "reason"),
    [
        (".txt", AFTER_F5, "does not begin with the usual position"),
        (".wtb", AFTER_F5, "does not begin with the usual position"),
        (".txt", GameRecord(), "has no moves"),
        (".wtb", GameRecord(), "has no result"),
    ],
)
def test_games_that_a_format_cannot_represent(tmp_path, suffix, odd, reason):
    """A game that a format cannot represent raises an error, or is omitted if the caller handles errors."""
    path = tmp_path / f"games{suffix}"
    with pytest.raises(FormatError, match=f"game 2: the game {reason}"):
        write_games(path, [GAMES[0], odd, GAMES[1]])
    errors: list[FormatError] = []
    write_games(path, [GAMES[0], odd, GAMES[1]], errors.append)
    assert [error.game for error in errors] == [2]
    assert [game.moves for game in read_games(path)] == [game.moves for game in GAMES]


def test_scripts(tmp_path):
    """Positions for the solver scrzebra are OBF without scores. They are read but never written."""
    path = tmp_path / "ffo.scr"
    for side in "X*O0":
        path.write_text(f"% a script\n{'-' * 27}O*------*0{'-' * 27}  {side} % FFO #1\n")
        (problem,) = read_obf(path)
        assert (problem.comment, problem.scores) == ("FFO #1", {})
        assert [game.start for game in read_games(path)] == [problem.position]
        other = path.rename(tmp_path / "ffo.txt")
        assert format_of(other).name == "obf"
    with pytest.raises(FormatError, match="must end in one of"):
        format_to_write(path)


@given(st.binary(max_size=200) | st.text(alphabet='(;GM[Othello]B[f5])1. ["*\n', max_size=80).map(str.encode))
def test_any_file_read_in_any_format_gives_games_or_an_othelloerror(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("files") / "file"
    path.write_bytes(content)
    for name in (None, *FORMATS):
        try:
            list(read_games(path, format=name))
        except OthelloError:
            continue


# File objects

TEXT_FORMATS = [name for name, file_format in WRITTEN.items() if not file_format.companions]


@cases("make", [io.StringIO, io.BytesIO])
@cases("name", TEXT_FORMATS)
def test_file_objects(name, make):
    """Games can be written to and read from text and byte streams, as with files."""
    games = [GameRecord.from_moves(["f5", "d6"]), GameRecord.from_moves(["d3"])]
    file = make()
    write_games(file, games, format=name)
    file.seek(0)
    copies = list(read_games(file))
    assert [game.last_position for game in copies] == [game.last_position for game in games]


def test_a_text_with_bytes_that_were_not_decoded_is_read():
    """Text that Python decoded with "surrogateescape" cannot be encoded as UTF-8."""
    file = io.StringIO("f5d6 {caf\udce9}\n")
    assert [game.played[1].comment for game in read_games(file)] == ["caf?"]


@pytest.mark.parametrize("suffix", [".sgf", ".sgf.gz", ".sgf.bz2"])
def test_open_files(tmp_path, suffix):
    """The name of an open file decides its format, and a compressed open file is unpacked."""
    path = tmp_path / f"games{suffix}"
    text = b"(;GM[2]GN[a];B[f5])"
    opener = {".gz": gzip.open, ".bz2": bz2.open}.get(path.suffix, open)
    with opener(path, "wb") as file:
        file.write(text)
    with open(path, "rb") as file:
        assert [game.moves for game in read_games(file)] == [("f5",)]


def test_the_name_of_an_open_file_decides_the_format_in_which_it_is_written(tmp_path):
    path = tmp_path / "games.sgf"
    with open(path, "w", encoding="utf-8") as file:
        write_games(file, [GameRecord.from_moves(["f5"])])
    assert [game.moves for game in read_games(path)] == [("f5",)]


def test_errors_of_file_objects():
    """Errors name the file object. WTHOR needs several files, so it cannot be written to a file object."""
    with pytest.raises(FormatError, match=r"^<file>, line 2: "):
        list(read_games(io.StringIO("f5d6\nf5f5\n")))
    with pytest.raises(FormatError, match=r"<file>: the name of a file of games must end in"):
        write_games(io.StringIO(), [])
    with pytest.raises(FormatError, match="wthor needs several files: give a path"):
        write_games(io.BytesIO(), [], format="wthor")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-8"])
@pytest.mark.parametrize("suffix", [".txt", ".ggf", ".sgf", ""])
def test_byte_order_marks(tmp_path, encoding, suffix):
    """Files in UTF-16 and UTF-8 with a byte order mark are read, even without a suffix."""
    plain = tmp_path / f"plain{suffix or '.ggf'}"
    write_games(plain, [parse_game("f5d6c3")])
    marked = tmp_path / f"marked{suffix}"
    marked.write_bytes(f"\ufeff{plain.read_text()}".encode(encoding))
    assert [game.board().transcript() for game in read_games(marked)] == ["f5d6c3"]


# Results that contradict the moves


@pytest.mark.parametrize(
    ("suffix", "told", "other"),
    [
        (".ggf", b"RE[+64.000]", b"RE[-20.000]"),
        (".sgf", b"RE[B+64]", b"RE[W+20]"),
        (".wtb", b"\x40\x40", b"\x16\x16"),
        (".txt", b"\n", b" 22-42\n"),
    ],
)
def test_the_moves_of_a_finished_game_decide_over_its_result(tmp_path, suffix, told, other):
    """A file may state a wrong result for a finished game. The game gets the result of its moves."""
    path = tmp_path / f"game{suffix}"
    write_games(path, [GameRecord.from_board(parse_transcript(positions.WIPE_OUT))])
    content = path.read_bytes()
    assert content.count(told) == 1
    (game,) = read_games(path)
    assert (game.result, game.claimed) == (64, None)
    path.write_bytes(content.replace(told, other))
    (game,) = read_games(path)
    assert (game.result, game.claimed) == (64, -20)


# Sizes


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_file_that_is_too_large_is_refused_and_not_cut(tmp_path, monkeypatch, encoding):
    """A UTF-16 text above the size limit is refused. A UTF-8 text is read line by line."""
    monkeypatch.setattr(textfile, "LARGEST_FILE", 1 << 16)
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3\n" + " " * (1 << 16) + "\nd3c5\n", encoding)
    if encoding == "utf-8":
        assert len(list(read_games(path))) == 2
    else:
        with pytest.raises(FormatError, match="the file is larger than 0 MiB"):
            list(read_games(path))


def test_a_game_with_megabytes_of_comments_is_refused_and_the_next_one_is_read(tmp_path):
    path = tmp_path / "games.ggf"
    comment = "a line\n" * (1 << 18)
    path.write_text(f"(;GM[Othello]CO[{comment}];)\n(;GM[Othello]B[f5];)\n")
    errors: list[FormatError] = []
    assert len(list(read_games(path, errors.append))) == 1
    assert [error.reason for error in errors] == ["the game is larger than 1 MiB"]


def test_comments_before_the_games_do_not_hide_the_format(tmp_path):
    """The format follows from the text after the comments, however long they are."""
    path = tmp_path / "games.txt"
    for mark, text, name in (("#", "f5d6c3", "transcript"), ("%", f"{Position.start().format()};", "obf")):
        path.write_text(f"{mark} a comment\n" * 1000 + text)
        assert format_of(path).name == name
        assert len(list(read_games(path))) == 1


@pytest.mark.parametrize("pack", [bz2.compress, gzip.compress])
def test_a_compressed_file_is_read_whatever_its_suffix(tmp_path, pack):
    """Servers keep compressed files without the suffix."""
    for suffix in (".ggf", ".sgf", ".wtb", ".txt", ""):
        path = tmp_path / f"games{suffix or '.ggf'}"
        write_games(path, GAMES)
        packed = tmp_path / f"packed{suffix}"
        packed.write_bytes(pack(path.read_bytes()))
        assert [game.moves for game in read_games(packed)] == [game.moves for game in GAMES]


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"<!DOCTYPE html>\n<html><body>Not found</body></html>\n", "a web page, not a file of games"),
        (b"\n <html lang='en'>", "a web page, not a file of games"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "a pointer of Git LFS"),
        (b"PK\x03\x04\x14\0\0\0", "a ZIP archive: unpack it first"),
        (b"\xfd7zXZ\0\0\x04", "a file compressed by xz: unpack it first"),
        (b"\x89PNG\r\n\x1a\n", "a picture, not a file of games"),
        (b"%PDF-1.7\n%", "a PDF document, not a file of games"),
    ],
)
def test_a_file_of_another_kind_is_named(tmp_path, content, kind):
    """Downloads are often an error page, or not the file itself."""
    for name in ("a.wtb", "a.ggf", "a.sgf", "a.pgn", "a.obf", "a.dat", "a"):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(FormatError, match=f"^{path}: this is {kind}"):
            list(read_games(path))


@pytest.mark.parametrize(("suffix", "pack"), [(".bz2", bz2.compress), (".gz", gzip.compress)])
def test_other_bytes_after_a_compressed_file_are_refused(tmp_path, suffix, pack):
    """Several streams in a row, and zero bytes after them, are read. Other bytes are an error."""
    path = tmp_path / f"games.txt{suffix}"
    packed = pack(b"f5d6\n") + pack(b"c4c3\n")
    for end in (b"", bytes(1000)):
        path.write_bytes(packed + end)
        assert len(list(read_games(path))) == 2
    path.write_bytes(packed + b"junk" * 10)
    with pytest.raises(FormatError, match="the file is damaged, or its suffix is wrong"):
        list(read_games(path))


def test_the_longest_time_of_pgn_and_the_longest_value_of_sgf_are_numbers_in_ggf():
    for text in (
        '[Event "a"]\n\n1. f5 {[%emt 99999:99999:999999999] [%eval 999999999]} *',
        "(;GM[2]BR[999999999];B[f5]V[999999999])",
    ):
        game = parse_game(text)
        assert parse_game(format_game(game, "ggf")).played == game.played
