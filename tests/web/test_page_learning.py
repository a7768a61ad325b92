"""Learning from mistakes on the page, the view of the board, and panels."""

import re

import pytest
from playwright.sync_api import expect

from othello.rules.board import Board
from tests.chromium import needs_chromium
from tests.web.browsing import (
    BUTTONS_OF_LESSONS,
    DESKTOP,
    LANDSCAPE,
    PHONE,
    discs_of,
    opened,
)
from tests.web.serving import ENDING, GAME, OPENING, serving, whole_game

pytestmark = [needs_chromium, pytest.mark.browser]


SOLVED = """() => {
  const choices = JSON.parse(localStorage["othello-choices"]);
  choices.practice.cards = [];
  localStorage["othello-choices"] = JSON.stringify(choices);
}"""
"""Leaves no position to repeat, as when all have been solved often enough."""


def test_learning_from_mistakes(browser, server):
    """A search judges attempts, Hint, Solution and Next work, and the list does not show the answer."""
    with opened(browser, server, ENDING) as page:
        page.review()
        for key in ("End", "p", "p"):
            page.keyboard.press(key)
        row = page.locator("#moves tr.now")
        name, best = (row.locator(f"td:nth-child({column})").inner_text() for column in (2, 5))
        best = best[:2]
        name = name.rstrip("?!")
        page.click("#learn")
        text = page.locator("#learn-text")
        expect(text).to_contain_text(f"{name} was a mistake.")
        assert "".join(page.locator("#moves td:nth-child(5)").all_inner_texts()) == ""
        page.square(name).click()
        expect(text).to_contain_text("was played in the game")
        page.click("#learn-hint")
        expect(page.locator("#board svg circle.better")).to_have_count(2)
        page.square(best).click()
        expect(text).to_contain_text(f"Good: {best} is better")
        expect(page.locator("#learn-hint")).to_be_disabled()
        page.click("#learn-next")
        expect(text).to_contain_text("Find the best move")
        page.click("#learn-solve")
        expect(text).to_contain_text("is best")
        before = page.locator("#moves tr.now").get_attribute("data-ply")
        page.click("#learn-end")
        expect(page.locator("#learning")).to_be_hidden()
        page.expect_ply(before)
        assert page.moves() == [str(move) for move in whole_game().move_stack][38:]


def test_mistakes_of_a_game_against_the_engine_come_again(browser, server):
    """The review points at these positions. A position that was solved with help returns a day later.

    A second review does not bring back mistakes that were solved.
    """
    start = Board.parse(GAME[:76]).position.format()
    moves = [str(move) for move in whole_game().move_stack[38:]]
    record = {"start": start, "moves": moves, "black": "", "white": "othello, newcomer", "result": 2}
    game = {"id": "1", "own": "black", "record": record, "players": {"engine": ["white"], "isDone": True}}
    with opened(browser, server) as page:
        page.keyboard.press("g")
        page.import_games(game)
        page.click("#games .level")
        expect(page.locator("#moments button").first).to_be_attached()
        count = page.locator("#moments button").count()
        page.begin()
        page.click("#practice-button")
        expect(page.locator("#due")).to_have_text(f"{count} to repeat")
        page.click("#practice-due")
        expect(page.locator("#learn-text")).to_contain_text("Find the best move for Black")
        page.click("#learn-solve")
        expect(page.locator("#learn-text")).to_contain_text("is best")
        page.click("#learn-end")
        expect(page.locator("#due")).to_have_text(f"{count - 1} to repeat")
        page.click("#play-button")
        expect(page.locator("#status")).to_have_text("Black to move: your turn.")
        page.evaluate(SOLVED)
        page.reload()
        page.keyboard.press("g")
        page.click("#games .level")
        expect(page.locator("#moments button").first).to_be_attached()
        page.click("#practice-button")
        expect(page.locator("#practice-daily")).to_be_visible()
        expect(page.locator("#practice-due")).to_be_hidden()


def test_a_mistake_between_two_moves_does_not_come_again(browser, server):
    """The wrong move is crossed out in practice, so only the answer was left."""
    start = "OOOOOX--OOOOOX-XOOOOXOOOOOXOOXOOOXOXXOOOOXOXXXO-OOXXXXXOOXX--XXX X"
    moves = ["g2", "h6", "pass", "d8", "e8", "h1", "g1"]
    record = {"start": start, "moves": moves, "black": "", "white": "othello, newcomer", "result": -28}
    game = {"id": "1", "own": "black", "record": record, "players": {"engine": ["white"], "isDone": True}}
    with opened(browser, server) as page:
        page.keyboard.press("g")
        page.import_games(game)
        page.click("#games .level")
        expect(page.locator("#moments button")).to_have_count(1)
        page.click("#learn")  # nothing else is to be learned from this game
        expect(page.locator("#learn-text")).to_contain_text("g2 was a mistake")
        page.click("#learn-solve")
        expect(page.locator("#learn-text")).to_contain_text("h6 is best.")
        expect(page.locator("#learn-text")).not_to_contain_text(re.compile("only good move|best move"))
        page.click("#learn-end")
        page.click("#practice-button")
        expect(page.locator("#practice-daily")).to_be_visible()
        expect(page.locator("#practice-due")).to_be_hidden()


def test_next_stands_where_no_other_button_of_a_lesson_stands(browser, server):
    """Who tapped Next once more hit Solution, which took its place. A long text moved the buttons, too."""
    with opened(browser, server, OPENING) as page:
        page.review()
        for size in (DESKTOP, PHONE, LANDSCAPE):
            page.set_viewport_size(size)
            page.keyboard.press("End")
            page.keyboard.press("p")
            page.click("#learn")
            leave = page.locator("#learn-end").bounding_box()
            before = [place for place in page.evaluate(BUTTONS_OF_LESSONS) if place[0]]
            page.click("#learn-solve")
            expect(page.locator("#learn-text")).to_contain_text("is best")
            assert page.locator("#learn-end").bounding_box() == leave, size
            after = [place for place in page.evaluate(BUTTONS_OF_LESSONS) if place[0]]
            assert [place in before for place in after] == [True, True], size  # Leave, and Next
            for _, x, y in before[1:3]:
                point = [x + 5, y + 5 - page.evaluate("scrollY")]
                hit = page.evaluate("([x, y]) => document.elementFromPoint(x, y).id", point)
                assert not hit.startswith("learn-"), size
            page.click("#learn-end")


def test_practice_begins_with_the_mistake_before_the_move_that_is_shown(browser, server):
    """It began with the first mistake of the game when a good move was shown."""
    with opened(browser, server, ENDING) as page:
        page.review()
        marked = page.locator("#moves tr").filter(has=page.locator(".mark:not(:empty)"))
        plies = [int(ply) for ply in marked.evaluate_all("rows => rows.map(row => row.dataset.ply)")]
        ply = next(ply for ply in plies[1:] if ply + 1 not in plies)
        name = page.locator(f'#moves tr[data-ply="{ply}"] td:nth-child(2)').inner_text().rstrip("?!")
        page.locator(f'#moves tr[data-ply="{ply + 1}"]').click()
        page.click("#learn")
        expect(page.locator("#learn-text")).to_contain_text(f"{name} was a mistake.")
        page.click("#learn-end")
        expect(page.locator("#verdict")).to_contain_text(f"{name} loses")  # it was the good move before that
        before = page.discs()
        assert len(page.locator("#board > svg .worse").all()) == 2
        page.click("#explore-button")
        expect(page.locator("#analysis")).to_be_visible()
        assert page.discs() == before  # it was the position after the mistake


def test_a_try_is_judged_after_learn_was_pressed_again_at_the_same_mistake(browser, server):
    with opened(browser, server, OPENING) as page:
        page.review()
        marked = page.locator("#moves tr").filter(has=page.locator(".mark:not(:empty)")).first
        name = marked.locator("td:nth-child(2)").inner_text().rstrip("?!")
        page.keyboard.press("Home")  # the last move may be a mistake, with which learning would begin
        for _ in range(2):
            page.keyboard.press("t")
            page.square(name).click()
            expect(page.locator("#learn-text")).to_contain_text("was played in the game")


def test_the_usual_hint_is_that_of_learning(browser, server):
    """The key H, and the button at the bottom of a phone, used to show nothing."""
    with opened(browser, server, OPENING, viewport=PHONE) as page:
        page.review()
        for hint in (lambda: page.keyboard.press("h"), lambda: page.click("#learn-hint")):
            page.keyboard.press("t")
            hint()
            expect(page.locator("#learn-text")).to_contain_text(re.compile("^It is "))
            page.click("#learn-solve")
            page.click("#learn-end")


def test_learning_hides_the_values_of_an_earlier_analysis(browser, server):
    with opened(browser, server, OPENING) as page:
        page.review()
        for key in ("Home", "m", ","):
            page.keyboard.press(key)
        page.switch_analysis()
        expect(page.locator("#best li").first).to_be_visible()
        page.keyboard.press("t")
        expect(page.locator("#analysis")).to_be_hidden()
        expect(page.locator("#board .value")).to_have_count(0)


def test_arrows_step_after_a_click_on_the_board(browser, server):
    """After a click on a square, arrow keys step through the game. After B, they choose a square."""
    with opened(browser, server, "#moves=f5d6c3") as page:
        page.square("d3").click()
        page.expect_moves(4)
        page.keyboard.press("ArrowLeft")
        page.expect_ply(3)
        page.keyboard.press("b")
        expect(page.square("d3")).to_be_focused()
        page.keyboard.press("ArrowLeft")
        expect(page.square("c3")).to_be_focused()
        page.expect_ply(3)


PLACES = """() => ["f5", "a1"].map(name => {
  const box = document.querySelector(`[data-square=${name}]`).getBoundingClientRect();
  return [box.x, box.y];
})"""


def test_the_board_turns(browser, server):
    """A flipped board has h8 in its upper left corner, for the picture, clicks, labels and arrow keys."""
    with opened(browser, server, "#moves=f5d6c3d3") as page:
        (x, y), corner = page.evaluate(PLACES)
        assert corner < [x, y]
        page.keyboard.press("f")
        expect(page.locator("#grid")).to_have_class(re.compile("turned"))
        (x, y), corner = page.evaluate(PLACES)
        assert corner > [x, y]
        first = page.locator("#board svg text").first.text_content()
        assert first in ("h", "8")
        assert page.discs() == discs_of(Board("f5d6c3d3").position)
        page.square("c4").click()
        page.expect_moves(5)
        page.keyboard.press("b")
        page.keyboard.press("ArrowRight")
        expect(page.square("b4")).to_be_focused()
        page.reload()
        expect(page.locator("#grid")).to_have_class(re.compile("turned"))


def test_the_row_of_the_persons_side_is_below_the_board_whichever_side_that_is(browser, server):
    with opened(browser, server) as page:
        order = "() => ['black', 'white'].map(id => document.getElementById(id).getBoundingClientRect().y)"
        page.begin("0", "white")
        page.expect_moves(1)
        black, white = page.evaluate(order)
        assert black < white
        page.begin("0", "black")
        page.expect_moves(0)
        black, white = page.evaluate(order)
        assert white < black


ORDERS = """() => new Promise(resolve => {
  const orders = [];
  const watch = () => {
    orders.push(document.querySelector("#table").classList.contains("turned"));
    if (orders.length === 4) resolve(orders);
  };
  new MutationObserver(watch).observe(document.querySelector("#white"), {childList: true, subtree: true});
})"""


def test_a_clock_that_runs_leaves_the_rows_of_the_players_in_their_places(browser, server):
    with opened(browser, server) as page:
        page.begin("0", "white", minutes="10")
        page.expect_turn()
        assert page.evaluate(ORDERS) == [True] * 4


def test_a_sentence_above_the_board_can_be_closed_and_moves_nothing_on_the_page(browser, server):
    with opened(browser, server, "#moves=f5a1") as page:
        expect(page.locator("#banner-text")).to_have_text(re.compile("^The link cannot be opened"))
        with_banner = page.evaluate("document.querySelector('main').getBoundingClientRect().y")
        page.click("#banner-close")
        expect(page.locator("#banner")).to_be_hidden()
        assert page.evaluate("document.querySelector('main').getBoundingClientRect().y") == with_banner


HIDDEN = """() => {
  const banner = document.querySelector("#banner").getBoundingClientRect();
  const buttons = [...document.querySelectorAll(":is(nav, #steps, #actions) button")];
  const shown = buttons.filter(one => one.checkVisibility({visibilityProperty: true}));
  const isCovered = ({left, right, top, bottom}) =>
    left < banner.right && banner.left < right && top < banner.bottom && banner.top < bottom;
  return [shown.length, shown.filter(one => isCovered(one.getBoundingClientRect())).map(one => one.id)];
}"""
"""Returns the number of buttons that are shown, and which of them the sentence above the page covers."""


def test_a_banner_covers_no_button(browser, server):
    """A sentence above the page does not cover the buttons of the header, of the game and at the bottom."""
    with opened(browser, server, "#moves=f5a1") as page:
        for size in (DESKTOP, {"width": 1920, "height": 1080}, PHONE):
            page.set_viewport_size(size)
            count, covered = page.evaluate(HIDDEN)
            assert count > 4
            assert covered == [], size


def test_what_the_page_says_without_a_connection(browser):
    """Without a server, the page neither looks for a hint nor lets the engine think."""
    with serving() as server, opened(browser, server) as page:
        page.begin("0", "black")
        expect(page.locator("body.connected")).to_be_attached()
        server.end()
        expect(page.locator("#banner")).to_contain_text("The connection to the server is lost")
        page.square("f5").click()
        expect(page.locator("#status")).to_have_text("White to move.")
        page.click("#take-back")
        page.keyboard.press("h")
        expect(page.locator("#speech")).to_contain_text("The engine cannot be reached right now.")
        assert page.locator(".helped:visible").count() == 0, "a hint that is not given is no help"


def test_moves_that_are_the_same_by_symmetry_have_the_same_value(browser, server):
    """The four first moves showed +0.5 and -0.6, although they are one move seen from four sides."""
    for moves, twins in (("", ["d3", "c4", "f5", "e6"]), ("f5f6e6", ["f4", "d6"])):
        with opened(browser, server, f"#moves={moves}" if moves else "") as page:
            page.click("#explore-button")
            row = page.locator("#best .line")
            expect(row.nth(len(twins) - 1)).to_be_visible()
            texts = row.evaluate_all("all => all.map(one => [...one.children].map(part => part.textContent))")
            assert {move for move, *_ in texts} == set(twins)
            assert len({value for _, value, *_ in texts}) == 1, texts


def test_mirrored_moves_outside_the_book_have_the_same_value(browser, server):
    """The search reaches such moves one by one, so that their values differ for a while."""
    mirrored = "-" * 18 + "XOOX-----XX------OO-----O--O" + "-" * 18
    with opened(browser, server, f"#position={mirrored}_X") as page:
        page.click("#explore-button")
        row = page.locator("#best .line")
        expect(row.nth(4)).to_be_visible()
        texts = row.evaluate_all("all => all.map(one => [...one.children].map(part => part.textContent))")
        values = {move: value for move, value, *_ in texts}
        assert values["d2"] == values["e2"]
        assert values["c2"] == values["f2"]


def test_the_first_moves_of_the_book_are_one(browser, server):
    """The four first moves, which are symmetric, are one row of the book."""
    with opened(browser, server) as page:
        page.click("#explore-button")
        expect(page.locator("#book-moves tr")).to_have_count(1)
        expect(page.locator("#book-moves tr")).to_contain_text("the same")


def test_the_date_of_a_game_stands_in_words_that_say_what_it_is(browser, server):
    with opened(browser, server, "#moves=f5d6&date=2026-11-23") as page:
        expect(page.locator("#facts-line")).to_have_text("Played on 2026-11-23")


def test_panels_do_not_jump(browser, server):
    """The list of moves stays in place while the book and the openings change."""
    with opened(browser, server, OPENING) as page:
        page.keyboard.press("Home")
        expect(page.locator("#book-moves tr").first).to_be_visible()
        tops = set()
        for ply in range(12):
            expect(page.locator("#moves tr.now")).to_have_count(min(ply, 1))
            tops.add(page.evaluate("document.querySelector('#game').getBoundingClientRect().y + scrollY"))
            page.keyboard.press("ArrowRight")
        assert len(tops) == 1


def test_a_better_move_can_be_tried_on_the_board_before_a_mistake(browser, server):
    with opened(browser, server, ENDING) as page:
        page.review()
        best = page.locator("#moves tr.now td:nth-child(5)").inner_text().split()[0]
        page.square(best).click()
        expect(page.locator("#moves .variation")).to_contain_text(best)
