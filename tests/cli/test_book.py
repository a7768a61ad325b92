"""`othello book`: building, learning and showing, with interruptions and kills."""

import contextlib
import io
import json
import os
import random
import re
import signal

import pytest
from rich.console import Console

from othello import Book, FormatError, GameRecord, Player, Position, write_games
from othello.book import location
from othello.book.tree import outline
from othello.cli.book.tree import print_lines
from tests.book.books import assert_whole, contents
from tests.cli.commands import BAD_INPUT, INTERRUPTED, OK, process, run
from tests.positions import random_board
from tests.waiting import eventually


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A small book, built by the command."""
    path = tmp_path_factory.mktemp("book") / "small.book"
    status, out, err = run("book", "build", path, "--level", 1, "--positions", 60)
    assert (status, out) == (OK, "")
    assert re.search(r"the book has \d+ positions with a value: \d+ positions added in \d+ s", err)
    return path


def file_of_games(folder, copies):
    """Write a file with three games, which come several times."""
    path = folder / "games.ggf"
    write_games(path, [GameRecord.from_board(random_board(seed, 60)) for seed in range(3)] * copies)
    return path


def grown_to(path, size, writer):
    """Wait until a book that another process writes has some positions, or the process has ended."""

    def has_grown():
        if writer.poll() is not None:
            return True
        # A new file has no tables yet.
        with contextlib.suppress(FormatError), Book(path) as book:
            return len(book) >= size
        return False

    eventually(has_grown, 120)


def whole(path):
    """Return the records of a file, which is sound and up to date."""
    with Book(path) as book:
        assert book.store.check() == []
        assert not book.is_stale
        return assert_whole(book)


def test_another_run_adds_to_the_book_that_is_there_and_every_limit_ends_a_run(built, tmp_path):
    path = tmp_path / "copy.book"
    path.write_bytes(built.read_bytes())
    before = whole(path)
    status, _, err = run("book", "build", path, "--level", 1, "--positions", 100)
    assert (status, err.startswith("the book has ")) == (OK, True)
    assert before.keys() < whole(path).keys()
    status, _, err = run("book", "build", path, "--level", 1, "--budget", "0.1s")
    assert (status, err.startswith("time is up: ")) == (OK, True)


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_an_interrupted_build(tmp_path):
    """Ctrl-C ends a build with status 130 and an intact book. The same command continues."""
    path = tmp_path / "new.book"
    with process("book", "build", path, "--level", 4) as child:
        grown_to(path, 5, child)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=120)
    assert (child.returncode, out) == (INTERRUPTED, "")
    assert re.search(r"^interrupted: \d+ positions added", err, re.MULTILINE)
    assert "Traceback" not in err
    before = whole(path)
    assert os.listdir(tmp_path) == ["new.book"]
    assert run("book", "build", path, "--level", 1, "--positions", len(before) + 1)[0] == OK
    assert before.keys() < whole(path).keys()


def kill_while(path, *words, size):
    """Kill a command when the book has some positions, or when it ends. Return their keys."""
    with process(*words) as child:
        try:
            grown_to(path, size, child)
            with Book(path) as book:
                return contents(book).keys()
        finally:
            child.kill()
            child.communicate()


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX has them")
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 25))])
def test_a_killed_build_leaves_a_whole_book_that_has_all_positions_it_had_before(seed, tmp_path):
    path, rng = tmp_path / "new.book", random.Random(seed)
    before = kill_while(path, "book", "build", path, "--level", 2, size=rng.randint(1, 80))
    assert before <= whole(path).keys()


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX has them")
@pytest.mark.slow  # in this process, tests of growth and of learning leave rounds and files unfinished
@pytest.mark.parametrize("seed", range(10))
def test_a_round_is_planned_from_what_the_book_has(seed, built, tmp_path):
    """A build that was killed and repeated gives the rows of an undisturbed build. A third run changes
    none."""
    path, rng = tmp_path / "new.book", random.Random(seed)
    command = ["book", "build", path, "--level", 1, "--positions", 60]
    for _ in range(3):
        kill_while(path, *command, size=rng.randint(1, 60))
    for _ in range(2):
        assert run(*command)[0] == OK
        assert whole(path) == whole(built)


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX has them")
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_after_kills_and_another_run_every_game_counts_exactly_once(seed, tmp_path):
    path, rng = tmp_path / "new.book", random.Random(seed)
    command = ["book", "learn", path, file_of_games(tmp_path, 200), "--plies", "20"]
    kill_while(path, *command, size=rng.randint(1, 60))
    assert run(*command)[0] == OK
    with Book(path) as book:
        assert book.store.check() == []
        assert book.get("").games.visits == 600


def test_learning(tmp_path):
    """Learning reports the numbers of games and positions. Each file counts once."""
    path, games = tmp_path / "new.book", file_of_games(tmp_path, 10)
    status, out, err = run("book", "learn", path, games, "--plies", 5)
    assert (status, out) == (OK, "")
    assert re.fullmatch(r"30 games learned, \d+ positions in the book\n", err)
    assert run("book", "learn", path, games, "--plies", 5)[2].startswith("0 games learned")
    assert run("book", "learn", path, games, "--plies", 5, "--again", "--least", 60)[0] == OK
    with Book(path) as book:
        assert book.get("").games.visits == 60
        assert min(entry.games.visits for _, entry in book) == 60


def test_a_game_with_an_illegal_move_is_reported_and_the_others_count(tmp_path):
    file, path = tmp_path / "games.txt", tmp_path / "new.book"
    file.write_text("f5d6c3\na1a2\nf5f6\n")
    status, _, err = run("book", "learn", path, file)
    assert status == OK
    assert "games.txt, line 2: " in err
    assert err.endswith("2 games learned, 5 positions in the book\n")


def test_games_of_strong_players(tmp_path):
    """`learn --strong-players` also counts them separately, and `show --strong` shows only their counts."""
    path, ratings, plain = (tmp_path / name for name in ("new.book", "ratings.csv", "plain.book"))
    ratings.write_text("player,year,rating\nAnn,1999,1800\nBob,2000,1750\nCat,1999,1650\n")
    games = [
        GameRecord.from_moves(["f5", "d6"], black=Player("Ann"), white=Player(name), date="2001-05-20")
        for name in ("Bob", "Cat", "Cat", "")
    ]
    write_games(tmp_path / "games.ggf", games)
    learn = ["book", "learn", path, tmp_path / "games.ggf", "--strong-players", ratings]
    assert run(*learn, 1700)[0] == OK
    shown, strong = (run("book", "show", path, *options) for options in ([], ["--strong"]))
    assert [line.split()[:3] for line in shown[1].splitlines()[-2:]] == [
        ["f5", "100%", "4"],
        ["d6", "100%", "4"],
    ]
    assert [line.split()[:3] for line in strong[1].splitlines()[-2:]] == [
        ["f5", "100%", "1"],
        ["d6", "100%", "1"],
    ]
    assert strong[2] == "games between players rated 1700 or more\n"
    status, _, err = run(*learn, 1800)
    assert (status, "from a rating of 1700, not 1800" in err) == (BAD_INPUT, True)
    assert run("book", "learn", plain, tmp_path / "games.ggf")[0] == OK
    status, _, err = run("book", "show", plain, "--strong")
    assert (status, "the book does not count games between strong players" in err) == (BAD_INPUT, True)


def test_a_file_of_strong_players_whose_names_do_not_match(tmp_path):
    """WTHOR writes "Ann Lee", but another list "LEE Ann": all games counted as weak without a word."""
    path, ratings = tmp_path / "new.book", tmp_path / "ratings.csv"
    game = GameRecord.from_moves(["f5"], black=Player("Ann"), white=Player("Bob"), date="2001-05-20")
    write_games(tmp_path / "games.ggf", [game])
    for name, is_warned in (("ANN", True), ("Bob", False)):
        ratings.write_text(f"player,year,rating\n{name},1999,1600\n")
        _, _, err = run(
            "book", "learn", "--again", path, tmp_path / "games.ggf", "--strong-players", ratings, 1700
        )
        assert ("ratings.csv: no name matches a player of these games" in err) == is_warned


def test_show(built):
    """Most rows omit the common certainty, which is shown once. Of symmetric moves, one is shown."""
    status, out, err = run("book", "show", built, "--plies", 2, "-n", 2)
    assert (status, err) == (OK, "")
    first, certainty, heading, own, move, *replies = out.splitlines()
    assert (first, certainty) == ("black to move, 60 empty squares", "values: depth 1")
    assert heading.split() == ["move", "value", "share", "games", "points"]
    value = r"[+-]\d+\.\d\d"
    assert re.fullmatch(f" +{value}", own)
    assert re.fullmatch(f"f5 +{value}", move)
    assert all(re.match(f"  [df][46] +{value}", reply) for reply in replies)
    assert len(replies) == 2


@pytest.mark.parametrize("width", [40, 52, 80])
def test_rows_fit_a_terminal(width):
    """Rows of the book are not wider than the terminal, and numbers stay in their columns."""
    with Book(location.shipped()) as book:
        start = Position.start()
        console = Console(file=io.StringIO(), width=width)
        print_lines(console, start, book.get(start), outline(book, start, plies=5, moves=2))
    rows = console.file.getvalue().splitlines()
    assert max(map(len, rows)) <= width
    numbers = [row for row in rows if "%" in row][1:]
    assert len({row.rindex("%", 0, 50) for row in numbers}) == 1, "the last column ends in one place"
    assert any("Tiger" in row for row in rows)


def test_the_json_tree_has_the_same_moves_as_the_book(built):
    status, out, _ = run("book", "show", built, "f5", "--plies", 1, "-n", 64, "--json")
    tree = json.loads(out)
    assert (status, tree["turn"], tree["opening"]) == (OK, "white", None)
    with Book(built) as book:
        assert [move["move"] for move in tree["moves"]] == [str(move.move) for move in book.moves("f5")]
        assert tree["score"]["discs"] == book.get("f5").score.discs


def test_the_counts_add_up(built):
    status, out, _ = run("book", "stats", built, "--json")
    statistics = json.loads(out)
    with Book(built) as book:
        assert (status, statistics["positions"], statistics["values"]) == (OK, len(book), len(book))
    assert sum(statistics["plies"].values()) == statistics["values"] == statistics["kinds"]["heuristic"]
    assert statistics["bytes"] == built.stat().st_size
    status, out, _ = run("book", "stats", built)
    assert (status, out.splitlines()[0].split()[:2]) == (OK, [str(statistics["positions"]), "positions,"])
    assert ["heuristic", str(statistics["values"])] in [line.split() for line in out.splitlines()]


def test_the_book_of_the_package_is_named_shipped(built, tmp_path, monkeypatch):
    """Commands that only read a book accept the name of the shipped book, and leave the book as it is."""
    monkeypatch.setattr(location, "shipped", lambda: built)
    before = built.read_bytes()
    status, out, err = run("book", "show", "shipped", "--json")
    assert (status, err, json.loads(out)["turn"]) == (OK, "", "black")
    status, out, _ = run("book", "stats", "shipped", "--json")
    assert (status, json.loads(out)["bytes"]) == (OK, len(before))
    for command in ("show", "stats"):
        assert run("book", command) == run("book", command, "shipped"), "it is the default"
    assert run("book", "export", "shipped", tmp_path / "shipped.jsonl")[0] == OK
    assert built.read_bytes() == before


def test_standard_output_is_not_a_book(tmp_path, monkeypatch):
    """A database in a terminal is useless, so it is refused. No file with the name "-" is created, either."""
    games, folder = file_of_games(tmp_path, 1), tmp_path / "folder"
    folder.mkdir()
    monkeypatch.chdir(folder)
    status, out, err = run("book", "learn", "-", games)
    assert (status, out) == (BAD_INPUT, "")
    assert "-: a book cannot be written to standard output: name a file" in err
    assert os.listdir(folder) == []
