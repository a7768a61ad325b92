"""Games against the engine: how they begin, what they show and hide, and how they continue."""

import re

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import first_move, opened

pytestmark = [needs_chromium, pytest.mark.browser]


def test_unchanged_rows_stay(browser, server):
    """The rows of earlier moves remain the same elements, because browsers free old elements late."""
    with opened(browser, server) as page:
        page.begin_with_f5("newcomer")
        page.evaluate("window.row = document.querySelector('#moves tr')")
        page.square(first_move(page.board())).click()
        page.expect_moves(4)
        assert page.evaluate("window.row === document.querySelector('#moves tr')")


def test_discs_turn(browser, server):
    """The discs of a new move turn, but discs do not turn when another position is shown."""
    with opened(browser, server, "#moves=f5d6c3d3c4f4", reduced_motion="no-preference") as page:
        turning = """id => {
          document.getElementById(id).click();
          return document.getAnimations().filter(one => one.effect.target.matches("circle.disc")).length;
        }"""
        assert [page.evaluate(turning, id) for id in ("back", "next")] == [0, 1]


def test_a_move_makes_a_sound_unless_sounds_are_off_which_a_reload_remembers(browser, server):
    script = """() => {
      window.tones = 0;
      const make = AudioContext.prototype.createOscillator;
      AudioContext.prototype.createOscillator = function () {
        window.tones++;
        return make.call(this);
      };
    }"""
    with opened(browser, server, "#moves=f5d6c3", script=script) as page:
        page.square("d3").click()
        page.expect_moves(4)
        assert page.evaluate("window.tones") == 1
        page.click("#sound")
        expect(page.locator("#sound")).to_have_attribute("aria-checked", "false")
        page.wait_for_function("() => history.state.open === 1")  # the menu is left
        page.reload()
        expect(page.locator("#sound")).to_have_attribute("aria-checked", "false")
        page.locator("#grid button.legal").first.click()
        page.expect_moves(5)
        assert page.evaluate("window.tones") == 0


def test_audio_runs_only_while_tones_sound(browser, server):
    """A phone would spend its battery on silence. The test decides when a tone ends, not a sound device."""
    script = """() => {
      const value = {setValueAtTime() {}, exponentialRampToValueAtTime() {}};
      const node = () => ({frequency: value, gain: value, connect: next => next, start() {}, stop() {}});
      window.tones = [];
      window.AudioContext = class {
        constructor() {
          window.running = (window.running ?? 0) + 1;
        }
        close() {
          window.running--;
        }
        createGain() {
          return node();
        }
        createOscillator() {
          window.tones.push(node());
          return window.tones.at(-1);
        }
      };
    }"""
    with opened(browser, server, "#moves=f5d6c3", script=script) as page:
        for square in ("d3", "c4"):
            page.square(square).click()
            page.wait_for_function("window.tones.length > 0 && window.running > 0")
            page.evaluate("window.tones.splice(0).forEach(tone => tone.onended())")
            assert page.evaluate("window.running") == 0


def test_the_first_tap_on_the_board_begins_a_game_against_casual_with_that_move(browser, server):
    with opened(browser, server) as page:
        expect(page.locator("#welcome")).to_be_visible()
        page.evaluate("document.querySelector('[data-square=f5]').click()")
        expect(page.locator("#white strong")).to_have_text("Casual")
        expect(page.locator("#welcome")).to_be_hidden()
        page.expect_moves(2)


def test_the_page_asks_once_how_well_one_plays(browser, server):
    """The answer chooses the opponent of *Play* and of a tap on the board, also at the next visit.

    It is marked before the first choice, too."""
    with opened(browser, server) as page:
        answer = page.locator("#strength [aria-pressed=true]")
        expect(answer).to_have_text("Casual1200")
        expect(page.locator("#play")).to_contain_text("against Casual, rated 1200")
        page.click("#strength [data-level=regular]")
        for _ in range(2):
            expect(page.locator("#play")).to_contain_text("against Regular, rated 1400")
            expect(answer).to_have_text("Regular1400")
            page.reload()
        page.square("d3").click()
        expect(page.locator("#white strong")).to_have_text("Regular")
        page.expect_moves(2)


def test_the_first_screen_begins_a_game_of_two_people(browser, server):
    with opened(browser, server) as page:
        page.click("#card-two")
        page.square("f5").click()
        page.square("f6").click()
        page.expect_moves(2)
        expect(page.locator("#status")).to_have_text("Black to move.")


def test_a_square_of_the_first_screen_begins_a_game(browser, server):
    with opened(browser, server) as page:
        expect(page.locator("#invitation")).to_be_visible()
        page.square("f5").click()
        expect(page.locator("#invitation")).to_be_hidden()
        expect(page.locator("#white strong")).to_have_text("Casual")


def test_a_game_is_chosen_by_keys(browser, server):
    """The opponents are faces over radio buttons, as are the sides and the usual clocks."""
    with opened(browser, server) as page:
        page.keyboard.press("n")
        for key in ("ArrowRight", "Tab", "ArrowRight", "Tab", "ArrowRight", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        expect(page.locator("#black strong")).to_have_text("Regular")
        expect(page.locator("#white .clock")).to_have_text(re.compile("^[45]:"))
        expect(page.locator("#rival")).to_contain_text("Rated 1400.")


def test_choices_are_remembered(browser, server):
    """After a reload, the dialog shows the side, the level, the clock and the book of the last game."""
    with opened(browser, server) as page:
        page.click("#new-button")
        page.check('input[name="side"][value="white"]')
        page.check('[name="level"][value="beginner"]')
        page.set_clock("7")
        page.uncheck("#with-book")
        page.click("#start")
        expect(page.locator("#status")).to_have_text("White to move: your turn.")
        page.reload()
        page.keyboard.press("n")
        expect(page.locator('input[name="side"][value="white"]')).to_be_focused()
        assert page.is_checked('[name="level"][value="beginner"]')
        assert page.input_value("#minutes") == "7"
        assert not page.is_checked("#with-book")


def test_no_values_in_a_game(browser, server):
    """During a game no value and no book line is shown, unless the person asks. The game then records
    this."""
    with opened(browser, server, "#moves=f5d6") as page:
        page.switch_analysis()
        expect(page.locator("#book-moves tr").first).to_be_visible()
        page.begin("4")
        expect(page.locator("#analysis-switch")).to_have_attribute("aria-checked", "false")
        page.square("f5").click()
        page.expect_turn()
        expect(page.locator("#book")).to_be_hidden()
        expect(page.locator("#best li")).to_have_count(0)
        assert "".join(page.locator("#moves td:nth-child(3)").all_inner_texts()) == ""
        expect(page.locator(".helped")).to_have_count(0)
        page.click("#hint")
        expect(page.locator("#board svg circle.better")).to_have_count(1)
        expect(page.locator(".helped")).to_have_text("with help")
        page.keyboard.press("Control+z")
        expect(page.locator(".helped")).to_have_text("with help")


def test_a_move_now(browser, server):
    """A level that thinks for long shows its progress, and plays immediately on request."""
    with opened(browser, server) as page:
        page.begin_long_search()
        expect(page.locator("#thought-text")).to_contain_text("Depth")
        page.click("#move-now")
        page.expect_moves(2)
        expect(page.locator("#thought")).to_be_hidden()


def test_my_games(browser, server):
    """An unfinished game is listed, continues when it is opened, and is deleted after a question."""
    with opened(browser, server) as page:
        page.begin_with_f5("casual")
        before = page.moves()
        page.open_text("f5f6")
        expect(page.locator("#white strong")).to_have_text("White")
        page.click("#games-button")
        expect(page.locator("#games li")).to_contain_text(["Casual"])
        page.click("#games button >> nth=0")
        expect(page.locator("#white strong")).to_have_text("Casual")
        assert page.moves() == before
        expect(page.locator("#games li")).to_have_count(0)  # the page keeps none while it is closed
        page.locator("#grid button.legal").first.click()
        page.expect_moves(4)
        page.click("#games-button")
        expect(page.locator("#games li")).to_have_count(1)
        page.click("#games button >> nth=1")
        page.click("#no")
        expect(page.locator("#games li")).to_have_count(1)
        page.click("#games button >> nth=1")
        page.click("#yes")
        expect(page.locator("#next-opponent")).to_be_visible()


def test_the_clock_of_an_opponent_runs_until_its_move_is_shown(browser, server):
    """Opponents answered at once, and their clocks stood still for whole games."""
    with opened(browser, server) as page:
        page.begin_with_f5("master", minutes="5")
        page.expect_turn()
        expect(page.locator("#white .clock")).to_have_text(re.compile("4:5[0-9]"))


def test_opponents_on_two_scales_are_listed_from_the_easiest(browser, server):
    """ "Master 1800" stood before "Strong level 4", which seemed weaker."""
    with opened(browser, server) as page:
        page.press_key("n")
        expect(page.locator("#levels legend")).to_have_text("Opponent, easiest first")
        numbers = page.locator("#levels small").all_inner_texts()
        ratings = [int(text) for text in numbers if text.isdigit()]
        levels = [int(text.removeprefix("level ")) for text in numbers[len(ratings) :]]
        assert len(ratings) > 1 < len(levels)
        assert (ratings, levels) == (sorted(ratings), sorted(levels))


def test_each_opponent_has_a_face_of_its_own(browser, server):
    """The choice, the player's row and the result show the same one. At the end it smiles, or is sad."""
    with opened(browser, server) as page:
        answers = page.locator("#strength .face").evaluate_all("all => all.map(one => one.innerHTML)")
        assert len(set(answers)) == 4
        page.keyboard.press("n")
        faces = page.locator("#levels .face").evaluate_all("all => all.map(one => one.innerHTML)")
        assert len(set(faces)) == len(faces) == 11
        page.keyboard.press("Escape")
        page.begin("newcomer")
        assert page.locator("#white .face").inner_html() == answers[0] == faces[0]
        expect(page.locator("#black .face")).to_have_count(0)
        page.square("f5").click()
        page.expect_turn()
        page.resign()
        expect(page.locator("#result-face .face")).to_be_visible()
        assert page.locator("#result-face .face").inner_html() not in faces
        expect(page.locator("#result .main")).to_have_text("Review")


def test_the_dialog_for_two_people_offers_no_opponent_and_opens_at_its_title(browser, server):
    """It asked whether the opponent uses the book, and a phone showed it scrolled down."""
    with opened(browser, server, viewport={"width": 390, "height": 664}, has_touch=True) as page:
        page.begin(side="both", minutes="5")
        page.keyboard.press("n")
        page.evaluate("document.querySelector('#new-dialog').scrollTo(0, 70)")
        page.keyboard.press("Escape")
        page.keyboard.press("n")
        expect(page.locator("#new-title")).to_be_in_viewport(ratio=1)
        page.check("[name=time][value='5']")
        page.check("[name=time][value=other]")
        expect(page.locator("#minutes")).to_be_in_viewport(ratio=1)
        expect(page.locator("#levels, #level-words, #book-row").filter(visible=True)).to_have_count(0)
        page.check('input[name="side"][value="black"]')
        expect(page.locator("#book-row")).to_be_visible()


def test_clocks_vanish_after_the_end(browser, server):
    """They stood at their last times beside the result."""
    with opened(browser, server) as page:
        page.begin_with_f5(minutes="5")
        expect(page.locator(".clock")).to_have_count(2)
        page.resign()
        expect(page.locator(".clock")).to_have_count(0)
