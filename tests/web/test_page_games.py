"""Whole games on the page by touch, mouse and keyboard: nothing is lost, and moves and passes are seen."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from othello.rules.board import Board
from tests.chromium import needs_chromium
from tests.web.browsing import (
    PHONE,
    begin,
    board_of,
    discs,
    discs_of,
    is_over,
    moves,
    open_with_clock,
    opened,
    square,
    switch_analysis,
)
from tests.web.serving import serving

pytestmark = [needs_chromium, pytest.mark.browser]

WATCH = """() => {
  const seen = {rows: [], notices: []};
  const text = localStorage.getItem("seen");
  Object.assign(seen, text ? JSON.parse(text) : {});
  addEventListener("pagehide", () => localStorage.setItem("seen", JSON.stringify(seen)));
  window.seen = seen;
  let shown = "", said = "", clicked = 0;
  const now = () => performance.timeOrigin + performance.now();
  addEventListener("click", () => (clicked = now()), true);
  const look = () => {
    const rows = [...document.querySelectorAll("#moves tr[data-ply]")];
    const moves = rows.map(row => `${row.querySelector(".disc").className} ${row.cells[1].textContent}`);
    const notice = document.querySelector("#notice");
    const time = now();
    if (moves.join() !== shown) seen.rows.push([moves, time, clicked]);
    shown = moves.join();
    const text = notice.hidden ? "" : notice.textContent;
    if (text !== said) seen.notices.push([said = text, time]);
  };
  addEventListener("DOMContentLoaded", () => {
    const parts = {childList: true, subtree: true, attributes: true, characterData: true};
    new MutationObserver(look).observe(document.body, parts);
  });
  Math.random = () => 0.5;
}"""
"""Notes changes of the moves and of the notice, over reloads, too, and the last click; makes seeds equal."""
OWN_MOVE = 500
PASS = 1500
"""Milliseconds for which the person's move is shown alone, and a pass."""


class Touch:
    """A person with a phone."""

    color = "black"
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True}  # noqa: RUF012

    def __init__(self, page):
        self.page = page

    def begin(self):
        self.page.tap('#card-levels button[data-level="newcomer"]')

    def choose(self, name):
        square(self.page, name).tap()

    def press(self, id, key):
        button = self.page.locator(f"#{id}, [data-for={id}]").filter(visible=True)
        if not button.count():
            self.page.tap("#more")
        button.first.tap()


class Mouse(Touch):
    """A person with a mouse."""

    color = "white"
    options = {"viewport": {"width": 1280, "height": 800}}  # noqa: RUF012

    def begin(self):
        begin(self.page, "beginner", "white")

    def choose(self, name):
        square(self.page, name).click()

    def press(self, id, key):
        self.page.click(f"#{id}")


class Keyboard(Touch):
    """A person with a keyboard alone."""

    options = {"viewport": {"width": 1920, "height": 1080}, "color_scheme": "dark"}  # noqa: RUF012

    def begin(self):
        self.page.keyboard.press("n")
        self.page.keyboard.press("Enter")

    def choose(self, name):
        self.page.keyboard.press("b")
        expect(self.page.locator("#grid button:focus")).to_have_count(1)
        at = self.page.locator("#grid button:focus").get_attribute("data-square")
        across, down = (ord(name[part]) - ord(at[part]) for part in (0, 1))
        for _ in range(abs(across)):
            self.page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        for _ in range(abs(down)):
            self.page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        expect(square(self.page, name)).to_be_focused()
        self.page.keyboard.press("Enter")

    def press(self, id, key):
        self.page.keyboard.press(key)


def play(page, person, most=60):
    """Play moves that leave the opponent few replies, until the game is over or *most* of them are made."""
    for _ in range(most):
        if is_over(page):
            return
        board = board_of(page)
        person.choose(str(min(board.legal_moves, key=lambda move: replies(board, move))))
        expect(page.locator("#moves tr[data-ply]").nth(board.ply)).to_be_visible()


def replies(board, move):
    """Return the number of the opponent's replies to a move."""
    board.push(move)
    count = 0 if board.must_pass else len(board.legal_moves)
    board.pop()
    return count


def change_the_past(page, person):
    """Play another move than before, and check that the replaced moves are a variation."""
    assert not is_over(page)
    before, own = moves(page), board_of(page).turn
    board = board_of(page)
    back = 0
    while back == 0 or board.turn is not own or len(list(board.legal_moves)) < 2:
        board.pop()
        back += 1
        person.press("back", ",")
    name = next(str(move) for move in board.legal_moves if str(move) != before[board.ply])
    person.choose(name)
    assert not is_over(page)
    assert moves(page)[: board.ply + 1] == [*before[: board.ply], name]
    replaced = page.locator("#moves .variation a").all_inner_texts()
    assert [text.partition(" ")[2] for text in replaced] == before[board.ply :]


def undo_and_redo(page, person):
    """Undo a move with its reply, and redo both."""
    assert not is_over(page)
    before = moves(page)
    person.press("undo", "Control+z")
    expect(page.locator("#moves tr[data-ply]")).not_to_have_count(len(before))
    assert not is_over(page)
    assert moves(page) == before[: len(moves(page))]
    person.press("redo", "Control+y")
    expect(page.locator("#moves tr[data-ply]")).to_have_count(len(before))
    assert moves(page) == before


def reload(page):
    """Reload the page, which keeps the game."""
    before = moves(page)
    page.reload()
    expect(page.locator("#moves tr[data-ply]")).to_have_count(len(before))
    assert moves(page) == before
    assert not is_over(page)


@pytest.mark.parametrize("kind", [Touch, Mouse, Keyboard], ids=lambda kind: kind.__name__.lower())
def test_a_whole_game(browser, kind):
    """A game with undo, a move in the past, a reload and a restarted server loses nothing and is seen."""
    with serving() as first, opened(browser, first, script=WATCH, **kind.options) as page:
        person = kind(page)
        person.begin()
        play(page, person, 5)
        undo_and_redo(page, person)
        change_the_past(page, person)
        reload(page)
        play(page, person, 3)
        assert not is_over(page)
        before = moves(page)
        first.end()
        expect(page.locator("#banner")).to_contain_text("The connection to the server is lost")
        with serving("--port", first.port):
            expect(page.locator("#banner")).to_be_hidden()
            assert moves(page) == before
            play(page, person)
            board = board_of(page)
            assert board.is_over
            assert discs(page) == discs_of(board.position)
            expect(page.locator("#result")).to_be_visible()
            seen = page.evaluate("window.seen")
            check_notices(seen)
            check_own_moves(seen["rows"], person.color)
            expect(page.locator("#result-progress")).to_contain_text("You lost")
            person.press("games-button", "g")
            expect(page.locator("#games tr")).to_have_count(1)
            outcome = re.compile(f"by {abs(board.result.margin)}$|^draw$")
            expect(page.locator("#games td").nth(3)).to_have_text(outcome)


def check_own_moves(rows, color):
    """Check that each move of the person was shown alone for long enough before the reply."""
    replies = 0
    for (before, _, begin_), (after, end, _) in itertools.pairwise(rows):
        is_longer = 0 < len(before) < len(after) and after[: len(before)] == before
        if is_longer and f"disc {color}" in before[-1] and "pass" not in before[-1]:
            replies += f"disc {color}" not in after[len(before)]
            assert f"disc {color}" in after[len(before)] or end - begin_ >= OWN_MOVE
    assert replies > 10


FORCED = "------------------------------------XO----------------X----OX---"
"""Discs for which g5 leaves White only f8, h6 and f4, between which Black has no move."""


def test_unchanged_rows_stay(browser, server):
    """The rows of earlier moves stay the same elements, since browsers free old ones late."""
    with opened(browser, server) as page:
        begin(page, "newcomer")
        square(page, "f5").click()
        expect(page.locator("#moves tr")).to_have_count(2)
        page.evaluate("window.row = document.querySelector('#moves tr')")
        square(page, str(next(iter(board_of(page).legal_moves)))).click()
        expect(page.locator("#moves tr")).to_have_count(4)
        assert page.evaluate("window.row === document.querySelector('#moves tr')")


def test_the_row_of_a_pass_in_the_analysis_plays_the_pass(browser, server):
    with opened(browser, server, f"#position={FORCED}_X&moves=g5f8h6&ply=2") as page:
        switch_analysis(page)
        expect(page.locator("#best .move")).to_have_text("pass")
        page.locator("#best .line").click()
        expect(page.locator("#moves tr.now")).to_have_attribute("data-ply", "3")


def begin_forced(page, side):
    """Begin a game from the position of FORCED with 10 minutes and an increment of 10 minutes."""
    expect(square(page, "g5")).to_have_attribute("aria-label", "g5, legal move")
    page.keyboard.press("n")
    page.check(f'input[name="side"][value="{side}"]')
    page.check("#from-here")
    page.select_option("#level", "newcomer")
    page.fill("#minutes", "10")
    page.fill("#increment", "600")
    page.click("#start")
    square(page, "g5").click()


def test_a_move_before_a_pass_of_the_other_side_gets_the_increment(browser, server):
    with opened(browser, server, f"#position={FORCED}_X") as page:
        begin_forced(page, "both")
        square(page, "f8").click()
        expect(page.locator("#status")).to_have_text("Black has no move and passes. White to move.")
        expect(page.locator("#white .clock")).to_have_text(re.compile("^(20:00|19:..)$"))


def test_a_clock_runs_after_the_sides_were_swapped_while_the_reply_waited(browser, server):
    with opened(browser, server, f"#position={FORCED}_X") as page:
        begin_forced(page, "black")
        expect(page.locator("#notice")).to_be_visible()  # White's next move waits until it is read
        page.click("#swap")
        expect(page.locator("#white strong")).to_have_text("You")
        text = page.locator("#white .clock").inner_text()
        expect(page.locator("#white .clock")).not_to_have_text(text)


@pytest.mark.parametrize(
    "script", [WATCH, WATCH.replace("Math.", "window.requestAnimationFrame = () => 0; Math.")]
)
def test_two_passes_of_the_person(browser, server, script):
    """Two passes in a row are two notices, each shown for long enough; the last stays until it is read."""
    with opened(browser, server, f"#position={FORCED}_X", script=script) as page:
        expect(square(page, "g5")).to_have_attribute("aria-label", "g5, legal move")
        page.keyboard.press("n")
        page.check("#from-here")
        page.click("#start")
        expect(page.locator("#white strong")).to_have_text("othello, casual")
        square(page, "g5").click()
        expect(page.locator("#moves tr")).to_have_count(6)
        assert moves(page) == ["g5", "f8", "pass", "h6", "pass", "f4"]
        notice = page.locator("#notice")
        expect(notice).to_have_text("You have no move: White plays again (move 5).")
        seen = page.evaluate("window.seen.notices")
        texts = [f"You have no move: White plays again (move {ply})." for ply in (3, 5)]
        assert [text for text, _ in seen] == texts
        page.wait_for_function(
            "time => performance.timeOrigin + performance.now() > time", arg=seen[1][1] + 2 * PASS
        )
        expect(notice).to_be_visible()
        page.keyboard.press("Shift")
        expect(notice).to_be_hidden()
        check_notices(page.evaluate("window.seen"))


HIDDEN = """() => {
  window.requestAnimationFrame = () => 0;
  window.hide = isHidden => {
    Object.defineProperty(document, "hidden", {value: isHidden, configurable: true});
    document.dispatchEvent(new Event("visibilitychange"));
  };
  hide(true);
}"""
"""Hides the page, which draws no frames, also when it is shown again."""


@pytest.mark.parametrize("act", ["hide(false)", "document.body.click()"])
def test_a_pass_of_a_hidden_page_without_frames_goes_on(browser, server, act):
    """A notice counts as seen some seconds after the page has come back, or when the person taps."""
    with opened(browser, server) as page:
        open_with_clock(page, f"{server.address}#position={FORCED}_X")
        expect(square(page, "g5")).to_have_attribute("aria-label", "g5, legal move")
        page.keyboard.press("n")
        page.check("#from-here")
        page.click("#start")
        page.evaluate(HIDDEN)
        square(page, "g5").click()
        notice = page.locator("#notice")
        expect(notice).to_have_text("You have no move: White plays again (move 3).")
        page.clock.run_for(10 * PASS)
        expect(page.locator("#moves tr")).to_have_count(3)
        page.evaluate(act)
        page.clock.run_for(10 * PASS)
        expect(notice).to_have_text("You have no move: White plays again (move 5).")
        expect(page.locator("#moves tr")).to_have_count(5 if "click" in act else 6)


def check_notices(seen):
    """Check that each pass was shown for long enough."""
    for (text, begin_), (_, end) in itertools.pairwise(seen["notices"]):
        assert "plays again" not in text or end - begin_ >= PASS, (text, end - begin_)


def test_the_own_move_is_seen(browser, server):
    """The reply comes when the person's move has been shown alone for half a second."""
    with opened(browser, server, script=WATCH) as page:
        begin(page, "0")
        square(page, "f5").click()
        expect(page.locator("#moves tr")).to_have_count(2)
        rows = page.evaluate("window.seen.rows.slice(-2)")
    assert [len(shown) for shown, *_ in rows] == [1, 2]
    assert rows[1][1] - rows[0][2] >= OWN_MOVE


MARKED = """() => ["last", "turned"].map(kind => {
  const marks = [...document.querySelectorAll(`#board svg .${kind}`)];
  return marks.map(one => one.getAttribute("class").split(" ")[1]);
})"""
"""Returns the squares of the last move and of the discs that it turned."""


def test_turned_discs_are_marked(browser, server):
    """The discs that the last move turned are marked; with reduced motion they do not turn."""
    with opened(browser, server, script=WATCH, reduced_motion="reduce") as page:
        begin(page, "0")
        square(page, "f5").click()
        assert page.evaluate("document.getAnimations().length") == 0
        expect(page.locator("#moves tr")).to_have_count(2)
        rows = page.evaluate("window.seen.rows.slice(-2)")
        assert rows[1][1] - rows[0][2] >= OWN_MOVE
        last, turned = page.evaluate(MARKED)
        board = board_of(page)
        move = str(board.move_stack[-1])
        assert last == [move]
        before = discs_of(Board("f5").position)
        after = discs_of(board.position)
        assert set(turned) == {name for name in before if before[name] != after[name]}


def test_discs_turn(browser, server):
    """The discs of a new move turn, and those of a position that is jumped to do not."""
    with opened(browser, server, "#moves=f5d6c3d3c4f4") as page:
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
        square(page, "d3").click()
        expect(page.locator("#moves tr")).to_have_count(4)
        assert page.evaluate("window.tones") == 1
        page.click("#sound")
        expect(page.locator("#sound")).to_have_attribute("aria-checked", "false")
        page.reload()
        expect(page.locator("#sound")).to_have_attribute("aria-checked", "false")
        page.locator("#grid button.legal").first.click()
        expect(page.locator("#moves tr")).to_have_count(5)
        assert page.evaluate("window.tones") == 0


def test_the_first_tap_on_the_board_begins_a_game_against_casual_with_that_move(browser, server):
    with opened(browser, server) as page:
        expect(page.locator("#welcome")).to_be_visible()
        page.evaluate("document.querySelector('[data-square=f5]').click()")
        expect(page.locator("#white strong")).to_have_text("othello, casual")
        expect(page.locator("#welcome")).to_be_hidden()
        expect(page.locator("#moves tr")).to_have_count(2)


def test_levels_of_the_card(browser, server):
    """The card begins a game with the side and the level of one tap; strong levels have Elo and time."""
    with opened(browser, server) as page:
        expect(page.locator("#card-levels .level")).to_have_count(6)
        page.check('input[name="card-side"][value="white"]')
        page.click("#welcome summary")
        expect(page.locator('#card-strong [data-level="8"]')).to_contain_text("1121 Elo")
        page.click('#card-strong [data-level="4"]')
        expect(page.locator("#black strong")).to_have_text("othello, level 4")
        expect(page.locator("#status")).to_have_text("White to move: your turn.")


def test_choices_are_remembered(browser, server):
    """After a reload the dialog has the side, the level, the clock and the book of the last game."""
    with opened(browser, server) as page:
        page.click("#new-button")
        page.check('input[name="side"][value="white"]')
        page.select_option("#level", "number")
        page.fill("#level-number", "3")
        page.fill("#minutes", "7")
        page.uncheck("#with-book")
        page.click("#start")
        expect(page.locator("#status")).to_have_text("White to move: your turn.")
        page.reload()
        page.keyboard.press("n")
        expect(page.locator('input[name="side"][value="white"]')).to_be_focused()
        assert page.input_value("#level-number") == "3"
        assert page.input_value("#minutes") == "7"
        assert not page.is_checked("#with-book")


def test_no_values_in_a_game(browser, server):
    """In a game no value and no book line is shown; who asks gets them, and the game says so."""
    with opened(browser, server, "#moves=f5d6") as page:
        switch_analysis(page)
        expect(page.locator("#book-moves tr").first).to_be_visible()
        begin(page, "4")
        expect(page.locator("#analysis-switch")).to_have_attribute("aria-checked", "false")
        square(page, "f5").click()
        expect(page.locator("#status")).to_contain_text("your turn")
        expect(page.locator("#book")).to_be_hidden()
        expect(page.locator("#best li")).to_have_count(0)
        assert "".join(page.locator("#moves td:nth-child(3)").all_inner_texts()) == ""
        expect(page.locator(".helped")).to_have_count(0)
        page.click("#hint")
        expect(page.locator("#board svg text.value").first).to_be_visible()
        expect(page.locator(".helped")).to_have_text("with help")
        page.keyboard.press("Control+z")
        expect(page.locator(".helped")).to_have_text("with help")
        page.click("#save-button")
        page.select_option("#format", "sgf")
        expect(page.locator("#written")).to_have_value(re.compile("help of the engine"))


def test_a_move_now(browser, server):
    """A level that thinks for long shows how far it is, and plays at once when it is asked to."""
    with opened(browser, server) as page:
        begin(page, "60")
        page.evaluate("document.querySelector('#with-book').checked = false")
        page.keyboard.press("n")
        page.uncheck("#with-book")
        page.click("#start")
        square(page, "f5").click()
        expect(page.locator("#thought-text")).to_contain_text("Depth")
        page.click("#move-now")
        expect(page.locator("#moves tr")).to_have_count(2)
        expect(page.locator("#thought")).to_be_hidden()


def test_swapping_sides(browser, server):
    """After a change of sides the engine plays on for the person, and the moves stay."""
    with opened(browser, server) as page:
        begin(page, "0")
        square(page, "f5").click()
        expect(page.locator("#status")).to_contain_text("your turn")
        before = moves(page)
        page.click("#swap")
        expect(page.locator("#moves tr")).to_have_count(3)
        expect(page.locator("#black strong")).to_have_text("othello, level 0")
        assert moves(page)[:2] == before
        expect(page.locator("#table")).to_have_class(re.compile("turned"))


def test_my_games(browser, server):
    """A game that was left is listed, goes on when it is opened, and is deleted after a question."""
    with opened(browser, server) as page:
        begin(page, "casual")
        square(page, "f5").click()
        expect(page.locator("#status")).to_contain_text("your turn")
        before = moves(page)
        page.keyboard.press("o")
        page.fill("#text", "f5f6")
        page.click("#open")
        expect(page.locator("#white strong")).to_have_text("White")
        page.click("#games-button")
        expect(page.locator("#games tr")).to_contain_text(["othello, casual"])
        page.click("#games button >> nth=0")
        expect(page.locator("#white strong")).to_have_text("othello, casual")
        assert moves(page) == before
        expect(page.locator("#games tr")).to_have_count(0)  # a closed dialog keeps no games
        page.locator("#grid button.legal").first.click()
        expect(page.locator("#moves tr")).to_have_count(4)
        page.click("#games-button")
        expect(page.locator("#games tr")).to_have_count(1)
        page.click("#games button >> nth=1")
        page.click("#no")
        expect(page.locator("#games tr")).to_have_count(1)
        page.click("#games button >> nth=1")
        page.click("#yes")
        expect(page.locator("#no-games")).to_be_visible()
