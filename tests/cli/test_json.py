"""The objects of `--json` have the fields, the order and the types that docs/json.md describes."""

import functools
import re

import pytest

from othello.match.controllers.failure import EngineFailure, Fault
from othello.rules.score import Bound, Centidiscs, Color, Discs, Score
from othello.rules.square import PASS
from othello.search.json_objects import line_object, score_object
from tests import solved, source
from tests.cli import commands
from tests.cli.commands import run
from tests.match.scripted import Scripted, game
from tests.positions import random_board

PAGE = source.ROOT / "docs" / "json.md"
TYPES = {
    "null": lambda value: value is None,
    "text": lambda value: type(value) is str,
    "integer": lambda value: type(value) is int,
    "number": lambda value: type(value) in (int, float),
    "boolean": lambda value: type(value) is bool,
    "moves": lambda value: isinstance(value, list) and all(map(is_move, value)),
}
END = random_board(5, 52).transcript()
"""A game with few empty squares at its end."""


def is_move(value):
    return re.fullmatch("[a-h][1-8]|pass", value) is not None


@functools.cache
def tables():
    """Return the types of the fields of each object on the page, in their order."""
    types = {}
    for section in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        rows = re.findall(r"^\| (`.*?`) \| (.*?) \|", section, re.MULTILINE)
        types[section.partition("\n")[0]] = {
            name: kind for names, kind in rows for name in re.findall(r"`(\w+)`", names)
        }
    number = {"number": "integer"}
    position, line = types["position"], types["line"]
    types["hint"] = position | types["hint"]
    types["book show"] = position | types["book show"]
    for name in ("solve", "suite"):
        types[name] = number | position | line | types[name]
    types["move"] = {"ply": "integer"} | position | types.pop("analyze: move")
    types["side"] = types.pop("analyze: side")
    types["times"] = {"black": "list of number", "white": "list of number"}
    return types


def check(value, kind):
    """Assert that a value has a type that the page names."""
    if isinstance(value, list) and kind.startswith("list of "):
        for item in value:
            check(item, kind.removeprefix("list of "))
    elif isinstance(value, dict) and kind.startswith("table of "):
        check(list(value.values()), f"list of {kind.removeprefix('table of ')}")
    elif isinstance(value, dict):
        fields = tables()[kind.removesuffix(" or null")]
        assert list(value) == list(fields), kind
        for name, item in value.items():
            check(item, fields[name])
    else:
        assert any(TYPES[choice](value) for choice in kind.split(" or ") if choice in TYPES), (value, kind)


def objects(*args):
    """Run a command with --json, and return the objects that it prints."""
    status, out, err = run(*args, "--json")
    assert status == 0, err
    return commands.objects(out)


@pytest.mark.parametrize("source", ["f5d6c3", END])
def test_hint_prints_one_object_of_the_kind_hint(source):
    (hint,) = objects("hint", source, "--depth", 4)
    check(hint, "hint")
    assert hint["lines"][0]["pv"][0] == hint["lines"][0]["move"]


def test_hint_without_the_moves_of_the_book():
    """The object contains the moves of the opening book, as the table does. --no-book leaves them out."""
    (hint,) = objects("hint", "f5", "--depth", 1)
    assert {move["move"] for move in hint["book"]} >= {"d6", "f6"}
    (hint,) = objects("hint", "f5", "--depth", 1, "--no-book")
    assert hint["book"] == []


@pytest.mark.parametrize("options", [[], ["--wld"]])
def test_solve_prints_objects_of_the_kind_solve_of_passes_and_finished_games_too(options, tmp_path):
    odd = [p for p in solved.problems() if p.position.must_pass or p.position.is_over]
    path = tmp_path / "odd.obf"
    path.write_text("".join(f"{p.position.format()}; {p.value:+d};\n" for p in [solved.problems()[0], *odd]))
    solutions = objects("solve", path, *options)
    for solution in solutions:
        check(solution, "solve")
        assert solution["solved"]
        assert solution["ok"]
        assert (solution["score"]["discs"] is None) == bool(options) or solution["move"] is None
        assert (
            solution["score"]["outcome"]
            == ["draw", "win", "loss"][(solution["expected"] > 0) - (solution["expected"] < 0)]
        )
    check(objects("solve", END, *options)[0], "solve")


def test_suite_prints_objects_of_the_kind_suite_and_last_the_totals():
    for given in (END, source.DATA / "ffo" / "fforum-1-19.obf"):
        *rows, totals = objects("suite", given, "--depth", 1)
        for row in rows:
            check(row, "suite")
        check(totals, "suite: the last object")


@pytest.mark.parametrize("moves", ["f5d6c3", f"{random_board(5, 44).position.format()} {END[88:]}"])
def test_analyze_prints_one_object_of_the_kind_analyze(moves):
    (review,) = objects("analyze", moves, "--depth", 1, "--exact-from", 9)
    check(review, "analyze")
    assert review["complete"]


def test_games_prints_an_object_of_the_kind_games_for_each_game(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text(f"f5d6c3\n{END}\n")
    entries = objects("games", path)
    for entry in entries:
        check(entry, "games")
    assert [entry["number"] for entry in entries] == [1, 2]


@pytest.mark.parametrize("command", ["show", "stats"])
def test_commands_of_a_book_print_one_object_of_their_kind(command):
    (report,) = objects("book", command)
    check(report, f"book {command}")


@pytest.mark.parametrize("failure", [None, EngineFailure(Fault.TIME, "too late")])
def test_match(failure):
    """The games of a match are objects of the kind `match: game`."""
    check(game(Scripted(failure=failure), Scripted()).as_object(), "match: game")


@pytest.mark.parametrize(
    ("score", "discs", "outcome"),
    [
        (Score.exact(Discs(4), Color.BLACK), 4, "win"),
        (Score.exact(Discs(0), Color.BLACK), 0, "draw"),
        (Score.wld(-1, Color.BLACK), None, "loss"),
        (Score.exact(Discs(4), Color.BLACK, bound=Bound.LOWER), 4, None),
        (Score.selective(Discs(4), Color.BLACK, 73), 4, None),
        (Score.heuristic(Centidiscs(341), Color.BLACK, 7), 3.41, None),
    ],
    ids=str,
)
def test_scores(score, discs, outcome):
    """Discs are a number unless only the outcome is proved, and the outcome is set only if it is proved."""
    fields = score_object(score)
    check(fields, "score")
    assert (fields["discs"], fields["outcome"]) == (discs, outcome)


def test_lines():
    """The moves of a line are a list. A finished game has no line and no best move."""
    score = Score.exact(Discs(4), Color.BLACK)
    assert line_object(PASS, score, (PASS,))["pv"] == ["pass"]
    check(line_object(None, score, ()), "line")
