"""What is in sight on screens of all sizes: nothing needed is covered, cut off or out of date."""

import itertools
import re

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import (
    COVERED,
    HANDHELD,
    HELD,
    LANDSCAPE,
    LAPTOP,
    OVERFLOWING,
    PHONE,
    SMALL,
    SMALL_LANDSCAPE,
    SQUARE,
    TABLET,
    ZOOMED,
    opened,
)
from tests.web.serving import ENDING, GAME, whole_game
from tests.web.translations import LANGUAGES

pytestmark = [needs_chromium, pytest.mark.browser]

LOW_PHONE = {"width": 390, "height": 664}
"""What Safari leaves of an iPhone."""
COVERED_SQUARES = """() => [...document.querySelectorAll("#grid button")].filter(one => {
  const {x, y, width, height} = one.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) !== one;
}).map(one => one.dataset.square)"""
IS_READABLE = """() => {
  const bar = document.querySelector("#modes").getBoundingClientRect().top;
  return document.querySelector("#surface").getBoundingClientRect().top >= 0
    && document.querySelector("#about").getBoundingClientRect().top + 148 <= bar;
}"""
"""Whether the whole board is in sight, and six lines about the move."""
STYLE = "rule => document.styleSheets[0].insertRule(rule)"
ABOVE_THE_BAR = """selector => {
  const one = document.querySelector(selector);
  one.scrollIntoView({block: "end"});
  scrollBy(0, Math.max(0, one.getBoundingClientRect().bottom + 64 - innerHeight));
}"""
"""Scrolls an element above the bar at the bottom of a phone."""
IS_WHOLE = """one => {
  const width = one.offsetWidth;
  one.style.flex = "none";
  const whole = one.offsetWidth;
  one.style.flex = "";
  return width >= whole;
}"""


def press(page, selector):
    """Press an element where the page is: a press by Playwright may scroll."""
    page.locator(selector).first.dispatch_event("click")


def tap(page, name):
    """Press a square that is in sight."""
    box = page.square(name).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def reviewed(page):
    press(page, "#review-button")
    expect(page.locator("#sums tbody tr")).to_have_count(5)
    expect(page.locator("#moments progress")).to_have_count(0)


def test_learn_is_in_sight_wherever_the_page_was_scrolled(browser, server):
    """On a phone, the board, which stays at the top, used to cover the question and the verdict."""
    with opened(browser, server, f"#moves={GAME[:24]}") as page:
        reviewed(page)
        for size, scroll in itertools.product([*HANDHELD, TABLET, LAPTOP], (346, 9999)):
            page.set_viewport_size(size)
            page.evaluate(f"scrollTo(0, {scroll})")
            press(page, "#learn")
            text = page.locator("#learn-text")
            expect(text).to_contain_text("Find the best move")
            assert page.evaluate(COVERED, "#learn-text, #learning button") == [], (size, scroll)
            tap(page, page.locator("#grid button.legal").last.get_attribute("data-square"))
            expect(text).not_to_contain_text("Find the best move")
            expect(text).not_to_contain_text("Checking")
            assert page.evaluate(COVERED, "#learn-text") == [], (size, scroll)
            press(page, "#learn-solve")
            assert page.evaluate(COVERED, "#learn-text, #learning button") == [], (size, scroll)
            press(page, "#learn-end")


def test_practice_and_set_up_are_in_sight_wherever_the_page_was_scrolled(browser, server):
    with opened(browser, server, f"#moves={GAME}") as page:
        for size in (*HANDHELD, TABLET, LAPTOP):
            page.set_viewport_size(size)
            page.evaluate("scrollTo(0, 9999)")
            press(page, "#setup-button")
            assert page.evaluate(COVERED, "#setup button") == [], size
            expect(page.locator("#tabs")).to_be_hidden()
            tap(page, "a8")
            press(page, "#setup .main")
            page.keyboard.press("Control+z")
            page.evaluate("scrollTo(0, 9999)")
            press(page, "#practice-button")
            press(page, "#practice-opening")
            expect(page.locator("#learning")).to_be_visible()
            assert page.evaluate(COVERED, "#learn-text, #learning button") == [], size
            press(page, "#learn-end")
            expect(page.locator("#learning")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_no_dialog_and_no_bar_is_wider_than_the_screen(browser, server, language):
    """The file field, the table of *My games* and the menu buttons used to be hidden.

    Nothing told that more follows at the end of what is in sight of the settings of a new game.
    """
    record = {"moves": ["f5"], "white": "othello, club", "date": "2026-11-26", "result": -64}
    games = [{"id": "1", "own": "black", "record": {**record, "ending": "resigned"}, "lost": "12.5"}]
    with opened(browser, server, "#moves=f5d6", locale=f"{language}-XX") as page:
        page.import_games(*games)
        expect(page.locator("#games li")).to_have_count(1)
        for size in (*SMALL, LAPTOP):
            page.set_viewport_size(size)
            assert page.evaluate(f"({OVERFLOWING})(document.body)") == [0, []], size
            assert page.locator("#modes").evaluate(OVERFLOWING) == [0, []], size
            for name in ("play", "review", "practice", "explore"):
                assert page.evaluate(COVERED, f"#{name}-button span") == [], (size, name)
        for name in ("open", "link", "new", "help"):
            press(page, f"#{name}-button")
            dialog = page.locator("dialog[open]")
            expect(dialog).to_be_visible()
            for size in SMALL:
                page.set_viewport_size(size)
                assert dialog.evaluate(OVERFLOWING) == [0, []], (name, size)
                assert page.evaluate(COVERED, "dialog[open] form > .bar:last-child button") == [], (
                    name,
                    size,
                )
            page.keyboard.press("Escape")
        page.set_viewport_size(LOW_PHONE)
        press(page, "#new-button")
        ends = page.evaluate("""() => ["#book-row", "#new-dialog .bar:last-child"].map(name =>
          document.querySelector(name).getBoundingClientRect().top)""")
        assert ends[0] + 12 < ends[1]
        page.keyboard.press("Escape")
        page.click("#more")
        for size in (*SMALL, LAPTOP):
            page.set_viewport_size(size)
            assert page.evaluate(f"({OVERFLOWING})(document.body)") == [0, []], size
            assert page.locator("#theme").evaluate(IS_WHOLE), size
        page.set_viewport_size(LANDSCAPE)
        ends = page.evaluate("""() => ["#language", "#modes"].map(name =>
          document.querySelector(name).getBoundingClientRect())""")
        assert ends[0]["bottom"] < ends[1]["top"]  # nothing told that the menu scrolls


def test_the_buttons_of_a_dialog_shade_its_last_row_only_while_it_scrolls(browser, server):
    """A fade that was always there made questions pale, and the last choice of a new game look disabled."""

    def is_shaded(page):
        """Return whether what stands above the buttons looks different with them."""
        bar = page.locator("dialog[open] .bar:last-child")
        place = bar.bounding_box()
        clip = {**place, "y": place["y"] - 16, "height": 16}
        shots = []
        for style in ("visible", "hidden"):
            bar.evaluate("(one, style) => one.style.visibility = style", style)
            shots.append(page.screenshot(clip=clip))
        bar.evaluate("one => one.style.visibility = ''")
        return shots[0] != shots[1]

    with opened(browser, server, "#moves=f5d6", viewport=PHONE) as page:
        press(page, "#new-button")
        assert not is_shaded(page)
        page.set_viewport_size(LOW_PHONE)
        assert is_shaded(page)
        page.locator("dialog[open]").evaluate("one => one.scrollTo(0, 9999)")
        assert not is_shaded(page)
        press(page, "#start")
        press(page, "#resign")
        expect(page.locator("#question")).to_be_visible()
        assert not is_shaded(page)


def test_the_logo_of_a_phone_takes_no_focus_where_it_is_not_shown(browser, server):
    """The Tab key led to a button under the row of White."""
    with opened(browser, server, "#moves=f5") as page:
        for size in (PHONE, TABLET, LANDSCAPE):
            page.set_viewport_size(size)
            expect(page.locator("#home-button")).to_be_hidden()
        page.set_viewport_size(PHONE)
        page.click("#play-button")
        assert page.evaluate(COVERED, "#home-button") == []


def test_the_words_of_a_graph_have_the_size_of_small_text_on_all_screens(browser, server):
    """On a tablet they were larger than any other text of the panels."""
    with opened(browser, server, f"#moves={GAME[:24]}") as page:
        reviewed(page)
        for size in (PHONE, TABLET, LANDSCAPE, LAPTOP):
            page.set_viewport_size(size)
            assert 10 <= page.locator("#graph text").first.bounding_box()["height"] <= 17, size


def test_the_whole_board_and_what_is_below_it_can_be_seen(browser, server):
    """At 400 % the second column was too narrow, and on low screens the fixed board covered everything
    else."""
    with opened(browser, server, "#moves=f5d6c3d3c4") as page:
        expect(page.locator("#opening")).not_to_be_empty()  # it comes above the moves
        for size in (*HANDHELD, SQUARE, ZOOMED, TABLET, LAPTOP):
            page.set_viewport_size(size)
            assert page.evaluate(f"({OVERFLOWING})(document.body)") == [0, []], size
            page.evaluate("document.querySelector('#surface').scrollIntoView()")
            assert page.evaluate(COVERED_SQUARES) == [], size
            for name in ("#next", "#moves tr:last-child td:nth-child(2)"):
                page.evaluate(ABOVE_THE_BAR, name)
                assert page.evaluate(COVERED, name) == [], (size, name)


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_first_screen_shows_the_whole_board_and_what_to_press(browser, server, language):
    """A form covered all discs of a desktop, and three links lay behind the bar of a phone."""
    with opened(browser, server, locale=f"{language}-XX") as page:
        for size in (*HANDHELD, SQUARE, ZOOMED, TABLET, LAPTOP):
            page.set_viewport_size(size)
            page.evaluate("document.querySelector('#surface').scrollIntoView()")
            assert page.evaluate(COVERED_SQUARES) == [], size
            assert page.evaluate(f"({OVERFLOWING})(document.body)") == [0, []], size
            if size in (PHONE, LANDSCAPE, TABLET, LAPTOP):
                page.evaluate("scrollTo(0, 0)")
                shown = "#welcome-title, #strength-title, #welcome button"
                assert page.evaluate(COVERED, shown) == [], size
            for name in ("#play", "#card-two"):
                page.evaluate(ABOVE_THE_BAR, name)
                assert page.evaluate(COVERED, name) == [], (size, name)
            for name in ("#analysis", "#book", "#game", "#tabs", "#steps", "#actions", "#status"):
                expect(page.locator(name)).to_be_hidden()


def test_the_newest_move_of_a_game_is_in_sight_on_all_phones(browser, server):
    """The list ended behind the bar, and showed its first rows. It made the page of a low screen scroll."""
    for size in (LOW_PHONE, PHONE, LANDSCAPE, SMALL_LANDSCAPE):
        with opened(browser, server, viewport=size, has_touch=True, is_mobile=True) as page:
            page.begin(side="both")
            for move in (GAME[at : at + 2] for at in range(0, 24, 2)):
                page.square(move).click()
            page.expect_ply(12)
            assert page.evaluate(COVERED, "#moves .now td:nth-child(2)") == [], size
            if size["height"] < 500:
                assert page.evaluate("document.documentElement.scrollHeight") == size["height"], size


def test_the_last_move_of_a_game_stands_above_the_fade_of_the_list(browser, server):
    """The current move faded, as if more moves followed."""
    with opened(browser, server, f"#moves={whole_game().transcript()}", viewport=LAPTOP) as page:
        page.click("#review-button")
        page.keyboard.press("End")
        expect(page.locator("#moves tr").last).to_have_class(re.compile("now"))
        ends = page.evaluate("""() => ["#moves .now", "#list"].map(name =>
          document.querySelector(name).getBoundingClientRect().bottom)""")
        assert ends[0] <= ends[1] - 23


def test_the_menu_of_a_low_screen_scrolls(browser, server):
    with opened(browser, server, "#moves=f5", viewport=ZOOMED) as page:
        page.click("#more")
        for name in ("new", "help"):
            button = page.locator(f"#{name}-button")
            button.evaluate("one => one.scrollIntoView({block: 'nearest'})")
            assert page.evaluate(COVERED, f"#{name}-button") == []


def test_each_value_has_a_box_and_ends_before_its_depth(browser, server):
    """The second-best value had no box, unlike the best and the worst. "-12.2" ran into "d32".

    The values of one position have one size, whatever their lengths.
    """
    change = """reply => ({...reply, lines: reply.lines.map((line, at) =>
        ({...line, score: {...line.score, kind: "heuristic", discs: -12.2 - at, depth: 60}}))})"""
    moves = whole_game().transcript()[:60]
    with opened(browser, server, f"#moves={moves}", script=HELD, viewport=PHONE) as page:
        page.click("#explore-button")
        page.deliver(change)
        number = page.locator("#best .number").first
        expect(number).to_have_text("-12.2")
        assert number.evaluate("one => one.scrollWidth <= one.clientWidth")
        values = page.locator("#board text.value")
        boxes = page.locator("#board rect.value")
        expect(boxes).to_have_count(values.count())
        assert len(set(values.evaluate_all("all => all.map(one => one.getAttribute('font-size'))"))) == 1
        assert "good" in boxes.evaluate_all("all => all.map(one => one.getAttribute('class').split(' ')[1])")


@pytest.mark.parametrize(("turn", "color", "end"), [("X", "Black", "start"), ("O", "White", "end")])
def test_the_gauge_has_a_value_at_the_end_of_the_side_ahead(browser, server, turn, color, end):
    """The bar alone told who was ahead, but not by how much."""
    cells = f"-OX{'X' * 61}" if turn == "X" else f"-XO{'O' * 61}"
    with opened(browser, server) as page:
        page.open_text(f"{cells} {turn}")
        expect(page.locator("#open-dialog")).to_be_hidden()
        page.click("#explore-button")
        value = page.locator("#gauge span")
        expect(value).to_have_text(f"{color} +64")
        expect(value).to_have_css("text-align", end)
        gauge, text = (one.bounding_box() for one in (page.locator("#gauge"), value))
        assert gauge["y"] <= text["y"]
        assert text["y"] + text["height"] <= gauge["y"] + gauge["height"]
        page.set_viewport_size(LANDSCAPE)
        expect(value).to_be_visible()
        assert value.evaluate("one => parseFloat(getComputedStyle(one).paddingInline)") >= 6


def test_black_has_an_edge_in_the_gauge_of_a_dark_phone(browser, server, tmp_path):
    """The screen cut off the outline, and inside it Black has the color of the page."""
    with opened(browser, server, "#moves=f5", viewport=PHONE, color_scheme="dark") as page:
        page.click("#explore-button")
        expect(page.locator("#gauge")).to_have_class("known")
        page.locator("#gauge").screenshot(path=tmp_path / "gauge.png")
        with Image.open(tmp_path / "gauge.png") as picture:
            edge, inside = (picture.convert("L").getpixel((20, y)) for y in (0, picture.height - 4))
        assert edge > inside + 60


def test_a_set_up_shows_no_values_of_the_position_before(browser, server):
    """The panel used to keep the old position's depth and lines, and the gauge kept its value."""
    with opened(browser, server, "#moves=f5d6c3d3c4") as page:
        page.switch_analysis()
        expect(page.locator("#best li").first).to_be_visible()
        expect(page.locator("#book-moves tr").first).to_be_visible()
        page.keyboard.press("e")
        for name in ("#search", "#book-note"):
            expect(page.locator(name)).to_have_text("Hidden while you set up a position.")
        for name in ("#best li", "#book-moves tr"):
            expect(page.locator(name)).to_have_count(0)
        expect(page.locator("#gauge")).to_have_css("visibility", "hidden")
        page.keyboard.press("e")
        expect(page.locator("#search")).to_have_text("Values for White")
        expect(page.locator("#book-moves tr").first).to_be_visible()
        expect(page.locator("#gauge")).to_have_css("visibility", "visible")


def test_a_low_phone_shows_the_reason_of_a_move_chosen_far_below_it(browser, server):
    """The board and the reason stayed out of sight, or the board covered what had the focus."""
    with opened(browser, server, f"#moves={GAME[:40]}", viewport=LOW_PHONE) as page:
        reviewed(page)
        marked = page.locator("#moves tr").filter(has=page.locator(".mark:not(:empty)")).first
        for choice in (marked, page.locator("#moments button").first):
            page.evaluate("scrollTo(0, 9999)")
            choice.click()
            expect(page.locator("#verdict")).to_contain_text("loses")
            assert page.evaluate(COVERED, "#verdict") == []
            assert page.evaluate(COVERED_SQUARES) == []
        for name in ("#learn", "summary", "#moments button", "#review-button"):
            page.evaluate("scrollTo(0, 9999)")
            page.locator(name).first.focus()
            assert page.evaluate(COVERED, f"{name}:focus") == [], name


def test_a_verdict_on_a_low_phone_leaves_its_task_in_sight(browser, server):
    """The verdict took the place of the task. A long one covered the last row of the board."""
    with opened(browser, server, viewport=LOW_PHONE) as page:
        page.click("#practice-button")
        page.click("[data-lesson=corners]")
        page.square("g2").click()
        expect(page.locator("#learning[data-verdict=wrong]")).to_be_visible()
        assert page.evaluate(COVERED, "#learn-task, #learn-text, #learning button") == []
        page.locator("#learn-text").evaluate("one => one.append('words '.repeat(60))")
        assert page.evaluate(COVERED_SQUARES) == []
        assert page.evaluate(COVERED, "#learn-task, #learning button") == []


def test_a_low_phone_shows_the_board_and_the_reason_for_a_mistake_together(browser, server):
    """The board left place for three lines, so whoever read on lost sight of the board or of the lesson."""
    with opened(browser, server, ENDING, viewport=LOW_PHONE, has_touch=True) as page:
        page.review()
        assert page.evaluate(IS_READABLE)
        for _ in range(3):
            page.click("#mistake")
            expect(page.locator("#verdict")).not_to_be_empty()
            assert page.evaluate(IS_READABLE)


def test_a_reason_that_goes_on_behind_the_bar_fades_until_its_end(browser, server, tmp_path):
    """Its last lines were out of sight on a low phone, and nothing told that the page scrolls."""
    with opened(browser, server, ENDING, viewport=LOW_PHONE, has_touch=True) as page:
        page.review()
        page.click("#mistake")
        expect(page.locator("#verdict")).not_to_be_empty()
        page.locator("#about").evaluate("one => one.style.fontSize = '30px'")

        def darkest(rows):
            """Return the darkest gray, 0 to 255, of some rows of pixels above the bar."""
            page.screenshot(path=tmp_path / "page.png")
            with Image.open(tmp_path / "page.png") as picture:
                end = int(page.locator("#modes").bounding_box()["y"])
                return picture.convert("L").crop((10, end - rows, 380, end)).getextrema()[0]

        for y in range(0, 30, 6):
            page.evaluate("y => scrollTo(0, y)", y)
            assert darkest(4) > 150, y
        page.evaluate("""() => {
          const box = id => document.getElementById(id).getBoundingClientRect();
          scrollBy(0, Math.round(box("about").bottom - box("modes").top));
        }""")
        assert darkest(60) < 120  # the last line


def test_a_bar_of_points_is_of_one_color_at_its_ends(browser, server):
    """A bar of 0 and 100 points was a quarter black, the room for two digits."""
    widths = """bar => ["0%", "1%", "100%"].map(part => {
      bar.style.setProperty("--black", part);
      return bar.querySelector(".black").getBoundingClientRect().width / bar.getBoundingClientRect().width;
    })"""
    with opened(browser, server) as page:
        page.click("#explore-button")
        none, few, whole = page.locator("#book-moves .sides").first.evaluate(widths)
        assert none < few / 2
        assert few < 0.5
        assert whole == 1


def test_a_long_reason_fades_nothing_below_it(browser, server, tmp_path):
    """The fade above the bar covered half of the first line of the graph."""
    with opened(browser, server, ENDING, viewport=PHONE, has_touch=True) as page:
        reviewed(page)
        page.click("#mistake")
        expect(page.locator("#verdict")).not_to_be_empty()
        page.evaluate(STYLE, f"#reason::after {{ content: '{'words ' * 40}'; }}")  # also after a redraw
        page.evaluate("scrollTo(0, 200)")
        clip = page.locator("#graph").bounding_box()
        assert clip["y"] + clip["height"] < page.locator("#modes").bounding_box()["y"]
        pictures = [tmp_path / "shown.png", tmp_path / "whole.png"]
        page.screenshot(clip=clip, path=pictures[0])
        page.evaluate(STYLE, "#about::after { background: none !important; }")
        page.screenshot(clip=clip, path=pictures[1])
        shown, whole = (Image.open(path).convert("L") for path in pictures)
        assert ImageChops.difference(shown, whole).getextrema()[1] < 16


def test_a_long_answer_in_practice_fades_above_the_buttons(browser, server, tmp_path):
    """On a low phone a line was cut through the middle, and nothing told that more follows."""
    with opened(browser, server, ENDING, viewport=LOW_PHONE, has_touch=True) as page:
        page.review()
        page.click("#learn")
        page.evaluate(STYLE, f"#learn-text::after {{ content: '{'words ' * 90}'; }}")  # also after a redraw
        text = page.locator("#learning p")

        def darkest(rows):
            """Return the darkest gray, 0 to 255, of the last rows of pixels of the text."""
            text.screenshot(path=tmp_path / "text.png")
            with Image.open(tmp_path / "text.png") as picture:
                width, height = picture.size
                return picture.convert("L").crop((10, height - rows, width - 10, height)).getextrema()[0]

        for y in range(0, 30, 6):
            text.evaluate("(one, y) => one.scrollTo(0, y)", y)
            assert darkest(4) > 150, y
        text.evaluate("one => one.scrollTo(0, 9999)")
        assert darkest(70) < 120


def test_rows_that_grow_leave_the_shown_move_in_sight(browser, server):
    """Fingers get higher rows, and the list did not follow when they came."""
    with opened(browser, server, f"#moves={GAME}", viewport=PHONE) as page:
        reviewed(page)
        for height in (60, 20):
            page.evaluate(STYLE, f"#moves td {{ height: {height}px !important; padding: 0 !important; }}")
            page.wait_for_function("""() => {
              const [list, row] = ["#list", "#moves .now"].map(name =>
                document.querySelector(name).getBoundingClientRect());
              return list.top + 30 <= row.top && row.bottom <= list.bottom;
            }""")


def test_the_numbers_of_a_review_leave_its_moves_in_sight(browser, server):
    """On desktops they took the place of the whole table, and left most of it empty."""
    with opened(browser, server, f"#moves={GAME}", viewport=LAPTOP) as page:
        reviewed(page)
        page.click("#summary summary")
        expect(page.locator("#sums")).to_be_visible()
        page.locator("#list").scroll_into_view_if_needed()
        expect(page.locator("#moves .now")).to_be_in_viewport()
        assert page.locator("#list").evaluate("one => one.clientHeight") > 80
