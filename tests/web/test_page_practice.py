"""Practice on the page: end games, openings by the book, drawn openings, and positions that come again."""

import json
import re
from datetime import date

import pytest
from playwright.sync_api import expect

from othello import Board, Engine
from othello.rules.square import SQUARE_NAMES
from tests.chromium import needs_chromium
from tests.web.browsing import BUTTONS_OF_LESSONS, DESKTOP, PHONE, discs_of, opened
from tests.web.serving import PREPARED_LATER, serving, whole_game

pytestmark = [needs_chromium, pytest.mark.browser]

KEPT = "JSON.parse(localStorage.getItem('othello-choices')).practice"
"""What practice keeps."""
SAID = """() => {
  window.said = [];
  const speech = document.getElementById("speech");
  new MutationObserver(() => said.push(speech.textContent)).observe(speech, {childList: true});
}"""
"""Collects what screen readers are told."""


def current(page):
    """Return the board as soon as the exercise asks for a move, or None if it has ended."""
    page.wait_for_selector("#learn-hint:enabled, #learn-next:enabled")
    if page.locator("#learn-next:enabled").count():
        return None
    discs = page.discs()
    cells = "".join({"black": "X", "white": "O"}.get(discs.get(name), "-") for name in SQUARE_NAMES)
    return Board(f"{cells} {'X' if page.locator('#black.to-move').count() else 'O'}")


def values(board, **limits):
    """Return the value of each legal move in discs: exact, or of a search with limits."""
    with Engine(table_mib=2) as engine:
        lines = engine.analyze(board, multipv=64, **(limits or {"level": 60}))
        return {str(line.move): line.score.discs for line in lines}


def begin_exercise(page, kind):
    """Begin an exercise by the dialog."""
    page.keyboard.press("x")
    page.click(f"#practice-{kind}")


def play_well(page):
    """Play the best moves until the exercise has ended."""
    while board := current(page):
        scores = values(board)
        page.square(max(scores, key=scores.__getitem__)).click()


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


def ending(empties):
    """Return a position of the end game, and its card, which is due."""
    board = whole_game()
    while board.empties < empties:
        board.pop()
    moves = [str(move) for move in board.move_stack]
    return board, {
        "kind": "ending",
        "start": None,
        "moves": moves,
        "color": str(board.turn),
        "solved": 0,
        "due": 1,
    }


def keeping(card):
    """Return a script that gives a new profile a card."""
    kept = json.dumps({"practice": {"cards": [card]}})
    return (
        f"() => localStorage.setItem('othello-choices', localStorage.getItem('othello-choices') ?? `{kept}`)"
    )


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
        begin_exercise(page, "ending")
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


def test_a_right_move_tells_what_any_other_move_loses(browser, server):
    """ "b8 is right. 9 squares to go." gave no reason."""
    board, card = ending(8)
    scores = values(board)
    second, best = sorted(scores.values())[-2:]
    assert best > second
    with opened(browser, server, script=keeping(card)) as page:
        begin_exercise(page, "ending")
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


def test_the_page_plays_moves_that_all_keep_the_result(browser, server):
    """ "2 of 2 moves keep this result" was no question, and a last square waited for a tap."""
    board, card = ending(3)
    scores = values(board)
    assert len(set(scores.values())) > 1
    with opened(browser, server, script=keeping(card)) as page:
        begin_exercise(page, "ending")
        expect(page.locator("#learn-text")).to_contain_text(f" of {len(scores)} moves does it.")
        page.square(max(scores, key=scores.__getitem__)).click()
        expect(page.locator("#learn-text")).to_have_text("Solved!")
        assert len(page.discs()) == 64


def days(page):
    """Return the days until each of the kept positions comes again."""
    return [
        page.evaluate("due => (due - Date.now()) / 86400e3", card["due"])
        for card in page.evaluate(KEPT)["cards"]
    ]


def test_a_position_comes_again(browser, server):
    """A position that is due comes first. If it is solved without help, it returns later."""
    board, card = ending(6)
    with opened(browser, server, script=keeping(card)) as page:
        page.keyboard.press("x")
        expect(page.locator("#due")).to_have_text("1 to repeat")
        page.click("#practice-ending")
        expect(page.locator("#learn-text")).to_contain_text(" can ")
        assert page.discs() == discs_of(board.position)
        begin_exercise(page, "ending")  # the same exercise asks the same question
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
        begin_exercise(page, "ending")
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
        expect(page.locator("#learn-text")).to_contain_text("is right")
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
        expect(page.locator("#learn-text")).to_have_text(
            "Solved! Done today. 5 days in a row. Your best is 6."
        )
        page.click("#learn-next")  # no other exercise
        expect(streak).to_have_text("✓ Done today. 5 days in a row. Your best is 6.")


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


def test_an_end_game_of_an_own_game(browser, server):
    """A stored game of the person gives the first exercise, for the side that the person played."""
    with opened(browser, server, "#moves=" + whole_game().transcript()[:112]) as page:
        page.begin_from_here(level="newcomer")
        expect(page.locator("#white strong")).to_have_text("Newcomer")
        begin_exercise(page, "ending")
        expect(page.locator("#learn-text")).to_contain_text(re.compile("[0-9] of [0-9]+ moves"))
        assert page.discs() in boards(whole_game())
        assert current(page).turn.name == "BLACK"


def test_an_own_game_is_used_once_however_many_there_are(browser, server):
    """After the last of many stored games, the exercise comes from a game that the engine plays."""
    own = [str(move) for move in whole_game().move_stack]
    games = [{"id": name, "own": "black", "record": {"moves": own}} for name in ("first", "last")]
    kept = json.dumps({"practice": {"used": ["first", *map(str, range(299))]}})
    with opened(browser, server, script=f"() => localStorage.setItem('othello-choices', `{kept}`)") as page:
        page.keyboard.press("g")
        page.import_games(*games)
        expect(page.locator("#games li")).to_have_count(2)
        page.keyboard.press("Escape")
        for is_own in (True, False):
            begin_exercise(page, "ending")
            asked = page.locator("#learn-text").filter(visible=True)
            expect(asked).to_contain_text(re.compile("[0-9] of [0-9]+ moves"))
            assert (page.discs() in boards(whole_game())) == is_own
            page.click("#learn-end")


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
        begin_exercise(page, "opening")
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
