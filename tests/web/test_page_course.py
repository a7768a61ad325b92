"""How to play and the lessons on the page, and the mode Learn, by taps."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import (
    COVERED,
    LANDSCAPE,
    LAPTOP,
    NARROW,
    OVERFLOWING,
    PHONE,
    SMALL_PHONE,
    TABLET,
    opened,
)
from tests.web.lessons import LESSONS, wrong_moves
from tests.web.translations import LANGUAGES

pytestmark = [needs_chromium, pytest.mark.browser]

TOUCH = {"has_touch": True, "is_mobile": True}
HIDDEN = """() => {
  const [text] = document.querySelectorAll("#learning p");
  return text.scrollHeight - text.clientHeight;
}"""
"""Returns how much of the question or of the verdict has to be scrolled for."""

FIT = """() => {
  const box = id => document.getElementById(id).getBoundingClientRect();
  const lesson = [box("surface").bottom, box("learning").top, box("learn-next").bottom, box("modes").top];
  return [document.documentElement.scrollHeight, ...lesson];
}"""
"""Returns where the page ends, the board, the lesson's text begins, its buttons end, and the bar begins."""


def expect_text(page, text):
    """Wait until the strip shows a text, and nothing of it or of its buttons is cut off or covered."""
    expect(page.locator("#learn-text")).to_have_text(text)
    assert page.evaluate(HIDDEN) <= 0, text
    assert page.evaluate(COVERED, "#learn-text, #learning button") == [], text
    assert page.locator("body").evaluate(OVERFLOWING) == [0, []], text


def play_lesson(page, lesson, code):
    """Play all wrong moves with a sentence of their own, one of the others, and then the right move."""
    for task in lesson["tasks"]:
        expect_text(page, task["ask"][code])
        sentences = wrong_moves(task)
        shown = {json.dumps(text): name for name, text in sentences.items()}
        for name in shown.values():
            page.square(name).tap()
            expect_text(page, sentences[name][code].replace("{}", name))
        page.square(task["right"][0]).tap()
        expect_text(page, task["reason"][code])
        page.tap("#learn-next")
    expect(page.locator("#learning[data-verdict=done] #learn-task:empty")).to_be_attached()
    assert page.evaluate(COVERED, "#learn-text, #learning button") == []


@pytest.mark.parametrize("code", ["en", *LANGUAGES])
def test_all_lessons_can_be_played_on_the_smallest_phone(browser, server, code):
    """Question and verdict are in sight. A lesson that is done has a mark, also after a reload."""
    with opened(browser, server, viewport=SMALL_PHONE, locale=code, **TOUCH) as page:
        page.tap("#practice-button")
        for lesson in LESSONS:
            expect(page.locator("#continue")).to_contain_text(lesson["title"][code])
            assert page.locator("body").evaluate(OVERFLOWING) == [0, []]
            page.locator("#continue").dispatch_event("click")  # a tap could be too near and too soon
            play_lesson(page, lesson, code)
            page.locator("#learn-end").dispatch_event("click")  # likewise: the first square is near
            expect(page.locator(f"[data-lesson={lesson['name']}][data-state=done]")).to_be_visible()
        expect(page.locator("#continue")).to_be_hidden()
        page.reload()
        expect(page.locator("#lessons [data-state=done]")).to_have_count(len(LESSONS))


def test_a_lesson_is_new_then_begun_then_done(browser, server):
    """Hint marks two squares, Solution plays the move, and only then comes Next. a1 is taken."""
    corners = LESSONS[1]
    first, _ = corners["tasks"]
    with opened(browser, server) as page:
        page.click("#card-practice")
        expect(page.locator("#learn-title")).to_contain_text(LESSONS[0]["title"]["en"])
        page.click("#learn-end")
        expect(page.locator("#lessons-done")).to_have_text("0 of 11 lessons done")
        expect(page.locator("#lessons [data-state=new]")).to_have_count(len(LESSONS) - 1)
        page.click("[data-lesson=corners]")
        expect(page.locator("#learn-next")).to_be_disabled()  # and in sight: it comes next
        expect(page.locator("#learn-next")).to_be_visible()
        page.square("a1").click(force=True)
        expect(page.locator("#notice")).to_have_text("a1 is taken.")
        page.keyboard.press("h")
        expect(page.locator("#board svg circle.better")).to_have_count(2)
        page.click("#learn-solve")
        expect(page.locator("#learn-text")).to_have_text(first["reason"]["en"])
        page.click("#learn-next")
        page.click("#learn-end")
        expect(page.locator("#room")).to_be_visible()
        expect(page.locator("[data-lesson=corners]")).to_have_attribute("data-state", "begun")
        page.reload()
        page.press("[data-lesson=corners]", "Enter")
        expect(page.locator("#learn-text")).to_have_text(corners["tasks"][1]["ask"]["en"])
        for _ in corners["tasks"][1:]:
            page.press("#learn-solve", "Enter")
            page.click("#learn-next")
        page.click("#learn-end")
        expect(page.locator("[data-lesson=corners]")).to_have_attribute("data-state", "done")
        expect(page.locator("#lessons-done")).to_have_text("1 of 11 lessons done")
        assert page.locator("#lessons-bar").evaluate("one => one.value / one.max") == 1 / len(LESSONS)


def test_learn_begins_with_its_lessons_and_its_board_begins_the_next_one(browser, server):
    """The list began below a dead board, which took 60 % of a phone."""
    with opened(browser, server) as page:
        page.click("#practice-button")
        for size in (PHONE, TABLET):
            page.set_viewport_size(size)
            expect(page.locator("#board")).to_be_hidden()
            assert page.locator("#continue").bounding_box()["y"] < size["height"] / 2, size
        page.set_viewport_size(LAPTOP)
        rings = page.locator("#board > svg .legal")
        expect(rings).to_have_count(4)
        page.locator("#grid button.legal").first.click()
        expect(page.locator("#learn-title")).to_contain_text(LESSONS[0]["title"]["en"])
        expect(page.locator("#learn-text")).to_have_text(LESSONS[0]["tasks"][0]["ask"]["en"])


STRIP = """() => {
  const top = id => document.getElementById(id).getBoundingClientRect().top;
  const strip = document.getElementById("learning");
  const {backgroundColor} = getComputedStyle(document.getElementById("learn-text"));
  const {content} = getComputedStyle(document.getElementById("learn-text"), "::before");
  const buttons = [...strip.querySelectorAll("button")]
    .filter(one => one.checkVisibility({visibilityProperty: true}))
    .map(one => `${one.matches(".main") ? "main " : ""}${one.innerText.trim() || one.title}`);
  return {isFirst: top("learn-text") < top("learn-hint"), backgroundColor, content, buttons};
}"""


def test_the_question_comes_first_and_a_verdict_has_a_color_and_a_sign(browser, server):
    """The question stood below four gray buttons, and right and wrong answers looked the same."""
    with opened(browser, server, viewport=LAPTOP) as page:
        page.click("#practice-button")
        page.click("[data-lesson=corners]")
        looks = [page.evaluate(STRIP)]
        page.square("g2").click()
        looks.append(page.evaluate(STRIP))
        page.square("h1").click()
        looks.append(page.evaluate(STRIP))
        assert [look["isFirst"] for look in looks] == [True] * 3
        assert len({look["backgroundColor"] for look in looks}) == 3
        assert [look["content"] for look in looks] == ["none", '"✗ "', '"✓ "']
        asking = ["Leave", "Hint", "Solution", "Next"]
        assert [look["buttons"] for look in looks] == [asking, asking, ["Leave", "main Next"]]
        page.set_viewport_size({"width": 1920, "height": 1080})
        boxes = [page.locator(f"#{name}").bounding_box() for name in ("table", "side")]
        right = 1920 - boxes[1]["x"] - boxes[1]["width"]
        assert abs(boxes[0]["x"] - right) < 20, "the board and the question stand in the middle"


def test_learn_it_in_two_minutes_opens_the_first_task_and_its_end_offers_newcomer(browser, server):
    """The card opened a list of lessons, and after the last task nobody said what to do with the rules."""
    with opened(browser, server, viewport=PHONE, **TOUCH) as page:
        offer = page.locator("#card-practice")
        page.evaluate("""() => new MutationObserver(() => {
          window.hasListed ||= document.getElementById("room").checkVisibility();
        }).observe(document.body, {attributes: true, subtree: true})""")
        offer.tap()
        expect(page.locator("#learn-text")).to_have_text(LESSONS[0]["tasks"][0]["ask"]["en"])
        assert not page.evaluate("window.hasListed")
        play_lesson(page, LESSONS[0], "en")
        expect(page.locator("#learn-text")).to_have_text("You know the rules. Play your first game!")
        expect(page.locator("#learning .main").filter(visible=True)).to_have_text(["Play Newcomer"])
        page.tap("#play-button")
        expect(offer).to_have_text("Lesson 2: Corners")
        expect(page.locator("#play-words")).to_have_text("against Newcomer, rated 800")
        page.reload()
        expect(offer).to_have_text("Lesson 2: Corners")
        offer.tap()
        expect(page.locator("#learn-text")).to_have_text(LESSONS[1]["tasks"][0]["ask"]["en"])
        for _ in LESSONS[1]["tasks"]:
            page.tap("#learn-solve")
            page.tap("#learn-next")
        expect(page.locator("#learning .main").filter(visible=True)).to_have_text(
            ["Next lesson"], use_inner_text=True
        )


def test_who_has_begun_to_learn_is_offered_the_easiest_opponent(browser, server):
    """Somebody who had said to be new was offered Casual, rated 1200."""
    with opened(browser, server, viewport=PHONE, **TOUCH) as page:
        expect(page.locator("#play-words")).to_have_text("against Casual, rated 1200")
        page.tap("#card-practice")
        expect(page.locator("#learning")).to_be_visible()
        page.tap("#play-button")
        expect(page.locator("#play-words")).to_have_text("against Newcomer, rated 800")


def test_play_newcomer_begins_a_game(browser, server):
    with opened(browser, server) as page:
        page.click("#card-practice")
        for task in LESSONS[0]["tasks"]:
            page.square(task["right"][0]).click()
            page.click("#learn-next")
        page.click("#learn-play")
        expect(page.locator("#white strong")).to_have_text("Newcomer")
        page.expect_turn()


def test_a_hint_leaves_the_task_in_sight(browser, server):
    """It replaced the task on low phones: "It is d2 or g5." does not say what was asked."""
    with opened(browser, server, viewport={"width": 390, "height": 664}, **TOUCH) as page:
        page.tap("#card-practice")
        page.tap("#learn-hint")
        expect(page.locator("#learn-text")).to_have_text("It is d3. Trap discs in a line, and flip them.")
        task = page.locator("#learn-task")
        expect(task).to_have_text(LESSONS[0]["tasks"][0]["ask"]["en"])
        assert page.evaluate(COVERED, "#learn-task, #learn-text") == []
        expect(task).to_be_in_viewport(ratio=1)


def test_a_refuted_move_of_a_hint_loses_its_ring(browser, server):
    """It had the green ring of a hint with the red cross of a wrong move inside."""
    with opened(browser, server) as page:
        page.click("#practice-button")
        page.click("[data-lesson=corners]")
        page.click("#learn-hint")
        rings = page.locator("#board > svg circle.better")
        expect(rings).to_have_count(2)
        right = LESSONS[1]["tasks"][0]["right"]
        names = [ring.get_attribute("class").split()[-1] for ring in rings.all()]
        (wrong,) = set(names) - set(right)
        page.square(wrong).click()
        expect(page.locator(f"#board > svg circle.worse.{wrong}")).to_have_count(1)
        expect(rings).to_have_count(1)


def test_a_lesson_fits_a_low_phone(browser, server):
    """The page was 11 px too high, the buttons touched the bar, and three lines covered the board."""
    with opened(browser, server, viewport={"width": 390, "height": 664}, **TOUCH) as page:
        page.evaluate(NARROW)
        page.tap("#card-practice")
        for task in LESSONS[0]["tasks"]:
            for name in [*wrong_moves(task), task["right"][0]]:
                page.square(name).tap()
                expect(page.locator("#learning")).to_have_attribute("data-verdict", re.compile("right|wrong"))
                page_end, board, top, end, bar = page.evaluate(FIT)
                assert page_end <= 664, name
                assert top >= board, name
                assert end + 6 <= bar, name
            page.tap("#learn-next")


def test_the_end_of_a_lesson_offers_the_next_one(browser, server):
    """The last Next went back to the list without a word."""
    corners, following = LESSONS[1:3]
    kept = json.dumps({"lessons": [LESSONS[0]["name"]]})
    with opened(browser, server, script=f"() => localStorage.setItem('othello-choices', `{kept}`)") as page:
        page.click("#practice-button")
        page.click("#continue")
        for _ in corners["tasks"]:
            page.click("#learn-solve")
            page.click("#learn-next")
        expect(page.locator("#learn-text")).to_have_text("Well done! Lesson complete: Corners.")
        expect(page.locator("#learn-title")).to_have_text("2 of 11 lessons done")
        expect(page.locator("#learn-steps")).to_have_text("●●○○○○○○○○○")
        expect(page.locator("#learn-next")).to_have_text("Next lesson", use_inner_text=True)
        page.click("#learn-next")
        expect(page.locator("#learn-title")).to_contain_text(following["title"]["en"])
        expect(page.locator("#learn-text")).to_have_text(following["tasks"][0]["ask"]["en"])
        page.click("#learn-solve")
        expect(page.locator("#learn-next")).to_have_text("Next", use_inner_text=True)


def test_the_first_lesson_outlines_the_discs_that_a_move_would_flip(browser, server):
    with opened(browser, server) as page:
        page.click("#card-practice")
        expect(page.locator("#learning")).to_be_visible()
        for square, flipped in (("d3", "d4"), ("f5", "e5")):
            page.square(square).hover()
            expect(page.locator("#board > svg .named")).to_have_attribute("class", f"named {flipped}")


def test_the_first_lesson_outlines_trapped_discs_without_a_pointer(browser, server):
    """A phone has no pointer, and only the words told what turns. A wrong try shows what it would flip."""
    with opened(browser, server, viewport=PHONE, **TOUCH) as page:
        named = page.locator("#board > svg .named")
        page.tap("#card-practice")
        expect(named).to_have_attribute("class", "named d4")
        page.square("d4").tap(force=True)
        expect(page.locator("#notice")).to_have_text("d4 is taken.")
        expect(named).to_have_css("rx", "27px")  # a square frame said "tap here"
        page.square("f5").tap()
        expect(named).to_have_count(0)
        page.tap("#learn-next")
        expect(named).to_have_count(3)
        expect(page.locator("#board > svg :is(.last, .turned)")).to_have_count(0)  # nobody knows them yet
        page.square("g4").tap()
        expect(page.locator("#learning[data-verdict=wrong]")).to_be_attached()
        expect(named).to_have_attribute("class", "named f5")
        page.square("f7").tap()
        expect(page.locator("#board > svg .turned")).to_have_count(3)
        expect(page.locator("#learn-text")).to_contain_text(
            "Red rings mark them, and a red dot marks the move."
        )
        page.tap("#learn-next")
        page.tap("#learn-solve")
        page.tap("#learn-next")
        expect(named).to_have_count(4)  # a dozen rings and "Make White pass" told nobody where to look


def test_after_a_solved_task_only_next_matters(browser, server):
    """A tap said "traps no disc. Tap a ring." although there are no rings."""
    with opened(browser, server) as page:
        page.click("#card-practice")
        page.square("d3").click()
        page.square("a1").click(force=True)
        expect(page.locator("#learn-next")).to_be_enabled()
        assert page.locator("#notice").is_hidden()


def test_lessons_that_are_loaded_twice_at_once_stay_the_same(browser, server):
    """The second file made the first lesson another one, which then outlined no discs."""
    with opened(browser, server) as page:
        requests = []
        page.route("**/lessons.json", lambda route: requests.append(route))
        with page.expect_request("**/lessons.json"):
            page.click("#card-practice")
        page.evaluate("dispatchEvent(new Event('pageshow'))")  # the page forgets that a file is coming
        with page.expect_request("**/lessons.json"):
            requests[0].continue_()
        named = page.locator("#board > svg .named")
        expect(named).to_have_attribute("class", "named d4")
        with page.expect_response("**/lessons.json"):
            requests[1].continue_()
        page.click("#learn-hint")
        expect(page.locator("#board > svg .better")).to_have_count(1)
        expect(named).to_have_attribute("class", "named d4")


def test_back_leaves_a_lesson_then_the_mode(browser, server):
    with opened(browser, server, viewport=PHONE, **TOUCH) as page:
        page.tap("#practice-button")
        page.tap("#continue")
        expect(page.locator("#learning")).to_be_visible()
        page.go_back()
        expect(page.locator("#room")).to_be_visible()
        page.go_back()
        expect(page.locator("#welcome")).to_be_visible()


def test_a_lesson_leaves_the_game_as_it_is(browser, server):
    """The game is hidden during a lesson. A key that changes the game ends the lesson."""
    with opened(browser, server) as page:
        page.begin_with_f5()
        moves = page.moves()
        page.click("#practice-button")
        expect(page.locator("#continue")).to_be_visible()  # the lessons have been loaded
        page.square("a1").click(force=True)  # any square of the room's board begins the next lesson
        expect(page.locator("#learning")).to_be_visible()
        expect(page.locator("#game")).to_be_hidden()
        page.square("d3").click()
        page.click("#play-button")
        assert page.moves() == moves
        page.expect_turn()
        page.click("#practice-button")
        page.click("#continue")
        page.keyboard.press("Control+z")
        expect(page.locator("#learning")).to_be_hidden()


def test_the_room_shows_nothing_empty(browser, server):
    """Mistakes are offered when some return."""
    with opened(browser, server) as page:
        page.click("#practice-button")
        expect(page.locator("#lessons button")).to_have_count(len(LESSONS))
        expect(page.locator("#practice-daily")).to_be_visible()
        expect(page.locator("#practice-due")).to_be_hidden()


def test_lessons_that_cannot_be_loaded(browser, server):
    """The page explains it, and asks again when Learn is opened again."""
    with opened(browser, server, errors_expected=("ERR_FAILED",)) as page:
        page.route("**/lessons.json", lambda route: route.abort())
        page.click("#practice-button")
        expect(page.locator("#notice")).to_have_text("The lessons cannot be loaded right now.")
        expect(page.locator("#continue")).to_be_hidden()
        page.unroute("**/lessons.json")
        page.click("#home-button")
        page.click("#practice-button")
        expect(page.locator("#continue")).to_be_visible()


def test_a_wrong_try_has_a_cross_and_a_solved_position_has_no_rings(browser, server):
    """The answer was prose only, and rings and the lit side asked for another move of a solved position."""
    with opened(browser, server) as page:
        page.click("#practice-button")
        page.click("#continue")
        rings = page.locator("#board > svg .legal")
        expect(rings).to_have_count(4)
        page.square("d3").click()
        expect(rings).to_have_count(0)
        expect(page.locator(".player.to-move")).to_have_count(0)
        page.click("#learn-next")
        page.locator("#grid button.legal:not([data-square=f7])").first.click()
        expect(page.locator("#learning[data-verdict=wrong]")).to_be_attached()
        expect(page.locator("#board > svg .worse")).to_have_count(2)
        page.square("f7").click()
        expect(page.locator("#board > svg .worse")).to_have_count(0)


def test_the_board_outlines_the_corner_that_a_wrong_try_gives_away(browser, server):
    """The words named a corner, and nothing on the board showed it. Dots tell how far the lesson is."""
    with opened(browser, server) as page:
        outlined = page.locator("#board > svg .named")
        page.click("#practice-button")
        for lesson, wrong, corner, right in (("corners", "g2", "h1", "h1"), ("x-squares", "g8", "h8", "a4")):
            page.click(f"[data-lesson={lesson}]")
            expect(page.locator("#learn-steps")).to_have_text("●○")
            page.square(wrong).click()
            expect(outlined).to_have_attribute("class", f"named {corner}")
            page.square(right).click()
            expect(outlined).to_have_count(0)
            page.press("#learn-next", "Enter")
            expect(page.locator("#learn-steps")).to_have_text("●●")
            expect(page.locator("#grid :focus")).to_have_count(1)
            page.click("#learn-end")


NEXT = """() => {
  const {right, bottom} = document.querySelector("#learn-next").getBoundingClientRect();
  const bar = document.querySelector("#modes").getBoundingClientRect();
  return [innerWidth - right, bar.top - bottom, document.documentElement.scrollHeight - innerHeight];
}"""
"""Returns the room right of the button Next, and between it and the bar, and how far the page scrolls."""


@pytest.mark.parametrize("size", [PHONE, {"width": 390, "height": 664}, LANDSCAPE], ids=str)
def test_next_stands_on_the_bar_of_a_phone_from_the_question_to_the_end_of_a_lesson(browser, server, size):
    """The buttons were in the middle of an empty field, and Next went to the left at the end of a lesson."""
    with opened(browser, server, viewport=size, **TOUCH) as page:
        page.tap("#practice-button")
        page.locator("#lessons button").nth(1).tap()
        expect(page.locator("#learning")).to_be_visible()
        places = [page.evaluate(NEXT)]
        for task in LESSONS[1]["tasks"]:
            page.square(next(iter(wrong_moves(task)))).tap()
            expect(page.locator("#learning[data-verdict=wrong]")).to_be_visible()
            places.append(page.evaluate(NEXT))
            page.square(task["right"][0]).tap()
            page.tap("#learn-next")
            places.append(page.evaluate(NEXT))
        expect(page.locator("#learning[data-verdict=done]")).to_be_visible()
        assert len({tuple(place) for place in places}) == 1, places
        right, above, scrolled = places[0]
        assert right < 16
        assert 0 < above < 20
        assert scrolled == 0


MARK = """() => {
  const {animationName, width} = getComputedStyle(document.querySelector("#learn-text"), "::before");
  return [animationName, parseFloat(width)];
}"""
"""Returns the animation of the mark of a verdict, and its width in pixels."""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_finished_lesson_shows_a_large_disc_that_turns_unless_motion_is_reduced(browser, server, motion):
    """It was a small tick with one line."""
    with opened(browser, server, viewport=PHONE, reduced_motion=motion, **TOUCH) as page:
        page.tap("#practice-button")
        page.locator("#lessons button").nth(1).tap()
        for task in LESSONS[1]["tasks"]:
            page.square(task["right"][0]).tap()
            page.tap("#learn-next")
        expect(page.locator("#learning[data-verdict=done]")).to_be_visible()
        name, width = page.evaluate(MARK)
        assert name == ("turn" if motion == "no-preference" else "none")
        assert width > 70
