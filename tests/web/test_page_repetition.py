"""Positions that come again on the page, and the exercise of the day."""

import json
import re
from datetime import date

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import discs_of, opened
from tests.web.exercises import KEPT, begin_exercise, current, days, ending, keeping, play_well, values

pytestmark = [needs_chromium, pytest.mark.browser]


def test_a_position_comes_again(browser, server):
    """If it is solved without help, it returns later."""
    board, card = ending(6)
    with opened(browser, server, script=keeping(card)) as page:
        page.keyboard.press("x")
        expect(page.locator("#due")).to_have_text("1 to repeat")
        page.click("#practice-due")
        expect(page.locator("#learn-text")).to_contain_text(" can ")
        assert page.discs() == discs_of(board.position)
        begin_exercise(page, "due")  # the same exercise asks the same question
        expect(page.locator("#learn-text")).to_contain_text(" can ")
        play_well(page)
        expect(page.locator("#learn-text")).to_have_text("Solved!")
        (again,) = page.evaluate(KEPT)["cards"]
        assert (again["solved"], again["moves"]) == (1, card["moves"])
        assert days(page) == [pytest.approx(3, abs=0.1)]


def test_a_position_after_which_a_move_was_wrong_comes_again_after_a_day(browser, server):
    """The later position returns, too."""
    board, card = ending(8)
    with opened(browser, server, script=keeping(card)) as page:
        begin_exercise(page, "due")
        expect(page.locator("#learn-text")).to_contain_text(" can ")
        scores = values(board)
        page.square(max(scores, key=scores.__getitem__)).click()
        after = current(page)
        assert after.empties < board.empties - 1
        expect(page.locator("#learn-text")).to_contain_text(f" {after.empties} squares to go.")
        page.click("#learn-solve")
        expect(page.locator("#learn-text")).to_contain_text("is best")
        assert days(page) == [pytest.approx(1, abs=0.1)] * 2


def test_a_position_that_was_solved_while_the_clock_was_years_ahead_is_due(browser, server):
    _, card = ending(6)
    with opened(browser, server, script=keeping({**card, "due": 10**15})) as page:
        page.keyboard.press("x")
        expect(page.locator("#due")).to_have_text("1 to repeat")


def test_a_position_that_was_solved_with_help_comes_again(browser, server):
    """A solution shows the best line and lets the position return. The game on the board stays."""
    with opened(browser, server, "#moves=f5d6") as page:
        begin_exercise(page, "ending")
        expect(page.locator("#learn-text")).to_contain_text(re.compile("[0-9] of [0-9]+ moves"))
        discs = len(page.discs())
        page.click("#learn-solve")
        # The line after the move does not repeat the move.
        expect(page.locator("#learn-text")).to_have_text(
            re.compile(r"^([a-h][1-8]) is best\. It may go on (?!\1)[a-h][1-8], [^:]*\.$")
        )
        assert len(page.discs()) == discs + 1  # the solution is played
        moves = page.locator("#learn-text button")
        for at in (2, 0, 1):
            moves.nth(at).click()
            expect(moves.nth(at)).to_have_attribute("aria-pressed", "true")
            assert len(page.discs()) == discs + at + 1
            assert moves.nth(at).inner_text() in page.discs()
        page.square("a1").click()
        expect(moves.nth(1)).to_have_attribute("aria-pressed", "false")
        assert len(page.discs()) == discs + 1
        assert len(page.evaluate(KEPT)["cards"]) == 1
        page.click("#learn-end")
        expect(page.locator("#learning")).to_be_hidden()
        page.click("#explore-button")
        assert page.moves() == ["f5", "d6"]


def test_the_exercise_of_the_day_is_the_same_for_everybody(browser, server):
    exercises = []
    for day in (4, 4, 5):
        with opened(browser, server) as page:
            page.clock.set_fixed_time(f"2030-01-0{day}T12:00")
            begin_exercise(page, "daily")
            expect(page.locator("#learn-text")).to_contain_text(" can ")
            exercises.append(page.discs())
    first, again, other = exercises
    assert first == again != other


def test_the_exercise_of_the_day_is_easier_for_beginners(browser, server):
    """A person with two lessons got 11 empty squares, and 1 of 7 moves was right."""
    boards = []
    for rating in (None, 1100, 1250, 1900):
        kept = json.dumps({"rating": rating})
        script = f"() => localStorage.setItem('othello-choices', `{kept}`)"
        with opened(browser, server, script=script) as page:
            page.clock.set_fixed_time("2030-01-04T12:00")
            begin_exercise(page, "daily")
            boards.append(current(page))
    beginner, again, player, other = (board.position for board in boards)
    assert beginner == again != player == other
    assert 5 <= boards[0].empties <= 7


def test_the_exercise_of_the_day_goes_on_where_it_was_left(browser, server):
    """A press on Leave, which stood beside Next, lost all moves."""
    with opened(browser, server) as page:
        page.clock.set_fixed_time("2030-01-04T12:00")
        begin_exercise(page, "daily")
        board = current(page)
        scores = values(board)
        page.square(max(scores, key=scores.__getitem__)).click()
        expect(page.locator("#learn-text")).to_contain_text("to go")
        discs = page.discs()
        assert discs != discs_of(board.position)
        page.click("#learn-end")
        page.reload()
        begin_exercise(page, "daily")
        expect(page.locator("#learn-text")).to_contain_text(" can ")
        assert page.discs() == discs


def test_days_in_a_row_with_the_exercise_of_the_day(browser, server):
    """A day counts when its exercise is finished. A day without it ends the row."""
    number = (date(2030, 1, 4) - date(1970, 1, 1)).days
    kept = json.dumps({"practice": {"day": number - 1, "days": 4, "best": 6}})
    with opened(browser, server, script=f"() => localStorage.setItem('othello-choices', `{kept}`)") as page:
        streak = page.locator("#streak")
        for day, text in ((6, "A new endgame every day."), (4, "4 days in a row. Your best is 6.")):
            page.clock.set_fixed_time(f"2030-01-0{day}T12:00")
            page.keyboard.press("x")
            expect(streak).to_contain_text(text)
            page.click("#home-button")
        begin_exercise(page, "daily")
        expect(page.locator("#learn-text")).to_contain_text(" can ")
        play_well(page)
        expect(page.locator("#learn-text")).to_have_text("Solved! 5 days in a row. Your best is 6.")
        page.click("#learn-next")  # no other exercise
        expect(streak).to_have_text("✓ Done today. 5 days in a row. Your best is 6.")


def test_an_exercise_of_the_day_that_was_missed_is_done_and_comes_back(browser, server):
    """It said "Not solved … Done today. 1 day in a row. Your best is 1." A row begins with the second day."""
    with opened(browser, server) as page:
        page.clock.set_fixed_time("2030-01-04T12:00")
        begin_exercise(page, "daily")
        scores = values(current(page))
        wrong = min(scores, key=scores.__getitem__)
        page.square(wrong).click()
        expect(page.locator("#learn-text")).to_contain_text(f"{wrong} loses")
        play_well(page)
        text = page.locator("#learn-text")
        expect(text).to_have_text("Solved, but not at once. It comes back tomorrow.")
        page.click("#learn-next")
        expect(page.locator("#streak")).to_have_text("✓ Done today.")
