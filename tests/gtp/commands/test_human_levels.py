"""Human-like levels over GTP: names, seeds, honest analyses, clocks."""

import pytest

from othello.players.levels import HUMAN_LEVELS
from tests.gtp.driver import EngineProcess


def self_play(run):
    """Let the engine play against itself, and return the moves."""
    moves, passes = [], 0
    while passes < 2:
        color = "bw"[len(moves) % 2]
        moves.append(run(f"genmove {color}").lower())
        passes = passes + 1 if moves[-1] == "pass" else 0
    return moves


def test_names_and_numbers(run, fail):
    """Names and numbers of levels can follow each other. Any other word changes nothing."""
    run("othello-level Casual")
    assert run("othello-level") == "casual"
    names = ", ".join(level.name for level in HUMAN_LEVELS)
    choices = f"a number from 0 to 60, a rating from 600 to 2300, or {names}"
    assert fail("othello-level good") == f"'good' is not a level: use {choices}"
    assert run("othello-level") == "casual"
    run("othello-level 3")
    assert run("othello-level") == "3"


def test_a_move_that_is_chosen_and_not_made_is_chosen_again(run):
    run("othello-level newcomer")
    for seed in range(20):
        run(f"othello-seed {seed}")
        for move in ("b f5", "w f6"):
            run(f"play {move}")
        chosen = run("reg_genmove b")
        assert chosen == run("reg_genmove b")
        assert run("genmove b") == chosen
        run("clear_board")


def test_the_same_seed(run):
    """A seed applies to all games, and gives the same game after any other searches."""
    run("othello-level newcomer")
    run("othello-seed 11")
    first = self_play(run)
    run("clear_board")
    run("othello-values b")
    assert self_play(run) == first
    run("othello-seed 12")
    run("clear_board")
    assert self_play(run) != first
    assert run("othello-seed") == "12"


@pytest.mark.parametrize(
    "command", ["clear_board", f"othello-setup {'-' * 27}OX------XO{'-' * 27} X", "gogui-setup b e4"]
)
def test_without_a_seed_each_game_has_another_one(run, command):
    seeds = set()
    for _ in range(4):
        run(command)
        seeds.add(run("othello-seed"))
    assert len(seeds) == 4


def test_analyses_are_honest(run):
    """At a human-like level, values and principal variations come from the default level."""
    run("play b f5")
    values, pv = run("othello-values w"), run("othello-pv w")
    run("othello-level newcomer")
    assert (run("othello-values w"), run("othello-pv w")) == (values, pv)


def test_clocks_and_depth(run):
    """A human-like level moves when its clock is at 0, and searches no deeper than the depth."""
    run("othello-level newcomer")
    run("time_settings 1 0 0")
    run("time_left b 0 0")
    assert run("genmove b") != "pass"
    run("othello-depth 1")
    run("genmove w")
    assert " depth 1 " in run("othello-last")


def test_options_of_the_command_line(run):
    """Sessions with the same level and seed play the same moves, with one thread or two threads."""
    options = ("--level", "beginner", "--seed", "7", "--hash", "4", "--threads", "2", "--no-book")
    with EngineProcess(("-m", "othello", "gtp", *options)) as engine:
        assert engine.ask("othello-level") == "beginner"
        assert engine.ask("othello-seed") == "7"
        game = [engine.ask(f"genmove {'bw'[ply % 2]}") for ply in range(12)]
    run("othello-level beginner")
    run("othello-seed 7")
    assert [run(f"genmove {'bw'[ply % 2]}") for ply in range(12)] == game
