"""Practice on the page: end games, mistakes, openings by the book, and drawn openings."""

import re

import pytest
from playwright.sync_api import expect

from othello import Board
from tests.chromium import needs_chromium
from tests.web.browsing import BUTTONS_OF_LESSONS, DESKTOP, PHONE, discs_of, opened
from tests.web.exercises import KEPT, begin_exercise, current, days, ending, keeping, play_well, values
from tests.web.serving import PREPARED_LATER, serving

pytestmark = [needs_chromium, pytest.mark.browser]

SAID = """() => {
  window.said = [];
  const speech = document.getElementById("speech");
  new MutationObserver(() => said.push(speech.textContent)).observe(speech, {childList: true});
}"""
"""Collects what screen readers are told."""


def boards(game):
    """Return the discs of all positions of a game."""
    return [discs_of(position) for position in game.positions()]


def test_an_end_game(browser, server):
    """A wrong move is not played, and its position returns later. Right moves lead to the end of the game."""
    with opened(browser, server) as page:
        text = page.locator("#learn-text")
        begin_exercise(page, "ending")
        expect(text).to_contain_text(re.compile("[0-9] of [0-9]+ moves"))
        board = current(page)
        scores = values(board)
        best = max(scores.values())
        right = [name for name in scores if scores[name] == best]
        assert f"{len(right)} of {len(scores)} moves" in text.inner_text()
        wrong = next(name for name in scores if name not in right)
        page.square(wrong).click()
        expect(text).to_contain_text(f"{wrong} loses {best - scores[wrong]:g} disc")
        assert page.discs() == discs_of(board.position)
        (card,) = page.evaluate(KEPT)["cards"]
        assert Board("".join(move for move in card["moves"] if move != "pass")).position == board.position
        play_well(page)
        expect(text).to_contain_text("comes back tomorrow")
        expect(page.locator("#result")).to_be_hidden()
        page.keyboard.press("g")
        expect(page.locator("#next-opponent")).to_be_visible()


def test_a_mistake_keeps_its_question_and_explains_other_wrong_moves(browser, server):
    """The answer was "g3 loses 9.2. Try again.": no unit, no reason, no question, no mark on the board."""
    board, card = ending(12)
    scores = values(board)
    worst, *_, wrong, best = sorted(scores, key=scores.__getitem__)
    loss = int(scores[best] - scores[worst])
    assert scores[worst] < scores[wrong] < scores[best]
    facts = {"kind": "mistake", "move": worst, "mark": "??", "loss": loss, "pv": [best], "reasons": []}
    with opened(browser, server, script=keeping({**card, **facts})) as page:
        begin_exercise(page, "due")
        question = page.locator("#learn-title")
        played = page.locator(f"#board > svg path.past.{worst}")
        for _ in range(2):
            expect(question).to_have_text(
                f"Move {sum(move != 'pass' for move in card['moves']) + 1}: {worst}."
            )
            expect(played).to_have_count(1)
            expect(page.locator("#learning")).not_to_contain_text("Try again")
            current(page)
            page.square(wrong).click()
            reason = rf"{wrong} is better, but not yet the best move: it loses \d+ discs?\. \w"
            expect(page.locator("#learn-text")).to_have_text(re.compile(reason))
            expect(page.locator("#learning")).to_have_attribute("data-verdict", "near")
            expect(page.locator("#board > svg .worse")).to_have_count(0)
        page.square(best).click()
        expect(page.locator("#learn-text")).to_contain_text(f"{worst} lost {loss} disc")
        expect(page.locator(f"#board > svg circle.disc.{best}")).to_have_count(1)
        expect(played).to_have_count(1)
        own, other = ("black", "white") if card["color"] == "black" else ("white", "black")
        expect(page.locator(f"#{own} strong")).to_have_text("You")
        top = page.locator(f"#{other}").bounding_box()["y"]
        assert page.locator(f"#{own}").bounding_box()["y"] > top


def test_a_reason_leads_to_its_lesson_from_which_the_exercise_goes_on(browser, server):
    """Reasons have words of lessons that the person has not done."""
    board, card = ending(12)
    scores = values(board)
    worst, *_, best = sorted(scores, key=scores.__getitem__)
    reason = {"code": "parity", "sentences": ["The region is even."], "squares": []}
    facts = {"kind": "mistake", "move": worst, "mark": "??", "loss": 9, "line": [worst], "pv": [best]}
    with opened(browser, server, script=keeping({**card, **facts, "reasons": [reason]})) as page:
        begin_exercise(page, "due")
        current(page)
        page.square(worst).click()
        page.locator("#learn-text button", has_text="Lesson: Parity").click()
        expect(page.locator("#learn-title")).to_contain_text("Parity")
        page.click("#learn-end")
        expect(page.locator("#learn-text")).to_contain_text("The region is even.")
        page.locator("#learn-text button", has_text=worst).click()
        assert len(page.discs()) == 64 - board.empties + 1


def test_a_hint_names_no_move_that_was_tried_or_is_right(browser, server):
    """It offered the very move that had just been refuted. In the end, it names only the right one."""
    board, card = ending(6)
    scores = values(board)
    best = max(scores.values())
    right = {name for name in scores if scores[name] == best}
    with opened(browser, server, script=keeping(card)) as page:
        begin_exercise(page, "due")
        tried = []
        for wrong in sorted(scores.keys() - right):
            current(page)
            page.square(wrong).click()
            tried.append(wrong)
            expect(page.locator("#learn-text")).to_contain_text(f"{wrong} loses")
            page.click("#learn-hint")
            expect(page.locator("#learn-text")).to_have_text(re.compile("^It is "))
            named = set(re.findall("[a-h][1-8]", page.locator("#learn-text").inner_text()))
            assert len(named & right) == 1
            assert not named & set(tried)
            assert len(named) == (2 if len(tried) < len(scores.keys() - right) else 1)
            expect(page.locator("#board > svg circle.better")).to_have_count(len(named))


def test_a_right_move_is_called_right_before_the_reply(browser, server):
    """Until the next question, the text was still "a3 loses 2 discs", with a green tick."""
    board, card = ending(8)
    scores = values(board)
    wrong, *_, right = sorted(scores, key=scores.__getitem__)
    told = """name => {
      document.querySelector(`[data-square=${name}]`).click();
      return document.querySelector("#learn-text").textContent;
    }"""
    with opened(browser, server, script=keeping(card)) as page:
        begin_exercise(page, "due")
        current(page)
        page.square(wrong).click()
        expect(page.locator("#learn-text")).to_contain_text(f"{wrong} loses")
        assert page.evaluate(told, right).strip() == f"{right} is right. Keep going."


def test_a_right_move_tells_what_any_other_move_loses(browser, server):
    """ "b8 is right. 9 squares to go." gave no reason."""
    board, card = ending(8)
    scores = values(board)
    second, best = sorted(scores.values())[-2:]
    assert best > second
    with opened(browser, server, script=keeping(card)) as page:
        begin_exercise(page, "due")
        current(page)
        name = max(scores, key=scores.__getitem__)
        page.square(name).click()
        reason = f"{name} is right: any other move loses at least {best - second:g} discs. "
        expect(page.locator("#learn-text")).to_contain_text(reason)


def test_a_refutation_is_said_once_and_each_reply_named_once(browser, server):
    """Screen readers heard "h2 loses 24 discs." twice, and a second sentence told only the same reply."""
    board, card = ending(12)
    scores = values(board)
    worst, *_, wrong, best = sorted(scores, key=scores.__getitem__)
    codes = {"stable_discs": f"After {wrong} Black can play a1.", "access": f"{wrong} lets Black play a1."}
    reasons = [{"code": code, "sentences": [text], "squares": ["a1"]} for code, text in codes.items()]
    facts = {"kind": "mistake", "move": wrong, "mark": "??", "loss": 4, "line": [wrong], "pv": [best]}
    with opened(browser, server, script=keeping({**card, **facts, "reasons": reasons})) as page:
        begin_exercise(page, "due")
        current(page)
        page.square(wrong).click()
        text = page.locator("#learn-text")
        expect(text).to_contain_text(codes["stable_discs"])
        expect(text).not_to_contain_text(codes["access"])
        page.evaluate(SAID)
        page.square(worst).click()
        loss = re.compile(rf"^{worst} loses \d+ discs\. ")
        expect(text).to_have_text(re.compile(loss.pattern + r"\w"))
        reason = loss.sub("", text.inner_text()).split(".")[0]
        expect(page.locator("#speech")).to_contain_text(reason)
        assert "".join(page.evaluate("said")).count(f"{worst} loses") == 1


def test_the_lesson_beside_a_reason_is_about_what_is_said(browser, server):
    """ "Lesson: Corners" stood beside a text without a corner: the reason about it names the best move."""
    board, card = ending(12)
    scores = values(board)
    worst, *_, best = sorted(scores, key=scores.__getitem__)
    corner = {"code": "missed_corner", "sentences": [f"{best} takes the corner."], "squares": [best]}
    access = {"code": "access", "sentences": [f"{worst} lets White play c3."], "squares": ["c3"]}
    facts = {"kind": "mistake", "move": worst, "mark": "??", "loss": 9, "line": [worst], "pv": [best]}
    with opened(browser, server, script=keeping({**card, **facts, "reasons": [corner, access]})) as page:
        begin_exercise(page, "due")
        current(page)
        lessons = page.locator("#learn-text button", has_text="Lesson: Corners")
        page.square(worst).click()
        expect(page.locator("#learn-text")).to_contain_text(access["sentences"][0])
        expect(lessons).to_have_count(0)
        page.click("#learn-solve")
        expect(lessons).to_have_count(1)


def test_a_wrong_answer_has_a_reason_or_at_least_the_reply(browser, server):
    """Four of ten had none: all texts with the right move were left out, also those where it is the reply."""
    for empties, wrong, reason in (
        (8, "b7", "After b7 White can play g8 and get 6 stable discs."),
        (10, "g8", "White plays e8."),
    ):
        _, card = ending(empties)
        with opened(browser, server, script=keeping(card)) as page:
            begin_exercise(page, "due")
            current(page)
            page.square(wrong).click()
            expect(page.locator("#learn-text")).to_have_text(
                re.compile(rf"^{wrong} loses \d+ discs\. {reason}")
            )
            expect(page.locator("#learn-text button").last).to_be_visible()


def test_the_page_plays_moves_that_all_keep_the_result(browser, server):
    """ "2 of 2 moves keep this result" was no question, and a last square waited for a tap."""
    board, card = ending(3)
    scores = values(board)
    assert len(set(scores.values())) > 1
    with opened(browser, server, script=keeping(card)) as page:
        begin_exercise(page, "due")
        expect(page.locator("#learn-text")).to_contain_text(f" of {len(scores)} moves does it.")
        page.square(max(scores, key=scores.__getitem__)).click()
        expect(page.locator("#learn-text")).to_have_text("Solved!")
        assert len(page.discs()) == 64


def test_an_end_game_ends_with_its_result_in_place_of_its_question(browser, server):
    """The question stayed after the last move, and nothing told that the game had ended as wanted."""
    board, card = ending(3)
    own = 32 + int(max(values(board).values())) // 2
    with opened(browser, server, script=keeping(card)) as page:
        begin_exercise(page, "due")
        play_well(page)
        result = f"The game ended {own}\u2013{64 - own}: goal reached."
        expect(page.locator("#learn-task")).to_have_text(result)
        expect(page.locator("#learning")).not_to_contain_text("Find")
        expect(page.locator("#speech")).to_contain_text(f"{result} Solved!")


HELD = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (text.includes('"type":"analyze"')) window.search = () => send.call(this, text);
    else send.call(this, text);
  };
}"""
"""Holds the search for the values of an exercise."""


def test_hint_and_solution_are_disabled_until_the_values_of_an_exercise_are_known(browser, server):
    """They used to do nothing. The key for a hint then shows the exercise's hint."""
    with opened(browser, server, script=HELD) as page:
        begin_exercise(page, "ending")
        page.wait_for_function("() => window.search")
        for name in ("learn-hint", "learn-solve", "hint"):
            expect(page.locator(f"#{name}")).to_be_disabled()
        page.evaluate("window.search()")
        expect(page.locator("#learn-solve")).to_be_enabled()
        page.keyboard.press("h")
        expect(page.locator("#learn-text")).to_contain_text(re.compile("^It is "))
        assert len(page.evaluate(KEPT)["cards"]) == 1


def test_an_opening(browser, server):
    """A wrong move is explained without the book moves. A book move is played and answered."""
    with opened(browser, server, script="() => { Math.random = () => 0.1; }") as page:
        text = page.locator("#learn-text")
        begin_exercise(page, "opening")
        expect(text).to_contain_text("You play Black")
        page.square("f5").click()
        expect(text).to_have_text(re.compile(r"^f5 is right.*Keep going\.$"))
        board = current(page)
        assert len(page.discs()) == 6
        scores = values(board, level=8)
        wrong = min(scores, key=scores.__getitem__)
        page.square(wrong).click()
        expect(text).to_contain_text(re.compile(rf"^{wrong} loses \d+ discs?\."))
        assert page.discs() == discs_of(board.position)
        better = max(scores, key=scores.__getitem__)
        assert better not in text.inner_text()
        page.square(better).click()
        expect(page.locator("#board > svg circle.disc")).to_have_count(8)
        assert len(page.evaluate(KEPT)["cards"]) == 1


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_an_illegal_move_leaves_the_question_and_its_buttons_in_their_places(browser, server, size):
    """The message took the question's place, and then the question the message's when the book answered."""
    script = "() => { Math.random = () => 0.1; }"
    with opened(browser, server, script=script, viewport=size) as page:
        begin_exercise(page, "opening")
        expect(page.locator("#learn-text")).to_have_text("You play Black. Play book moves.")
        places = page.evaluate(BUTTONS_OF_LESSONS)
        page.square("a1").click(force=True)
        expect(page.locator("#notice")).to_have_text("a1 traps no white disc.")
        assert page.locator("#learn-text").inner_text() == "You play Black. Play book moves."
        assert page.evaluate(BUTTONS_OF_LESSONS) == places


def test_no_move_is_right_before_the_first_one_of_the_person(browser, server):
    """In an opening as White the engine moves first, and the page still shows the task."""
    with opened(browser, server, script="() => { Math.random = () => 0.9; }") as page:
        begin_exercise(page, "opening")
        expect(page.locator("#board > svg circle.disc")).to_have_count(5)
        expect(page.locator("#learn-text")).to_have_text("You play White. Play book moves.")


def test_without_a_book_no_opening_is_solved(browser):
    """An opening that is no longer in the book does not block other openings that are due."""
    card = {"kind": "opening", "start": None, "moves": ["f5", "d6"], "color": "black", "solved": 0, "due": 1}
    with serving("--no-book") as server, opened(browser, server, script=keeping(card)) as page:
        begin_exercise(page, "due")
        expect(page.locator("#learn-text")).to_have_text("This position is not in the book.")
        assert days(page) == [pytest.approx(1, abs=0.1)]


def test_xot_that_comes_late_does_not_replace_a_game_that_was_begun_meanwhile(browser, tmp_path):
    ready = tmp_path / "ready"
    with serving(code=PREPARED_LATER.format(path=str(ready))) as server, opened(browser, server) as page:
        begin_exercise(page, "drawn")
        page.click("#home-button")
        page.click("#play")
        page.square("f5").click()
        ready.touch()
        page.expect_turn()
        assert page.board().ply == 2


def test_xot_begins_a_game_after_eight_moves_with_the_opponent_of_the_last_game(browser, server):
    with opened(browser, server) as page:
        begin_exercise(page, "drawn")
        expect(page.locator("#white strong")).to_have_text("Casual")
        expect(page.locator("#status")).to_have_text("Black to move: your turn.")
        assert page.board().ply == 8
        expect(page.locator("#learning")).to_be_hidden()


def test_a_set_up_hides_the_question_of_an_exercise(browser, server):
    """Its text lay half covered above the discs to choose."""
    with opened(browser, server, "#moves=f5d6") as page:
        begin_exercise(page, "ending")
        expect(page.locator("#learning")).to_be_visible()
        page.keyboard.press("e")
        expect(page.locator("#setup")).to_be_visible()
        expect(page.locator("#learning")).to_be_hidden()
