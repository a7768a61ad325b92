"""Samples from text files of games and boards."""

import bz2
import gzip
import itertools
import zipfile
import zlib

import numpy as np
import pytest

from othello.errors import FormatError, OthelloError
from othello.jobs.task import Resources
from othello.training import bulk, samples, sources, texts
from othello.training.generation import TrainingResources
from othello.training.samples import ESTIMATED, NO_RESULT, SOLVED, UNSCORED
from othello.training.settings import PARTS, ImportSettings
from tests import model
from tests.training.text_games import cells, random_game, replayed

UNSOLVED = ImportSettings(exact=0, midgame=60, part="all")
GAMES = [random_game(seed) for seed in range(24)]


def import_all(folder, source, settings=UNSOLVED, means=None):
    options = {} if means is None else {"means": means}
    *_, last = bulk.import_texts(folder, texts.find(source), settings, **options)
    found = sources.read(sources.files([folder]))
    assert last.samples == len(found)
    return found


def written(path, lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def rows(found):
    return sorted((int(each["player"]), int(each["opponent"]), int(each["result"])) for each in found)


def expected(games, skip):
    """The rows of games whose positions have the result of the game, by the slow rules."""
    found = []
    for game in games:
        positions, black = replayed(game)
        for board, side in positions[skip:]:
            if board.count(model.EMPTY) >= 4:
                found.append((*model.to_words(board), side * black))
    return sorted(found)


def test_results_of_games(tmp_path):
    """Without solving, every position down to four empties has the result of its game, and no score."""
    found = import_all(tmp_path / "out", written(tmp_path / "in" / "a.txt", GAMES))
    assert rows(found) == expected(GAMES, 0)
    assert set(found["score"].tolist()) == {UNSCORED}
    assert set(found["kind"].tolist()) == {ESTIMATED}


def test_without_solving_an_unfinished_game_gives_no_sample(tmp_path):
    games = [*GAMES[:3], random_game(50, longest=40), "f5"]
    found = import_all(tmp_path / "out", written(tmp_path / "a.txt", games))
    assert rows(found) == expected(GAMES[:3], 0)


def test_samples_of_copies_of_a_file_count_once(tmp_path):
    for folder in ("a", "b"):
        written(tmp_path / "in" / folder / "0.txt", GAMES[:3])
    found = import_all(tmp_path / "out", tmp_path / "in")  # compares the report with the files
    assert rows(found) == expected(GAMES[:3], 0)


def test_random_moves_are_left_out(tmp_path):
    """The number that names the folder of a file is that of random moves; an option is another number."""
    written(tmp_path / "in" / "40" / "0.txt", GAMES[:5])
    written(tmp_path / "in" / "0053" / "0.txt", GAMES[5:9])
    written(tmp_path / "in" / "2001" / "0.txt", GAMES[9:12])
    found = import_all(tmp_path / "out", tmp_path / "in")
    assert rows(found) == sorted(
        expected(GAMES[:5], 40) + expected(GAMES[5:9], 53) + expected(GAMES[9:12], 0)
    )
    settings = ImportSettings(exact=0, midgame=60, skip=20, part="all")
    assert rows(import_all(tmp_path / "other", tmp_path / "in")) == rows(found)
    assert rows(import_all(tmp_path / "20", tmp_path / "in", settings)) == expected(GAMES[:12], 20)


def test_solved_games(tmp_path):
    """Solved positions have their values by best play, and earlier ones that of the first solved one."""
    settings = ImportSettings(exact=5, midgame=12, part="all")
    found = import_all(tmp_path / "out", written(tmp_path / "a.txt", GAMES[:6]), settings)
    by_board = {(int(each["player"]), int(each["opponent"])): each for each in found}
    checked = 0
    for game in GAMES[:6]:
        value = None
        for board, side in reversed(replayed(game)[0]):
            empties = board.count(model.EMPTY)
            if 4 <= empties <= 5:
                value = side * model.solve(board)
            if 4 <= empties <= 12 and value is not None:
                sample = by_board.pop(model.to_words(board))
                assert sample["result"] == side * value
                assert sample["kind"] == (SOLVED if empties <= 5 else ESTIMATED)
                assert sample["score"] == (100 * side * value if empties <= 5 else UNSCORED)
                checked += 1
    assert not by_board
    assert checked > 40


def test_the_number_of_a_game_is_that_of_other_files(tmp_path):
    """A game has the number that it would have in a WTHOR file: a checksum of its moves."""
    found = import_all(tmp_path / "out", written(tmp_path / "a.txt", GAMES[:4]))
    numbers = set()
    for game in GAMES[:4]:
        moves = [model.NAMES.index(game[at : at + 2]) for at in range(0, len(game), 2)]
        numbers.add(zlib.crc32(bytes(moves + [64] * (60 - len(moves)))))
    assert set(found["game"].tolist()) == numbers


def test_parts(tmp_path):
    """The parts fit and test have no game in common, and together they are all games."""
    path = written(tmp_path / "a.txt", GAMES)
    numbers = {}
    for part in PARTS:
        found = import_all(tmp_path / part, path, ImportSettings(exact=0, midgame=60, part=part))
        numbers[part] = set(found["game"].tolist())
        assert all(samples.FORMAT.read(each)[1] == (part == "test") for each in (tmp_path / part).iterdir())
    assert numbers["fit"] | numbers["test"] == numbers["all"]
    assert not numbers["fit"] & numbers["test"]
    assert min(len(numbers["fit"]), len(numbers["test"])) > 5


def boards_of(games):
    """The lines of boards, with numbers as values, and the rows that they must give."""
    lines, found = [], []
    for game in games:
        for number, (board, _) in enumerate(replayed(game)[0]):
            lines.append(f"{cells(board)} {number - 20}")
            found.append((*model.to_words(board), 100 * (number - 20)))
    return lines, sorted(found)


def test_a_board_with_a_value_is_a_sample_with_a_score_and_without_a_result(tmp_path):
    lines, scored = boards_of(GAMES[:3])
    found = import_all(tmp_path / "out", written(tmp_path / "a.txt", lines))
    assert sorted(found[["player", "opponent", "score"]].tolist()) == scored
    assert set(found["result"].tolist()) == {NO_RESULT}
    assert set(found["kind"].tolist()) == {ESTIMATED}


def test_boards_of_passes_and_of_finished_games(tmp_path):
    """A position that must pass becomes the one after the pass, and a finished game is left out."""
    passing = next(
        model.passed(after)
        for game in GAMES
        for (_, side), (after, following) in itertools.pairwise(replayed(game)[0])
        if side == following
    )
    finished = [model.MINE] * 63 + [model.EMPTY]
    assert model.must_pass(passing)
    assert model.is_over(finished)
    lines = [f"{cells(passing)} 6", f"{cells(finished)} 64", f"{cells(model.start())} 2"]
    found = import_all(tmp_path / "out", written(tmp_path / "a.txt", lines))
    assert found[["player", "opponent", "score"]].tolist() == [
        (*model.to_words(model.passed(passing)), -600),
        (*model.to_words(model.start()), 200),
    ]


# Files


def test_archives_and_packed_files(tmp_path):
    """Text files in archives, compressed ones, and plain ones of all folders give the same samples."""
    content = "".join(f"{game}\r\n" for game in GAMES[:6]).encode()
    (tmp_path / "a" / "7").mkdir(parents=True)
    (tmp_path / "a" / "7" / "x.txt.gz").write_bytes(gzip.compress(content))
    (tmp_path / "b" / "7").mkdir(parents=True)
    (tmp_path / "b" / "7" / "x.txt.bz2").write_bytes(bz2.compress(content))
    with zipfile.ZipFile(tmp_path / "c.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data/7/x.txt", content)
        archive.writestr("data/README.txt", "Thank you for reading this.\n")
        archive.writestr("data/picture.png", b"PNG")
    for number, source in enumerate(("a", "b", "c.zip")):
        found = import_all(tmp_path / str(number), tmp_path / source)
        assert rows(found) == expected(GAMES[:6], 7)


def test_other_texts_in_folders_are_passed_over(tmp_path):
    """A text that is neither games nor boards is passed over in a folder, and refused if it is named."""
    written(tmp_path / "in" / "README.txt", ["Thank you for reading this."])
    written(tmp_path / "in" / "a.txt", GAMES[:2])
    written(tmp_path / "in" / "empty.txt", [])
    others = []
    list(bulk.import_texts(tmp_path / "out", texts.find(tmp_path / "in"), UNSOLVED, on_other=others.append))
    assert [path.name for path in others] == ["README.txt", "empty.txt"]
    with pytest.raises(FormatError, match=r"README.txt, line 1: each line must be a game"):
        import_all(tmp_path / "out", tmp_path / "in" / "README.txt")
    with pytest.raises(FormatError, match=r"empty.txt: the file has no entries: each line"):
        import_all(tmp_path / "out", tmp_path / "in" / "empty.txt")


def test_a_file_that_is_not_an_archive_and_a_damaged_one_are_refused_by_name(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(b"no archive")
    with pytest.raises(FormatError, match=r"a.zip: the archive cannot be read"):
        texts.find(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x.txt", "\n".join(GAMES))
    content = path.read_bytes()
    path.write_bytes(content.replace(GAMES[3].encode(), GAMES[3].upper().encode()))
    with pytest.raises(FormatError, match=r"a.zip: the archive cannot be read: Bad CRC"):
        import_all(tmp_path / "out", path)


@pytest.fixture
def small_blocks(monkeypatch):
    for name, size in {"GAMES": 5, "SOLVED_GAMES": 3, "BOARDS": 7}.items():
        monkeypatch.setattr(bulk, name, size)


def test_blocks(tmp_path, small_blocks):
    """A long file is read in blocks; their sizes add up to its size, and lines keep their numbers."""
    path = written(tmp_path / "a.txt", GAMES)
    found = list(texts.blocks(texts.find(path), {"games": 5, "boards": 7}, print))
    assert [each.first for each in found] == [1, 6, 11, 16, 21]
    assert b"".join(line for each in found for line in each.lines) == path.read_bytes()
    assert found[-1].done == path.stat().st_size
    assert rows(import_all(tmp_path / "out", path)) == expected(GAMES, 0)
    lines, scored = boards_of(GAMES[:1])
    assert len(import_all(tmp_path / "boards", written(tmp_path / "b.txt", lines))) == len(scored)
    import_all(tmp_path / "solved", path, ImportSettings(exact=4, part="all"))
    counts = [len(list((tmp_path / name).iterdir())) for name in ("out", "boards", "solved")]
    assert counts == [5, -(-len(lines) // 7), 8]


def test_interrupted_imports_continue(tmp_path, small_blocks):
    """A run that is interrupted is continued by another number of workers, and keeps its files."""
    path = written(tmp_path / "a.txt", GAMES)
    run = bulk.import_texts(tmp_path / "out", texts.find(path), UNSOLVED)
    next(run), next(run)
    run.close()
    kept = {each.name: each.stat().st_mtime_ns for each in (tmp_path / "out").iterdir()}
    assert len(kept) == 2
    found = import_all(tmp_path / "out", path, means=TrainingResources(Resources(2)))
    assert rows(found) == expected(GAMES, 0)
    for name, time in kept.items():
        assert (tmp_path / "out" / name).stat().st_mtime_ns == time
    assert np.array_equal(np.sort(import_all(tmp_path / "out", path)), np.sort(found))


def test_bad_lines(tmp_path, small_blocks):
    """A bad line ends the run with its file and number; the blocks before it are kept."""
    path = written(tmp_path / "a.txt", [*GAMES[:12], "f5f5", *GAMES[12:]])
    with pytest.raises(OthelloError, match=r"a.txt, line 13: move 2"):
        import_all(tmp_path / "out", path)
    assert rows(sources.read(sources.files([tmp_path / "out"]))) == expected(GAMES[:10], 0)
    written(path, [*GAMES[:12], *GAMES[12:]])
    assert rows(import_all(tmp_path / "out", path)) == expected(GAMES, 0)
