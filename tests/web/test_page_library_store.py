"""My games as files, and a store that is full, damaged or interrupted."""

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import opened

pytestmark = [needs_chromium, pytest.mark.browser]


def test_an_imported_game_replaces_an_earlier_state_of_it(browser, server):
    with opened(browser, server) as page:
        page.keyboard.press("g")
        for time, result, added in ((2, None, 1), (3, 4, 1), (1, None, 0)):
            record = {"moves": ["f5"], "result": result}
            page.import_games({"id": "1", "own": "black", "record": record, "time": time})
            expect(page.locator("#games-said")).to_have_text(f"Imported: {added} of 1 games.")
        expect(page.locator("#games .outcome")).to_have_text(["You won 34\u201330"])


BROKEN = {
    "id": "1",
    "own": "black",
    "record": {"moves": ["f5"], "variations": [{"ply": 0, "moves": ["a1"]}]},
}


def test_the_library_says_when_it_cannot_read_or_write(browser, server):
    """Games with illegal variations are not imported. A game is kept when its transaction is complete."""
    with opened(browser, server, errors_expected=("full",)) as page:
        page.begin_with_f5()
        page.keyboard.press("g")
        error = page.locator("#library .error")
        page.import_games(BROKEN)
        expect(error).to_have_text("The file cannot be imported: it is not a file of exported games.")
        expect(page.locator("#games li")).to_have_count(1)
        page.evaluate("() => { IDBObjectStore.prototype.getAll = () => { throw new Error('no access'); }; }")
        page.click("#export-games")
        expect(error).to_have_text("The browser cannot save games: no access.")
        page.click("#play-button")
        page.evaluate("""() => {
          const put = IDBObjectStore.prototype.put;
          IDBObjectStore.prototype.put = function (game) {
            const request = put.call(this, game);
            request.addEventListener("success", () => { throw new Error("full"); });
            return request;
          };
        }""")
        page.keyboard.press("u")
        page.square("d3").click()
        expect(page.locator("#banner-text")).to_contain_text('The game was not saved in "My games"')


FULL_ONCE = """() => {
  const {put} = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    IDBObjectStore.prototype.put = put;
    throw new Error("full");
  };
}"""


def test_a_game_that_could_not_be_kept_at_first_is_not_taken_for_a_deleted_one(browser, server):
    with opened(browser, server, script=FULL_ONCE, errors_expected=("full",)) as page:
        page.begin()
        page.square("f5").click()
        expect(page.locator("#banner-text")).to_contain_text('The game was not saved in "My games"')
        page.begin()
        page.expect_moves(0)
        page.expect_games("Resume")


INTERRUPTED = {
    "closed": """() => {
      const {transaction} = IDBDatabase.prototype;
      IDBDatabase.prototype.transaction = function (...options) {
        IDBDatabase.prototype.transaction = transaction;
        this.close();
        return this.transaction(...options);
      };
    }""",
    "not opened": """() => {
      const {open} = indexedDB;
      IDBFactory.prototype.open = function (name) {
        IDBFactory.prototype.open = open;
        return this.open(name, -1);
      };
    }""",
}


@pytest.mark.parametrize("kind", INTERRUPTED)
def test_a_game_is_kept_after_the_browser_has_lost_the_connection_to_its_store(browser, server, kind):
    with opened(browser, server, script=INTERRUPTED[kind]) as page:
        page.begin_with_f5()
        page.keyboard.press("g")
        expect(page.locator("#games li")).to_have_count(1)


def test_exported_games_come_back_in_another_browser_once(browser, server, tmp_path):
    with opened(browser, server) as page:
        for move in ("f5", "d3"):
            page.begin("1")
            page.square(move).click()
            page.expect_moves(2)
        page.click("#games-button")
        expect(page.locator("#games li")).to_have_count(2)
        with page.expect_download() as download:
            page.click("#export-games")
        download.value.save_as(tmp_path / "games.json")
    with opened(browser, server) as page:
        page.click("#games-button")
        for added in (2, 0):
            page.locator("#import-games").set_input_files(tmp_path / "games.json")
            expect(page.locator("#games-said")).to_have_text(f"Imported: {added} of 2 games.")
            expect(page.locator("#games li")).to_have_count(2)
        (tmp_path / "other.json").write_text('{"othello-games": 1, "games": [{}]}')
        page.locator("#import-games").set_input_files(tmp_path / "other.json")
        expect(page.locator("#library .error")).to_contain_text("not a file of exported games")


@pytest.mark.parametrize(
    ("damaged", "said"),
    [
        ({"players": {"engine": None}}, "The file cannot be imported: it is not a file of exported games."),
        ({"record": {"moves": ["f5"], "notes": [{"seconds": "soon"}]}}, ""),
    ],
    ids=["no list of sides", "a damaged note"],
)
def test_a_damaged_file_of_games_leaves_a_page_that_works(browser, server, damaged, said):
    """Such a game is refused, or can be opened, and a reload shows it again."""
    with opened(browser, server) as page:
        page.begin()
        page.keyboard.press("g")
        expect(page.locator("#next-opponent")).to_be_visible()
        page.import_games({"id": "1", "own": "black", "record": {"moves": ["f5"]}, **damaged})
        if said:
            expect(page.locator("#library .error")).to_have_text(said)
            expect(page.locator("#games li")).to_have_count(0)
            return
        page.click("#games .level")
        for _ in range(2):
            page.expect_moves(1)
            page.reload()
