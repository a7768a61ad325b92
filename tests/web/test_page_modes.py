"""The modes of the page: each shows only what it needs, with the board in its place."""

import re

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import COVERED, LANDSCAPE, LAPTOP, PHONE, opened
from tests.web.serving import GAME

pytestmark = [needs_chromium, pytest.mark.browser]

PARTS = ("welcome", "talk", "analysis", "book", "graph", "game", "learning")
SHOWN = {
    "home": {"welcome"},
    "play": {"talk", "game"},
    "review": {"talk", "game", "graph"},
    "learn": {"talk", "learning"},
    "explore": {"talk", "game", "analysis", "book"},
}
"""The parts that a desktop shows in each mode."""
BOARD_TOP = "() => document.querySelector('#grid').getBoundingClientRect().top + scrollY"
IN_SIGHT = """name => {
  const {top, bottom} = document.querySelector(name).getBoundingClientRect();
  return [scrollY, top >= 0, bottom <= innerHeight];
}"""
"""Returns how far the page is scrolled, and whether an element is within the screen."""


def expect_mode(page, mode):
    """Wait for a mode, and compare what it shows."""
    expect(page.locator(f"body[data-mode={mode}]")).to_be_attached()
    shown = {name for name in PARTS if page.locator(f"#{name} > *").filter(visible=True).count()}
    assert shown == SHOWN[mode]
    current = page.locator("[aria-current=page]")
    expect(current).to_have_count(1)


WAYS = {
    "home": ["#home-button"],
    "review": ["#review-button"],
    "learn": ["#practice-button"],
    "lesson": ["#practice-button", "#lessons button"],
    "explore": ["#explore-button"],
    "games": ["#games-button"],
    "setup": ["#setup-button"],
}
"""What to click for each mode other than a game."""


@pytest.mark.parametrize("mode", WAYS)
def test_play_in_the_bar_leads_home_without_a_game_and_to_a_running_one(browser, server, mode):
    """A tap on it at Home began a game that nobody had asked for. Set-up ignored the whole bar."""
    with opened(browser, server) as page:
        for target in ("home", "play"):
            for selector in WAYS[mode]:
                page.locator(selector).first.wait_for(state="attached")
                page.click(selector)
            page.click("#play-button")
            expect_mode(page, target)
            page.expect_moves(0)
            page.click("#home-button")
            page.click("#play")


def test_one_mode_of_the_bar_looks_current(browser, server):
    """Home marked none. After a key in My games the old mode wore a frame, and a tap its tone."""
    background = "one => getComputedStyle(one).backgroundColor"
    with opened(browser, server, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        expect(page.locator("#play-button")).to_have_attribute("aria-current", "page")
        page.tap("#review-button")
        page.keyboard.press("g")
        expect(page.locator("#more")).to_be_focused()
        tones = page.locator("#modes button:visible").evaluate_all(f"all => all.map({background})")
        assert [tone == "rgba(0, 0, 0, 0)" for tone in tones] == [True, True, True, True, False]


def test_each_mode_shows_only_what_it_needs(browser, server):
    """A game showed an empty analysis, and a review the analysis and the book. The board does not move.

    Beside a new game there was nothing, and then a date and times.
    """
    with opened(browser, server, viewport=LAPTOP) as page:
        expect_mode(page, "home")
        top = page.evaluate(BOARD_TOP)
        page.click("#play")
        expect(page.locator("#game")).to_have_text(
            "Casual Takes corners when it sees them. Rated 1200. Tournament players average 1500.",
            use_inner_text=True,
        )
        page.square("f5").click()
        page.expect_turn()
        expect_mode(page, "play")
        expect(page.locator("#game")).to_be_visible()
        cells = page.locator("#moves tr").first.locator("td").filter(visible=True)
        expect(cells).to_have_text(["1", "f5"])
        expect(page.locator("#facts-line")).to_be_hidden()
        assert page.evaluate(BOARD_TOP) == top
        page.resign()
        page.click("#result-review")
        expect(page.locator("#graph")).to_be_visible()
        expect_mode(page, "review")
        page.click("#practice-button")
        page.click("#practice-opening")
        expect_mode(page, "learn")
        page.click("#learn-end")
        page.click("#explore-button")
        expect(page.locator("#book-moves tr").first).to_be_visible()
        expect_mode(page, "explore")
        assert page.evaluate(BOARD_TOP) == top
        page.click("#home-button")
        expect_mode(page, "home")
        assert page.evaluate(BOARD_TOP) == top
        page.click("#card-friend")
        expect(page.locator("#rival small")).to_have_text("Send the link that appears after your move.")


def test_a_second_press_of_play_leads_home(browser, server):
    """In a game on a phone, no button did."""
    with opened(browser, server, viewport=PHONE) as page:
        page.click("#play")
        for mode in ("play", "home", "play"):
            expect_mode(page, mode)
            page.click("#play-button")


def test_the_menu_of_a_phone_has_a_group_for_the_game_and_one_for_settings(browser, server):
    """Twelve buttons, lists and a switch stood in one grid."""
    with opened(browser, server, viewport=PHONE) as page:
        page.click("#more")
        parts = page.locator("#menu > *").filter(visible=True)
        names = parts.evaluate_all("all => all.map(one => one.id.split('-')[0] || one.textContent)")
        game = ["Game", "new", "games", "open", "link", "setup", "turn"]
        assert names == [*game, "Settings", "sound", "help", "theme", "language"]


def test_learn_begins_with_the_exercise_of_the_day_and_the_next_lesson_is_in_sight(browser, server):
    """The exercise stood below eleven lessons."""
    with opened(browser, server, viewport=PHONE) as page:
        page.click("#practice-button")
        expect(page.locator("#continue")).to_be_visible()
        assert page.evaluate(COVERED, "#practice-daily strong, #continue strong") == []
        daily, lesson = (page.locator(one).bounding_box() for one in ("#practice-daily", "#continue"))
        assert daily["y"] < lesson["y"]


SHOW_NOTICE = """isShown => {
  const notice = document.querySelector("#notice");
  notice.textContent = "Looking for an endgame";
  notice.hidden = !isShown;
}"""


def test_a_game_fits_the_height_of_a_laptop(browser, server):
    """The page was 23 pixels too high: it had a scroll bar, and the header slid away."""
    with opened(browser, server, f"#moves={GAME[:72]}", viewport=LAPTOP) as page:
        page.begin_from_here(level="newcomer")
        page.expect_turn()
        for size in (LAPTOP, {"width": 1366, "height": 650}):
            page.set_viewport_size(size)
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0, size


def test_a_notice_can_be_seen_on_the_first_screen(browser, server):
    with opened(browser, server) as page:
        for size in (LAPTOP, PHONE):
            page.set_viewport_size(size)
            page.evaluate(SHOW_NOTICE, False)
            top = page.locator("#play").bounding_box()["y"]
            page.evaluate(SHOW_NOTICE, True)
            assert page.evaluate(COVERED, "#notice") == [], size
            assert page.locator("#play").bounding_box()["y"] == top


@pytest.mark.parametrize("size", [LAPTOP, PHONE, LANDSCAPE])
def test_a_notice_covers_no_letter_of_the_board_no_move_and_no_button(browser, server, size):
    """It hid the letters of the columns on desktops, and the last move of the list on phones."""
    with opened(browser, server, f"#moves={GAME[:48]}", viewport=size) as page:
        page.begin_from_here(level="newcomer")
        page.expect_turn()
        page.evaluate(SHOW_NOTICE, True)
        covered = page.evaluate("""() => {
          const notice = document.querySelector("#notice").getBoundingClientRect();
          const needed = ".label, #grid button, #moves tr.now, .player, #talk button";
          return [...document.querySelectorAll(needed)].filter(one => one.checkVisibility()).filter(one => {
            const {top, bottom, left, right} = one.getBoundingClientRect();
            const isBeside = left >= notice.right || right <= notice.left;
            return !isBeside && top < notice.bottom && bottom > notice.top;
          }).map(one => one.id || one.outerHTML);
        }""")
        assert covered == []


def test_the_first_screen_goes_on_with_the_game(browser, server):
    """A look at the first screen, and at the analysis, neither ends the game nor counts as help."""
    with opened(browser, server) as page:
        page.begin_with_f5()
        page.click("#explore-button")
        expect(page.locator("#search")).to_contain_text("marked as played with help")
        page.click("#home-button")
        expect(page.locator("#play")).to_contain_text("Resume")
        page.square("d3").click()
        page.expect_moves(2)
        expect_mode(page, "play")
        page.click("#home-button")
        page.click("#play")
        page.expect_turn()
        expect(page.locator(".helped")).to_have_count(0)


def test_home_shows_the_running_game_and_its_board_resumes_it(browser, server):
    """It showed the first position with rings, and a tap on a ring played nothing."""
    with opened(browser, server) as page:
        page.begin_with_f5()
        discs = page.discs()
        page.click("#home-button")
        expect(page.locator("#play")).to_contain_text("Resume")
        assert page.discs() == discs
        expect(page.locator("#board > svg .legal")).to_have_count(0)
        expect(page.locator("#invitation")).to_be_hidden()
        page.square("a1").click()
        page.expect_turn()
        page.expect_moves(2)


def test_all_opponents_of_home_are_above_the_fold_of_a_phone_with_bars(browser, server):
    """Two of four were behind the bar, and one opponent had two names: Casual, and "Now and then"."""
    with opened(browser, server, viewport={"width": 390, "height": 664}, has_touch=True) as page:
        offered = page.locator("#strength button")
        expect(offered).to_have_text(["Newcomer800", "Casual1200", "Regular1400", "Club1600"])
        assert page.evaluate(COVERED, "#strength button") == []
        expect(page.locator("#strength-words")).to_contain_text(
            "Rated 1200. Tournament players average 1500."
        )


def test_home_tells_a_stranger_their_color_and_asks_how_well_they_play(browser, server):
    """ "Choose a ring" told neither what a ring is nor who is Black, and the four answers had no question."""
    with opened(browser, server, viewport=PHONE, has_touch=True) as page:
        expect(page.locator("#invitation")).to_have_text("You are Black: place a disc on a small circle.")
        expect(page.get_by_role("group", name="How well do you play?").locator("button")).to_have_count(4)
        assert page.evaluate(COVERED, "#invitation, #strength :is(h3, button)") == []


def test_explore_shows_lines_above_the_fold_of_a_phone(browser, server):
    """The lines, the reason to come, were below a heading, a sentence and two settings."""
    with opened(browser, server, f"#moves={GAME[:24]}") as page:
        page.click("#explore-button")
        expect(page.locator("#best .line")).to_have_count(5)
        for size in (PHONE, LANDSCAPE):
            page.set_viewport_size(size)
            page.evaluate("scrollTo(0, 0)")
            for row in (1, 2, 3):
                assert page.evaluate(COVERED, f"#best li:nth-child({row}) .move") == [], (size, row)


@pytest.mark.parametrize("size", [{"width": 390, "height": 664}, {"width": 320, "height": 568}, LANDSCAPE])
def test_the_settings_of_the_analysis_are_in_sight_on_a_phone(browser, server, size):
    """The gear was below the fold, and opened its settings behind the bar of modes."""
    with opened(browser, server, "#moves=f5d6c3d3c4", viewport=size, has_touch=True) as page:
        page.tap("#explore-button")
        expect(page.locator("#best .line")).to_have_count(5)
        assert page.evaluate(COVERED, "#analysis-options, #analysis-switch") == []
        buttons = page.locator("#analysis-options, #analysis-switch")
        places = [one.bounding_box() for one in buttons.all()]
        line, panel = (page.locator(name).first.bounding_box() for name in ("#best .line", "#analysis"))
        assert line["width"] > panel["width"] - 40, "the buttons take nothing from the lines"
        page.tap("#analysis-options")
        work = re.compile(r"^Depth \d+(, now \d+)? · \d+\.\d\ss$")
        expect(page.locator("#search")).to_have_text(work, use_inner_text=True)
        assert page.evaluate(COVERED, "#options label, #analysis-switch, #options p") == []
        page.evaluate("scrollTo(0, 0)")
        assert [one.bounding_box() for one in buttons.all()] == places


def test_explore_in_a_game_asks_before_it_helps(browser, server):
    """It was the page of the game, with a panel that did nothing."""
    with opened(browser, server) as page:
        page.begin_with_f5()
        page.click("#explore-button")
        expect(page.locator(".helped")).to_have_count(0)
        page.click("#analyze-game")
        expect(page.locator(".helped")).to_have_count(1)
        expect(page.locator("#best .line").first).to_be_visible()
        expect(page.locator("#analyze-game")).to_be_hidden()


PRESSED = "#side :is(p:not(.spoken), button)"
"""What can be read and pressed beside the board, apart from tables."""


def test_explore_is_a_room_of_its_own(browser, server):
    """It had the opponent's face, Resign, Take back and the mistakes of the game that was played before.

    During a game it also had two grey panels. A tap on the board leads back to the game.
    """
    with opened(browser, server, f"#moves={GAME[:40]}", viewport=LAPTOP) as page:
        page.begin_from_here(level="newcomer")
        page.expect_turn()
        count = len(page.moves())
        page.click("#explore-button")
        for size in (LAPTOP, PHONE):
            page.set_viewport_size(size)
            seen = page.locator(PRESSED).filter(visible=True)
            texts = [re.compile("^Hidden during the game"), "Analyze this game"]
            expect(seen).to_have_text(texts)
        page.set_viewport_size(LAPTOP)
        page.locator("#grid button.legal").first.click()
        expect_mode(page, "play")
        page.expect_moves(count)
        page.resign()
        page.click("#result-close")
        page.click("#explore-button")
        expect(page.locator("#best .line").first).to_be_visible()
        expect(page.locator(".player strong")).to_have_text(["White", "Black"])
        expect(page.locator(".player .face")).to_have_count(0)
        expect(page.locator("#black.to-move")).to_be_visible()  # moves can be tried, but no row had the mark
        names = page.locator("#talk button").filter(visible=True)
        assert names.evaluate_all("all => all.map(one => one.id)") == ["begin", "back", "next", "end"]


def test_a_book_that_is_higher_than_its_panel_fades_until_its_end(browser, server):
    """The last line was cut through its letters, and nothing told that the panel scrolls."""
    with opened(browser, server, "#moves=f5d6c3d3c4", viewport=LAPTOP) as page:
        page.click("#explore-button")
        expect(page.locator("#best .line")).to_have_count(5)
        expect(page.locator("#book-moves tr").nth(3)).to_be_attached()
        book = page.locator("#book")
        covered = """one => {
          const note = one.querySelector("#own-note").getBoundingClientRect();
          const height = parseFloat(getComputedStyle(one, "::after").height);
          return one.scrollHeight - one.clientHeight - one.scrollTop < 1
            && note.bottom <= one.getBoundingClientRect().bottom && height > 20;
        }"""
        assert book.evaluate("one => one.scrollHeight > one.clientHeight")
        assert not book.evaluate(covered)
        book.evaluate("one => one.scrollTo(0, 9999)")
        assert book.evaluate(covered)


def test_explore_fits_the_height_of_a_laptop(browser, server):
    """Three panels stood one below the other. The first line was about nodes, and points had no side."""
    with opened(browser, server, f"#moves={GAME[:16]}", viewport=LAPTOP) as page:
        page.click("#explore-button")
        expect(page.locator("#best .line")).to_have_count(5)
        expect(page.locator("#book-moves tr").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
        expect(page.locator("#search")).to_have_text("Values for Black")
        page.click("#analysis-options")
        expect(page.locator("#search")).to_have_text(re.compile("^Depth "))
        points = page.locator("#book-moves .sides").first
        expect(points).to_have_attribute("title", re.compile("^Points for Black: "))
        page.keyboard.press("ArrowLeft")
        expect(points).to_have_attribute("title", re.compile("^Points for White: "))
        first, second = (page.locator(f'#moves [data-ply="{ply}"]').bounding_box() for ply in (1, 2))
        assert first["y"] == second["y"]
        assert first["x"] < second["x"]


def test_two_players_here_play_in_the_mode_of_a_game(browser, server):
    """Their game was an analysis. Play leads back to it from another mode."""
    with opened(browser, server) as page:
        page.click("#card-two")
        page.square("f5").click()
        expect_mode(page, "play")
        page.click("#explore-button")
        expect_mode(page, "explore")
        page.click("#play-button")
        expect_mode(page, "play")
        page.click("#take-back")
        page.expect_moves(0)


def test_a_review_shows_board_sentence_graph_and_mistakes_at_once(browser, server):
    """The sentence was below the screen of a laptop, and the graph of a phone at 3,900 pixels."""
    with opened(browser, server, f"#moves={GAME[:40]}") as page:
        page.review()
        for size in (LAPTOP, PHONE):
            page.set_viewport_size(size)
            page.evaluate("scrollTo(0, 0)")
            page.keyboard.press("m")
            expect(page.locator("#verdict")).to_contain_text("was better.")
            for name in ("#verdict", "#reason", "#mistake", "#mistake-before"):
                assert page.evaluate(COVERED, name) == [], (size, name)
            for name in ("#grid", "#graph svg"):
                assert page.evaluate(IN_SIGHT, name) == [0, True, True], (size, name)


def test_the_card_after_a_resignation_does_not_contradict_it(browser, server):
    """It showed 3 3 and "Well played!", below it dots and a praised reply."""
    with opened(browser, server, viewport=PHONE) as page:
        page.begin_with_f5("casual")
        page.expect_turn()
        page.resign()
        expect(page.locator("#result-title")).to_have_text("You lost by resignation")
        expect(page.locator("#result-review")).to_be_focused()  # from then on the card takes clicks
        page.expect_reviewed()
        assert "Well played" not in page.inner_text("#result")
        for name in ("#result-graph", "#hint", "#take-back"):
            expect(page.locator(name)).to_be_hidden()
        expect(page.locator("#verdict")).to_be_empty()
        expect(page.locator("#board .legal")).to_have_count(0)


def test_the_board_stands_at_the_same_place_of_a_wide_screen_in_all_modes(browser, server):
    """It jumped sideways between Play and Learn, and stood nearer to the left edge of its card."""
    with opened(browser, server, viewport={"width": 1920, "height": 1080}) as page:
        places = []
        for button in ("#home-button", "#play", "#practice-button", "#explore-button", "#games-button"):
            page.click(button)
            board, card = (page.locator(name).bounding_box() for name in ("#board", "#table"))
            right = card["x"] + card["width"] - board["x"] - board["width"]
            assert board["x"] - card["x"] == pytest.approx(right), button
            places.append(board)
        assert places == [places[0]] * len(places)


@pytest.mark.parametrize("size", [LANDSCAPE, {"width": 900, "height": 700}, LAPTOP])
def test_the_card_at_the_end_leaves_the_final_board_in_sight(browser, server, size):
    """It covered the board, also where the column beside it has room for the card."""
    with opened(browser, server, viewport=size) as page:
        page.begin_with_f5()
        page.resign()
        expect(page.locator("#result-review")).to_be_focused()
        board, card = (page.locator(name).bounding_box() for name in ("#board", "#result"))
        assert card["x"] > board["x"] + board["width"]
        assert page.evaluate(COVERED, "#result") == []


def test_the_list_of_keys_opens_at_its_title(browser, server):
    """The button Close had the focus, and the dialog opened at its end."""
    with opened(browser, server, viewport=LAPTOP) as page:
        page.keyboard.press("?")
        assert page.evaluate(COVERED, "#help-title, #keys dd") == []
        lefts = page.locator("#keys dd").evaluate_all("all => all.map(one => one.getBoundingClientRect().x)")
        assert len(set(lefts)) == 2  # the columns: a wide name of keys pushed its words aside


@pytest.mark.parametrize("mode", ["explore", "review", "play"])
def test_the_back_button_leads_from_learn_to_where_it_was_opened(browser, server, mode):
    """It led Home."""
    with opened(browser, server) as page:
        page.begin_with_f5()
        if mode == "review":
            page.open_text("f5d6")
            page.expect_moves(2)
        page.click(f"#{mode}-button") if mode != "play" else None
        expect(page.locator("body")).to_have_attribute("data-mode", mode)
        page.click("#practice-button")
        expect(page.locator("body")).to_have_attribute("data-mode", "room")
        page.go_back()
        expect(page.locator("body")).to_have_attribute("data-mode", mode)
        page.go_back()
        expect(page.locator("body")).to_have_attribute("data-mode", "home")


def test_the_book_is_as_wide_as_the_analysis_without_moves(browser, server):
    """The place beside it, for the list of moves, looked like a missing part."""
    with opened(browser, server, viewport=LAPTOP) as page:
        page.click("#explore-button")
        expect(page.locator("#book-moves tr").first).to_be_visible()
        book, analysis = (page.locator(f"#{name}").bounding_box()["width"] for name in ("book", "analysis"))
        assert book == analysis
