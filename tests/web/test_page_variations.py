"""The moves of the page as a tree: variations, undo, and notes."""

import json

import pytest
from playwright.sync_api import expect

from othello.web import scripts
from tests import source
from tests.chromium import needs_chromium
from tests.web.browsing import discs_of, opened
from tests.web.serving import GAME, whole_game

pytestmark = [needs_chromium, pytest.mark.browser]

LINE = "f5d6c3d3c4"


def variation(page):
    """Return the moves of the variations in the list, with their numbers."""
    return page.locator("#moves .variation a").all_inner_texts()


def saved(page):
    """Return the game that a reload would restore."""
    return page.evaluate("JSON.parse(sessionStorage.getItem('othello')).game")


def test_a_move_in_the_past_cuts_nothing(browser, server):
    """A move in the past begins a variation. The moves that it replaces stay the main line."""
    with opened(browser, server, f"#moves={LINE}") as page:
        page.keyboard.press(",")
        page.keyboard.press(",")
        page.square("f4").click()
        expect(page.locator("#moves .variation a.now")).to_have_text("4. f4")
        assert page.moves() == ["f5", "d6", "c3", "d3", "c4"]
        page.square("g4").click()
        expect(page.locator("#moves .variation a.now")).to_have_text("5. g4")
        page.locator('#moves tr[data-ply="4"]').click()
        page.expect_ply(4)
        assert "d3" in page.discs()
        page.reload()
        expect(page.locator("#moves .variation a")).to_have_text(["4. f4", "5. g4"])
        assert page.moves() == ["f5", "d6", "c3", "d3", "c4"]


def test_a_move_that_the_game_or_a_variation_has_already_is_shown_and_added_once(browser, server):
    with opened(browser, server, f"#moves={LINE}") as page:
        for name in ("f4", "d3", "f4"):
            page.locator('#moves tr[data-ply="3"]').click()
            page.square(name).click()
            expect(page.square(name)).to_have_attribute("aria-label", f"{name}, white disc, last move")
        assert variation(page) == ["4. f4"]


def test_a_click_on_a_move_that_slips_a_few_pixels_shows_it(browser, server):
    """Move numbers and the moves of variations are links, which the browser would drag."""
    with opened(browser, server, f"#moves={LINE}") as page:
        expect(page.locator("#moves tr").last).to_contain_text("Tiger")  # the list is complete
        box = page.locator("#moves a").first.bounding_box()
        page.mouse.move(box["x"] + 1, box["y"] + 5)
        page.mouse.down()
        page.mouse.move(box["x"] + 9, box["y"] + 5, steps=9)
        page.mouse.up()
        expect(page.locator("#moves .now")).to_have_attribute("data-ply", "1")
        expect(page.locator("#open-dialog")).to_be_hidden()


def test_a_deleted_variation_comes_back_with_undo(browser, server):
    with opened(browser, server, f"#moves={LINE}") as page:
        page.locator('#moves tr[data-ply="3"]').click()
        page.square("f4").click()
        page.click("#moves .variation button")
        expect(page.locator("#moves .variation")).to_have_count(0)
        page.expect_ply(3)
        page.keyboard.press("Control+z")
        expect(page.locator("#moves .variation a")).to_have_text(["4. f4"])


def test_taking_back_in_the_middle_cuts_nothing(browser, server):
    """Take back works at the end of a line. Before the end, the button is disabled."""
    with opened(browser, server, f"#moves={LINE}") as page:
        page.keyboard.press(",")
        expect(page.locator("#take-back")).to_be_disabled()
        page.keyboard.press("u")
        assert len(page.moves()) == 5


def test_the_engine_answers_no_undo(browser, server):
    """Undo in a game returns to the person's turn, and the engine makes no move there."""
    with opened(browser, server) as page:
        page.begin()
        for count in (2, 4):
            page.locator("#grid button.legal").first.click()
            page.expect_moves(count)
        before = page.moves()
        assert len(before) == 4
        page.keyboard.press("Control+z")
        page.expect_moves(2)
        page.expect_turn()
        page.keyboard.press("Control+z")
        page.expect_moves(0)
        expect(page.locator("#status")).to_have_text("Black to move: your turn.")
        page.keyboard.press("Control+y")
        page.keyboard.press("Control+y")
        page.expect_moves(4)
        assert page.moves() == before


def test_undo_of_a_new_game_restores_the_opponent(browser, server):
    """Players and level belong to the undone state, so the previous game continues with its own opponent."""
    with opened(browser, server) as page:
        page.begin_with_f5("casual")
        before = page.moves()
        page.begin("club", "white")
        expect(page.locator("#status")).to_have_text("White to move: your turn.")
        page.keyboard.press("Control+z")
        expect(page.locator("#white strong")).to_have_text("Casual")
        expect(page.locator("#status")).to_have_text("Black to move: your turn.")
        assert page.moves() == before
        page.locator("#grid button.legal").first.click()
        page.expect_moves(4)


def test_the_time_of_the_undone_state_comes_back_with_it(browser, server):
    with opened(browser, server) as page:
        page.begin_with_f5(minutes="5")
        page.begin("0")
        expect(page.locator(".clock")).to_have_count(0)
        page.keyboard.press("Control+z")
        expect(page.locator("#black .clock")).to_contain_text("4:")


def test_analysis_review_link_and_book_are_about_the_line_that_is_shown(browser, server):
    with opened(browser, server, f"#moves={LINE}") as page:
        page.locator('#moves tr[data-ply="3"]').click()
        page.square("f4").click()
        page.keyboard.press("l")
        assert page.input_value("#link").endswith("/#moves=f5d6c3f4")
        page.keyboard.press("Escape")
        page.click("#review-button")
        expect(page.locator("#about")).to_contain_text("f4")
        expect(page.locator("#moments progress")).to_have_count(0)
        expect(page.locator("#sums tbody tr")).to_have_count(5)
        page.switch_analysis()
        expect(page.locator("#best li").first).to_be_visible()


TREE = """async ([script, moves]) => {
  const module = encodeURIComponent(`${script}export default module_tree;`);
  const {default: tree} = await import(`data:text/javascript,${module}`);
  let game = tree.complete({moves: moves.slice(0, 20)});
  const add = (path, ply, move) => {
    const found = tree.add(game, path, ply, move);
    game = found.game;
    return found.path;
  };
  const one = add([], 10, "x1");
  add(one, 11, "x2");
  add(one, 11, "y2");
  add([], 10, "z1");
  const lines = () => tree.paths(game).map(path => tree.whole(game, path).moves.join(" ")).sort();
  const ends = lines().map(line => line.split(" ").slice(10).join(" "));
  game = tree.cut(game, [], 10).game;
  return {ends, cut: lines(), count: game.notes.length};
}"""


def test_lines_of_a_tree_and_what_a_cut_leaves(browser, server):
    """A cut removes the moves after it, and the variations that replace them with all lines inside."""
    text = (source.ROOT / "othello" / "web" / "page" / "tree.js").read_text(encoding="utf-8")
    with opened(browser, server, bypass_csp=True) as page:
        game = [str(move) for move in whole_game().move_stack]
        outcome = page.evaluate(TREE, [scripts.joined({"tree": text}), game])
    assert outcome["ends"] == sorted([" ".join(game[10:20]), "x1 x2", "x1 y2", "z1"])
    assert (len(outcome["cut"]), outcome["count"]) == (1, 10)


def test_an_opened_game_keeps_its_variations(browser, server):
    """After a reload, a game has its earlier variations, at the same position."""
    with opened(browser, server, f"#moves={GAME[:40]}") as page:
        page.locator('#moves tr[data-ply="10"]').click()
        first = page.locator("#grid button.legal").first
        name = first.get_attribute("data-square")
        first.click()
        board = whole_game()
        while board.ply > 10:
            board.pop()
        board.push(name)
        expect(page.locator("#moves .variation a.now")).to_have_text(f"11. {name}")
        before = json.dumps(saved(page))
        page.reload()
        expect(page.locator("#moves .variation a.now")).to_have_text(f"11. {name}")
        assert page.discs() == discs_of(board.position)
        assert json.dumps(saved(page)) == before


def test_a_variation_that_is_taken_back_leaves_the_end_of_the_game(browser, server):
    with opened(browser, server, "#moves=f5d6c3&ply=1&result=64&ending=resigned") as page:
        page.square("f4").click()
        page.expect_moves(3)
        page.keyboard.press("u")
        page.keyboard.press("End")
        expect(page.locator("#status")).to_have_text("Black won by resignation")
