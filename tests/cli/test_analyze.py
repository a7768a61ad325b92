"""`othello analyze`: tables, JSON, pages, errors and interrupts."""

import html
import json
import re
from dataclasses import replace
from functools import partial
from urllib.parse import parse_qsl

import pytest

from othello import PASS, Board, Book, GameRecord, Move, PlayedMove, Player, write_games
from othello.formats.transcript import parse_transcript
from othello.review.reviews import Reviews
from tests import positions
from tests.cli.commands import BAD_INPUT, INTERRUPTED, OK, objects, run as run_command
from tests.terminal import on_terminal

GAME = "f5d6c3d3c4f4f6f3"
SHORT = GAME[:8]
WHOLE = positions.passing_board()
LATE = Board(WHOLE.positions()[45])
for late_move in WHOLE.move_stack[45:]:
    LATE.push(late_move)

run = partial(run_command, "analyze")
"""Run `othello analyze`."""


@pytest.fixture
def games(tmp_path):
    """Return a file with three games, of which the second is the end of one with a pass."""
    path = tmp_path / "games.ggf"
    boards = [parse_transcript(GAME), LATE, parse_transcript("f5f6")]
    names = ["Ann", "Bea", "Cid"]
    write_games(
        path,
        [GameRecord.from_board(board, black=Player(name)) for board, name in zip(boards, names, strict=True)],
    )
    return path


def test_moves_on_the_command_line():
    """The table has a row for each move, with the opening if it has a name, and a row for each side."""
    status, out, err = run(GAME, "--depth", 3, "--no-book")
    title, heading, *rows = out.splitlines()
    rows, (black, white) = rows[:8], rows[-2:]
    assert (status, err) == (OK, "")
    assert title == "black (X) - white (O); Comp'Oth"
    assert heading.split() == ["#", "move", "value", "best", "value", "lost", "opening"]
    assert [row.split()[:3] for row in rows] == [
        [str(ply), "XO"[(ply + 1) % 2], GAME[2 * ply - 2 : 2 * ply]] for ply in range(1, 9)
    ]
    assert re.search(r"^ *5 +X +c4 +~[+-]\d+\.\d.* Tiger *$", rows[4])
    for color, line in (("black", black), ("white", white)):
        words = r"best moves, [\d.]+ discs lost.*, performance rating"
        words += r" (\d+) \((\d+)-(\d+)\)\.(?: Look first at .*\.)?"
        rating, low, high = re.fullmatch(rf"{color}: \d of 4 {words}", line).groups()
        assert int(low) < int(rating) < int(high)


def test_analyse_is_analyze():
    """The British spelling also runs the command, but no list shows it."""
    words = "f5d6", "--depth", 1, "--exact-from", 0, "--no-book"
    assert run_command("analyse", *words) == run(*words)
    assert "analyse" not in run_command("--help")[1]


def test_a_side_that_had_no_choice_has_no_rating_by_its_moves():
    black, white = run("f5", "--depth", 1, "--no-book")[1].splitlines()[-2:]
    assert "rating" in black
    assert "rating" not in white


def test_json(games):
    """The JSON object contains all moves in the order of the game, and shows which values are exact."""
    status, out, err = run(games, "--game", 2, "--depth", 2, "--exact-from", 8, "--json")
    review = json.loads(out)
    assert status == OK
    assert "contains several games: this is game 2" in err
    assert (review["black"]["name"], review["complete"]) == ("Bea", True)
    assert review["result"] == LATE.result.margin
    assert [move["ply"] for move in review["moves"]] == list(range(1, len(LATE.move_stack) + 1))
    assert sum(move["move"] == "pass" for move in review["moves"]) == LATE.move_stack.count(PASS) == 1
    last = review["moves"][-1]
    assert last["exact"]
    assert last["score"]["kind"] == "exact"
    sign = 1 if last["turn"] == "black" else -1
    assert last["score"]["discs"] == sign * LATE.result.margin
    for side in ("black", "white"):
        own = [move for move in review["moves"] if move["turn"] == side and move["move"] != "pass"]
        assert review[side]["moves"] == len(own)
        assert review[side]["loss"] == pytest.approx(sum(move["loss"] for move in own), abs=0.5)


@pytest.mark.parametrize(("level", "rating"), [("Master", 1800), ("1450", 1450), ("newcomer", 1000)])
def test_peers_are_chosen_as_levels_are(level, rating):
    """The peers of a review have the rating of a level, but at least the rating of the weakest players."""
    review = json.loads(run("f5d6c3d3c4", "--depth", 1, "--exact-from", 0, "--peers", level, "--json")[1])
    assert {move["peers"]["rating"] for move in review["moves"]} == {rating}


def test_the_option_html_writes_a_page_as_well(games, tmp_path):
    page = tmp_path / "review.html"
    status, _, err = run(games, "--depth", 2, "--html", page)
    assert status == OK
    assert f"the page is in {page}" in err
    assert "in the book up to move" in page.read_text(encoding="utf-8")
    assert page.read_text(encoding="utf-8").count("<tr data-ply=") == 8


def test_a_link_to_a_board(tmp_path):
    """With --board, the page links to a board with the game: moves, players and result."""
    path, page = tmp_path / "game.sgf", tmp_path / "review.html"
    game = GameRecord.from_board(parse_transcript("f5d6c3"), black=Player("A & B"), white=Player("Ben"))
    write_games(path, [replace(game, result=-4)])
    address = "https://example.org/othello/"
    assert run(path, "--depth", 1, "--no-book", "--html", page, "--board", address)[0] == OK
    link = re.search(r'href="(https[^"]*)">Open the game on a board', page.read_text(encoding="utf-8"))[1]
    base, _, fragment = html.unescape(link).partition("#")
    assert base == address
    parameters = dict(parse_qsl(fragment))
    assert parameters["moves"] == "f5d6c3"
    assert (parameters["black"], parameters["white"], parameters["result"]) == ("A & B", "Ben", "-4")


@pytest.mark.parametrize(
    "options", [["--board", "https://a.b/"], ["--board", "javascript:x", "--html", "page"]]
)
def test_a_board_needs_the_page_that_links_to_it_and_an_address_of_the_web(options):
    status, out, err = run("f5d6", *options)
    assert (status, out) == (BAD_INPUT, "")
    assert "--board needs --html and an address such as" in err


@pytest.mark.parametrize("suffix", [".sgf", ".ggf", ".txt"])
def test_any_format(tmp_path, suffix):
    """A file of any format is read. With a single game, --game is not needed."""
    path = tmp_path / f"game{suffix}"
    write_games(path, [GameRecord.from_board(parse_transcript("f5d6c3"))])
    status, out, err = run(path, "--depth", 2, "--no-book")
    assert (status, err) == (OK, "")
    assert len(out.splitlines()) == 2 + 3 + 2


def test_after_ctrl_c_the_table_and_the_page_have_the_moves_reviewed_so_far(tmp_path):
    page = tmp_path / "review.html"
    words = ["analyze", WHOLE.transcript(), "--exact-from", 60, "--html", page]
    shown, out, status = on_terminal(*words, shows_output=False, interrupt_at=r"reviewing.* [1-9]\d*%")
    assert status == INTERRUPTED
    reviewed = int(re.search(r"interrupted: (\d+) of \d+ moves reviewed", shown)[1])
    rows = re.findall(r"(?m)^ *(\d+|-) +[XO] +(?:[a-h][1-8]|pass)", out)
    assert 0 < reviewed == len(rows)
    assert rows[-1] == str(sum(move != "pass" for move in map(str, WHOLE.move_stack)))
    assert page.read_text().count('class="loss"') == reviewed


@pytest.mark.parametrize("option", [(), ("--json",)])
def test_ctrl_c_before_the_first_move_gives_no_verdict(option, tmp_path, monkeypatch):
    """Nothing is counted, rated or written before a move is reviewed."""

    def interrupted(*args, **options):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("othello.cli.analyze.review_game", interrupted)
    page = tmp_path / "page.html"
    assert run(GAME, "--html", page, *option) == (
        INTERRUPTED,
        "",
        "interrupted before any move was reviewed\n",
    )
    assert not page.exists()


def test_a_terminal_shows_colors_unless_no_color_is_set():
    for environment, has_color in (({}, True), ({"NO_COLOR": "1"}, False)):
        out, _, status = on_terminal("analyze", "f5d6c3d3c4b3b2", "--depth", 3, **environment)
        assert status == OK
        assert "Tiger" in out
        assert bool(re.search(r"\x1b\[[\d;]*3[13]m|\x1b\[[\d;]*38;5", out)) == has_color


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_all_games(games, tmp_path, jobs):
    """With -o, all games are reviewed as they are one by one, and a run continues after an interruption."""
    out = tmp_path / "reviews.jsonl"
    options = ["--depth", 2, "--exact-from", 6]
    assert run(games, *options, "-o", out)[:2] == (OK, f"3 reviews are in {out}\n")
    heading, *lines = out.read_text().splitlines()
    reviews = {review["number"]: review for review in map(json.loads, lines)}
    for number in (1, 2, 3):
        alone = json.loads(run(games, "--game", number, *options, "--json")[1])
        assert reviews[number] == {"number": number, **alone, "check": reviews[number]["check"]}
    out.write_text(f"{heading}\n{lines[1]}\n{lines[0][:50]}")
    assert run(games, *options, "-o", out, "-j", jobs)[:2] == (OK, f"3 reviews are in {out}\n")
    assert sorted(out.read_text().splitlines()) == sorted([heading, *lines])


def test_reviews_of_another_file_or_level(games, tmp_path):
    """Reviews of other games or with other limits are not continued. The message names the difference."""
    out = tmp_path / "reviews.jsonl"
    assert run(games, "--depth", 1, "--exact-from", 2, "-o", out)[0] == OK
    before = out.read_bytes()
    status, _, err = run(games, "--depth", 2, "--exact-from", 2, "-o", out)
    assert status == BAD_INPUT
    assert "belongs to a run with depth '1' instead of '2': repeat that command" in err
    status, _, err = run(games, "--depth", 1, "--exact-from", 2, "--peers", 1500, "-o", out)
    assert (status, "belongs to a run with peers" in err) == (BAD_INPUT, True)
    other = tmp_path / "other.txt"
    other.write_text("f5d6c3d3\n")
    status, _, err = run(other, "--depth", 1, "--exact-from", 2, "-o", out)
    assert (status, "belongs to a run with input" in err) == (BAD_INPUT, True)
    assert out.read_bytes() == before


def test_where_the_game_left_the_book(tmp_path):
    """The last line names the move that left the book. JSON contains the number of moves before it."""
    path = tmp_path / "my.book"
    with Book(path, writable=True) as book:
        book.learn(parse_transcript("f5d6c3"))
    last = run("f5d6c3d3", "--depth", 1, "--book", path)[1].splitlines()[-1]
    assert last == "in the book up to move 3; move 4, d3, leaves it"
    last = run("f5d6", "--depth", 1, "--book", path)[1].splitlines()[-1]
    assert last == "every position of the game is in the book"
    assert json.loads(run("f5f6e6", "--depth", 1, "--book", path, "--json")[1])["book_plies"] == 1
    assert json.loads(run("f5f6e6", "--depth", 1, "--no-book", "--json")[1])["book_plies"] is None


def test_a_result_that_contradicts_the_moves_is_reported(tmp_path):
    """A review uses the result of the moves. A line on standard error reports the result in the file."""
    path = tmp_path / "game.ggf"
    write_games(path, [GameRecord.from_board(parse_transcript(positions.WIPE_OUT))])
    path.write_text(path.read_text().replace("RE[+64.000]", "RE[-20.000]"))
    status, out, err = run(path, "--depth", 1, "--json", "--no-book")
    assert (status, json.loads(out)["result"]) == (OK, 64)
    assert (
        err == f"{path}, game 1: the result -20 contradicts the moves, which end with +64: the moves decide\n"
    )


def test_times_ratings_and_comments_of_the_file_were_dropped(tmp_path):
    """Times and ratings from the file are in the table, in JSON and on the page. Comments are not in the
    table."""
    path, page = tmp_path / "game.ggf", tmp_path / "review.html"
    played = [
        PlayedMove(Move("f5"), seconds=1.2),
        PlayedMove(Move("d6"), seconds=65, comment="Too slow."),
        PlayedMove(Move("c3")),
    ]
    record = GameRecord(tuple(played), black=Player("Ann", 1850), white=Player("Bea"))
    write_games(path, [record])
    status, out, _ = run(path, "--depth", 1, "--no-book", "--html", page)
    title, heading, *rows = out.splitlines()
    assert (status, title) == (OK, "Ann 1850 (X) - Bea (O); Perpendicular Opening")
    assert heading.split()[-2:] == ["seconds", "opening"]
    assert ("1.2" in rows[0].split(), "65.0" in rows[1].split()) == (True, True)
    review = json.loads(run(path, "--depth", 1, "--json")[1])
    assert (review["black"]["rating"], review["white"]["rating"]) == (1850, None)
    assert [move["seconds"] for move in review["moves"]] == [1.2, 65, None]
    text = page.read_text(encoding="utf-8")
    assert "<th>Seconds</th>" in text
    assert "Ann (1850) - Bea" in text
    path = tmp_path / "game.sgf"
    write_games(path, [record])
    review = json.loads(run(path, "--depth", 1, "--json", "--html", page, "--force")[1])
    assert [move["comment"] for move in review["moves"]] == ["", "Too slow.", ""]
    assert "Too slow." in page.read_text(encoding="utf-8")


def test_a_narrow_terminal_cut_the_marks():
    """A terminal with 40 columns shows losses and marks, but no openings, and wraps the reasons."""
    out, _, status = on_terminal("analyze", "f5d6c3d3c4b3b2", "--level", 6, "--no-book", COLUMNS="40")
    assert status == OK
    assert "…" not in out
    lines = re.sub(r"\x1b\[[\d;?]*\w", "", out).splitlines()
    last = next(line for line in lines if line.startswith("7 X b2"))
    assert last.split()[-1].startswith("??")
    assert max(len(line.rstrip()) for line in lines if re.match(r"\d X|\d O", line)) <= 40


@pytest.fixture
def annotated(tmp_path):
    """Return an annotated game, and what the command printed about it."""
    path = tmp_path / "review.sgf"
    status, out, err = run(SHORT, "--level", 2, "--exact-from", 5, "--sgf", path)
    assert (status, err) == (OK, f"the game is in {path}\n")
    return path, out


def test_a_review_in_the_file_of_a_game_is_shown_without_a_search(annotated, monkeypatch, tmp_path):
    """The table, the page and another annotated game come from the file, even with other peers."""
    path, out = annotated
    monkeypatch.setattr("othello.cli.analyze.review_game", None)
    notice = f"{path}: this review comes from the file. To review the game again, use a higher --level\n"
    assert run(path) == (OK, out, notice)
    assert run(path, "--level", 1, "--exact-from", 5) == (OK, out, notice)
    page, again = tmp_path / "review.html", tmp_path / "again.sgf"
    assert run(path, "--html", page, "--sgf", again)[:2] == (OK, out)
    assert again.read_text() == path.read_text()
    assert "plays like" in page.read_text()
    (review,) = objects(run(path, "--json", "--peers", 2000)[1])
    assert {move["peers"]["rating"] for move in review["moves"] if move["peers"]} == {2000}
    assert not any(move["comment"] for move in review["moves"])


def test_options_that_ask_for_more_review_the_game_again(annotated):
    path, _ = annotated
    for words in (
        ["--level", 3],
        ["--level", 2, "--exact-from", 6],
        ["--depth", 1],
        ["--time", 0.01],
        ["--level", 2, "-w", "zero"],
    ):
        status, _, err = run(path, *words)
        assert (status, err) == (OK, ""), words


def test_a_review_in_a_file_whose_moves_were_changed_is_not_used(annotated):
    path, _ = annotated
    other = next(move for move in parse_transcript(SHORT[:-2]).legal_moves if str(move) != SHORT[-2:])
    column, row = str(other)
    path.write_text(path.read_text().replace("W[dc]", f"W[{column}{chr(ord('a') + int(row) - 1)}]"))
    status, out, err = run(path, "--depth", 1)
    assert (status, str(other) in out) == (OK, True)
    assert (
        err == f"{path}: the review in the file cannot be used: "
        "the review belongs to a game with different moves\n"
    )


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_folder_of_pages_has_all_games_an_index_and_players(games, tmp_path):
    folder = tmp_path / "pages"
    options = ["--html", folder, "--depth", 1, "--exact-from", 4, "--no-book"]
    assert run(games, *options) == (OK, f"3 reviews are in {folder}\n", "")
    pages = ["game-1.html", "game-2.html", "game-3.html", "index.html"]
    players = ["player-1.html", "player-2.html", "player-3.html"]
    assert names_in(folder) == [*pages, *players, "reviews.jsonl"]
    assert 'href="index.html"' in (folder / "game-2.html").read_text()
    contents = {path.name: path.read_bytes() for path in folder.iterdir()}
    # What another run would do is all known, so the same command makes the same pages without a search.
    for name in (*pages, *players):
        (folder / name).unlink()
    assert run(games, *options) == (OK, f"3 reviews are in {folder}\n", "")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == contents


def test_an_interrupted_folder_of_pages_is_valid_and_continues(games, tmp_path, monkeypatch):
    folder, whole = tmp_path / "pages", tmp_path / "whole"
    options = ["--depth", 1, "--exact-from", 4, "--no-book"]
    real = Reviews._review

    def interrupted(self, engine, job):
        if job.number == 3:
            raise KeyboardInterrupt
        return real(self, engine, job)

    monkeypatch.setattr(Reviews, "_review", interrupted)
    status, _, err = run(games, "--html", folder, *options)
    assert (status, "interrupted: 2 of 3 reviews" in err) == (INTERRUPTED, True)
    index = (folder / "index.html").read_text()
    assert "2 games, 2 players" in index
    assert set(re.findall(r'href="([^"#]*)', index)) <= set(names_in(folder))
    monkeypatch.undo()
    assert run(games, "--html", folder, *options)[0] == OK
    assert run(games, "--html", whole, *options)[0] == OK
    assert {path.name: path.read_text() for path in folder.iterdir()} == {
        path.name: path.read_text() for path in whole.iterdir()
    }


def test_an_index_of_another_program_is_not_replaced(games, tmp_path):
    (tmp_path / "index.html").write_text("my page")
    for words, text in (([], "the file exists"), (["--force"], "another program wrote this page")):
        status, out, err = run(games, "--html", tmp_path, "--depth", 1, *words)
        assert (status, out) == (BAD_INPUT, "")
        assert text in " ".join(err.split())
    assert names_in(tmp_path) == ["games.ggf", "index.html"]


def test_options_of_one_game_do_not_go_with_a_folder(games, tmp_path):
    for words in (["--json"], ["--sgf", tmp_path / "a.sgf"], ["--game", 2]):
        status, _, err = run(games, "--html", tmp_path / "pages", *words)
        assert (status, "--html with a folder reviews all games" in " ".join(err.split())) == (
            BAD_INPUT,
            True,
        ), words
    assert names_in(tmp_path) == ["games.ggf"]
