"""The openings that a person plays: chosen in Explore, practiced, and compared with games."""

import json
import re

import pytest
from playwright.sync_api import expect

from othello import Board, Book, Move
from othello.book.location import shipped
from othello.players.human_model import move_probabilities
from tests.chromium import needs_chromium
from tests.web.browsing import COVERED, HELD, LANDSCAPE, LAPTOP, PHONE, SMALL_PHONE, discs_of, opened
from tests.web.serving import whole_game

pytestmark = [needs_chromium, pytest.mark.browser]


def star(page, move):
    """Return the star of a move in the book."""
    return page.locator(f'#book-moves .mine[value="{move}"]')


def explore(page):
    page.click("#explore-button")
    expect(page.locator("#book-moves tr").first).to_be_attached()


def choose(page, *moves):
    """Play these moves, and star each of Black's moves except the first."""
    explore(page)
    for at, move in enumerate(moves):
        if at and at % 2 == 0:
            star(page, move).click()
            expect(star(page, move)).to_have_attribute("aria-pressed", "true")
        page.square(move).click()
        page.expect_moves(at + 1)


def test_a_chosen_move_holds_for_the_mirrored_position_and_later_visits(browser, server):
    """One move is chosen in a position: another one replaces it, and a second press removes it."""
    with opened(browser, server, "#moves=f5d6") as page:
        explore(page)
        for move in ("c3", "c4"):
            star(page, move).click()
        expect(page.locator("#notice")).to_contain_text("Your move here is c4.")
        expect(page.locator("#book-moves .mine[aria-pressed=true]")).to_have_count(1)
        page.goto(f"{server.address}#moves=e6f4")
        expect(page.locator("#moves tr").first).to_contain_text("e6")
        explore(page)
        expect(star(page, "d3")).to_have_attribute("aria-pressed", "true")  # c4, mirrored
        star(page, "d3").click()
        expect(page.locator("#book-moves .mine[aria-pressed=true]")).to_have_count(0)


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
    """They stayed those of the own rating beside the games of strong players."""
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


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_own_openings_have_one_name(browser, server, size):
    """A button on phones and a column were called "Mine", the button on desktops "My openings"."""
    with opened(browser, server, "#moves=f5d6c3d3c4", viewport=size) as page:
        explore(page)
        page.locator("[data-tab=book]").dispatch_event("click")
        expect(page.locator("#own-button")).to_have_text("My openings")
        expect(page.locator("#book thead th").first.get_by_role("img")).to_have_accessible_name(
            "The moves you play"
        )
        assert "Mine" not in page.locator("#book").inner_text()


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


def test_a_star_does_not_move_the_table(browser, server):
    """A second press at the same place would have starred another move, as in a page scrolled to its end."""
    with opened(browser, server, "#moves=f5d6c3d3c4", viewport={"width": 390, "height": 664}) as page:
        explore(page)
        page.click("[data-tab=book]")
        expect(star(page, "b5")).to_be_visible()
        page.evaluate("scrollTo(0, 9999)")
        before = star(page, "b5").bounding_box()
        star(page, "b5").click()
        expect(star(page, "b5")).to_have_attribute("aria-pressed", "true")
        assert star(page, "b5").bounding_box() == before


def test_a_move_outside_the_book_can_be_chosen(browser, server):
    """The book lists the move because the current line continues with it."""
    moves = [str(move) for move in whole_game().move_stack[:31]]
    with opened(browser, server, f"#moves={''.join(moves)}&ply=30") as page:
        page.click("#explore-button")
        star(page, moves[30]).click()
        expect(star(page, moves[30])).to_have_attribute("aria-pressed", "true")


def test_own_openings_are_a_tree_that_a_file_brings_to_another_browser(browser, server, tmp_path):
    """Moves that lines share are one row, which the rows below it continue. Each row shows its position.

    Where two lines have different moves of the person's color, the later one counts, also after an export.
    """
    lines = ["f5d6c3d3c4f4f6", "f5d6c4d3c3f4f6", "f5f6e6"]
    with opened(browser, server) as page:
        page.click("#explore-button")
        page.click("#own-button")
        expect(page.locator("#own-note")).to_contain_text("Star your moves")
        page.click("#own-button")
        expect(page.locator("#book-table")).to_be_visible()  # and no card without rows
        page.click("#own-button")
        page.click("#own-import")
        file = {"name": "a.txt", "mimeType": "text/plain", "buffer": "\n".join(lines).encode()}
        page.set_input_files("#file", file)
        rows = page.locator("#own-tree .line")
        wanted = ["f5", "d6 Perpendicular Opening", "c4", "d3 c3 Tiger", "f4 f6 Stephenson", "c3 d3 c4 Tiger"]
        wanted = [
            re.compile("^" + text.replace(" ", " ?") + "$") for text in (*wanted, "f6 e6 Diagonal Opening")
        ]
        expect(rows).to_have_text(wanted)
        within = page.locator("#own-tree > li > ul > li > ul > li > .line")
        expect(within).to_have_text([wanted[2], wanted[5]])
        expect(within.locator(".disc.black")).to_have_count(2)
        rows.nth(3).click()
        page.expect_ply(4)
        assert page.moves() == ["f5", "d6", "c4", "d3", "c3"]
        expect(page.locator("#own-tree [aria-current]")).to_contain_text("Tiger")
        with page.expect_download() as download:
            page.click("#own-export")
        expect(page.locator("#notice")).to_have_text("Exported 3 lines to othello-openings.txt.")
        download.value.save_as(tmp_path / "own.txt")
    exported = ["f5d6c3d3c4 Black", "f5d6c4d3c3f4f6 Black", "f5f6e6 Black"]
    assert (tmp_path / "own.txt").read_text().splitlines() == exported
    with opened(browser, server) as page:
        page.click("#explore-button")
        page.click("#own-button")
        page.click("#own-import")
        page.set_input_files("#file", tmp_path / "own.txt")
        expect(page.locator("#own-tree .line")).to_have_text(wanted)


def test_own_openings_list_a_line_once_whichever_view_each_star_had(browser, server):
    """The same line was listed twice, as c4 e3 and as d3 c5 f6 f5."""
    with opened(browser, server, "#moves=c4") as page:
        explore(page)
        star(page, "e3").click()
        page.goto(f"{server.address}#moves=d3c5f6")
        page.expect_moves(3)
        explore(page)
        expect(star(page, "f5")).to_be_visible()
        star(page, "f5").click()
        page.click("#own-button")
        rows = page.locator("#own-tree .line")
        expect(rows).to_have_text([re.compile("^c4 ?e3"), re.compile("^f6 ?e6")])
        expect(page.locator("#own-tree .name")).to_have_count(1)
        rows.last.click()
        page.expect_ply(3)
        assert page.moves() == ["c4", "e3", "f6", "e6"]


def test_a_chosen_move_with_unknown_moves_before_it_is_a_row_of_its_own(browser, server):
    """Pages without a tree have kept no moves before it. A position that was set up has none, either."""
    with opened(browser, server, "#moves=f5d6c3d3c4") as page:
        explore(page)
        star(page, "f4").click()
        page.evaluate("""() => {
          const {lines, ...others} = JSON.parse(localStorage.getItem("othello-choices"));
          localStorage.setItem("othello-choices", JSON.stringify(others));
        }""")
        page.reload()
        explore(page)
        page.click("#own-button")
        row = page.locator("#own-tree .line")
        expect(row).to_have_text(re.compile("^.[1-8] ?Tiger$"))
        row.click()
        expect(page.locator("#board > svg circle.disc")).to_have_count(9)
        page.click("#own [data-for=practice-own]")
        expect(page.locator("#white strong")).to_have_text("You")
        page.square(row.inner_text()[:2]).click()
        expect(page.locator("#learn-text")).to_have_text("Solved!")


def test_an_own_line_keeps_its_side_of_the_board_and_its_star_removes_it(browser, server):
    """d3 e3 f4 was listed and practiced as f5 f4 e3, and only the book could remove it."""
    with opened(browser, server, "#moves=d3e3", viewport=PHONE) as page:
        explore(page)
        page.click("[data-tab=book]")
        star(page, "f4").click()
        text = practiced(page)
        assert page.discs() == discs_of(Board("d3e3").position)
        page.square("f4").click()
        expect(text).to_have_text("Solved!")
        page.click("#learn-end")
        rows = page.locator("#own-tree .line")
        expect(rows).to_have_text([re.compile("^d3 e3 ?f4")])
        page.click("#own-tree .mine")
        expect(rows).to_have_count(0)
        expect(page.locator("#own-note")).to_be_visible()


def practiced(page):
    """Begin to practice the own openings, and return the text of the exercise."""
    page.click("#own-button")
    page.click("#own [data-for=practice-own]")
    return page.locator("#learn-text")


def test_an_own_move_that_was_missed_is_due_a_day_later(browser, server):
    """It is due until it is played right at once."""
    with opened(browser, server, has_clock=True) as page:
        choose(page, "f5", "f6", "e6")
        page.goto(f"{server.address}#moves=f5d6")
        page.expect_moves(2)
        explore(page)
        star(page, "c4").click()
        text = practiced(page)
        expect(page.locator("#learn-steps")).to_contain_text("Line 1 of 2")
        expect(text).to_have_text("You play Black. Play your moves.")
        page.square("e6").click()
        expect(text).to_have_text("Solved!")
        page.click("#learn-next")
        expect(page.locator("#learn-steps")).to_contain_text("Line 2 of 2")
        page.click("#learn-solve")
        expect(text).to_have_text("Your move here is c4.")
        page.clock.fast_forward("25:00:00")
        page.click("#learn-next")
        page.keyboard.press("x")
        page.click("#practice-due")
        page.square("c4").click()
        expect(text).to_have_text("Solved!")
        page.click("#learn-end")
        expect(page.locator("#practice-daily")).to_be_visible()
        expect(page.locator("#practice-due")).to_be_hidden()


def test_own_openings_are_practiced_from_the_first_star_in_its_color(browser, server):
    """The opponent played other moves of the book, and the person had the color of a coin."""
    with opened(browser, server) as page:
        explore(page)
        for move in ("f5", "d6", "c3", "d3", "c4"):
            page.square(move).click()
        star(page, "f4").click()
        page.square("f4").click()
        star(page, "c5").click()
        for move in ("c5", "b3"):
            page.square(move).click()
        star(page, "c2").click()
        text = practiced(page)
        expect(page.locator("#learn-steps")).to_have_text("Line 1 of 2 · Tiger")
        expect(text).to_have_text("You play White. Play your moves.")
        assert page.discs() == discs_of(Board("f5d6c3d3c4").position)
        page.square("f4").click()
        expect(text).to_have_text("Solved!")
        page.click("#learn-next")
        expect(page.locator("#learn-steps")).to_have_text("Line 2 of 2 · Tiger")
        expect(text).to_have_text("You play Black. Play your moves.")
        assert page.discs() == discs_of(Board("f5d6c3d3c4f4").position)
        page.square("f6").click()
        expect(text).to_have_text("Your move here is c5.")
        expect(page.locator("#board > svg circle.better.c5")).to_have_count(1)
        expect(page.locator("#board > svg circle.worse.f6")).to_have_count(1)
        page.square("c5").click()
        expect(page.locator("#board > svg circle.disc")).to_have_count(12)  # with the opponent's b3
        assert "b3" in page.discs()
        page.square("c2").click()
        expect(text).to_have_text("Solved, but not at once. It comes back tomorrow.")
        page.click("#learn-next")
        expect(text).to_have_text("1 of 2 solved at once.")


def test_own_lines_end_with_how_many_were_right_and_a_way_onward(browser, server):
    """After the last line, Next led to Explore without a word."""
    with opened(browser, server) as page:
        choose(page, "f5", "f6", "e6")
        page.goto(f"{server.address}#moves=f5d6")
        page.expect_moves(2)
        explore(page)
        star(page, "c4").click()
        text = practiced(page)
        page.click("#learn-hint")
        page.square("e6").click()
        expect(text).to_have_text("Solved, but not at once. It comes back tomorrow.")
        page.click("#learn-next")
        page.square("c4").click()
        expect(text).to_have_text("Solved!")
        page.click("#learn-next")
        expect(text).to_have_text("1 of 2 solved at once.")
        expect(page.locator("#learning .bar button").filter(visible=True)).to_have_text(
            ["Next"], use_inner_text=True
        )
        expect(page.locator("#learn-title")).to_have_text("My openings")
        expect(page.locator("#learn-steps")).to_have_text("")
        page.click("#learn-next")
        expect(page.locator("#lessons button").first).to_be_visible()


def test_own_openings_are_an_exercise_as_soon_as_there_are_any(browser, server):
    """The exercise Opening stays the one of the book."""
    with opened(browser, server) as page:
        page.keyboard.press("x")
        expect(page.locator("#practice-opening")).to_be_visible()
        expect(page.locator("#practice-own")).to_be_hidden()
        page.keyboard.press("Escape")
        choose(page, "f5", "f6", "e6")
        page.keyboard.press("x")
        page.click("#practice-own")
        expect(page.locator("#learn-title")).to_have_text("My openings")
        assert page.discs() == discs_of(Board("f5f6").position)


def test_a_line_whose_stars_were_removed_does_not_stay_due(browser, server):
    """It is played to its end without a question, and comes later and later, if at all."""
    card = {"kind": "own", "start": None, "moves": ["f5", "f6"], "color": "black", "solved": 0, "due": 1}
    kept = json.dumps({"practice": {"cards": [{**card, "line": ["f5", "f6", "e6"]}]}})
    with opened(browser, server, script=f"() => localStorage.setItem('othello-choices', `{kept}`)") as page:
        page.keyboard.press("x")
        page.click("#practice-due")
        expect(page.locator("#learn-text")).to_have_text("Solved!")
        page.click("#learn-end")
        expect(page.locator("#practice-due")).to_be_hidden()


def test_a_review_says_where_a_game_left_the_own_line(browser, server):
    with opened(browser, server) as page:
        choose(page, "f5", "d6", "c4")
        page.goto(f"{server.address}#moves=f5d6c3d3c4")
        page.expect_moves(5)
        page.click("#review-button")
        page.locator('#moves tr[data-ply="3"]').click()
        expect(page.locator("#reason")).to_contain_text("You left your line: you wanted to play c4 here.")
        page.locator('#moves tr[data-ply="1"]').click()
        expect(page.locator("#reason")).not_to_contain_text("You left your line")
