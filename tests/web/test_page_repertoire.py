"""The openings that a person plays: chosen in Explore, practiced, and compared with games."""

import json
import re

import pytest
from playwright.sync_api import expect

from othello import Board
from tests.chromium import needs_chromium
from tests.web.browsing import LAPTOP, PHONE, discs_of, opened
from tests.web.openings import choose, choose_two_lines, explore, star
from tests.web.serving import whole_game

pytestmark = [needs_chromium, pytest.mark.browser]


def test_a_chosen_move_holds_for_the_mirrored_position_and_later_visits(browser, server):
    """One move is chosen in a position: another one replaces it, and a second press removes it."""
    with opened(browser, server, "#moves=f5d6") as page:
        explore(page)
        for move in ("c3", "c4"):
            star(page, move).click()
        expect(page.locator("#notice")).to_contain_text("Your move here is c4.")
        expect(page.locator("#book-moves .mine[aria-pressed=true]")).to_have_count(1)
        page.goto(f"{server.address}#moves=e6f4")
        expect(page.locator("#moves tr").first).to_contain_text("e6")
        explore(page)
        expect(star(page, "d3")).to_have_attribute("aria-pressed", "true")  # c4, mirrored
        star(page, "d3").click()
        expect(page.locator("#book-moves .mine[aria-pressed=true]")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_own_openings_have_one_name(browser, server, size):
    """A button on phones and a column were called "Mine", the button on desktops "My openings"."""
    with opened(browser, server, "#moves=f5d6c3d3c4", viewport=size) as page:
        explore(page)
        page.locator("[data-tab=book]").dispatch_event("click")
        expect(page.locator("#own-button")).to_have_text("My openings")
        expect(page.locator("#book thead th").first.get_by_role("img")).to_have_accessible_name(
            "The moves you play"
        )
        assert "Mine" not in page.locator("#book").inner_text()


def test_a_star_does_not_move_the_table(browser, server):
    """A second press at the same place would have starred another move, as in a page scrolled to its end."""
    with opened(browser, server, "#moves=f5d6c3d3c4", viewport={"width": 390, "height": 664}) as page:
        explore(page)
        page.click("[data-tab=book]")
        expect(star(page, "b5")).to_be_visible()
        page.evaluate("scrollTo(0, 9999)")
        before = star(page, "b5").bounding_box()
        star(page, "b5").click()
        expect(star(page, "b5")).to_have_attribute("aria-pressed", "true")
        assert star(page, "b5").bounding_box() == before


def test_a_move_outside_the_book_can_be_chosen(browser, server):
    """The book lists the move because the current line continues with it."""
    moves = [str(move) for move in whole_game().move_stack[:31]]
    with opened(browser, server, f"#moves={''.join(moves)}&ply=30") as page:
        page.click("#explore-button")
        star(page, moves[30]).click()
        expect(star(page, moves[30])).to_have_attribute("aria-pressed", "true")


def test_own_openings_are_a_tree_that_a_file_brings_to_another_browser(browser, server, tmp_path):
    """Moves that lines share are one row, which the rows below it continue. Each row shows its position.

    Where two lines have different moves of the person's color, the later one counts, also after an export.
    """
    lines = ["f5d6c3d3c4f4f6", "f5d6c4d3c3f4f6", "f5f6e6"]
    with opened(browser, server) as page:
        page.click("#explore-button")
        page.click("#own-button")
        expect(page.locator("#own-note")).to_contain_text("Star your moves")
        page.click("#own-button")
        expect(page.locator("#book-table")).to_be_visible()  # and no card without rows
        page.click("#own-button")
        page.click("#own-import")
        file = {"name": "a.txt", "mimeType": "text/plain", "buffer": "\n".join(lines).encode()}
        page.set_input_files("#file", file)
        rows = page.locator("#own-tree .line")
        wanted = ["f5", "d6 Perpendicular Opening", "c4", "d3 c3 Tiger", "f4 f6 Stephenson", "c3 d3 c4 Tiger"]
        wanted = [
            re.compile("^" + text.replace(" ", " ?") + "$") for text in (*wanted, "f6 e6 Diagonal Opening")
        ]
        expect(rows).to_have_text(wanted)
        within = page.locator("#own-tree > li > ul > li > ul > li > .line")
        expect(within).to_have_text([wanted[2], wanted[5]])
        expect(within.locator(".disc.black")).to_have_count(2)
        rows.nth(3).click()
        page.expect_ply(4)
        assert page.moves() == ["f5", "d6", "c4", "d3", "c3"]
        expect(page.locator("#own-tree [aria-current]")).to_contain_text("Tiger")
        with page.expect_download() as download:
            page.click("#own-export")
        expect(page.locator("#notice")).to_have_text("Exported 3 lines to othello-openings.txt.")
        download.value.save_as(tmp_path / "own.txt")
    exported = ["f5d6c3d3c4 Black", "f5d6c4d3c3f4f6 Black", "f5f6e6 Black"]
    assert (tmp_path / "own.txt").read_text().splitlines() == exported
    with opened(browser, server) as page:
        page.click("#explore-button")
        page.click("#own-button")
        page.click("#own-import")
        page.set_input_files("#file", tmp_path / "own.txt")
        expect(page.locator("#own-tree .line")).to_have_text(wanted)


def test_own_openings_list_a_line_once_whichever_view_each_star_had(browser, server):
    """The same line was listed twice, as c4 e3 and as d3 c5 f6 f5."""
    with opened(browser, server, "#moves=c4") as page:
        explore(page)
        star(page, "e3").click()
        page.goto(f"{server.address}#moves=d3c5f6")
        page.expect_moves(3)
        explore(page)
        expect(star(page, "f5")).to_be_visible()
        star(page, "f5").click()
        page.click("#own-button")
        rows = page.locator("#own-tree .line")
        expect(rows).to_have_text([re.compile("^c4 ?e3"), re.compile("^f6 ?e6")])
        expect(page.locator("#own-tree .name")).to_have_count(1)
        rows.last.click()
        page.expect_ply(3)
        assert page.moves() == ["c4", "e3", "f6", "e6"]


def test_a_chosen_move_with_unknown_moves_before_it_is_a_row_of_its_own(browser, server):
    """Pages without a tree have kept no moves before it. A position that was set up has none, either."""
    with opened(browser, server, "#moves=f5d6c3d3c4") as page:
        explore(page)
        star(page, "f4").click()
        page.evaluate("""() => {
          const {lines, ...others} = JSON.parse(localStorage.getItem("othello-choices"));
          localStorage.setItem("othello-choices", JSON.stringify(others));
        }""")
        page.reload()
        explore(page)
        page.click("#own-button")
        row = page.locator("#own-tree .line")
        expect(row).to_have_text(re.compile("^.[1-8] ?Tiger$"))
        row.click()
        expect(page.locator("#board > svg circle.disc")).to_have_count(9)
        page.click("#own [data-for=practice-own]")
        expect(page.locator("#white strong")).to_have_text("You")
        page.square(row.inner_text()[:2]).click()
        expect(page.locator("#learn-text")).to_have_text("Solved!")


def test_an_own_line_keeps_its_side_of_the_board_and_its_star_removes_it(browser, server):
    """d3 e3 f4 was listed and practiced as f5 f4 e3, and only the book could remove it."""
    with opened(browser, server, "#moves=d3e3", viewport=PHONE) as page:
        explore(page)
        page.click("[data-tab=book]")
        star(page, "f4").click()
        text = practiced(page)
        assert page.discs() == discs_of(Board("d3e3").position)
        page.square("f4").click()
        expect(text).to_have_text("Solved!")
        page.click("#learn-end")
        rows = page.locator("#own-tree .line")
        expect(rows).to_have_text([re.compile("^d3 e3 ?f4")])
        page.click("#own-tree .mine")
        expect(rows).to_have_count(0)
        expect(page.locator("#own-note")).to_be_visible()


def practiced(page):
    """Begin to practice the own openings, and return the text of the exercise."""
    page.click("#own-button")
    page.click("#own [data-for=practice-own]")
    return page.locator("#learn-text")


def test_an_own_move_that_was_missed_is_due_a_day_later(browser, server):
    """It is due until it is played right at once."""
    with opened(browser, server, has_clock=True) as page:
        choose_two_lines(page, server)
        text = practiced(page)
        expect(page.locator("#learn-steps")).to_contain_text("Line 1 of 2")
        expect(text).to_have_text("You play Black. Play your moves.")
        page.square("e6").click()
        expect(text).to_have_text("Solved!")
        page.click("#learn-next")
        expect(page.locator("#learn-steps")).to_contain_text("Line 2 of 2")
        page.click("#learn-solve")
        expect(text).to_have_text("Your move here is c4.")
        page.clock.fast_forward("25:00:00")
        page.click("#learn-next")
        page.keyboard.press("x")
        page.click("#practice-due")
        page.square("c4").click()
        expect(text).to_have_text("Solved!")
        page.click("#learn-end")
        expect(page.locator("#practice-daily")).to_be_visible()
        expect(page.locator("#practice-due")).to_be_hidden()


def test_own_openings_are_practiced_from_the_first_star_in_its_color(browser, server):
    """The opponent played other moves of the book, and the person had the color of a coin."""
    with opened(browser, server) as page:
        explore(page)
        for move in ("f5", "d6", "c3", "d3", "c4"):
            page.square(move).click()
        star(page, "f4").click()
        page.square("f4").click()
        star(page, "c5").click()
        for move in ("c5", "b3"):
            page.square(move).click()
        star(page, "c2").click()
        text = practiced(page)
        expect(page.locator("#learn-steps")).to_have_text("Line 1 of 2 · Tiger")
        expect(text).to_have_text("You play White. Play your moves.")
        assert page.discs() == discs_of(Board("f5d6c3d3c4").position)
        page.square("f4").click()
        expect(text).to_have_text("Solved!")
        page.click("#learn-next")
        expect(page.locator("#learn-steps")).to_have_text("Line 2 of 2 · Tiger")
        expect(text).to_have_text("You play Black. Play your moves.")
        assert page.discs() == discs_of(Board("f5d6c3d3c4f4").position)
        page.square("f6").click()
        expect(text).to_have_text("Your move here is c5.")
        expect(page.locator("#board > svg circle.better.c5")).to_have_count(1)
        expect(page.locator("#board > svg circle.worse.f6")).to_have_count(1)
        page.square("c5").click()
        expect(page.locator("#board > svg circle.disc")).to_have_count(12)  # with the opponent's b3
        assert "b3" in page.discs()
        page.square("c2").click()
        expect(text).to_have_text("Solved, but not at once. It comes back tomorrow.")
        page.click("#learn-next")
        expect(text).to_have_text("1 of 2 solved at once.")


def test_own_lines_end_with_how_many_were_right_and_a_way_onward(browser, server):
    """After the last line, Next led to Explore without a word."""
    with opened(browser, server) as page:
        choose_two_lines(page, server)
        text = practiced(page)
        page.click("#learn-hint")
        page.square("e6").click()
        expect(text).to_have_text("Solved, but not at once. It comes back tomorrow.")
        page.click("#learn-next")
        page.square("c4").click()
        expect(text).to_have_text("Solved!")
        page.click("#learn-next")
        expect(text).to_have_text("1 of 2 solved at once.")
        expect(page.locator("#learning .bar button").filter(visible=True)).to_have_text(
            ["Next"], use_inner_text=True
        )
        expect(page.locator("#learn-title")).to_have_text("My openings")
        expect(page.locator("#learn-steps")).to_have_text("")
        page.click("#learn-next")
        expect(page.locator("#lessons button").first).to_be_visible()


def test_own_openings_are_an_exercise_as_soon_as_there_are_any(browser, server):
    """The exercise Opening stays the one of the book."""
    with opened(browser, server) as page:
        page.keyboard.press("x")
        expect(page.locator("#practice-opening")).to_be_visible()
        expect(page.locator("#practice-own")).to_be_hidden()
        page.keyboard.press("Escape")
        choose(page, "f5", "f6", "e6")
        page.keyboard.press("x")
        page.click("#practice-own")
        expect(page.locator("#learn-title")).to_have_text("My openings")
        assert page.discs() == discs_of(Board("f5f6").position)


def test_a_line_whose_stars_were_removed_does_not_stay_due(browser, server):
    """It is played to its end without a question, and comes later and later, if at all."""
    card = {"kind": "own", "start": None, "moves": ["f5", "f6"], "color": "black", "solved": 0, "due": 1}
    kept = json.dumps({"practice": {"cards": [{**card, "line": ["f5", "f6", "e6"]}]}})
    with opened(browser, server, script=f"() => localStorage.setItem('othello-choices', `{kept}`)") as page:
        page.keyboard.press("x")
        page.click("#practice-due")
        expect(page.locator("#learn-text")).to_have_text("Solved!")
        page.click("#learn-end")
        expect(page.locator("#practice-due")).to_be_hidden()


def test_a_review_says_where_a_game_left_the_own_line(browser, server):
    with opened(browser, server) as page:
        choose(page, "f5", "d6", "c4")
        page.goto(f"{server.address}#moves=f5d6c3d3c4")
        page.expect_moves(5)
        page.click("#review-button")
        page.locator('#moves tr[data-ply="3"]').click()
        expect(page.locator("#reason")).to_contain_text("You left your line: you wanted to play c4 here.")
        page.locator('#moves tr[data-ply="1"]').click()
        expect(page.locator("#reason")).not_to_contain_text("You left your line")
