"""The small engine of a page without a server: its moves, and how Python takes over."""

import json
import random
import re

import pytest
from playwright.sync_api import expect

from othello import Board, HumanPlayer
from othello.native import library
from othello.players import human_model, standalone
from othello.players.levels import HUMAN_LEVELS
from othello.web import site
from tests import node
from tests.chromium import needs_chromium
from tests.web.browsing import opened
from tests.web.sites import hosted, write_without_python

FILES = {"library": "kernels.wasm", "tables": "tables.bin", "network": "network.bin", "human": "human.bin"}
BROWSER = """
import fs from "fs";
globalThis.self = globalThis;
const listeners = [], asked = ASKED;
self.addEventListener = (kind, listener) => listeners.push(listener);
self.postMessage = text => {
  const message = JSON.parse(text);
  if (message?.type === "play") console.log(message.move, message.score.discs);
  if (message?.type !== "ping") ask();
};
const ask = () => {
  if (asked.length) listeners[0]({data: JSON.stringify({id: 1, type: "play", ...asked.shift()})});
};
const opened = async () => true;
const load = async name => new Response(fs.readFileSync(`FOLDER/${name}`));
const PREPARING = {};
const loadAll = names => Object.fromEntries(names.map(name => [name, load(name)]));
const SITE = {plan: FACTS, engine: ENGINE};
"""
"""Takes the place of a worker, and asks for moves one after another. A message of null ends it."""


@node.needs_node
@pytest.mark.slow
def test_moves_are_those_of_human_players(tmp_path):
    """Each named level plays the same games as in Python, also with passes and from other positions."""
    chance, asked, wanted = random.Random(3), [], []
    starts = [None, None, "-OX-----" + "--------" * 2 + "---OX---" + "---XO---" + "--------" * 3 + " O"]
    for level in HUMAN_LEVELS:
        for start in starts:
            board = Board() if start is None else Board.parse(start)
            player = HumanPlayer(level, seed=chance.randrange(2**31))
            while not board.is_over:
                result = player.choose(board)
                if not board.must_pass:
                    moves = [str(move) for move in board.move_stack]
                    asked.append(
                        {"game": {"start": start, "moves": moves}, "level": str(level), "seed": player.seed}
                    )
                    wanted.append(f"{result.move} {result.score.discs:g}")
                board.push(result.move)
    image, facts = standalone.plan()
    (tmp_path / "kernels.wasm").write_bytes(library.of_target(site.TARGET))
    (tmp_path / "tables.bin").write_bytes(image)
    (tmp_path / "network.bin").write_bytes(site._network())
    (tmp_path / "human.bin").write_bytes(human_model.SHIPPED.read_bytes())
    script = BROWSER.replace("ASKED", json.dumps(asked)).replace("FOLDER", str(tmp_path))
    script = script.replace("FACTS", json.dumps(facts)).replace("ENGINE", json.dumps(FILES)) + site._source(
        "quick.js"
    )
    assert node.run(script).splitlines() == wanted


HELD = 'held("hold.txt");'
MISSING = "Moves work. Reviews, files and analysis are missing: the engine cannot be started: no memory"


@pytest.fixture
def held(tmp_path):
    """The host of a site whose Python begins when the host goes on."""
    write_without_python(tmp_path / "board", load=HELD, quick=True)
    (tmp_path / "board" / "hold.txt").write_text("Go on.")
    with hosted(tmp_path / "board") as host:
        host.stops["hold.txt"] = [0] * 9
        yield host


@needs_chromium
@pytest.mark.browser
def test_moves_come_before_python_which_then_takes_over(browser, held):
    """The small engine answers, also after a reload. Python, which always answers d6, plays the next move."""
    with opened(browser, held) as page:
        page.click("#play")
        page.square("f5").click()
        page.expect_moves(2)
        expect(page.locator("#loading-text")).to_have_text("The engine is starting …")
        page.reload()
        page.square(str(page.board().legal_moves[0])).click()
        page.expect_moves(4)
        assert len({path for path in held.sent if ".bin" in path or ".wasm" in path}) == len(
            [path for path in held.sent if ".bin" in path or ".wasm" in path]
        )
        held.goes_on.set()
        expect(page.locator("body.connected #loading")).to_be_hidden()


@needs_chromium
@pytest.mark.browser
def test_play_goes_on_without_python(browser, tmp_path):
    """The page tells what is missing and why."""
    write_without_python(tmp_path / "board", load='throw new Error("no memory");', quick=True)
    with hosted(tmp_path / "board") as host, opened(browser, host) as page:
        page.click("#play")
        page.square("f5").click()
        page.expect_moves(2)
        expect(page.locator("#banner-text")).to_have_text(re.compile(MISSING))
        page.square(str(page.board().legal_moves[0])).click()
        page.expect_moves(4)
        expect(page.locator("#loading")).to_be_hidden()
