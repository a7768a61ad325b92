"""Whole games on the page by touch, mouse and keyboard: nothing is lost, and moves and passes are seen."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from othello.rules.board import Board
from tests.chromium import needs_chromium
from tests.web.browsing import OWN_MOVE, PHONE, discs_of, opened
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
"""Records changes of the moves and of the notice, even over reloads, and the last click. Seeds are equal."""
PASS = 1500
"""Milliseconds for which a pass is shown."""


class Touch:
    """A person with a phone."""

    color = "black"
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True}  # noqa: RUF012

    def __init__(self, page):
        self.page = page

    def begin(self):
        self.page.tap("[data-level=newcomer]")
        self.page.tap("#play")

    def choose(self, name):
        self.page.square(name).tap()

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
        self.page.begin("beginner", "white")

    def choose(self, name):
        self.page.square(name).click()

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
        expect(self.page.square(name)).to_be_focused()
        self.page.keyboard.press("Enter")

    def press(self, id, key):
        self.page.keyboard.press(key)


def play(page, person, most=60):
    """Play moves that leave the opponent few replies, until the game is over or *most* of them are made."""
    for _ in range(most):
        if page.is_over():
            return
        board = page.board()
        person.choose(str(min(board.legal_moves, key=lambda move: replies(board, move))))
        expect(page.locator("#moves tr[data-ply]").nth(board.ply)).to_be_visible()


def replies(board, move):
    """Return the number of the opponent's replies to a move."""
    board.push(move)
    count = 0 if board.must_pass else len(board.legal_moves)
    board.pop()
    return count


def look_back(page, person):
    """Step back, and check that a tap on the board returns to the game, which it does not change."""
    assert not page.is_over()
    before = page.moves()
    person.press("back", ",")
    page.expect_ply(len(before) - 1)
    page.square(before[0]).click()
    page.expect_ply(len(before))
    assert page.moves() == before
    assert not page.is_over()


def undo_and_redo(page, person):
    """Undo a move with its reply, and redo both."""
    assert not page.is_over()
    before = page.moves()
    person.press("undo", "Control+z")
    expect(page.locator("#moves tr[data-ply]")).not_to_have_count(len(before))
    assert not page.is_over()
    assert page.moves() == before[: len(page.moves())]
    person.press("redo", "Control+y")
    page.expect_moves(len(before))
    assert page.moves() == before


def reload(page):
    """Reload the page, which keeps the game."""
    before = page.moves()
    page.reload()
    page.expect_moves(len(before))
    assert page.moves() == before
    assert not page.is_over()


@pytest.mark.parametrize(
    "kind", [Touch, *(pytest.param(kind, marks=pytest.mark.slow) for kind in (Mouse, Keyboard))]
)
def test_a_whole_game(browser, kind):
    """A game with undo, a look back, a reload and a restarted server loses nothing and is listed."""
    with serving() as first, opened(browser, first, script=WATCH, **kind.options) as page:
        person = kind(page)
        person.begin()
        play(page, person, 5)
        undo_and_redo(page, person)
        look_back(page, person)
        reload(page)
        play(page, person, 3)
        assert not page.is_over()
        before = page.moves()
        first.end()
        expect(page.locator("#banner")).to_contain_text("The connection to the server is lost")
        with serving("--port", first.port):
            expect(page.locator("#banner")).to_be_hidden()
            assert page.moves() == before
            play(page, person)
            board = page.board()
            assert board.is_over
            assert page.discs() == discs_of(board.position)
            expect(page.locator("#result")).to_be_visible()
            seen = page.evaluate("window.seen")
            check_notices(seen)
            check_own_moves(seen["rows"], person.color)
            page.expect_reviewed()
            person.press("games-button", "g")
            expect(page.locator("#games li")).to_have_count(1)
            discs = 32 + abs(board.result.margin) // 2
            outcome = re.compile(rf"\b{discs}\b")
            expect(page.locator("#games .outcome")).to_have_text(outcome)


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


def test_the_row_of_a_pass_in_the_analysis_plays_the_pass(browser, server):
    with opened(browser, server, f"#position={FORCED}_X&moves=g5f8h6&ply=2") as page:
        page.switch_analysis()
        expect(page.locator("#best .move")).to_have_text("pass")
        page.locator("#best .line").click()
        page.expect_ply(3)


def begin_forced(page, side):
    """Begin a game from the position of FORCED with 10 minutes and an increment of 10 minutes."""
    expect(page.square("g5")).to_have_attribute("aria-label", "g5, legal move")
    page.keyboard.press("n")
    page.check(f'input[name="side"][value="{side}"]')
    page.check("#from-here")
    if side != "both":
        page.check('[name="level"][value="newcomer"]')
    page.set_clock("10", "600")
    page.click("#start")
    page.square("g5").click()


def test_a_move_before_a_pass_of_the_other_side_gets_the_increment(browser, server):
    with opened(browser, server, f"#position={FORCED}_X") as page:
        begin_forced(page, "both")
        page.square("f8").click()
        expect(page.locator("#status")).to_have_text("Black passes. White to move.")
        expect(page.locator("#white .clock")).to_have_text(re.compile("^(20:00|19:..)$"))


def test_two_passes_of_the_person(browser, server):
    """Two passes in a row show two notices, each for long enough. The last notice stays until it is read."""
    with opened(browser, server, f"#position={FORCED}_X", script=WATCH) as page:
        expect(page.square("g5")).to_have_attribute("aria-label", "g5, legal move")
        page.begin_from_here()
        expect(page.locator("#white strong")).to_have_text("Casual")
        page.square("g5").click()
        page.expect_moves(6)
        assert page.moves() == ["g5", "f8", "pass", "h6", "pass", "f4"]
        notice = page.locator("#notice")
        expect(notice).to_have_text("You have no move: White plays again (move 4).")
        seen = page.evaluate("window.seen.notices")
        texts = [f"You have no move: White plays again (move {ply})." for ply in (3, 4)]
        assert [text for text, _ in seen] == texts
        page.wait_for_function(
            "time => performance.timeOrigin + performance.now() > time", arg=seen[1][1] + 2 * PASS, polling=50
        )
        expect(notice).to_be_visible()
        page.keyboard.press("Shift")
        expect(notice).to_be_hidden()
        check_notices(page.evaluate("window.seen"))


def check_notices(seen):
    """Check that each pass was shown for long enough."""
    for (text, begin_), (_, end) in itertools.pairwise(seen["notices"]):
        assert "plays again" not in text or end - begin_ >= PASS, (text, end - begin_)


def test_the_own_move_is_seen(browser, server):
    """The reply appears after the person's move has been shown alone for 0.7 seconds."""
    with opened(browser, server, script=WATCH) as page:
        page.begin_with_f5()
        rows = page.evaluate("window.seen.rows.slice(-2)")
    assert [len(shown) for shown, *_ in rows] == [1, 2]
    assert rows[1][1] - rows[0][2] >= OWN_MOVE


MARKED = """() => ["last", "turned"].map(kind => {
  const marks = [...document.querySelectorAll(`#board svg .${kind}`)];
  return marks.map(one => one.getAttribute("class").split(" ")[1]);
})"""
"""Returns the squares of the last move and of the discs that it turned."""


def test_turned_discs_are_marked(browser, server):
    """The discs that the last move flipped are marked. With reduced motion they do not turn."""
    with opened(browser, server, script=WATCH) as page:
        page.begin()
        page.square("f5").click()
        assert page.evaluate("document.getAnimations().length") == 0
        page.expect_moves(2)
        rows = page.evaluate("window.seen.rows.slice(-2)")
        assert rows[1][1] - rows[0][2] >= OWN_MOVE
        last, turned = page.evaluate(MARKED)
        board = page.board()
        move = str(board.move_stack[-1])
        assert last == [move]
        before = discs_of(Board("f5").position)
        after = discs_of(board.position)
        assert set(turned) == {name for name in before if before[name] != after[name]}
