"""The opening book in Explore: its moves, games, names and values, and the path to the position."""

import re

import pytest
from playwright.sync_api import expect

from othello import Board, Book, Move
from othello.book.location import shipped
from othello.players.human_model import move_probabilities
from tests.chromium import needs_chromium
from tests.web.browsing import COVERED, HELD, LANDSCAPE, LAPTOP, PHONE, SMALL_PHONE, opened
from tests.web.openings import explore
from tests.web.serving import whole_game

pytestmark = [needs_chromium, pytest.mark.browser]


def test_the_book_counts_own_games_and_names_openings(browser, server):
    moves = [str(move) for move in whole_game().move_stack]
    games = [
        {"id": f"{result}", "own": "black", "record": {"moves": moves, "result": result, "ending": "agreed"}}
        for result in (2, 0)
    ]
    with opened(browser, server) as page:
        page.keyboard.press("g")
        page.import_games(*games)
        expect(page.locator("#games li")).to_have_count(2)
        page.goto(f"{server.address}#moves={''.join(moves[:2])}")
        page.expect_moves(2)
        explore(page)
        row = page.locator("#book-moves tr", has=page.locator(f'.mine[value="{moves[2]}"]'))
        expect(row.locator(".name")).to_contain_text("Your games: 2, 75%")


def test_a_bar_shows_the_points_of_both_colors(browser, server):
    """The black part has Black's share of the width, whoever is to move."""
    with opened(browser, server, "#moves=f5d6c3d3c4") as page:
        explore(page)
        bar = page.locator("#book-moves .sides").first
        title = bar.get_attribute("title")
        share = int(re.fullmatch(r"Points for White: (\d+)%", title)[1])
        black, white = (bar.locator(f".{color}").bounding_box()["width"] for color in ("black", "white"))
        assert abs(100 * white / (black + white) - share) < 2, title
        for numbers in page.locator("#book-moves .sides").all():
            parts = numbers.locator("span")
            assert sum(map(int, parts.all_inner_texts())) == 100
            assert parts.evaluate_all("all => all.every(part => part.scrollWidth <= part.clientWidth)")


def test_the_whole_book_of_an_opening_is_in_sight_on_a_laptop(browser, server):
    """The last line was cut and faded, as if more followed."""
    with opened(browser, server, "#moves=f5d6c3d3c4", viewport=LAPTOP) as page:
        explore(page)
        expect(page.locator("#book-moves tr")).to_have_count(5)
        book, note = (page.locator(name).bounding_box() for name in ("#book", "#own-note"))
        assert note["y"] + note["height"] <= book["y"] + book["height"]


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 664}, LANDSCAPE], ids=["low", "landscape"])
def test_each_column_of_the_book_has_a_head_on_a_low_phone(browser, server, viewport):
    """They were left out, so nobody knew what "48.7K" and "48/52" are."""
    with opened(browser, server, "#moves=f5d6c3d3c4", viewport=viewport) as page:
        explore(page)
        page.click("[data-tab=book]")
        heads = page.locator("#book thead th")
        assert heads.all_inner_texts() == ["", "Move", "Value", "Games", "Points", "Chosen"]
        assert page.evaluate(COVERED, "#book thead th, #book-moves tr:nth-child(2) td:not(.name)") == []
        assert all(head.evaluate("one => one.scrollWidth <= one.clientWidth") for head in heads.all())
        ends = "all => all.map(one => one.getBoundingClientRect().right)"
        cells = page.locator("#book-moves tr:first-child td:not(.name)")
        assert heads.evaluate_all(ends) == cells.evaluate_all(ends)


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_columns_of_the_book_do_not_touch_and_a_name_stands_below_its_move(browser, server, viewport):
    """The games ran into the bar of points, and the name of an opening stood under another column."""
    with opened(browser, server, "#moves=f5d6c3d3c4", viewport=viewport) as page:
        explore(page)
        page.dispatch_event("[data-tab=book]", "click")
        gaps = page.locator("#book tr").evaluate_all("""rows => rows.flatMap(row => {
          const boxes = [...row.children].slice(2, 5).map(cell => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            return range.getBoundingClientRect();
          });
          return boxes.slice(1).map((box, at) => box.left - boxes[at].right);
        })""")
        assert min(gaps) >= 6
        name = page.locator("td.name", has_text="Aubrey")
        move = page.locator("#book-moves tr", has=name).locator(".move")
        assert abs(name.bounding_box()["x"] - move.bounding_box()["x"]) < 1
        head, star = (page.locator(f"#book {part} .icon").first.bounding_box() for part in ("th", ".mine"))
        assert abs(head["x"] + head["width"] / 2 - star["x"] - star["width"] / 2) < 1


def test_a_move_without_a_value_in_the_book_has_that_of_the_analysis(browser, server):
    """The row of g5 was empty, although the analysis beside it had a value."""
    with opened(browser, server, "#moves=f5d6c3d3c4") as page:
        explore(page)
        row = page.locator("#book-moves tr", has=page.locator('.mine[value="g5"]'))
        value = page.locator("#best .line", has=page.locator(".move", has_text="g5")).locator(".number")
        expect(value).to_have_text(re.compile(r"-\d"))
        expect(row.locator("td").nth(2)).to_have_text(re.compile(r"-\d"))


def test_the_book_counts_the_games_of_strong_players(browser, server):
    """The choice is kept for later visits, and changes only the games and the points."""
    with Book(shipped()) as book:
        move = next(move for move in book.moves("f5d6") if str(move.move) == "c3")
    with opened(browser, server, "#moves=f5d6") as page:
        explore(page)
        cells = page.locator("#book-moves tr", has=page.locator('.mine[value="c3"]')).locator("td")
        expect(cells.nth(3)).to_have_text(f"{move.games.visits / 1000:.1f}K")
        page.select_option("#book-players", label="Strong players (1700+)")
        for _ in range(2):
            expect(cells.nth(3)).to_have_text(f"{move.strong.visits / 1000:.1f}K")
            points = cells.nth(4).locator(".sides")
            expect(points).to_have_attribute("title", f"Points for Black: {move.strong.rate:.0%}")
            page.reload()
            explore(page)
        page.select_option("#book-players", label="All players")
        expect(cells.nth(3)).to_have_text(f"{move.games.visits / 1000:.1f}K")


def test_the_book_shows_how_often_players_of_the_own_strength_choose_a_move(browser, server):
    """The page uses the rating from the last reviewed game."""
    shares = move_probabilities(Board("f5d6c3d3c4"), 1050)
    script = """() => localStorage.setItem("othello-choices", '{"rating": 1050}')"""
    with opened(browser, server, "#moves=f5d6c3d3c4", script=script) as page:
        explore(page)
        expect(page.locator("#book-peers")).to_have_text("Chosen: share of players rated 1050.")
        row = page.locator("#book-moves tr", has=page.locator('.mine[value="f4"]'))
        expect(row.locator("td").nth(5)).to_have_text(f"{100 * shares[Move('f4')]:.0f}%")


def test_the_choices_are_those_of_the_players_that_are_counted(browser, server):
    """The column still showed choices at the person's own rating, beside games of strong players."""
    shares = move_probabilities(Board("f5d6c3d3c4"), 1700)
    with opened(browser, server, "#moves=f5d6c3d3c4") as page:
        explore(page)
        expect(page.locator("#book-peers")).to_have_text("Chosen: share of players rated 1200.")
        page.select_option("#book-players", label="Strong players (1700+)")
        expect(page.locator("#book-peers")).to_have_text("Chosen: share of players rated 1700.")
        row = page.locator("#book-moves tr", has=page.locator('.mine[value="f4"]'))
        expect(row.locator("td").nth(5)).to_have_text(f"{100 * shares[Move('f4')]:.0f}%")


@pytest.mark.parametrize("size", [PHONE, {"width": 390, "height": 664}], ids=["phone", "low"])
def test_a_scrolled_page_does_not_jump_after_a_move_of_the_book(browser, server, size):
    """The page was shorter until the next moves were known, so the next tap hit the board."""
    with opened(browser, server, "#moves=f5", viewport=size, has_touch=True) as page:
        explore(page)
        page.tap("[data-tab=book]")
        moves = page.locator("#book-moves .move")
        expect(moves).to_have_count(3)
        for move in ("f6", "e6", "f4"):
            page.evaluate("scrollTo(0, 9999)")
            before = page.locator("#board").bounding_box()
            moves.get_by_text(move, exact=True).tap()
            expect(page.locator("#path [aria-current]")).to_have_text(move)
            expect(moves.get_by_text(move, exact=True)).to_have_count(0)
            expect(moves.first).to_be_visible()
            assert page.locator("#board").bounding_box() == before, move
        height = page.locator("#book").bounding_box()["height"]
        for _ in range(2):
            page.locator("#book-moves .mine").first.tap()
        assert page.locator("#book").bounding_box()["height"] == height


def test_each_step_of_the_path_leads_back(browser, server):
    with opened(browser, server, "#moves=f5d6c3d3c4") as page:
        explore(page)
        path = page.locator("#path")
        expect(path).to_contain_text("f5d6c3d3c4 Tiger")
        page.click("#begin")
        page.click("#end")
        path.get_by_role("button", name="d6").click()
        page.expect_ply(2)
        expect(path.locator("[aria-current]")).to_have_text("d6")
        expect(path.locator("button")).to_have_count(2)


IN_SIGHT = """() => {
  const {left, right} = document.querySelector("#path").getBoundingClientRect();
  const range = document.createRange();
  range.setStart(document.querySelector("#path button:last-of-type"), 0);
  range.setEndAfter(document.querySelector("#path span").lastChild);
  const all = [...range.getClientRects()];
  return all.every(box => box.left >= left + 12 && box.right <= right + 0.5) && right <= innerWidth;
}"""
"""Returns whether the last move of the path, and the opening's name, are in sight."""


@pytest.mark.parametrize("viewport", [SMALL_PHONE, PHONE, LAPTOP], ids=["small", "phone", "laptop"])
def test_the_end_of_the_path_is_in_sight(browser, server, viewport):
    """The path was scrolled before other parts made it narrower: "Tig" was left of the opening's name."""
    with opened(browser, server, "#moves=f5d6c3d3c4f4f6f3e6e7", viewport=viewport) as page:
        explore(page)
        if viewport != LAPTOP:
            page.click("[data-tab=book]")
        for name in ("F.A.T. Draw", "Stephenson"):
            expect(page.locator("#path")).to_contain_text(re.compile(r"\w\d \S.*$"))
            assert page.evaluate(IN_SIGHT), name
            assert page.evaluate(COVERED, "#path button:last-of-type") == []
            page.evaluate("document.querySelector('#path').scrollLeft = -1000")
            page.click("#back")


def test_the_first_position_is_one_press_away_on_a_phone(browser, server):
    """The button stands beside the arrows. It used to be in the book only."""
    with opened(browser, server, "#moves=f5d6c3d3c4", viewport=PHONE) as page:
        page.click("#explore-button")
        places = [page.locator(f"#{name}").bounding_box()["y"] for name in ("begin", "back", "next", "tabs")]
        assert max(places) - min(places) < 5
        page.click("#begin")
        expect(page.locator("#begin")).to_be_disabled()
        expect(page.locator("#black .count")).to_have_text("2")


def test_a_move_of_the_book_has_one_value_everywhere(browser, server):
    """The list had the search's value, the board the book's, the gauge another move's, a row two values."""
    with Book(shipped()) as book:
        moves = {str(move.move): move.score.discs for move in book.moves("f5d6c3d3c4") if move.score}
    deep = """reply => ({...reply, lines: reply.lines.map(line =>
      ({...line, score: {kind: "heuristic", discs: -7, depth: 40, bound: "="}})).reverse()})"""
    with opened(browser, server, "#moves=f5d6c3d3c4", script=HELD) as page:
        explore(page)
        page.deliver(deep)
        line = page.locator("#best li", has=page.locator(".move", has_text="f4"))
        expect(page.locator("#best .move").first).to_have_text("f4")
        expect(line.locator(".number")).to_have_text(f"{moves['f4']:+.1f}")
        expect(line.locator(".kind")).to_have_text("book")
        expect(page.square("f4")).to_have_attribute(
            "aria-label", re.compile(f"plus {moves['f4']:.1f}, from the book")
        )
        expect(page.locator("#gauge span")).to_have_text(f"White {moves['f4']:+.1f}")
        row = page.locator("#book-moves tr", has=page.locator('.mine[value="f4"]'))
        expect(row.locator("td").nth(2)).to_have_text(f"{moves['f4']:+.1f}")
        outside = next(move for move in page.locator("#best .move").all_inner_texts() if move not in moves)
        searched = page.locator("#best li", has=page.locator(".move", has_text=outside))
        expect(searched.locator(".kind")).to_have_text("d40")
        page.evaluate("() => { document.querySelector('#lines').value = '1' }")
        page.locator("#lines").dispatch_event("change")
        expect(page.locator("#best .move")).to_have_text(["f4"])


def test_the_gauge_writes_values_as_the_list_does(browser, server):
    """It wrote "0" where the list had "0.0"."""
    even = """reply => ({...reply, lines: reply.lines.map(line =>
      ({...line, score: {kind: "heuristic", discs: 0, depth: 40, bound: "="}}))})"""
    with opened(browser, server, "#moves=" + whole_game().transcript()[:80], script=HELD) as page:
        page.click("#explore-button")
        page.deliver(even)
        expect(page.locator("#best .number").first).to_have_text("0.0")
        expect(page.locator("#gauge span")).to_have_text("0.0")
