"""The card at the end of a game on the page."""

import re

import pytest
from playwright.sync_api import expect

from othello.rules.board import Board
from tests.chromium import needs_chromium
from tests.web.browsing import (
    DESKTOP,
    LANDSCAPE,
    LAPTOP,
    PHONE,
    SMALL_LANDSCAPE,
    discs_of,
    opened,
)
from tests.web.lessons import LESSONS
from tests.web.serving import ENDING, GAME

pytestmark = [needs_chromium, pytest.mark.browser]


def play_the_end(page):
    """Play the last moves of GAME against the engine, after the page has opened the other moves."""
    page.begin_from_here(str(Board.parse(GAME[:-8]).turn), "newcomer")
    page.play_out()


def test_the_end_of_a_game(browser, server):
    """A card shows the result and what the review found. Undo in the next game brings the game back."""
    with opened(browser, server, ENDING[:-8]) as page:
        play_the_end(page)
        status = page.locator("#status")
        title = re.compile(r"^(You (won|lost)|Draw) \d+.\d+$")
        expect(page.locator("#result-title")).to_have_text(title)
        page.expect_reviewed()
        page.click("#result-close")
        expect(page.locator("#result")).to_be_hidden()
        expect(page.locator("#mistake")).to_be_enabled()
        before = page.moves()
        page.begin("newcomer", "white")
        expect(status).to_have_text("White to move: your turn.")
        page.keyboard.press("Control+z")
        expect(status).to_have_text(re.compile("^(You (won|lost)|Draw)"))
        assert page.moves() == before


@pytest.mark.parametrize(
    "size", [pytest.param(DESKTOP, marks=pytest.mark.slow), PHONE], ids=["desktop", "phone"]
)
def test_a_review_that_completes_leaves_the_buttons_of_the_card_in_their_places(browser, server, size):
    """A text that grew above the buttons moved them, so that a click on Rematch could hit another one."""
    with opened(browser, server, ENDING[:-8], viewport=size) as page:
        play_the_end(page)
        buttons = page.locator("#result > button, #result .bar button")
        places = [button.bounding_box() for button in buttons.all()]
        page.expect_reviewed()
        assert [button.bounding_box() for button in buttons.all()] == places


def test_the_card_shows_score_graph_and_the_three_costliest_mistakes(browser, server):
    """A small board shows the position before a mistake, and leads to its review."""
    with opened(browser, server, f"#moves={GAME[:76]}", script="() => { Math.random = () => 0.1; }") as page:
        page.begin_from_here("black", "newcomer")
        page.play_out()
        page.expect_reviewed()
        discs = list(discs_of(page.board().position).values())
        scores = [str(discs.count(one)) for one in ("black", "white")]
        assert re.findall(r"\d+", page.inner_text("#result-title")) == scores
        values = page.locator("#result-graph polyline").get_attribute("points").split()
        assert len(values) == len(page.moves()) + 1
        low = [{"width": 1280, "height": 720}, {"width": 1366, "height": 650}]
        for size in (DESKTOP, LAPTOP, *low, LANDSCAPE, SMALL_LANDSCAPE):  # the boards were cut off
            page.set_viewport_size(size)
            assert page.locator("#result").evaluate("one => one.scrollHeight - one.clientHeight") == 0, size
        mistakes = page.locator("#result-mistakes button")
        places = [int(text.split(".")[0]) for text in mistakes.all_inner_texts()]
        assert 1 <= len(places) <= 3
        assert places == sorted(places)
        kinds = mistakes.first.locator("circle.disc").evaluate_all("all => all.map(one => one.classList[1])")
        before = Board()
        for move in page.moves()[: places[0] - 1]:
            before.push(move)
        assert sorted(kinds) == sorted(discs_of(before.position).values())
        mistakes.first.click()
        expect(page.locator("#result")).to_be_hidden()
        page.expect_ply(places[0])
        expect(page.locator("#board > svg .worse")).to_have_count(2)
        expect(page.locator("#moments p").first).to_have_text(re.compile(r"^(Your|.* of your \d+) mistakes"))


HEIGHTS = "all => all.map(one => one.getBoundingClientRect().y + one.offsetHeight / 2)"


def test_the_small_boards_of_the_card_have_a_title_and_a_key(browser, server):
    """Red and green rings had no words, and a move "lost 32 discs" in a game that was lost by 12."""
    with opened(browser, server, f"#moves={GAME[:76]}", script="() => { Math.random = () => 0.1; }") as page:
        page.begin_from_here("black", "newcomer")
        page.play_out()
        page.expect_reviewed()
        count = page.locator("#result-mistakes button").count()
        head = f"Your {count} costliest moves" if count > 1 else "Your costliest move"
        expect(page.locator("#result-worst")).to_have_text(head)
        expect(page.locator("#result-key")).to_contain_text(re.compile("Played +Better"))
        signs = page.locator("#result-key :is(strong, span)").evaluate_all(HEIGHTS)
        assert max(signs) - min(signs) < 6, "signs and words are in one line"
        expect(page.locator("#result-progress")).to_have_text(
            re.compile("turned the game around|against best play|You found .* Next time: ")
        )


def test_a_game_of_two_people_ends_with_a_card_and_a_rematch(browser, server):
    """A loss on time was one line below the board, without a way to the next game."""
    with opened(browser, server, has_clock=True) as page:
        page.click("#explore-button")
        page.begin(side="both", minutes="0.5")
        for move in ("f5", "d6", "c3"):
            page.square(move).click()
        expect(page.locator("#analysis")).to_be_hidden()  # values would help one of them
        page.clock.run_for(31_000)
        expect(page.locator("#result-title")).to_have_text("Black won on time")
        expect(page.locator("#result .face, #other-side").filter(visible=True)).to_have_count(0)
        page.clock.resume()
        page.press("#again", "Enter")
        page.expect_moves(0)
        expect(page.locator("#black .clock")).to_have_text(re.compile("0:(30|29)"))
        page.keyboard.press("g")
        expect(page.locator("#games .outcome")).to_have_text("Black won on time")
        day = page.evaluate("new Date().toLocaleDateString('sv')")
        expect(page.locator("#games small")).to_have_text(day)


def test_the_card_counts_wins_and_names_a_game_with_hints(browser, server):
    """A win got the same card as a loss, and "with help" was explained in Explore only."""
    *_, last = LESSONS[0]["tasks"]
    with opened(browser, server) as page:
        note = page.locator("#result-note")
        for words in ("Your first win against Newcomer!", "That makes 2 wins against Newcomer."):
            page.open_text(last["moves"])
            expect(page.locator("#moves tr[data-ply]").last).to_be_visible()
            page.begin_from_here(level="newcomer")
            page.expect_turn()
            page.square(last["right"][0]).click()
            expect(note).to_have_text(words)
            page.expect_reviewed()
            page.click("#result-close")
        page.begin_with_f5("newcomer")
        page.expect_turn()
        page.click("#hint")
        expect(page.locator(".helped")).to_be_visible()
        page.resign()
        expect(note).to_have_text("With hints or analysis, the game is not rated.")


def test_the_card_explains_that_empty_squares_count(browser, server):
    """A wipe-out was won 64 to 0 beside a board with 13 discs."""
    with opened(browser, server, "#moves=f5d6c5f4e3f6g5e6") as page:
        page.begin_from_here("black", "newcomer")
        page.square("e7").click()
        expect(page.locator("#result-title")).to_have_text(re.compile("You won 64.0"))
        expect(page.locator("#result-note")).to_contain_text(
            "White has no disc left, so the empty squares are yours, too."
        )


def test_the_review_opens_at_the_move_that_its_summary_names(browser, server):
    """The review began at the first of three moments, and not at the move that the card named."""
    with opened(browser, server, f"#moves={GAME[:76]}", script="() => { Math.random = () => 0.1; }") as page:
        page.begin_from_here("black", "newcomer")
        page.play_out()
        page.expect_reviewed()
        page.click("#result-review")
        move = page.inner_text("#verdict").split()[0]
        ply = page.get_attribute("#moves tr.now", "data-ply")
        page.keyboard.press("End")
        expect(page.locator("#verdict")).to_contain_text(f" move {ply}, {move}, ")
        expect(page.locator("#reason")).to_contain_text("Next time: ")


def end_game(page, script):
    """Resign a game after its first moves, and run a script as soon as the card is shown."""
    page.begin_with_f5()
    page.evaluate(f"""() => {{
      const card = document.querySelector("#result");
      const look = (_, observer) => {{
        if (card.hidden) return;
        observer.disconnect();
        {script}
      }};
      new MutationObserver(look).observe(card, {{attributes: true}});
    }}""")
    page.resign()


def test_explore_leaves_no_card_above_it(browser, server):
    """A press on a mode while the card was appearing."""
    with opened(browser, server) as page:
        end_game(page, 'document.querySelector("#explore-button").click();')
        expect(page.locator("body")).to_have_attribute("data-mode", "explore")
        expect(page.locator("#result")).to_be_hidden()


def test_the_button_of_the_card_lets_a_review_go_on_that_has_no_move_yet(browser, server):
    with opened(browser, server) as page:
        end_game(page, "document.querySelector('#result-review').click();")
        expect(page.locator("#result")).to_be_hidden()
        expect(page.locator("#sums tbody tr")).to_have_count(5)


def test_a_click_on_the_board_does_not_hit_the_card_that_covers_it_at_that_moment(browser, server):
    with opened(browser, server, viewport=PHONE) as page:
        end_game(
            page,
            """const {x, y} = document.querySelector("#again").getBoundingClientRect();
            window.hit = document.elementFromPoint(x + 9, y + 9).dataset.square;""",
        )
        expect(page.locator("#result")).to_be_visible()
        assert page.evaluate("window.hit")
        page.click("#again")
        page.expect_moves(0)


def test_the_card_lets_the_last_discs_be_seen(browser, server):
    """It covered the board at once."""
    with opened(browser, server) as page:
        end_game(page, "window.opacity = getComputedStyle(card).opacity;")
        expect(page.locator("#result-review")).to_be_focused()
        assert page.evaluate("window.opacity") == "0"
        expect(page.locator("#result")).to_have_css("opacity", "1")


def test_after_a_resignation_take_back_goes_on_with_the_game_against_the_engine(browser, server):
    """The card is shown again at the next end."""
    with opened(browser, server) as page:
        page.begin_with_f5()
        page.resign()
        page.click("#result-close")
        page.keyboard.press("u")
        expect(page.locator("#status")).to_have_text("Black to move: your turn.")
        page.square("d3").click()
        page.expect_moves(2)
        page.resign()
        expect(page.locator("#result")).to_be_visible()


def test_a_finished_game_offers_the_next_one_below_the_board(browser, server):
    """When its card was closed, nothing led on: no rematch, no new game."""
    with opened(browser, server) as page:
        page.begin_with_f5()
        page.resign()
        page.click("#result-close")
        expect(page.locator("#actions button").filter(visible=True)).to_have_text(
            ["Rematch", "New game", "Review"]
        )
        page.click("#play-button")
        expect(page.locator("#welcome")).to_be_visible()
        page.click("#review-button")
        page.keyboard.press("u")
        page.expect_moves(0)
        page.click("#play-button")
        page.resign()
        page.click("#result-close")
        page.click("#actions >> text=Rematch")
        page.expect_moves(0)
        expect(page.locator("#status")).to_have_text("Black to move: your turn.")


def test_escape_and_a_click_beside_the_card_close_it(browser, server):
    """Only its cross did, and up to three buttons offered the review at the same time."""
    with opened(browser, server) as page:
        reviews = page.locator("main button", has_text="Review").filter(visible=True)
        page.begin_with_f5()
        for close in (lambda: page.keyboard.press("Escape"), lambda: page.click("#white")):
            page.resign()
            expect(page.locator("#result-review")).to_be_focused()
            expect(reviews).to_have_text(["Review"])
            place = page.locator("#back").bounding_box()
            close()
            expect(page.locator("#result")).to_be_hidden()
            assert page.locator("#back").bounding_box() == place  # the steps took the whole row
            expect(reviews).to_have_text(["Review"])
            page.keyboard.press("u")
