"""The commands of this engine, and the commands that Quarry needs."""

import re

import pytest

from othello import Clock, Limits, OpeningBook
from othello.gtp.commands.all_commands import REGISTRY
from othello.gtp.protocol import GtpError
from othello.players.level_player import LevelPlayer
from othello.search import levels
from tests.gtp.doubles import carry_out, request

ONLY_BLACK = f"XO-{'-' * 61}"
"""Black can play c1, white nothing."""


@pytest.mark.parametrize("game", ["Othello", "othello", "OTHELLO"])
def test_othello_can_be_chosen_in_any_case(run, game):
    assert run("list_games") == "Othello"
    assert run(f"set_game {game}") == ""


@pytest.mark.parametrize("game", ["Reversi", "Go"])
def test_unsupported_game(fail, game):
    """Any other game is refused. Quarry sends Othello for its game Reversi."""
    assert fail(f"set_game {game}") == "unsupported game"


def test_one_command_or_all_of_them_are_described(run, fail):
    assert run("othello-help undo") == "undo - Take back the last move, which may be a pass."
    assert len(run("othello-help").split("\n")) == len(REGISTRY.entries)
    assert fail("othello-help foo") == "there is no command foo: othello-help lists all commands"


def test_level(run, fail, state):
    """The level is set and printed. A word that is not a level changes nothing."""
    assert run("othello-level") == str(levels.DEFAULT)
    assert run("othello-level 3") == ""
    assert run("othello-level") == "3"
    assert state.player.number == 3
    for text in ("61", "-1", "2.5", "x"):
        assert fail(f"othello-level {text}").startswith(f"'{text}' is not a level: use a number from 0 to 60")
    assert run("othello-level") == "3"


def test_a_level_that_is_set_bounds_a_move_on_a_clock_too(run, state):
    run("time_settings 300 0 0")
    run("othello-level 3")
    run("genmove b")
    assert run("othello-last").split()[1:3] == ["depth", "3"]


def test_depth(run, state):
    """The depth is set, printed and removed. It limits a move together with the level and the clock."""
    assert run("othello-depth") == "0"
    assert run("othello-depth 6") == ""
    assert run("othello-depth") == "6"
    assert state.limits(None) == Limits(depth=6)
    assert state.limits(Clock(60)) == Limits(depth=6, clock=Clock(60))
    run("othello-depth 0")
    assert state.limits(None) == Limits()


def test_last_search(run, fail):
    """The last search is printed. After a new game or a pass, there is no last search."""
    assert fail("othello-last") == "there has been no search to report"
    run("othello-depth 3")
    run("genmove b")
    assert re.fullmatch(r"[+-]\d+\.\d\d depth 3 nodes [1-9]\d*", run("othello-last"))
    run("clear_board")
    assert fail("othello-last") == "there has been no search to report"
    run(f"othello-setup {ONLY_BLACK} O")
    assert run("genmove w") == "pass"
    assert fail("othello-last") == "there has been no search to report"


def test_setup(run, fail):
    """Any position can be set up, with or without a space before the side to move."""
    run("play b f5")
    assert run(f"othello-setup {ONLY_BLACK} X") == ""
    assert run("showboard").endswith("X to move")
    assert fail("undo") == "cannot undo"
    assert run("play b c1") == ""
    assert run(f"othello-setup {ONLY_BLACK}O") == ""
    assert run("showboard").endswith("O to move")


@pytest.mark.parametrize("board", ["XO X", f"{ONLY_BLACK}", f"{ONLY_BLACK} Z", f"{ONLY_BLACK}--"])
def test_bad_setup(run, fail, board):
    """A position that cannot be read is refused with the reason, and changes nothing."""
    run("play b f5")
    before = run("showboard")
    assert len(fail(f"othello-setup {board}")) > len("syntax error")
    assert run("showboard") == before
    assert run("undo") == ""


@pytest.fixture
def with_book(make_state):
    """A session that plays with the book of the package."""
    return make_state(player=LevelPlayer("3", opening=OpeningBook(), seed=1))


def test_book_moves(with_book):
    """The engine plays a book move and reports this. `othello-book off` makes it search."""
    assert carry_out(REGISTRY, with_book, request("genmove b")) == "F5"
    assert carry_out(REGISTRY, with_book, request("othello-last")).endswith(" nodes 0 book")
    assert carry_out(REGISTRY, with_book, request("othello-book off")) == ""
    carry_out(REGISTRY, with_book, request("genmove w"))
    assert not carry_out(REGISTRY, with_book, request("othello-last")).endswith("book")
    carry_out(REGISTRY, with_book, request("undo"))
    assert carry_out(REGISTRY, with_book, request("othello-book on")) == ""
    carry_out(REGISTRY, with_book, request("genmove w"))
    assert carry_out(REGISTRY, with_book, request("othello-last")).endswith("book")


def test_moves_of_the_book(with_book):
    """The book moves are printed with values, certainties and games, best first."""
    carry_out(REGISTRY, with_book, request("play b f5"))
    lines = carry_out(REGISTRY, with_book, request("othello-book")).splitlines()
    assert len(lines) == 3
    assert re.fullmatch(r"[DF]6 [+-]\d+\.\d\d \(depth \d+, 73%\) \d+ games", lines[0])
    with pytest.raises(GtpError, match="'x' is neither on nor off"):
        carry_out(REGISTRY, with_book, request("othello-book x"))


def test_without_a_book_there_is_nothing_to_turn_on(fail):
    assert fail("othello-book") == fail("othello-book on") == "no book: the engine was started with --no-book"


def test_after_clear_cache_a_search_is_like_that_of_a_new_engine(run):
    run("othello-depth 5")
    assert run("clear_cache") == ""
    run("reg_genmove b")
    first = run("othello-last")
    run("reg_genmove b")
    assert run("othello-last") != first
    run("clear_cache")
    run("reg_genmove b")
    assert run("othello-last") == first
