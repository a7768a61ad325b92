"""The page on phones, for fingers, and for people who see little: sizes, contrasts and roles."""

import io

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web import serving
from tests.web.browsing import COVERED, DESKTOP, LAPTOP, NARROW, PHONE, SMALL_PHONE, opened

pytestmark = [needs_chromium, pytest.mark.browser]

GAME = f"#moves={serving.GAME[:60]}"
OPPOSITE = str.maketrans("abcdefgh12345678", "hgfedcba87654321")
LANDSCAPE = {"width": 844, "height": 390}
TOUCH = {"has_touch": True, "is_mobile": True}
FINGER = 44
"""Pixels that a finger hits."""
SMALL_TARGETS = """() => [...document.querySelectorAll("button, select, summary, input, textarea")]
    .filter(one => one.checkVisibility({visibilityProperty: true}))
    .filter(one => !one.closest(".skip, [data-mode=home] #grid"))
    .map(one => {
      const boxes = [one, one.closest("label") ?? one].map(each => each.getBoundingClientRect());
      const most = side => Math.max(...boxes.map(box => box[side]));
      return [one.id || one.textContent.trim(), most("width"), most("height")];
    })
    .filter(([, width, height]) => width < FINGER || height < FINGER)""".replace("FINGER", str(FINGER))
"""Names and sizes of what a finger may miss. The label of a field counts as a part of it.

The board of the first screen is small, so that what to press is in sight."""
BOARD = """() => {
    const box = document.querySelector("#grid").getBoundingClientRect();
    return {left: box.left, top: box.top, width: box.width, height: box.height};
}"""


def small_targets(page):
    """Return what a finger may miss on a phone in either orientation."""
    missed = []
    for viewport in (LANDSCAPE, PHONE):
        page.set_viewport_size(viewport)
        missed += page.evaluate(SMALL_TARGETS)
    return missed


def test_targets_for_fingers(browser, server):
    """Everything that can be pressed on a phone is 44 pixels wide and high, even in the menu and in
    dialogs."""
    with opened(browser, server, viewport=PHONE, **TOUCH) as page:
        assert small_targets(page) == []
    with opened(browser, server, GAME, viewport=PHONE, **TOUCH) as page:
        assert small_targets(page) == []
        page.tap("#more")
        expect(page.locator("#new-button")).to_be_visible()
        assert small_targets(page) == []
        for name in ("new", "link", "open"):
            page.locator(f"#{name}-button").dispatch_event("click")
            expect(page.locator(f"#{name}-dialog")).to_be_visible()
            assert small_targets(page) == [], name
            page.keyboard.press("Escape")
        page.locator("#games-button").dispatch_event("click")
        expect(page.locator("#sample")).to_be_visible()
        assert small_targets(page) == []
        page.tap("#practice-button")
        expect(page.locator("#lessons button").first).to_be_visible()
        assert small_targets(page) == []


def test_the_board_of_a_phone(browser, server):
    """The squares fill the width. Nothing is wider than the screen."""
    with opened(browser, server, GAME, viewport=PHONE, **TOUCH) as page:
        assert page.evaluate(BOARD) | {"top": 0} == {"left": 0, "top": 0, "width": 390, "height": 390}
        page.tap("#explore-button")
        expect(page.locator("#gauge")).to_be_visible()
        gauge = page.locator("#gauge").bounding_box()
        assert gauge["y"] + gauge["height"] <= -2 + page.evaluate(BOARD)["top"]
        page.tap("#tabs [data-tab=game]")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


UNDER = """() => ["white", "grid", "black"].map(id => {
  const one = document.getElementById(id);
  const box = one.getBoundingClientRect();
  const places = [[box.left + 6, box.top + 2], [box.right - 6, box.bottom - 2]];
  return places.every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
})"""
"""Whether the players and the squares of the board can be pressed at two of their corners."""


@pytest.mark.parametrize("size", [{"width": 390, "height": 664}, LANDSCAPE])
@pytest.mark.parametrize("way", ["#play", "#card-two"])
def test_a_game_starts_at_the_top_of_a_scrolled_phone(browser, server, size, way):
    """The scroll of the first screen was kept, which hid the opponent and cut the board."""
    with opened(browser, server, viewport=size, **TOUCH) as page:
        page.tap("[data-level=club]")
        page.evaluate("document.querySelector('#welcome').style.minHeight = '150vh'")
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert page.evaluate("scrollY") > 20
        page.locator(way).dispatch_event("click")
        expect(page.locator("body")).to_have_attribute("data-mode", "play")
        assert page.evaluate(UNDER) == [True, True, True]


CORNERS = """() => [...document.querySelectorAll("#board .label")].map(label => {
  if (!label.checkVisibility()) return [];
  const {left, right, top, bottom} = label.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const square = document.elementFromPoint(x, y)?.dataset?.square;
  return [label.textContent, square ?? "", square && label.getBoundingClientRect().height > 8];
}).filter(([, square]) => square)"""
"""Returns the coordinates that stand on squares, with these squares, and whether they can be read."""


def test_the_coordinates_of_a_phone_are_12_pixels_high(browser, server):
    """They were drawn with 13 pixels, and the picture is smaller than its drawing."""
    for size in ({"width": 390, "height": 664}, PHONE, LANDSCAPE):
        with opened(browser, server, GAME, viewport=size, **TOUCH) as page:
            label = page.locator("#board > svg .label").last
            height = label.evaluate(
                "one => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a"
            )
            assert height >= 12, size


LABELS = """() => [...document.querySelectorAll("#board .label")]
  .filter(one => one.checkVisibility())
  .map(one => {
    const {left, top, right, bottom} = one.getBoundingClientRect();
    return [left, top, right, bottom].map(side => Math.round(2 * side));
  })"""
"""Returns the places of the coordinates on a picture with two dots per pixel."""


STYLED = """style => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
}"""


def luminances(picture, place):
    """Return the relative luminance of each dot of a part of a picture, by WCAG."""
    parts = [part / 255 for part in picture.crop(place).tobytes()]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return [
        0.2126 * red + 0.7152 * green + 0.0722 * blue
        for red, green, blue in zip(linear[::3], linear[1::3], linear[2::3], strict=True)
    ]


def legible(page):
    """Return how many dots of each coordinate are 4.5 times as light as what is below them."""
    pictures = []
    for is_shown in (False, True):
        page.evaluate(STYLED, f"#board .label {{ fill-opacity: {int(is_shown)} }}")
        pictures.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
    counts = []
    for place in page.evaluate(LABELS):
        below, above = (luminances(picture, place) for picture in pictures)
        pairs = zip(below, above, strict=True)
        counts.append(sum(light + 0.05 >= 4.5 * (dark + 0.05) for dark, light in pairs))
    return counts


@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE, LANDSCAPE])
def test_coordinates_of_phones_are_no_white_letters_on_white_discs(browser, server, size):
    """They were printed across the discs of row 8 and column a."""
    with opened(
        browser, server, f"#moves={serving.GAME}&ply=99", viewport=size, device_scale_factor=2, **TOUCH
    ) as page:
        expect(page.locator("#board circle.disc")).to_have_count(64)
        for theme in ("green", "wood", "dark"):
            page.evaluate("theme => { document.documentElement.dataset.board = theme; }", theme)
            page.evaluate(STYLED, "#board circle.disc { fill: url(#shine-white); fill-opacity: 1 }")
            on_discs = legible(page)
            page.evaluate(STYLED, "#board circle.disc { fill-opacity: 0 }")
            on_felt = legible(page)
            assert len(on_felt) == 16
            for with_disc, without in zip(on_discs, on_felt, strict=True):
                assert with_disc >= max(25, 0.85 * without), (theme, on_discs, on_felt)


def test_squares_at_the_rim_of_a_phone_show_their_coordinates(browser, server):
    """All sentences name squares, and the board of a phone has no frame for letters and numbers."""
    expected = {"b8", "c8", "d8", "e8", "f8", "g8", "h8", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"}
    with opened(browser, server, GAME, **TOUCH) as page:
        for size in (PHONE, LANDSCAPE):
            page.set_viewport_size(size)
            for _ in range(2):
                shown = page.evaluate(CORNERS)
                assert len(shown) == 16
                assert {square for _, square, _ in shown} == expected
                assert all(text in square and is_legible for text, square, is_legible in shown), shown
                page.keyboard.press("f")
                expected = {square.translate(OPPOSITE) for square in expected}


def test_the_first_screen_of_a_phone_shows_a_large_board_and_all_ways_to_play(browser, server):
    """Its squares were 21 px wide, and two ways to play were behind the bar on a low phone."""
    for height, least in ((664, 27), (844, 36)):
        viewport = {"width": 390, "height": height}
        with opened(browser, server, viewport=viewport, has_touch=True, is_mobile=True) as page:
            page.evaluate(NARROW)
            expect(page.locator("#card-friend")).to_be_visible()
            assert page.square("f5").bounding_box()["width"] >= least
            bar = page.locator("#modes").bounding_box()["y"]
            boxes = [button.bounding_box() for button in page.locator("#welcome button:visible").all()]
            assert all(box["y"] + box["height"] <= bar for box in boxes), height
            assert len({box["y"] for box in boxes[-3:]}) == 1, "the pictures are in a line"


def test_the_colors_of_the_board_are_kept_over_a_reload(browser, server):
    with opened(browser, server, "#moves=f5") as page:
        square = page.locator("#board svg .board")
        expect(square).to_have_css("fill", "rgb(31, 125, 77)")
        page.click("#more")
        page.select_option("#theme", "wood")
        expect(square).to_have_css("fill", "rgb(138, 90, 51)")
        page.reload()
        expect(square).to_have_css("fill", "rgb(138, 90, 51)")


def test_the_board_and_the_panels_beside_it_are_equally_high(browser, server):
    """Long panels made the page higher than the screen, and beside short ones half of a column was empty."""
    with opened(browser, server, GAME, viewport=LAPTOP) as page:
        for name in ("explore", "review", "practice", "games", "play"):
            page.click(f"#{name}-button")
            for size in (LAPTOP, {"width": 1280, "height": 600}, {"width": 1920, "height": 1080}):
                page.set_viewport_size(size)
                table, side = (page.locator(one).bounding_box() for one in ("#table", "#side"))
                assert (table["y"], table["height"]) == (side["y"], side["height"]), (name, size)
                assert table["y"] + table["height"] <= size["height"], (name, size)


def test_panels_of_play_and_practice_end_where_the_board_ends(browser, server):
    """A small card stood above two thirds of an empty column."""
    end = "one => one.getBoundingClientRect().bottom"
    for size in (LAPTOP, {"width": 1920, "height": 1080}):
        with opened(browser, server, viewport=size) as page:
            page.click("#play")
            assert page.locator("#game").evaluate(end) == page.locator("#side").evaluate(end)
            page.click("#practice-button")
            page.locator("#lessons button").first.click()
            expect(page.locator("#learn-solve")).to_be_visible()
            bottom = page.locator("#learn-solve").evaluate(end)
            assert 0 <= page.locator("#side").evaluate(end) - bottom <= 16


TYPE = """() => [...document.querySelectorAll("#side *")]
  .filter(one => one.checkVisibility({visibilityProperty: true}) && !one.closest("svg, .spoken"))
  .filter(one => [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim()))
  .map(one => parseFloat(getComputedStyle(one).fontSize))"""
"""Returns the sizes of the texts beside the board."""


def test_type_grows_with_the_board_of_large_windows(browser, server):
    """Texts of 13 to 18 pixels stood beside a board of 1240 pixels."""
    with opened(browser, server, GAME, viewport=LAPTOP) as page:
        for width, height, least in ((1280, 800, 13), (1920, 1080, 17), (2560, 1440, 22)):
            page.set_viewport_size({"width": width, "height": height})
            for name in ("explore", "review", "practice", "play"):
                page.click(f"#{name}-button")
                assert min(page.evaluate(TYPE)) >= least, (name, width)
                assert page.evaluate("document.documentElement.scrollHeight") == height, (name, width)


SHOWN = """name => {
  const one = document.getElementById(name);
  one.hidden = false;
  const seen = [one.checkVisibility(), document.querySelector("#grid").getBoundingClientRect().top];
  one.hidden = true;
  return seen;
}"""
"""Shows a part of the page, hides it again, and returns whether it was seen, and the place of the board."""


def test_what_a_page_without_a_server_says_leaves_the_board_in_its_place(browser, server):
    """The board used to move after loading, and for a new version, so that taps hit other squares."""
    with opened(browser, server) as page:
        for size in (DESKTOP, PHONE):
            page.set_viewport_size(size)
            top = page.evaluate(BOARD)["top"]
            for name in ("loading", "update"):
                assert page.evaluate(SHOWN, name) == [True, top], (name, size)


def test_the_header_and_the_menu_end_where_the_board_and_the_panels_do(browser, server):
    """The header was as wide as the window, and nothing below it began or ended there."""
    with opened(browser, server, GAME) as page:
        page.click("#more")
        for size in (LAPTOP, {"width": 1920, "height": 1080}, {"width": 830, "height": 600}):
            page.set_viewport_size(size)
            names = ("#home-button", "#more", "#menu", "#table", "#side")
            home, more, menu, table, side = (page.locator(name).bounding_box() for name in names)
            assert home["x"] == pytest.approx(table["x"], abs=1), size
            ends = [one["x"] + one["width"] for one in (more, menu, side)]
            assert ends == pytest.approx([ends[0]] * 3, abs=1), size


def test_the_words_of_a_review_grow_with_the_board(browser, server):
    with opened(browser, server, GAME, viewport={"width": 1920, "height": 1080}) as page:
        page.click("#review-button")
        page.wait_for_function(
            "parseFloat(getComputedStyle(document.querySelector('#about')).fontSize) >= 18"
        )


def test_the_board_has_the_height_of_the_screen_and_the_rest_is_beside_it(browser, server):
    with opened(browser, server, GAME, viewport=LANDSCAPE, **TOUCH) as page:
        board = page.evaluate(BOARD)
        assert board["height"] >= 0.95 * LANDSCAPE["height"]
        assert page.locator("#tabs").bounding_box()["x"] > board["width"]


def test_tabs_of_a_phone(browser, server):
    """One panel is open at a time."""
    with opened(browser, server, GAME, viewport=PHONE, **TOUCH) as page:
        expect(page.locator("#game")).to_be_visible()
        page.tap("#tabs [data-tab=book]")
        expect(page.locator("#book")).to_be_visible()
        expect(page.locator("#game")).to_be_hidden()


def test_explore_keeps_the_book_open(browser, server):
    """A press of Explore beside an open book led to the analysis."""
    with opened(browser, server, GAME, viewport=PHONE, **TOUCH) as page:
        page.tap("#tabs [data-tab=book]")
        for mode in ("explore", "practice", "explore"):
            page.tap(f"#{mode}-button")
        expect(page.locator("#book")).to_be_visible()
        expect(page.locator("#analysis")).to_be_hidden()


def test_a_low_phone_shows_three_lines_of_the_analysis_and_of_the_book(browser, server):
    """Safari leaves 664 pixels of an iPhone, where rows of buttons hid both panels."""
    size = {"width": 390, "height": 664}
    with opened(browser, server, "#moves=f5d6c3d3c4", viewport=size, **TOUCH) as page:
        page.tap("#explore-button")
        for tab, line in (("analysis", "#best li"), ("book", "#book-moves tr")):
            page.tap(f"#tabs [data-tab={tab}]")
            moves = page.locator(f"{line}:nth-child(-n + 3) .move")
            expect(moves).to_have_count(3)
            assert page.evaluate(COVERED, f"{line}:nth-child(-n + 3) .move, #tabs button") == []
        assert page.locator("#grid button").first.bounding_box()["width"] >= FINGER
        page.set_viewport_size({"width": 320, "height": 568})
        assert len({one.bounding_box()["y"] for one in page.locator("#tabs button").all()}) == 1


def test_a_name_is_whole_beside_a_clock_after_a_hint(browser, server):
    """Own names were "Y…", and the clock stood outside of a phone's screen."""
    with opened(browser, server, viewport=PHONE, **TOUCH) as page:
        page.evaluate(NARROW)
        page.begin_with_f5("master", minutes="5")
        page.expect_turn()
        page.tap("#hint")
        expect(page.locator("#black .helped")).to_be_attached()
        assert page.evaluate(COVERED, "#black strong, .clock") == []
        for name in page.locator(".player strong").all():
            assert name.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_the_menu_stays_open_for_a_tap_on_the_languages(browser, server):
    """The browser closes the open list of languages if the menu around it is hidden."""
    with opened(browser, server, GAME, viewport=PHONE, **TOUCH) as page:
        page.tap("#more")
        page.tap("#language")
        expect(page.locator("#language:open")).to_be_visible()
        page.keyboard.press("Escape")
        page.tap("#black")
        expect(page.locator("#language")).to_be_hidden()


def test_axe_finds_nothing(browser, server):
    """axe-core, which knows the rules of WCAG, finds no fault in roles, names and contrasts."""
    with opened(browser, server, bypass_csp=True) as page:
        assert faults(page) == []
    with opened(browser, server, GAME, bypass_csp=True) as page:
        page.keyboard.press("a")
        expect(page.locator("#board svg text.value").first).to_be_attached()
        assert faults(page) == []
        for key in "lnos?":
            page.keyboard.press(key)
            expect(page.locator("dialog[open]")).to_be_visible()
            assert faults(page, "dialog[open]") == [], key
            page.keyboard.press("Escape")
        page.import_games({"id": "1", "own": "black", "record": {"moves": ["f5"], "result": 4}})
        expect(page.locator("#games li")).to_have_count(1)
        assert faults(page) == []
        page.keyboard.press("x")
        expect(page.locator("#continue")).to_be_visible()
        assert faults(page) == []
        page.click("#continue")
        expect(page.locator("#learning")).to_be_visible()
        assert faults(page) == []


def faults(page, part=None):
    """Return what axe-core finds in both sizes and colors: rules, with the elements that break them."""
    violations = []
    for size, scheme in ((PHONE, "light"), (DESKTOP, "dark")):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        violations += Axe().run(page, part).response["violations"]
    return [(violation["id"], [node["html"] for node in violation["nodes"]]) for violation in violations]


def test_the_colors_of_the_system(browser, server, tmp_path):
    """With forced colors, discs next to the board and the sides of the gauge are black and white."""
    with opened(browser, server, serving.OPENING, forced_colors="active") as page:
        page.click("#review-button")
        expect(page.locator("#moments button").first).to_be_visible()
        expect(page.locator("#opening")).not_to_be_empty()  # the last change
        for name, color in (("#black .disc", 0), ("#white .disc", 255), ("#gauge", 0)):
            page.locator(name).screenshot(path=tmp_path / "part.png")
            part = Image.open(tmp_path / "part.png").convert("RGB")
            pixel = part.getpixel((part.height // 2, part.height // 2))
            assert all(abs(channel - color) < 40 for channel in pixel), (name, pixel)
        marked = page.locator("#moves tr.now").evaluate("one => getComputedStyle(one).backgroundColor")
        others = page.locator("#moves tr").first.evaluate("one => getComputedStyle(one).backgroundColor")
        assert marked != others


def test_the_tab_in_the_colors_of_the_system(browser, server):
    """With forced colors, the open tab on a phone has the colors of marked text, which fit each other."""
    with opened(browser, server, GAME, viewport=PHONE, forced_colors="active") as page:
        chosen = page.locator("#tabs [aria-selected=true]")
        colors = chosen.evaluate("""one => {
            const {backgroundColor, color} = getComputedStyle(one);
            return [backgroundColor, color];
        }""")
        wanted = page.evaluate("""() => {
            const one = document.body.appendChild(document.createElement("p"));
            one.style.cssText = "forced-color-adjust: none; background: Highlight; color: HighlightText";
            return [getComputedStyle(one).backgroundColor, getComputedStyle(one).color];
        }""")
        assert colors == wanted
