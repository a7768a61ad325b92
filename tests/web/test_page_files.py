"""Games and positions on the page: files, texts and links."""

import re

import pytest
from playwright.sync_api import expect

from othello import Board, parse_game
from tests.chromium import needs_chromium
from tests.web.browsing import COVERED, HELD, LAPTOP, PHONE, discs_of, opened
from tests.web.serving import GAME, GGF, PREPARED_LATER, serving

pytestmark = [needs_chromium, pytest.mark.browser]


def test_a_file_that_is_opened_while_the_engine_starts_waits_for_it(browser, tmp_path):
    ready = tmp_path / "ready"
    with serving(code=PREPARED_LATER.format(path=str(ready))) as server, opened(browser, server) as page:
        expect(page.locator("#banner")).to_contain_text("The engine is getting ready")
        page.keyboard.press("o")
        page.set_input_files("#file", {"name": "game.ggf", "mimeType": "", "buffer": GGF.encode()})
        expect(page.locator("#open-dialog .error")).to_have_text("The engine is starting …")
        ready.touch()
        page.expect_moves(3)


def test_the_dialog_says_in_a_sentence_why_a_format_cannot_represent_the_game(browser, server):
    with opened(browser, server, "#moves=f5") as page:
        page.click("#link-button")
        page.select_option("#format", "wthor")
        page.click("#save")
        error = page.locator("#link-dialog .error")
        expect(error).to_have_text("The game has no result, but WTHOR requires one.")


def test_a_game_is_saved_with_new_names(browser, server):
    with opened(browser, server, "#moves=f5") as page:
        page.click("#link-button")
        page.fill("#black-name", "Alice")
        assert parse_game(page.save()).black.name == "Alice"
        expect(page.locator("#link-dialog")).to_be_hidden()
        expect(page.locator("#black strong")).to_have_text("Alice")


def test_texts_are_opened(browser, server):
    """Pasted moves open. An invalid text is refused in a sentence next to it, and the game stays."""
    with opened(browser, server, "#moves=f5") as page:
        page.open_text("f5 d6 a1")
        expect(page.locator("#open-dialog .error")).to_have_text(re.compile("^Move 3: .*a1.*\\.$"))
        page.fill("#text", "1. F5 D6 2. C3")
        page.click("#open")
        page.expect_moves(3)


def test_the_page_shows_what_it_understood_of_a_score_sheet(browser, server):
    """A sheet with names and numbers is summarized above the board. Plain moves need no such sentence."""
    with opened(browser, server, "#moves=f5") as page:
        page.open_text("f5 d6")
        page.expect_moves(2)
        expect(page.locator("#banner")).to_be_hidden()
        page.open_text("**Paul** vs **Carla**\n\n| 1 | f5 | d6 |\n| 2 | c3 | d3 |")
        expect(page.locator("#banner-text")).to_have_text("Opened: Paul \u2013 Carla, 4 moves.")


FORGOTTEN = {
    "the dialog was canceled": ["#open", "#open-dialog .close"],
    "the dialog was opened again": ["#open", "#open-dialog .close", "#open-button"],
    "the text was edited": ["#open", "#text"],
}


@pytest.mark.parametrize("ids", FORGOTTEN.values(), ids=FORGOTTEN)
def test_a_reply_opens_no_game_after(browser, server, ids):
    """The reply about the text in *Open* arrives while the user does something else."""
    with opened(browser, server, "#moves=f5") as page:
        page.keyboard.press("o")
        page.fill("#text", "f5d6c3")
        page.evaluate(
            """ids => ids.map(id => document.querySelector(id)).forEach(one =>
              one.matches("button") ? one.click() : one.dispatchEvent(new InputEvent("input")))""",
            ids,
        )
        page.dispatch_event("#link-button", "click")
        page.save()  # the reply comes later
        assert page.moves() == ["f5"]


def test_a_file_of_several_games_offers_them_by_name(browser, server, tmp_path):
    path = tmp_path / "games.ggf"
    path.write_text(f"{GGF}\n{GGF.replace('Alice', 'Carol')}\n")
    with opened(browser, server) as page:
        page.keyboard.press("o")
        page.set_input_files("#file", path)
        games = page.locator("#found button")
        expect(games).to_have_count(2)
        expect(page.locator("#open")).to_be_hidden()
        games.nth(1).click()
        expect(page.locator("#black strong")).to_have_text("Carol")
        expect(page.page).to_have_title(re.compile("^Carol .* Bob"))
        expect(games).to_have_count(0)  # a closed dialog keeps no games


def test_links(browser, server):
    """A link opens the same game at the same move, even from a position that was set up."""
    with opened(browser, server, "#moves=f5d6c3d3&ply=2") as page:
        page.expect_ply(2)
        page.keyboard.press("l")
        assert page.input_value("#link").endswith("/#moves=f5d6c3d3&ply=2")
    position = Board("f5d6").position.format()
    with opened(browser, server, f"#position={position.replace(' ', '_')}&moves=c3") as page:
        page.expect_moves(1)
        assert page.discs() == discs_of(Board("f5d6c3").position)
    with opened(browser, server, "#moves=f5a1") as page:
        expect(page.locator("#banner-text")).to_have_text(
            re.compile("^The link cannot be opened: move 2, a1, is not legal")
        )


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_link_to_a_game_that_is_over_shows_its_result_and_its_review(browser, server, size):
    """It opened in Explore: the book did not know the position, and no button led to the review."""
    with opened(browser, server, f"#moves={GAME}", viewport=size, script=HELD) as page:
        expect(page.locator("#review-button")).to_have_attribute("aria-current", "page")
        expect(page.locator("#about .note").first).to_have_text("Black won 33\u201331.")
        assert page.evaluate(COVERED, "#about .note") == []
        expect(page.locator("#verdict")).to_contain_text("Reviewing")
    with opened(browser, server, f"#moves={GAME}&ply=12") as page:
        page.expect_ply(12)  # what the link shows
        expect(page.locator("#explore-button")).to_have_attribute("aria-current", "page")


def test_a_link_opens_while_the_engine_cannot_be_reached(browser, server):
    script = "() => { WebSocket.prototype.addEventListener = () => {}; }"
    with opened(browser, server, "#moves=f5d6c3&ply=2", script=script) as page:
        expect(page.locator("body.connected")).to_have_count(0)
        page.expect_ply(2)


DROP = """([kind, text, name, place = "body"]) => {
  const data = new DataTransfer();
  if (name) data.items.add(new File([text], name)); else data.setData("text", text);
  const event = kind === "paste" ? new ClipboardEvent(kind, {clipboardData: data, bubbles: true})
    : new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true});
  document.querySelector(place).dispatchEvent(event);
}"""
"""Drops or pastes a text or a file."""


@pytest.mark.parametrize(
    ("kind", "name"), [("drop", ""), ("drop", "game.ggf"), ("paste", ""), ("paste", "game.ggf")]
)
def test_a_text_or_a_file_that_is_dropped_or_pasted_anywhere_opens(browser, server, kind, name):
    with opened(browser, server) as page:
        page.evaluate(DROP, [kind, GGF, name])
        page.expect_moves(3)
        expect(page.locator("#open-dialog")).to_be_hidden()
        page.evaluate(DROP, [kind, "f5 d6 a1", ""])
        expect(page.locator("#open-dialog .error")).to_have_text(re.compile("^Move 3"))
        assert len(page.moves()) == 3


def test_a_field_of_files_keeps_a_file_that_is_dropped_on_it(browser, server):
    with opened(browser, server, "#moves=f5") as page:
        page.evaluate(DROP, ["drop", GGF, "game.ggf", "#import-games"])
        page.dispatch_event("#link-button", "click")
        page.save()  # the reply comes after that about a dropped game
        page.expect_moves(1)


def test_a_link_that_is_pasted_has_players_and_result(browser, server):
    with opened(browser, server) as page:
        link = f"{server.address}#moves=f5d6&ply=1&black=Alice&result=64&ending=resigned"
        page.evaluate(DROP, ["paste", link, ""])
        expect(page.locator("#black strong")).to_have_text("Alice")
        page.expect_ply(1)
        page.keyboard.press("End")
        expect(page.locator("#status")).to_have_text("Black won by resignation")


def test_a_file_that_is_gone_is_refused_in_a_sentence(browser, server):
    """The browser cannot read a dropped folder, or a file that was removed in the meantime."""
    script = """() => {
      File.prototype.arrayBuffer = () => Promise.reject(new DOMException("a directory", "NotFoundError"));
    }"""
    with opened(browser, server, script=script) as page:
        page.evaluate(DROP, ["drop", GGF, "game.ggf"])
        expect(page.locator("#open-dialog .error")).to_have_text("A directory.")


def test_files_that_are_too_large_or_have_no_game_are_refused_in_a_sentence(browser, server, tmp_path):
    large, wrong = tmp_path / "large.txt", tmp_path / "wrong.sgf"
    large.write_bytes(b" " * 2_000_000)
    wrong.write_text("no game")
    with opened(browser, server) as page:
        page.keyboard.press("o")
        page.set_input_files("#file", large)
        error = page.locator("#open-dialog .error")
        expect(error).to_have_text("The file large.txt is larger than 1024 KiB.")
        page.set_input_files("#file", wrong)
        expect(error).to_have_text(re.compile("^The file contains no entries: .*GM"))
        expect(page.locator("#file")).to_have_value("")  # it can be corrected and chosen again


def test_the_page_says_which_games_of_a_file_it_could_not_read(browser, server, tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3\nf5a1\n")
    with opened(browser, server) as page:
        page.keyboard.press("o")
        page.set_input_files("#file", path)
        page.expect_moves(3)
        expect(page.locator("#banner-text")).to_have_text(
            re.compile("^1 game in the file cannot be read: line 2")
        )


def test_the_page_says_what_it_ignored_in_a_game(browser, server):
    """The page shows a game's warnings, even next to games that cannot be read, and after a choice."""
    warned = GGF.replace("PB[", "RB[abc]PB[")
    note = "About this game: RB is ignored: 'abc' is not a number."
    both = re.compile(re.escape(note) + " 1 game in the file cannot be read: .*a1")
    with opened(browser, server) as page:
        for text, shown in ((warned, note), (f"{warned}\n{GGF.replace('d6', 'a1')}", both)):
            page.open_text(text)
            expect(page.locator("#banner-text")).to_have_text(shown)
        page.open_text(f"{GGF}\n{warned}")
        page.locator("#found button").nth(1).click()
        expect(page.locator("#banner-text")).to_have_text(note)


def test_a_link_has_players_and_result(browser, server):
    """A link contains the players and the result, and its dialog tells where it opens."""
    with opened(browser, server, "#moves=f5d6&black=Alice&white=Bob&result=64&ending=resigned") as page:
        expect(page.locator("#black strong")).to_have_text("Alice")
        expect(page.locator("#status")).to_have_text("Black won by resignation")
        page.keyboard.press("l")
        assert "black=Alice&white=Bob&result=64&ending=resigned" in page.input_value("#link")
        expect(page.locator("#link-dialog .here summary")).to_contain_text("opens on this computer only")


def test_facts_of_a_link_that_cannot_be_are_left_out(browser, server):
    facts = f"black={'x' * 300}&result=999&ending=foo&ply=1.5"
    with opened(browser, server, f"#moves=f5d6c3&{facts}") as page:
        page.expect_ply(1)
        expect(page.locator("#black strong")).to_have_text("x" * 200)
        expect(page.locator("#status")).to_have_text("White to move.")
        page.keyboard.press("End")
        expect(page.locator("#status")).to_have_text("White to move.")
        page.click("#link-button")
        assert re.search("PB.x{200}", page.save())


def test_no_side_has_resigned_a_game_without_a_result(browser, server):
    with opened(browser, server, "#moves=f5&ending=resigned") as page:
        expect(page.locator("#status")).to_have_text("The game ended early")


def test_a_copy_has_the_text_ends_its_dialog_and_is_announced(browser, server):
    permissions = ["clipboard-read", "clipboard-write"]
    with opened(browser, server, "#moves=f5d6c3d3", permissions=permissions) as page:
        for button, text in (
            ("copy-link", "#moves=f5d6c3d3"),
            ("copy-moves", "f5d6c3d3"),
        ):
            page.keyboard.press("l")
            page.click(f"#{button}")
            expect(page.locator("#link-dialog")).to_be_hidden()
            expect(page.locator("#notice")).to_have_text("Copied.")
            assert page.evaluate("navigator.clipboard.readText()").endswith(text)


def test_a_game_without_moves_is_not_shared(browser, server):
    """Share offered the link and the text of an empty game with "0 moves"."""
    with opened(browser, server) as page:
        share = page.locator("#link-button")
        expect(share).to_be_disabled()
        page.begin()
        page.expect_turn()
        expect(share).to_be_disabled()
        page.square("f5").click()
        expect(share).to_be_enabled()


def test_sharing(browser, server):
    """A complete review is shared as a page. A button named Review did not tell this.

    The link shows its beginning. It was selected, which showed its end.
    """
    with opened(browser, server, "#moves=f5d6c3d3&black=Alice&white=Bob&result=-12") as page:
        page.review()
        page.press_key("l")
        expect(page.locator("#copy-link")).to_be_focused()
        assert page.evaluate("document.querySelector('#link').scrollLeft") == 0
        with page.expect_download() as download:
            page.click("#share-review >> text=Review as a web page")
        assert download.value.suggested_filename == "othello-review.html"
        text = download.value.path().read_text()
    assert "<title>Alice - Bob: review</title>" in text
    assert text.count("<tr data-ply") == 4


TIMED = GGF.replace("RE[?]", "RE[?]RB[1850.4]RW[1791]").replace("B[f5]W[d6]", "B[f5//3.2]W[d6//61]")


def test_times_and_ratings_of_a_file(browser, server):
    """Ratings appear next to names. Saved files contain ratings and times."""
    with opened(browser, server) as page:
        page.open_text(TIMED)
        expect(page.locator("#black strong")).to_have_text("Alice (1850)")
        expect(page.locator("#white strong")).to_have_text("Bob (1791)")
        page.click("#link-button")
        assert re.search(r"RB\[1850.4\].*B\[F5//3.2\]", page.save())


SHARED = """() => {
  Object.defineProperty(Navigator.prototype, "share", {value: async given => { window.given = given; }});
}"""
"""Notes what the page gives to the apps of a phone."""


def test_a_phone_shares_a_game_with_its_apps(browser, server):
    """Its first button copied the link. A link of a game against the engine called the person "?"."""
    with opened(browser, server, script=SHARED, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        page.begin("casual")
        page.square("f5").tap()
        page.expect_moves(2)
        page.click("#link-button")
        page.tap("#share-link.main")
        given = page.evaluate("window.given")
        assert given["text"].startswith("You \u2013 Casual, ")
        assert "#moves=f5" in given["url"]
