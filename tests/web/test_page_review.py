"""Reviews on the page: their summary, marks, values and reasons."""

import json
import re
from typing import Final

import pytest
from playwright.sync_api import expect

from othello.rules.board import Board
from tests.chromium import needs_chromium
from tests.web.browsing import (
    COVERED,
    HELD,
    LANDSCAPE,
    LAPTOP,
    PHONE,
    discs_of,
    opened,
)
from tests.web.serving import ENDING, GAME, OPENING

pytestmark = [needs_chromium, pytest.mark.browser]


def test_a_reload_takes_up_the_reviewed_moves_of_the_shown_line_only(browser, server):
    """The page writes them at each change, so lines from earlier games are left out."""
    with opened(browser, server, f"#moves={GAME[:16]}") as page:
        page.review()
        page.open_text("d3c3c4c5")
        page.expect_moves(4)
        page.review()
        assert len(page.evaluate("JSON.parse(sessionStorage.othello).review.found")) == 4
        page.reload()
        expect(page.locator("#sums tbody tr")).to_have_count(5)
        expect(page.locator("#moves td:nth-child(3):not(:empty)")).to_have_count(4)


def test_mistakes_before_and_after(browser, server):
    """The buttons next to the move buttons lead to the marked moves in both directions."""
    with opened(browser, server, OPENING) as page:
        expect(page.locator("#mistake")).to_be_disabled()
        page.evaluate("address => location.hash = address", ENDING)
        page.review()
        marked = page.locator("#moves tr").filter(has=page.locator(".mark:not(:empty)"))
        plies = marked.evaluate_all("rows => rows.map(row => row.getAttribute('data-ply'))")
        page.keyboard.press("Home")
        for ply in plies[:3]:
            page.click("#mistake")
            page.expect_ply(ply)
        page.click("#mistake-before")
        page.expect_ply(plies[1])


def test_thresholds_of_marks(browser, server):
    """The table of sums names the marks, and gives the discs for each of them."""
    with opened(browser, server, OPENING) as page:
        page.review()
        page.click("#summary summary")
        heads = page.locator("#sums tbody th")
        assert heads.all_inner_texts()[1:4] == ["Big mistakes", "Medium mistakes", "Small mistakes"]
        titles = heads.evaluate_all("all => all.map(one => one.title)")
        assert [re.findall(r"\d+", title) for title in titles] == [[], ["10"], ["4"], ["2"], []]


def test_numbers_push_no_button_out_of_the_panel_and_accuracy_needs_no_press(browser, server):
    """The list kept its height below the open table, and the buttons left the panel."""
    with opened(browser, server, OPENING, viewport=LAPTOP) as page:
        page.review()
        for color in ("black", "white"):
            expect(page.locator(f"#{color} .helped")).to_have_text(re.compile(r"^Accuracy \d+%$"))
        page.get_by_role("button", name="Neither").click()  # the question whose game it is needs room, too
        page.click("#summary summary")
        assert page.evaluate(COVERED, "#sums :is(th, td):not(:empty), #steps button") == []
        rules = """() => [...document.querySelectorAll("#sums :is(th, td)")].map(one =>
          getComputedStyle(one).borderBottomWidth)"""  # they ended with the names
        assert set(page.evaluate(rules)) == {"1px"}
        page.set_viewport_size({"width": 1280, "height": 720})
        assert page.evaluate(COVERED, "#steps button") == []


def test_a_game_of_two_shows_no_value_of_a_reviewed_position(browser, server):
    """The bar above the board told both players who was ahead."""
    with opened(browser, server, "#moves=f5d6c3") as page:
        page.review()
        expect(page.locator("#gauge.known")).to_have_count(1)
        page.click("#home-button")
        page.click("#card-two")
        page.square("f5").click()
        page.expect_ply(1)
        expect(page.locator("#gauge.known")).to_have_count(0)


def test_all_values_of_a_review_are_for_black(browser, server):
    """The list had values for the side to move beside a graph for Black, so signs changed at each move."""
    with opened(browser, server, "#moves=f5f4") as page:  # the parallel opening, which is bad for White
        page.review()
        page.keyboard.press("End")
        heads = page.locator("#list th").all_inner_texts()
        assert heads[2] == "For Black"
        value = page.locator("#moves tr.now td:nth-child(3)").inner_text()
        assert float(value) > 1


def test_a_review_opens_at_the_costliest_mistake_and_lists_mistakes_in_the_order_of_the_game(browser, server):
    """It opened at a cheap late mistake that turned the game, and the page did not tell why."""
    with opened(browser, server, ENDING, viewport=LAPTOP) as page:
        page.review()
        moments = page.locator("#moments button")
        plies = [int(re.findall(r"\d+", text)[0]) for text in moments.all_inner_texts()]
        assert len(plies) == 3
        assert plies == sorted(plies)
        for size in (PHONE, LANDSCAPE, LAPTOP):
            page.set_viewport_size(size)
            assert page.evaluate(COVERED, "#verdict") == [], size
        assert page.evaluate(COVERED, "#moments button") == []
        ply = int(page.locator("#moments [aria-current]").get_attribute("data-ply"))
        page.expect_ply(ply)
        losses = page.locator("#moves tr:has(.mark:not(:empty)) td:nth-child(4)").all_inner_texts()
        assert float(page.inner_text("#moves tr.now td:nth-child(4)")) == max(map(float, losses))
        expect(page.locator("#about > .note:first-child")).to_contain_text(", the costliest.")
        page.keyboard.press("End")
        expect(page.locator("#moments [aria-current]")).to_have_count(0)
        expect(page.locator("#verdict")).to_have_text(
            re.compile(rf" move {ply}, .., (turned the game around|lost \d+ discs against best play)\.")
        )
        expect(page.locator("#board svg :is(.last, .turned)")).to_have_count(0)
        page.click(f'#moments [data-ply="{ply}"]')
        page.expect_ply(ply)
        board = Board.parse(GAME[:76])
        for move in page.moves()[: ply - 1]:
            board.push(move)
        assert page.discs() == discs_of(board.position), "the board is the one before the mistake"
        row = page.locator("#moves tr.now")
        name, lost, best = (row.locator(f"td:nth-child({column})").inner_text() for column in (2, 4, 5))
        name, best = name.rstrip("?!"), best[:2]
        for kind, square in (("worse", name), ("better", best)):
            expect(page.locator(f"#board svg circle.{kind}.{square}")).to_have_count(1)
        expect(page.locator("#board svg circle.legal")).to_have_count(0)
        verdict = page.locator("#verdict")
        expect(verdict).to_contain_text(f"{name} loses {float(lost):.0f} discs")
        expect(verdict).to_contain_text(f"{best} was better.")
        page.keyboard.press("ArrowRight")
        board.push(name)
        page.expect_ply(ply)
        assert page.discs() == discs_of(board.position)


@pytest.mark.parametrize("size", [LAPTOP, {"width": 1920, "height": 1080}], ids=["laptop", "wide"])
def test_the_list_shows_the_row_of_the_discussed_move(browser, server, size):
    """It scrolled before the question whose game it is left less height, so the row was below its end."""
    with opened(browser, server, viewport=size) as page:
        page.open_text(f"{server.address}#moves={GAME}")
        page.review()
        expect(page.locator("#whose")).to_be_visible()
        for _ in range(3):
            page.wait_for_function("""() => {
              const row = document.querySelector("#moves .now").getBoundingClientRect();
              const list = document.querySelector("#list").getBoundingClientRect();
              return list.top + 20 < row.top && row.bottom < list.bottom - 20;
            }""")
            page.click("#mistake")


def test_all_moves_that_are_equally_good_have_the_ring_of_the_better_move(browser, server):
    """One of them was framed as the square of a reason."""
    reasons = [{"code": "equal_moves", "squares": ["d6", "f4"], "counts": [], "sentences": [], "discs": 0}]
    change = f"""reply => ({{...reply, move: reply.move && {{...reply.move, mark: "?", lost: "5.0", loss: 5,
      pv: ["d6"], reasons: {json.dumps(reasons)}}}}})"""
    with opened(browser, server, "#moves=f5f6", script=HELD) as page:
        page.click("#review-button")
        page.deliver(change)
        page.evaluate("release()")
        expect(page.locator("#moves .mark:not(:empty)")).to_have_count(1)
        page.click("#mistake")
        for name in ("d6", "f4"):
            expect(page.locator(f"#board svg circle.better.{name}")).to_have_count(1)
        expect(page.locator("#board svg .named")).to_have_count(0)


def test_a_review_without_mistakes_leads_to_explore(browser, server):
    """Three buttons in a row did nothing, and nothing else was offered."""
    with opened(browser, server, "#moves=f5d6c3", viewport=PHONE) as page:
        page.review()
        expect(page.locator("#verdict")).to_have_text("No mistakes to look at.")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#steps button:disabled:visible")).to_have_count(0)
        page.locator("#steps").get_by_role("button", name="Explore").click()
        expect(page.locator("body")).to_have_attribute("data-mode", "explore")


def test_the_accuracy_of_a_player_cuts_no_name_on_a_phone(browser, server):
    """A bare percentage beside it left "Newco..."."""
    with opened(browser, server, f"#moves={GAME}&white=Newcomer", viewport=PHONE) as page:
        page.review()
        name = page.locator("#white strong")
        expect(name).to_have_text("Newcomer")
        assert name.evaluate("one => one.scrollWidth <= one.clientWidth")
        expect(page.locator("#white")).not_to_contain_text("%", use_inner_text=True)
        page.click("#summary summary")
        expect(page.locator("#sums tbody tr").first).to_have_text(re.compile(r"^Accuracy\d+%\d+%$"))


MISSED: Final = (
    "#position=XOOOOO---XOX-O----XO-OXOO-XXOXXXXOXXXO----OXOXO-XXXOXO--O-OXO---_O"
    "&moves=a3b6h5b4b3a2a6g1e3f8g2g5g8e2g7b8h1h8h7h2h6"
)
"""The address of moves of which the three costliest miss the same square."""


def test_the_place_of_the_worst_mistakes_shows_how_far_the_review_is(browser, server):
    """Nothing filled it until the end, and then three buttons without a title had the same answer."""
    with opened(browser, server, MISSED, script=HELD) as page:
        page.click("#review-button")
        expect(page.locator("#moments progress")).to_have_attribute("value", "0")
        for _ in range(3):
            page.deliver("reply => reply")
        expect(page.locator("#moments progress")).to_have_attribute("value", "3")
        page.evaluate("release()")
        expect(page.locator("#moments")).to_contain_text(re.compile(r"^The costliest of \d\d mistakes"))
        expect(page.locator("#moments progress")).to_have_count(0)
        plies = page.locator("#moments button").evaluate_all("all => all.map(one => one.dataset.ply)")
        answers = [page.inner_text(f'#moves [data-ply="{ply}"] td:nth-child(5)')[:2] for ply in plies]
        assert len(set(answers)) == 3


def test_the_progress_of_a_review_counts_no_passes(browser, server):
    """A game of 60 moves had 63."""
    with opened(browser, server, f"#moves={GAME}", script=HELD) as page:
        page.click("#review-button")
        expect(page.locator("#moments")).to_contain_text("0 of 60 moves")


def test_a_mistake_in_the_verdict_stays_red_when_it_is_pressed(browser, server):
    """It had the green of the better move then."""
    with opened(browser, server, ENDING) as page:
        page.review()
        page.click("#mistake")
        mistake = page.locator("#verdict button.lost").first
        color = mistake.evaluate("one => getComputedStyle(one).color")
        mistake.click()
        expect(mistake).to_have_attribute("aria-pressed", "true")
        expect(mistake).to_have_css("color", color)


def test_the_board_outlines_the_squares_that_the_reasons_are_about(browser, server):
    """Boxes stood on squares that no sentence named. A sign in the text explains rings and boxes."""
    with opened(browser, server, ENDING) as page:
        page.review()
        page.click("#mistake")
        found = page.evaluate("JSON.parse(sessionStorage.othello).review.found")
        marked = {len(line.split()[-1]) // 2: move for line, move in found if move["mark"]}
        outlined = page.locator("#board svg rect.named")
        for _ in marked:
            move = marked[int(page.get_attribute("#moves tr.now", "data-ply"))]
            squares = {square for reason in move["reasons"][:2] for square in reason["squares"]}
            names = outlined.evaluate_all("all => all.map(one => one.classList[1])")
            others = squares - {move["move"], move["pv"][0]}
            text = page.inner_text("#reason")
            assert set(names) == {name for name in others if name in text}
            signs = page.locator("#about use").evaluate_all("all => all.map(one => one.getAttribute('href'))")
            assert signs == ["#i-played", "#i-better"]
            page.click("#mistake")
        page.keyboard.press("End")
        expect(outlined).to_have_count(0)


def test_a_step_to_the_opponents_mistake_shows_whose_it_is_and_its_marks(browser, server):
    """The text had the signs of both moves, but the board had none, and no side was named."""
    with opened(browser, server, ENDING) as page:
        page.review()
        page.click("[data-side=black]")
        plies = page.locator("#moves tr:has(.disc.white):has(.mark:not(:empty))").evaluate_all(
            "rows => rows.map(row => row.dataset.ply)"
        )
        page.click(f"#moves tr[data-ply='{plies[0]}']")
        page.click("#next")
        move = page.locator("#moves tr.now td").nth(1).inner_text()[:2]
        expect(page.locator("#about > .note:first-child")).to_have_text(f"White plays {move}.")
        better = page.locator("#verdict .won").inner_text()
        for kind, square in (("worse", move), ("better", better)):
            expect(page.locator(f"#board svg circle.{kind}.{square}")).to_have_count(1)


def test_the_loss_of_a_mistake_is_the_difference_of_shown_values(browser, server):
    """The value bar and the row had values before and after the move, and nothing told them apart."""
    with opened(browser, server, ENDING) as page:
        page.review()
        rows = page.locator("#moves tr").filter(has=page.locator(".loss:not(:empty)"))
        for cells in rows.evaluate_all("all => all.map(row => [...row.cells].map(cell => cell.innerText))"):
            played, lost, best = float(cells[2]), float(cells[3]), float(cells[4].split()[1])
            assert abs(abs(best - played) - lost) < 0.15
        after, _, answer = page.locator("#moves tr.now td").all_inner_texts()[2:5]
        gauge = page.inner_text("#gauge").replace("Black +", "").replace("White +", "-").split(" → ")
        assert gauge == [answer.split()[1].lstrip("+"), after.lstrip("+")]


def test_a_phone_names_what_its_arrows_lead_to(browser, server):
    """Two of four arrows had no word, and nobody knew which ones lead to mistakes."""
    with opened(browser, server, ENDING, viewport=PHONE) as page:
        page.review()
        words = page.locator("#steps button:visible").all_inner_texts()
        assert [word.strip() for word in words] == ["Move", "Move", "Mistake", "Mistake", "Practice"]
        page.click("#explore-button")
        assert page.inner_text("#back").strip() == ""


def test_no_gap_stands_between_a_move_and_its_full_stop(browser, server):
    """The buttons of moves were padded, so a full stop or a colon stood apart."""
    with opened(browser, server, ENDING) as page:
        page.review()
        gaps = page.locator("#about button:not([data-lesson])").evaluate_all(
            """all => all.map(button => {
              const range = document.createRange();
              range.selectNodeContents(button.lastChild);
              const {right} = range.getBoundingClientRect();
              range.setStartAfter(button);
              range.setEnd(button.nextSibling ?? button, button.nextSibling ? 1 : 0);
              return range.getBoundingClientRect().left - right;
            })"""
        )
        assert len(gaps) >= 2
        assert max(map(abs, gaps)) < 1.5


def test_each_mistake_has_a_reason_and_whole_discs(browser, server):
    """A blunder without a reason that a search had found had only statistics."""
    with opened(browser, server, f"#moves={GAME}") as page:
        page.review()
        count = page.locator("#moves .mark:not(:empty)").count()
        assert count > 5
        page.keyboard.press("Home")
        for _ in range(count):
            page.keyboard.press("m")
            expect(page.locator("#verdict")).to_have_text(
                re.compile(r"^\w\d loses \d+ discs?( and turns the game around)?\. \w\d was better\.$")
            )
            expect(page.locator("#reason")).to_have_text(re.compile(r"\w{3}.*\.$"))
            expect(page.locator("#peers-line")).to_have_text(
                re.compile(
                    r"^(Hard to find: (< )?\d+|[1-9]\d+)% of players rated about \d+ find .\d"
                    r"(, and \d+% play .\d)?\.$"
                )
            )


def test_a_move_in_a_reason_shows_the_position_after_it_until_the_next_step(browser, server):
    """Ghost discs stood on the squares of the moves, but nothing flipped, so no count could be seen."""
    with opened(browser, server, ENDING, viewport=PHONE, has_touch=True) as page:
        page.review()
        page.click("#mistake")
        before = page.discs()
        start = Board.parse(GAME[:76])
        for move in page.moves()[: int(page.get_attribute("#moves tr.now", "data-ply")) - 1]:
            start.push(move)
        moves = page.locator("#about :is(#verdict, #reason) button")
        numbers = page.locator("#board svg .number")
        assert moves.count() >= 2
        for at in range(moves.count()):
            assert moves.nth(at).bounding_box()["height"] >= 24
            board = start.copy()
            line = moves.nth(at).get_attribute("value").split()
            for move in line:
                board.push(move)
            moves.nth(at).tap()
            expect(moves.nth(at)).to_have_attribute("aria-pressed", "true")
            names = [move for move in line if move != "pass"]
            assert numbers.all_text_contents() == [f"{number}" for number in range(1, len(names) + 1)]
            assert page.discs() == discs_of(board.position)
            moves.nth(at).tap()
            expect(numbers).to_have_count(0)
            assert page.discs() == before
        for leave in ("ArrowRight", "ArrowLeft", "m"):
            moves.first.press("Enter")
            expect(moves.first).to_be_focused()
            expect(numbers).not_to_have_count(0)
            page.keyboard.press(leave)
            expect(numbers).to_have_count(0)
            if leave != "m":
                assert page.discs() == before


def test_a_reason_leads_to_its_lesson_and_back_to_the_same_move(browser, server):
    """Words such as "stable discs" were explained only in a lesson that the reader did not know of."""
    with opened(browser, server, ENDING, viewport=PHONE) as page:
        page.review()
        lesson = page.locator("#about [data-lesson]")
        page.keyboard.press("Home")
        marked = page.locator("#moves .mark:not(:empty)").count()
        for _ in range(marked):
            page.click("#mistake")
            if lesson.count():
                break
        verdict, title = page.inner_text("#verdict"), lesson.inner_text().removeprefix("Lesson: ")
        lesson.click()
        expect(page.locator("#learn-title")).to_contain_text(title)
        page.go_back()
        expect(page.locator("#verdict")).to_have_text(verdict)
        expect(page.locator("#learning")).to_be_hidden()


def test_a_review_counts_its_mistakes_in_sight(browser, server):
    """Nothing told how many mistakes follow, except numbers behind a button."""
    with opened(browser, server, ENDING) as page:
        page.review()
        count = page.locator("#moves .mark:not(:empty)").count()
        page.keyboard.press("Home")
        for number in (1, 2):
            page.click("#mistake")
            expect(page.locator("#about > .note:first-child")).to_have_text(
                re.compile(rf"^Mistake {number} of {count}(, the costliest)?\.$")
            )
        page.keyboard.press("End")
        expect(page.locator("#about > .note:first-child")).to_have_text("Black won 33\u201331.")


def test_passes_have_no_number(browser, server):
    """A game with a pass had a move 61, but a board has room for 60."""
    with opened(browser, server, f"#moves={GAME}") as page:
        page.review()
        numbers = page.locator("#moves td:first-child").all_inner_texts()
        moves = page.moves()
        assert "pass" in moves
        placed = [number for number, move in zip(numbers, moves, strict=True) if move != "pass"]
        assert placed == [f"{number}" for number in range(1, len(placed) + 1)]
        assert {number for number, move in zip(numbers, moves, strict=True) if move == "pass"} == {"\u2013"}
        for text in page.locator("#moments button").all_inner_texts():
            number, move = re.fullmatch(r"(\d+)\. (\w\d)\?+", text).groups()
            assert placed[int(number) - 1] == number
            assert [name for name in moves if name != "pass"][int(number) - 1] == move


def test_a_game_that_is_pasted_in_review_is_reviewed(browser, server):
    """A game that had not ended was opened in Explore."""
    with opened(browser, server) as page:
        page.click("#review-button")
        page.click("#games-open")
        page.fill("#text", GAME[:32])
        page.click("#open")
        expect(page.locator("#moves tr[data-ply]")).to_have_count(16)
        expect(page.locator("#reason")).not_to_be_empty()
        expect(page.locator("body")).to_have_attribute("data-mode", "review")


def test_a_link_of_a_friend_that_is_pasted_in_review_is_played(browser, server):
    with opened(browser, server) as page:
        page.click("#review-button")
        page.click("#games-open")
        page.fill("#text", f"{server.address}#moves=f5&friend=white")
        page.click("#open")
        expect(page.locator("#white strong")).to_have_text("You")
        expect(page.locator("body")).to_have_attribute("data-mode", "play")
