"""The small engine of a page without a server: its moves, and how Python takes over."""

import importlib
import itertools
import json
import pkgutil
import random
import re

import pytest
from playwright.sync_api import expect

from othello import Board, Engine, HumanPlayer, kernels
from othello.native import kernel, library
from othello.players import human_model, standalone
from othello.players.book_player import OpeningBook
from othello.players.level_player import LevelPlayer
from othello.players.levels import HUMAN_LEVELS
from othello.search.json_objects import line_object
from othello.web import site
from tests import node, source
from tests.cases import cases
from tests.chromium import needs_chromium
from tests.waiting import eventually
from tests.web.browsing import opened
from tests.web.sites import hosted, write_without_python

BROWSER = """
import fs from "fs";
globalThis.self = globalThis;
const listeners = [], asked = ASKED;
self.addEventListener = (kind, listener) => listeners.push(listener);
self.postMessage = text => {
  const message = JSON.parse(text);
  if (message?.type !== "hello") console.log(JSON.stringify(message));
  ask();
};
const ask = () => {
  if (asked.length) listeners[0]({data: JSON.stringify({id: 1, ...asked.shift()})});
};
const opened = async () => true;
const load = async name => new Response(fs.readFileSync(`FOLDER/${name}`));
const PREPARING = {};
const loadAll = names => Object.fromEntries(names.map(name => [name, load(name)]));
const [LIBRARY, NETWORK, HUMAN] = ["kernels.wasm", "network.bin", "human.bin"];
const SITE = {plan: FACTS};
"""
"""Takes the place of a worker, and asks for moves one after another. A message of null ends it."""


def test_the_script_calls_kernels_with_their_arguments():
    """Each call names a kernel of the program, and has as many arguments."""
    for module in pkgutil.iter_modules(kernels.__path__, "othello.kernels."):
        importlib.import_module(module.name)
    symbols = {entry.symbol: entry for entry in kernel.KERNELS.values()}
    calls = re.findall(r"kernels\.([a-z]\w+)\(((?:[^()]|\([^()]*\))*)\)", site._source(site.QUICK))
    assert len(calls) > 5
    for name, arguments in calls:
        arrays = " ".join(re.findall(r'\.{3}\w+\("(.*?)"\)', arguments)).split()
        others = [part for part in re.sub(r"\.{3}\w+\(.*?\)", "", arguments).split(",") if part.strip()]
        assert len(arrays) + len(others) == len(symbols[name].signature[1]), name


def replies(folder, asked):
    """Return the replies of the small engine to requests."""
    image, facts = standalone.plan()
    (folder / "kernels.wasm").write_bytes(library.of_target(site.TARGET))
    (folder / "tables.bin").write_bytes(image)
    (folder / "network.bin").write_bytes(site._network())
    (folder / "human.bin").write_bytes(human_model.SHIPPED.read_bytes())
    script = BROWSER.replace("ASKED", json.dumps(asked)).replace("FOLDER", str(folder))
    script = script.replace("FACTS", json.dumps(facts)) + site._source(site.QUICK)
    return [json.loads(line) for line in node.run(script).splitlines()]


STARTS = [None, None, "-OX-----" + "--------" * 2 + "---OX---" + "---XO---" + "--------" * 3 + " O"]


@node.needs_node
@pytest.mark.slow
def test_moves_are_those_of_human_players(tmp_path):
    """Each named level plays the same games as in Python, also with passes and from other positions."""
    chance, asked, wanted = random.Random(3), [], []
    for level in HUMAN_LEVELS:
        for start in STARTS:
            board = Board() if start is None else Board.parse(start)
            player = HumanPlayer(level, seed=chance.randrange(2**31))
            while not board.is_over:
                result = player.choose(board)
                if not board.must_pass:
                    request = {"type": "play", "level": str(level), "seed": player.seed, "book": True}
                    game = {"start": start, "moves": [str(move) for move in board.move_stack]}
                    asked.append(request | {"game": game})
                    wanted.append((str(result.move), result.score.discs))
                board.push(result.move)
    assert [(reply["move"], reply["score"]["discs"]) for reply in replies(tmp_path, asked)] == wanted


@node.needs_node
@pytest.mark.slow
def test_numbered_levels_and_hints_are_those_of_a_new_engine(tmp_path):
    """Moves with the book, the lines of hints, and what is left to Python."""
    chance, asked, wanted = random.Random(5), [], []
    with Engine(table_mib=1) as engine:
        for level, start in itertools.product((4, 10, standalone.HIGHEST_LEVEL), STARTS):
            player = LevelPlayer(str(level), seed=level, opening=OpeningBook(), engine=lambda: engine)
            board = Board() if start is None else Board.parse(start)
            while not board.is_over:
                if not board.must_pass:
                    engine.new_game()
                    game = {"start": start, "moves": [str(move) for move in board.move_stack]}
                    asked.append(
                        {"type": "play", "game": game, "level": str(level), "seed": level, "book": True}
                    )
                    result = player.choose(board)
                    wanted.append([str(result.move), result.score.discs, result.is_book])
                if not board.must_pass and len(board.move_stack) % 5 == level % 5:
                    engine.new_game()
                    lines = engine.analyze(board, level=level, multipv=3)
                    asked.append({"type": "analyze", "game": game, "level": level, "lines": 3})
                    wanted.append([known(line_object(line.move, line.score, line.pv[:1])) for line in lines])
                moves = [result.move] if chance.random() < 0.6 and not board.must_pass else board.legal_moves
                board.push(chance.choice(moves))
    left = {"type": "analyze", "game": {"moves": []}}
    answers = replies(tmp_path, [*asked, left, left | {"level": standalone.HIGHEST_LEVEL + 1}])
    assert [reply["isForPython"] for reply in answers[len(asked) :]] == [True, True]
    assert sum("isForPython" in reply for reply in answers) < 10
    for request, reply, result in zip(asked, answers, wanted, strict=False):
        if "isForPython" in reply:
            continue
        if request["type"] == "play":
            assert [reply["move"], reply["score"]["discs"], reply.get("book", False)] == result, request
        else:
            assert list(map(known, reply["lines"])) == result, request


def known(line):
    """Return a line as the page shows it."""
    score = {key: value for key, value in line["score"].items() if key != "outcome" and value is not None}
    return line | {"score": score}


WORKERS = """
globalThis.WebSocket = {OPEN: 1, CLOSED: 3};
const workers = {};
globalThis.Worker = class {
  sent = [];
  constructor(name) {
    workers[name] = this;
  }
  addEventListener(kind, listener) {
    if (kind === "message") this.say = message => listener({data: message && JSON.stringify(message)});
  }
  postMessage(message) {
    this.sent.push(message);
  }
  terminate() {}
};
"""
"""Takes the place of a browser's workers: `say` sends a message to the page."""
SOCKET = (source.ROOT / "othello/web/page/workersocket.js").read_text(encoding="utf-8")
LEFT = """
const socket = new WorkerSocket();
const hello = {type: "hello"};
workers["quick.js"].say(hello);
for (const [id, type] of REQUESTS) socket.send(JSON.stringify({id, type}));
for (const message of REPLIES) workers["quick.js"].say(message);
workers["worker.js"].say(hello);
console.log(JSON.stringify(workers["worker.js"].sent.slice(1).map(text => JSON.parse(text).id)));
"""
LEFT_1, LEFT_2 = ({"id": number, "isForPython": True} for number in (1, 2))


@node.needs_node
@pytest.mark.parametrize(
    ("requests", "messages", "asked"),
    [
        ([[1, "play"]], [LEFT_1], [1]),
        ([[1, "play"], [2, "analyze"]], [LEFT_1, LEFT_2], [2]),
        ([[1, "play"], [2, "analyze"]], [LEFT_1, {"id": 2, "type": "analyze"}], []),
        ([[1, "analyze"], [2, "stop"]], [LEFT_1], [2]),
        ([[1, "review"], [2, "play"]], [LEFT_2], [2]),
        ([[1, "play"], [2, "describe"]], [None], [2, 1]),
    ],
    ids=["left", "both left", "one left", "stopped", "another search", "an error"],
)
def test_python_answers_what_the_small_engine_leaves(requests, messages, asked):
    """Of several searches, Python gets only the last, which the page still wants."""
    script = LEFT.replace("REQUESTS", json.dumps(requests)).replace("REPLIES", json.dumps(messages))
    assert json.loads(node.run(WORKERS + SOCKET + script)) == asked


FIRST_MOVE = """
const socket = new WorkerSocket();
socket.addEventListener("message", ({data}) => {
  if (JSON.parse(data).type === "hello") socket.send(JSON.stringify({id: 1, type: "play"}));
});
const begun = [];
for (const message of [{type: "hello"}, {id: 1, type: "play"}]) {
  workers["quick.js"].say(message);
  begun.push("worker.js" in workers);
}
console.log(JSON.stringify(begun));
"""


@node.needs_node
def test_python_starts_after_the_first_move_for_which_a_visitor_waits():
    assert json.loads(node.run(WORKERS + SOCKET + FIRST_MOVE)) == [False, True]


HELD = 'if (!held("hold.txt")) throw new Error("no memory");'
MISSING = (
    "You can play and get hints, but reviews, files and analysis do not work: "
    "the engine cannot be started: no memory"
)


@pytest.fixture
def held(tmp_path):
    """A host that holds Python back until it may send hold.txt. Python fails if this file is empty."""
    write_without_python(tmp_path / "board", load=HELD, quick=True)
    (tmp_path / "board" / "hold.txt").write_text("Go on.")
    with hosted(tmp_path / "board") as host:
        host.stops["hold.txt"] = [0] * 9
        yield host


# One test, because writing the site compiles the kernels for WebAssembly.
@needs_chromium
@pytest.mark.browser
def test_moves_come_before_python_which_then_takes_over_or_is_missing(browser, held):
    """The small engine answers, also after a reload. Python, which always answers d6, plays the next move.

    If Python cannot start, the person can keep playing, and the page shows what is missing and why.
    """
    with opened(browser, held) as page:
        page.click("#play")
        page.square("f5").click()
        page.expect_moves(2)
        expect(page.locator("#loading-text")).to_have_text("The engine is starting …")
        page.reload()
        page.square(str(page.board().legal_moves[0])).click()
        page.expect_moves(4)
        page.click("#hint")
        expect(page.locator("#board svg circle.better")).to_have_count(1)
        assert len({path for path in held.sent if ".bin" in path or ".wasm" in path}) == len(
            [path for path in held.sent if ".bin" in path or ".wasm" in path]
        )
        held.goes_on.set()
        expect(page.locator("body.connected #loading")).to_be_hidden()
    (held.folder / "hold.txt").write_text("")
    with opened(browser, held) as page:
        page.click("#play")
        page.square("f5").click()
        page.expect_moves(2)
        expect(page.locator("#banner-text")).to_have_text(re.compile(MISSING))
        page.square(str(page.board().legal_moves[0])).click()
        page.expect_moves(4)
        expect(page.locator("#loading")).to_be_hidden()


VISITS = 100
STOPS = (
    *("quick.js", "kernels.wasm.gz", "tables.bin.gz", "network.bin.gz", "human.bin"),
    *("worker.js", "pyodide.mjs", "hold.txt"),
)
"""Files of a first visit, in the order in which the page asks for them."""


def moments():
    """Return files, and the shares of them after which the host stops."""
    chance = random.Random(1)
    return [(chance.choice(STOPS), chance.random()) for _ in range(VISITS)]


@needs_chromium
@pytest.mark.browser
@pytest.mark.slow
@cases("name, share", moments)
def test_a_move_at_any_moment_of_a_first_visit_is_answered(browser, held, name, share):
    """The host stops in a file, and sends the rest after the move."""
    [path] = held.folder.rglob(name)
    held.goes_on.clear()
    held.sent.clear()
    held.stops = {name: [int(share * path.stat().st_size)]}
    with opened(browser, held) as page:
        page.click("#play")
        eventually(lambda: page.evaluate("1") and any(sent.endswith(name) for sent in held.sent))
        page.square("f5").click()
        held.goes_on.set()
        page.expect_moves(2)
