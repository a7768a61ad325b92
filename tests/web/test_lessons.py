"""The lessons of the page, without a browser: positions, moves and sentences."""

import re
from typing import Final

import pytest

from othello import BLACK, WHITE, Board, Engine
from tests.web.lessons import LESSONS, wrong_moves
from tests.web.translations import LANGUAGES

RULES, *TAUGHT = LESSONS
MARGIN: Final = 6
"""Discs that each wrong move loses at least."""


def names(lesson):
    return lesson["name"]


def after(task, name):
    """Return the board after a move of a task."""
    board = Board(task["moves"])
    board.push(name)
    return board


def test_there_are_five_steps_and_ten_lessons():
    assert len(RULES["tasks"]) == 5
    assert len({lesson["name"] for lesson in TAUGHT}) == 10
    assert {len(lesson["tasks"]) for lesson in TAUGHT} <= {2, 3, 4, 5}
    starts = [task["moves"] for lesson in TAUGHT for task in lesson["tasks"]]
    assert len({*starts}) == len(starts)


@pytest.mark.parametrize("lesson", TAUGHT, ids=names)
def test_exactly_the_accepted_moves_are_best(lesson):
    """Each other move loses at least six discs, by a search."""
    with Engine(table_mib=2) as engine:
        for task in lesson["tasks"]:
            lines = engine.analyze(task["moves"], multipv=64, level=12)
            scores = {str(line.move): line.score.discs for line in lines}
            best = min(scores[name] for name in task["right"])
            wrong = wrong_moves(task)
            assert scores.keys() == {*task["right"], *wrong}
            assert all(scores[name] <= best - MARGIN for name in wrong), (scores, task["right"])


def test_sentences_tell_the_truth():
    """The opponent can take each corner that a sentence gives away, and final scores follow best play."""
    with Engine(table_mib=2) as engine:
        for task in (task for lesson in TAUGHT for task in lesson["tasks"]):
            for name, texts in wrong_moves(task).items():
                replies = {str(move) for move in after(task, name).legal_moves}
                gives = re.search(r"(?:lets|gives) \w+ (?:take )?(?:the|a) corner(?: (\w\d))?", texts["en"])
                if gives or "takes the corner" in texts["en"]:
                    corners = {"a1", "h1", "a8", "h8"}
                    assert replies & ({gives[1]} if gives and gives[1] else corners), (name, texts)
                left = re.search(r"leaves \w+ (\w+) moves or more", texts["en"])
                assert not left or len(replies) >= {"six": 6, "seven": 7}[left[1]], (name, texts)
            said = {**wrong_moves(task), task["right"][0]: task["reason"]}
            for name, texts in said.items():
                if count := re.search(r"(\d+) to (\d+)", texts["en"]):
                    own, other = map(int, count.groups())
                    assert own + other == 64
                    (line,) = engine.analyze(after(task, name), level=60)
                    assert -line.score.discs == own - other, (name, texts)


def areas(board):
    """Return the areas of empty squares, which touch each other on a side or a corner."""
    names = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]
    left = {name for name in names if board.color_at(name) is None}
    regions = []
    while left:
        area = [left.pop()]
        for name in area:
            near = {
                other
                for other in left
                if all(abs(ord(one) - ord(two)) < 2 for one, two in zip(name, other, strict=True))
            }
            left -= near
            area += near
        regions.append({*area})
    return regions


def test_each_task_of_parity_shows_its_idea():
    """The right move opens the only odd area, or a pair that the opponent cannot answer."""
    (parity,) = [lesson for lesson in TAUGHT if names(lesson) == "parity"]
    sizes = []
    for task in parity["tasks"]:
        left = areas(Board(task["moves"]))
        (area,) = [one for one in left if task["right"][0] in one]
        others = [one for one in left if one != area and one & wrong_moves(task).keys()]
        assert all(len(one) == 2 for one in others)
        sizes.append(len(area))
        if len(area) % 2 == 0:
            assert not area & {str(move) for move in after(task, task["right"][0]).legal_moves}
        for name in wrong_moves(task):
            (pair,) = [one for one in left if name in one]
            assert pair & {str(move) for move in after(task, name).legal_moves}, name
    assert sizes == [1, 1, 3, 5, 2]


def test_the_steps_teach_the_rules():
    """Each accepted move does what its question asks for, and no other move does."""
    first, line, directions, pass_, end = RULES["tasks"]

    def flipped(task, name):
        before = Board(task["moves"])
        own = before.turn
        return sum(
            before.color_at(square) not in (None, own) and after(task, name).color_at(square) == own
            for square in (f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9))
        )

    def all_with(task, wanted):
        return [str(move) for move in Board(task["moves"]).legal_moves if wanted(str(move))]

    assert sorted(first["right"]) == sorted(all_with(first, lambda name: True))
    assert line["right"] == all_with(line, lambda name: flipped(line, name) == 3)
    assert flipped(directions, *directions["right"]) == 5
    assert pass_["right"] == all_with(pass_, lambda name: after(pass_, name).must_pass)
    assert end["right"] == all_with(end, lambda name: True)
    last = after(end, "e8")
    assert last.is_over
    assert re.findall(r"\d+", end["reason"]["en"]) == [str(len(last.discs(side))) for side in (BLACK, WHITE)]


def test_each_sentence_is_in_all_languages():
    """Each translation names the same squares as the English sentence, and has the same placeholder."""
    for lesson in LESSONS:
        texts = [lesson["title"], lesson["about"]]
        for task in lesson["tasks"]:
            texts += [task["ask"], task["reason"], *task["wrong"].values()]
        for text in texts:
            assert sorted(text) == sorted(["en", *LANGUAGES])
            parts = {code: sorted(re.findall(r"[a-h][1-8]|\{\}", text[code])) for code in text}
            assert {*map(tuple, parts.values())} == {tuple(parts["en"])}, text
