"""My games: games against the engine that the page keeps."""

import re

import pytest
from playwright.sync_api import expect

from othello import Board
from tests.chromium import needs_chromium
from tests.web.browsing import HELD, PHONE, discs_of, opened
from tests.web.kept_games import ended
from tests.web.serving import GAME

pytestmark = [needs_chromium, pytest.mark.browser]

LOST = "You lost by resignation"
REVIEWED = "() => JSON.parse(sessionStorage.othello).review.isComplete"
"""Whether the last review is complete."""


def test_a_game_that_comes_back_while_the_analysis_is_on_counts_as_played_with_help(browser, server):
    with opened(browser, server) as page:
        page.begin_with_f5()
        page.open_text("f5d6")
        page.switch_analysis()
        page.keyboard.press("Control+z")
        expect(page.locator("#white strong")).to_have_text("Level 0")
        expect(page.locator(".helped")).to_have_text("with help")


def test_a_review_without_a_game_offers_games_and_a_sample(browser, server):
    """A dialog of file formats opened. Nothing that the page shows is empty.

    The page had the title My games, and no rings. The bar of a phone marked nothing in My games.
    """
    with opened(browser, server) as page:
        page.click("#review-button")
        expect(page.locator("#next-opponent")).to_be_visible()
        expect(page.locator("#review-button")).to_have_attribute("aria-current", "page")
        for name in ("#opponents-table", "#rating-graph", "#export-games"):
            expect(page.locator(name)).to_be_hidden()
        rings = page.locator("#board > svg .legal")
        expect(page.locator("#games-title")).to_have_text("Review")
        expect(rings).to_have_count(4)
        page.keyboard.press("g")
        expect(page.locator("#games-title")).to_have_text("My games")
        expect(rings).to_have_count(4)
        page.set_viewport_size(PHONE)
        page.go_back()
        page.keyboard.press("g")
        expect(page.locator("#more")).to_have_attribute("aria-current", "page")
        page.click("#review-button")
        expect(page.locator("#more")).not_to_have_attribute("aria-current", "page")
        page.click("#sample")
        expect(page.locator("#black strong")).to_have_text("Club")
        expect(page.locator("#verdict")).to_contain_text("was better.")
        page.keyboard.press("g")
        page.click("#next-opponent >> text=Play a first game")
        page.expect_turn()


def lose(page):
    """Lose the game that is shown."""
    page.resign()
    expect(page.locator("#result-title")).to_contain_text(LOST)


LATER = "() => { const now = performance.now(); performance.now = () => now + 301e3; }"


def run_out(page):
    page.evaluate(LATER)
    expect(page.locator("#result-title")).to_contain_text("You lost on time")


def begin_another(page):
    page.begin()
    page.expect_moves(0)


IN_THE_OTHER_TAB = {"its time runs out": run_out, "a new game": begin_another}


@pytest.mark.parametrize("act", IN_THE_OTHER_TAB)
def test_a_finished_game_stays_whatever_is_done_in_a_tab_that_has_copied_it_before_its_end(
    browser, server, act
):
    with opened(browser, server) as page:
        page.begin_with_f5(minutes="5")
        other = page.new_tab(server.address)
        other.expect_turn()
        lose(page)
        IN_THE_OTHER_TAB[act](other)
        other.expect_games(LOST)


def test_a_deleted_game_that_is_shown_comes_back_with_a_new_move_only(browser, server):
    """A reload and the beginning of another game keep the state of the shown game."""
    with opened(browser, server) as page:
        page.begin_with_f5()
        page.keyboard.press("g")
        page.click("#games .quiet")
        page.click("#yes")
        expect(page.locator("#next-opponent")).to_be_visible()
        page.reload()
        page.begin()
        page.expect_moves(0)
        page.keyboard.press("g")
        expect(page.locator("#next-opponent")).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("Control+z")
        page.locator("#grid button.legal").first.click()
        page.expect_moves(4)
        page.expect_games("Resume")


def test_a_finished_game_that_goes_on_after_a_reload_is_the_same_game(browser, server):
    with opened(browser, server) as page:
        page.begin_with_f5()
        lose(page)
        page.expect_games(LOST)
        page.reload()
        page.keyboard.press("u")
        page.click("#play >> text=Resume")
        page.square("d3").click()
        page.expect_moves(2)
        page.expect_games("Resume")


def test_a_review_that_ends_while_another_game_is_shown_rates_the_side_that_was_played(browser, server):
    """The person may have played the other side of the shown game."""
    rating = "JSON.parse(localStorage.getItem('othello-choices')).rating"
    with opened(browser, server) as page:
        page.begin(side="white")
        page.expect_turn()
        page.locator("#grid button.legal").first.click()
        page.expect_moves(3)
        page.open_text(GAME[:24])
        expect(page.locator("#open-dialog")).to_be_hidden()
        page.begin_from_here()
        page.resign()
        expect(page.locator("#result-progress")).to_contain_text("Reviewing")
        page.keyboard.press("g")
        page.locator("#games li", has_text="White").locator(".level").click()
        page.wait_for_function(REVIEWED)
        ratings = page.evaluate("JSON.parse(sessionStorage.othello).review.ratings")
        assert page.evaluate(rating) == ratings["black"]["rating"]


def test_a_review_goes_on_in_the_next_game_and_notes_the_discs_that_were_lost(browser, server):
    """It used to stop for good, and nothing was noted."""
    with opened(browser, server, script=HELD) as page:
        page.begin_with_f5()
        lose(page)
        expect(page.locator("#graph:not([hidden])")).to_be_attached()
        page.click("#other-side")
        expect(page.locator("#status")).to_have_text("White to move: your turn.")
        expect(page.locator("#graph:not([hidden])")).to_have_count(0)
        page.evaluate("window.release()")
        page.wait_for_function(REVIEWED)
        expect(page.locator("#graph:not([hidden])")).to_have_count(0)
        assert page.locator("#moves td:nth-child(3)").all_inner_texts() == [""]
        page.keyboard.press("g")
        expect(page.locator("#games small")).to_have_text(re.compile(r"Accuracy \d+%$"))


def test_a_game_that_has_ended_without_a_review_gets_one_when_it_is_opened(browser, server):
    with opened(browser, server) as page:
        page.keyboard.press("g")
        record = {"moves": ["f5", "d6", "c3"], "result": -64, "ending": "resigned"}
        page.import_games(
            {"id": "1", "own": "black", "record": record, "players": {"engine": ["white"], "isDone": True}},
        )
        expect(page.locator("#games small")).to_have_text("Black")
        page.click("#games .level")
        expect(page.locator("#sums tbody tr")).to_have_count(5)
        page.wait_for_function(REVIEWED)
        page.keyboard.press("g")
        expect(page.locator("#games small")).to_have_text(re.compile(r"Accuracy \d+%$"))


def test_progress_against_opponents(browser, server):
    """The rating is the mean of five games. Three wins in the last five games call for the next opponent."""
    games = [
        *(ended(number, "casual", result) for number, result in enumerate((-2, 4, 0, 6, -8, 10))),
        *(
            ended(10 + number, "master", -64, rating)
            for number, rating in enumerate((2000, 900, 1000, 1100, 1200, 1300))
        ),
    ]
    with opened(browser, server) as page:
        page.keyboard.press("g")
        expect(page.locator("#opponents-table")).to_be_hidden()
        page.import_games(*games)
        rows = page.locator("#opponents tr")
        expect(rows).to_have_text(["Master6080%", "Casual63"])
        expect(page.locator("#rating-text")).to_have_text(
            "Your rating is 1100, the mean of your last 5 full games without hints or moves taken back."
        )
        points = page.locator("#rating-line").get_attribute("points").split()
        assert len(points) == 6
        assert points[0].endswith(",0")
        assert points[-1] == "600,100"
        labels = page.locator("#rating-graph small")
        expect(labels).to_have_text(["2000", "1100"])
        expect(page.locator("#next-opponent")).to_be_hidden()
        page.import_games(ended(20, "casual", 2))
        page.click("#next-opponent >> text=You are ready for Regular, rated 1400")
        expect(page.locator("#white strong")).to_have_text("Regular")


def test_a_row_shows_a_result_in_its_color_and_opens_the_game_wherever_it_is_pressed(browser, server):
    """Rows were running text with two buttons each. Each loss was red. A bin with a name deletes the game."""
    with opened(browser, server) as page:
        page.keyboard.press("g")
        page.import_games(*(ended(number, "casual", result) for number, result in enumerate((4, 0, -6))))
        outcomes = page.locator("#games .outcome")
        expect(outcomes).to_have_text(["You lost 29\u201335", "Draw 32\u201332", "You won 34\u201330"])
        lost, draw, won = outcomes.evaluate_all("all => all.map(one => getComputedStyle(one).color)")
        assert lost == draw != won
        ends = outcomes.evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
        assert len(set(ends)) == 1, "one edge"
        expect(page.locator("#games .quiet").first).to_have_attribute("title", "Delete")
        page.locator("#games small").last.click()
        expect(page.locator("#white strong")).to_have_text("Casual")
        page.expect_moves(2)


ROWS = """() => [...document.querySelectorAll("#games .level .bar > *")].map(one => {
  return [one.textContent, Math.round(one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight))];
})"""
"""Returns the names and the results of My games, and in how many lines they stand."""


def test_a_phone_shows_each_name_and_each_result_of_my_games_in_one_line(browser, server):
    """The names stood in three lines beside "White won by resignation"."""
    lost = {**ended(1, "newcomer", 64), "own": None, "players": {}}
    lost["record"] = {"moves": ["f5", "d6"], "result": -64, "ending": "resigned"}
    resigned = ended(2, "newcomer", -64)
    resigned["record"]["ending"] = "resigned"
    with opened(browser, server, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        page.keyboard.press("g")
        page.import_games(lost, resigned)
        expect(page.locator("#games li")).to_have_count(2)
        assert page.evaluate(ROWS) == [
            ["Newcomer", 1],
            [LOST, 1],
            ["Black \u2013 White", 1],
            ["White won by resignation", 1],
        ]


def discs_after(*moves):
    """Return the discs after some moves, by square."""
    board = Board()
    for move in moves:
        board.push(move)
    return discs_of(board.position)


def test_the_board_beside_my_games_is_a_picture_of_the_game_that_is_pointed_at(browser, server):
    """It kept the last game with rings and a frame, which belonged to no row."""
    games = [ended(1, "casual", 4), ended(2, "newcomer", 4)]
    games[0]["record"]["moves"] = ["f5", "f6"]
    with opened(browser, server) as page:
        page.begin(side="both")
        page.square("d3").focus()
        page.keyboard.press("g")
        page.import_games(*games)
        rows = page.locator("#games .level")
        expect(rows).to_have_count(2)
        assert page.discs() == discs_after("f5", "d6")
        extras = page.locator("#board > svg :is(.legal, .last), #grid, .player")
        expect(extras.filter(visible=True)).to_have_count(0)
        rows.nth(1).hover()
        assert page.discs() == discs_after("f5", "f6")
        page.locator("#games").dispatch_event("mouseover")
        assert page.discs() == discs_after("f5", "f6"), "beside the rows"
        rows.nth(0).focus()
        assert page.discs() == discs_after("f5", "d6")
        page.click("#play-button")
        expect(page.locator("#grid")).to_be_visible()


def test_a_rating_needs_three_games_and_its_graph_five(browser, server):
    """One resigned game of 14 moves gave a rating, and a graph of two points rose after a loss."""
    with opened(browser, server) as page:
        page.keyboard.press("g")
        for number in range(1, 6):
            page.import_games(
                ended(number, "casual", 4, 1200), {**ended(number + 10, "casual", 4, 900), "isHelped": True}
            )
            expect(page.locator("#games li")).to_have_count(2 * number)
            text = page.inner_text("#rating-text")
            assert text.startswith("Rated after 3 full games" if number < 3 else "Your rating is 1200"), text
            assert (f"({number} of 3)" in text) == (number < 3)
            assert page.locator("#rating-graph").is_visible() == (number == 5)


HELPED = """() => new Promise(resolve => {
  const request = indexedDB.open("othello");
  request.onsuccess = () => {
    const games = request.result.transaction("games").objectStore("games").getAll();
    games.onsuccess = () => resolve(games.result.map(({isHelped}) => Boolean(isHelped)));
  };
})"""
"""Returns for each kept game whether it was played with help."""


@pytest.mark.parametrize(
    ("keys", "is_helped"),
    [("", False), ("u", True), ("Control+z", True), ("h", True)],
    ids=["alone", "take back", "undo", "hint"],
)
def test_hints_and_moves_taken_back_are_kept_with_the_game(browser, server, keys, is_helped):
    """Such a game counted for the rating."""
    with opened(browser, server) as page:
        page.begin_with_f5()
        if keys:
            page.keyboard.press(keys)
            if keys != "h":
                page.expect_moves(0)
        page.locator("#grid button.legal").first.click()
        page.expect_moves(4 if keys in ("", "h") else 2)
        page.expect_turn()
        page.expect_games("Resume")
        assert page.evaluate(HELPED) == [is_helped]


def test_after_a_game_is_deleted_the_focus_goes_to_the_next_one(browser, server):
    """After the last game, it goes to the previous game, or to *Play a first game* when there is none."""
    with opened(browser, server) as page:
        page.keyboard.press("g")
        page.import_games(*({"id": name, "own": "black", "record": {"moves": ["f5"]}} for name in "abc"))
        expect(page.locator("#games li")).to_have_count(3)
        page.locator("#games .quiet").nth(1).focus()
        for rest, focused in (
            (2, "#games li:nth-child(2) button:last-child"),
            (1, "#games li:nth-child(1) button:last-child"),
            (0, "#next-opponent"),
        ):
            page.keyboard.press("Enter")
            page.click("#yes")
            expect(page.locator("#games li")).to_have_count(rest)
            expect(page.locator(focused)).to_be_focused()


LATE = """() => {
  const now = Date.UTC(2026, 0, 1, 20);
  Date = class extends Date { constructor(...parts) { super(...(parts.length ? parts : [now])); } };
}"""
"""Sets the time of day to 20:00 UTC."""


@pytest.mark.parametrize(("zone", "date"), [("Asia/Tokyo", "2026-01-02"), ("America/New_York", "2026-01-01")])
def test_a_game_has_the_date_of_the_time_zone_of_the_person(browser, server, zone, date):
    with opened(browser, server, script=LATE, timezone_id=zone) as page:
        page.begin()
        expect(page.locator("#facts-line")).to_have_text(f"Played on {date}")


def test_a_pasted_game_that_is_reviewed_is_kept_with_the_side_of_its_player(browser, server):
    """The next game replaced it, and its marks and exercises included the mistakes of both sides.

    The page asks once for the side, and then knows the player by the name. A game that is pasted again is the
    kept one.
    """
    link = f"{server.address}#moves={GAME}&black=Paul&white=Carla"
    with opened(browser, server) as page:
        page.open_text(link)
        expect(page.locator("#whose button")).to_have_text([" Paul", " Carla", "Neither"])
        page.wait_for_function(REVIEWED)
        head = page.locator("#moments .note").first
        expect(head).to_have_text(re.compile("^The costliest of \\d+ mistakes$"))
        page.click("#whose >> text=Carla")
        expect(page.locator("#whose")).to_be_hidden()
        expect(page.locator("#moments .note").first).to_have_text(
            re.compile("^The costliest of your \\d+ mistakes$")
        )
        cards = page.evaluate("JSON.parse(localStorage['othello-choices']).practice.cards")
        assert {card["color"] for card in cards} == {"white"}
        page.expect_games("You lost 31\u201333")
        page.open_text(
            link.replace("Paul", "Carla").replace("white=Carla", "white=Zoe").replace(GAME, GAME[:80])
        )
        expect(page.locator("#white strong")).to_have_text("Zoe")
        page.click("#review-button")
        expect(page.locator("#moments")).to_be_visible()
        expect(page.locator("#whose")).to_be_hidden()
        page.open_text(GAME)
        expect(page.locator("#black strong")).to_have_text("Paul")
        page.keyboard.press("g")
        names = page.locator("#games strong")
        expect(names).to_have_text(["Zoe", "Paul"])


def test_a_game_of_two_people_is_kept_and_goes_on(browser, server):
    """It was gone with the next game."""
    with opened(browser, server) as page:
        page.click("#card-two")
        for move in ("f5", "d6"):
            page.square(move).click()
        page.begin()
        page.expect_moves(0)
        page.keyboard.press("g")
        page.click("#games >> text=Resume")
        expect(page.locator("#status")).to_have_text("Black to move.")
        page.expect_moves(2)
        page.square("c3").click()
        page.expect_moves(3)
        page.expect_games("Resume")


def test_a_finished_game_with_a_friend_is_kept(browser, server):
    with opened(browser, server, "#moves=f5d6&friend=black", permissions=["clipboard-write"]) as page:
        page.resign()
        page.click("#friend-copy")
        expect(page.locator("#result")).to_be_visible()
        page.keyboard.press("g")
        expect(page.locator("#games strong")).to_have_text("Your friend")
        page.click("#games .level")
        expect(page.locator("body")).to_have_attribute("data-mode", "review")
        expect(page.locator(".player strong")).to_have_text(["Your friend", "You"])


def test_a_sample_is_not_kept_as_a_game_of_the_person(browser, server):
    with opened(browser, server) as page:
        page.click("#review-button")
        page.click("#sample")
        expect(page.locator("#moments")).to_be_visible()
        expect(page.locator("#whose")).to_be_hidden()
        page.keyboard.press("g")
        expect(page.locator("#next-opponent")).to_be_visible()


def test_a_game_that_was_resigned_without_moves_does_not_go_on(browser, server):
    """All moves had been taken back, so the kept game still had them and was offered again."""
    with opened(browser, server) as page:
        page.begin()
        page.square("f5").click()
        page.expect_moves(2)
        page.click("#take-back")
        page.expect_moves(0)
        page.resign()
        expect(page.locator("#result")).to_contain_text(LOST)
        page.keyboard.press("Escape")
        page.click("#home-button")
        expect(page.locator("#play-title")).not_to_have_text("Resume")
        page.keyboard.press("g")
        expect(page.locator("#games li")).to_have_count(1)
        expect(page.locator("#games li")).to_contain_text(LOST)
