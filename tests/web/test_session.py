"""Sessions with a running server: searches, replies, and limits."""

import asyncio
import concurrent.futures
import json
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from othello import Board, Color, Engine, Move, Score
from othello.players.human_model import move_probabilities
from othello.players.level_player import LevelPlayer
from othello.rules.score import Centidiscs
from othello.search.results import SearchInfo
from othello.search.settings import EngineSettings
from othello.web import session as sessions
from othello.web.requests import Search
from othello.web.settings import LARGEST_MESSAGE
from tests.waiting import PATIENCE, eventually
from tests.web.serving import SECONDS, serving, session, whole_game

START = {"moves": ["f5", "d6", "c3", "d3", "c4"]}


def ending(empties):
    """Return a game with this number of empty squares, and its board."""
    board = whole_game()
    while board.empties < empties:
        board.pop()
    return {"moves": [str(move) for move in board.move_stack]}, board


def test_an_analysis_to_a_level_ends_with_the_lines_of_the_engine_at_that_level(server):
    with session(server) as page:
        replies = page.replies(page.send("analyze", game=START, lines=3, level=8))
    last = replies[-1]
    with Engine(table_mib=2) as engine:
        wanted = engine.analyze(Board("f5d6c3d3c4"), level=8, multipv=3)
    assert [line["move"] for line in last["lines"]] == [str(line.move) for line in wanted]
    assert [line["score"]["discs"] for line in last["lines"]] == [line.score.discs for line in wanted]
    assert (last["done"], last["stopped"], last["depth"]) == (True, False, 8)
    assert all(not reply["done"] for reply in replies[:-1])


def test_reports_come_while_it_searches(server):
    """A search without limits reports growing node counts, at most ten times a second."""
    with session(server) as page:
        began, seen = time.monotonic(), []
        number = page.send("analyze", game={"moves": []}, lines=2)
        while len(seen) < 4:
            message = page.receive()
            assert message["id"] == number
            seen.append(message["nodes"])
        assert seen == sorted(seen)
        assert seen[0] < seen[-1]
        assert time.monotonic() - began > 0.2
        page.ask("stop")


def test_one_iteration_is_reported_though_the_next_one_takes_long(monkeypatch):
    sent, is_reported = [], threading.Event()

    def steps(context, emit, cancel):
        yield SearchInfo(7, Score.heuristic(Centidiscs(50), Color.BLACK, 7), 100, 0.1, (Move("f5"),))
        assert is_reported.wait(PATIENCE)
        return {"done": True}

    async def send(message):
        sent.append(message)
        if message.get("done") is False:
            is_reported.set()

    async def messages():
        yield "a search"
        while not (sent and sent[-1].get("done")):
            await asyncio.sleep(0.01)

    monkeypatch.setattr(sessions, "parse", lambda text: (1, "analyze", Search(steps, shows_infos=True)))
    with concurrent.futures.ThreadPoolExecutor(
        1
    ) as thread:  # in this one, Playwright may have its event loop
        conversation = sessions.converse(EngineSettings(table_mib=2), None, send, messages())
        thread.submit(asyncio.run, conversation).result()
    assert [message.get("depth") for message in sent] == [None, 7, None]


def test_a_solved_position_has_exact_values_the_same_as_those_of_the_library(server):
    game, board = ending(10)
    with session(server) as page:
        last = page.ask("analyze", game=game, lines=64)
    with Engine(table_mib=2) as engine:
        assert last["lines"][0]["score"]["discs"] == engine.solve(board).score.discs
    assert {line["score"]["kind"] for line in last["lines"]} == {"exact"}


def test_a_new_search_ends_the_one_before(server):
    """The earlier search's reply reports that it was stopped, and comes before the new search's replies."""
    with session(server) as page:
        first = page.send("analyze", game=START, lines=1)
        assert page.receive()["id"] == first
        second = page.send("analyze", game=START, lines=1, level=6)
        while (message := page.receive())["id"] == first:
            last = message
        assert (last["done"], last["stopped"]) == (True, True)
        assert message["id"] == second


def test_while_a_search_runs_the_book_and_files_answer(server):
    with session(server) as page:
        page.send("analyze", game=START, lines=1)
        description = page.ask("describe", game=START)
        assert description["openings"]["5"]
        assert description["strong_rating"] == 1700
        assert any(0 < move["strong_games"] < move["games"] for move in description["book"])
        assert page.ask("read", text="f5d6")["games"][0]["moves"] == ["f5", "d6"]
        assert page.ask("write", game=START, format="sgf")["files"][0]["text"]
        assert page.replies(page.send("stop"))[-1]["type"] == "stopped"


@pytest.mark.parametrize("level", ["3", "casual"])
def test_moves_are_those_of_the_same_level_in_the_library_with_the_same_seed(server, level):
    with session(server) as page:
        reply = page.ask("play", game=START, level=level, seed=5, book=False)
    with Engine(table_mib=2) as engine:
        wanted = LevelPlayer(level, seed=5, engine=lambda: engine).choose("f5d6c3d3c4")
    assert (reply["move"], reply["book"]) == (str(wanted.move), False)


@pytest.mark.parametrize("rating", [1050, 2000])
def test_a_description_tells_how_often_people_with_a_rating_choose_each_move(server, rating):
    with session(server) as page:
        peers = page.ask("describe", game=START, rating=rating)["peers"]
        assert page.ask("describe", game=START)["peers"] == {}
    wanted = move_probabilities(Board("f5d6c3d3c4"), rating)
    assert peers == {str(move): round(share, 3) for move, share in wanted.items()}


def test_a_description_tells_how_often_strong_players_choose_each_move(server):
    """The limit is the rating from which the book counts players as strong."""
    with session(server) as page:
        reply = page.ask("describe", game=START)
    wanted = move_probabilities(Board("f5d6c3d3c4"), reply["strong_rating"])
    assert reply["strong_peers"] == {str(move): round(share, 3) for move, share in wanted.items()}


def test_a_move_of_the_book_says_so_unless_the_book_is_not_wanted(server):
    game = {"moves": ["f5"]}
    with session(server) as page:
        known = {move["move"] for move in page.ask("describe", game=game)["book"]}
        replies = [page.ask("play", game=game, level="2", **book) for book in ({}, {"book": False})]
    assert [reply["book"] for reply in replies] == [True, False]
    assert replies[0]["move"] in known


def test_a_move_now(server):
    """A search for a move reports on request. After a stop, its last reply contains the best move so far."""
    with session(server) as page:
        number = page.send("play", game=START, level="60", book=False, progress=True)
        report = page.receive()
        assert (report["id"], report["type"], report["done"]) == (number, "play", False)
        assert report["depth"] > 0
        page.send("stop")
        while (message := page.receive()).get("done") is False:
            pass
        assert (message["id"], message["stopped"]) == (number, True)
        assert message["move"] in map(str, Board("f5d6c3d3c4").legal_moves)
        assert page.receive()["type"] == "stopped"


def test_a_strong_level_with_little_time_left_moves_at_once(server):
    with session(server) as page:
        began = time.monotonic()
        clock = {"remaining": 1.0, "increment": 0}
        assert page.ask("play", game=START, level="40", book=False, clock=clock)["move"]
        assert time.monotonic() - began < SECONDS / 4


def test_a_forced_pass(server):
    """In a position without a legal square, analysis and player answer with the pass."""
    board = whole_game()
    ply = [str(move) for move in board.move_stack].index("pass")
    game = {"moves": [str(move) for move in board.move_stack[:ply]]}
    with session(server) as page:
        assert page.ask("play", game=game, level="2")["move"] == "pass"
        assert page.ask("analyze", game=game, level=2)["lines"][0]["move"] == "pass"


def test_after_the_end_of_a_game_there_are_no_lines_and_no_move(server):
    game, _ = ending(0)
    with session(server) as page:
        reply = page.ask("analyze", game=game)
        assert (reply["lines"], reply["done"], reply["score"]["kind"]) == ([], True, "exact")
        assert page.ask("play", game=game, level="2")["move"] is None
        assert page.ask("describe", game=game)["book"] == []


def test_a_review_sends_every_move_from_the_last_to_the_first_with_a_graph(server):
    game, board = ending(50)
    with session(server) as page:
        replies = page.replies(page.send("review", game=game, level=2))
    assert [reply.get("ply") for reply in replies] == [*range(board.ply, 0, -1), None]
    assert replies[0]["graph"].startswith("<svg")
    assert (replies[-1]["moves"], replies[-1]["stopped"]) == (board.ply, False)
    assert set(replies[-1]["accuracy"]) == {"black", "white"}
    for reply in replies[:-1]:
        assert reply["move"]["line"][0] == reply["move"]["move"]
        assert all(reason["sentences"] for reason in reply["move"]["reasons"])


def test_a_review_compares_moves_with_people_of_the_rating_that_the_page_chooses(server):
    game, _ = ending(50)
    with session(server) as page:
        replies = page.replies(page.send("review", game=game, level=1, peers="master"))
    people = [reply["move"]["peers"] for reply in replies[:-1]]
    assert {person["rating"] for person in people if person} == {1800}


def test_a_stop_ends_a_review_within_moments(server):
    game, board = ending(2)
    with session(server) as page:
        page.send("review", game=game, level=40)
        assert page.receive()["ply"] == board.ply
        assert page.ask("stop")["type"] == "stopped"


BAD = [
    ("", "not a JSON object"),
    ("[" * 100_000, "not a JSON object"),
    ('{"id": NaN}', "not a JSON object"),
    ('{"id": "1"}', "id of the message must be a whole number"),
    ('{"id": 1}', "type of the message is missing"),
    ('{"id": 1, "type": "analyze"}', "game is not an object"),
    ('{"id": 1, "type": "analyze", "game": {"moves": ["f5", "a1"]}}', "move 2: white cannot play a1"),
    ('{"id": 1, "type": "analyze", "game": {"moves": ["z9"]}}', "'z9' is not a"),
    ('{"id": 1, "type": "analyze", "game": {"start": "XO"}}', "the board has 2 cells, not 64"),
    (
        '{"id": 1, "type": "analyze", "game": {}, "lines": 1e9}',
        "lines of the message must be a whole number from 1 to",
    ),
    ('{"id": 1, "type": "play", "game": {}, "level": "99"}', "'99' is not a level"),
    ('{"id": 1, "type": "review", "game": {}, "peers": "12"}', "'12' is not a human-like level"),
    ('{"id": 1, "type": "write", "game": {}, "format": "exe"}', "format of the message must be one of"),
    ('{"id": 1, "type": "read", "data": "@@"}', "is not Base64"),
    ('{"id": 1, "type": "read", "text": " "}', "the text is empty"),
    ('{"id": 1, "type": "read", "text": "' + "x" * 50 + '"}', "x"),
]


def test_a_bad_message_gets_a_sentence_and_the_session_goes_on(server):
    with session(server) as page:
        for message, error in BAD:
            page.connection.send(message)
            reply = page.receive()
            assert reply["type"] == "error", message
            assert error in reply["message"], message
            assert len(reply["message"]) < 400, message
        page.connection.send(b"\xff\x00")
        assert page.receive()["type"] == "error"
        assert page.ask("read", text="f5")["games"]


def send_and_wait(page, message):
    page.send(message)
    page.recv(timeout=SECONDS)


def test_a_message_that_is_too_large(server):
    """A message above the limit, even if it is small when compressed, ends only its own session."""
    with session(server) as other:
        for compression in (None, "deflate"):
            with connect(f"ws://{server.host}/session", compression=compression) as page:
                assert json.loads(page.recv(timeout=SECONDS))["type"] == "hello"
                with pytest.raises(ConnectionClosed) as closed:
                    send_and_wait(page, " " * (LARGEST_MESSAGE + 1))
            reason = closed.value.rcvd
            # If the server closes while a long message is still being sent, its reason may be lost.
            assert (reason is None and compression is None) or reason.code == 1009
        assert other.ask("read", text="f5")["games"]


def has_room(server):
    """Return whether a session can begin."""
    with connect(f"ws://{server.host}/session") as begun:
        return json.loads(begun.recv(timeout=SECONDS))["type"] == "hello"


def test_a_full_server():
    """A session above the limit is refused with a sentence. When another session ends, there is room again.

    There is also room again when a connection breaks during a search.
    """
    with serving("--sessions", 1) as own:
        with session(own):
            with connect(f"ws://{own.host}/session") as refused:
                reply = json.loads(refused.recv(timeout=SECONDS))
                assert reply["message"] == "the server is full (1 session at most): try again later"
                with pytest.raises(ConnectionClosed) as closed:
                    refused.recv(timeout=SECONDS)
            assert closed.value.rcvd.code == 1013
        eventually(lambda: has_room(own))
        with session(own) as page:
            page.send("analyze", game={"moves": []})
            page.receive()
            page.connection.socket.close()
        eventually(lambda: has_room(own))
    assert "Traceback" not in own.output()


def test_several_analyses_all_advance_and_their_nodes_and_depths_never_fall(server):
    with session(server) as first, session(server) as second:
        for page in (first, second):
            page.send("analyze", game=START, lines=5)
        for page in (first, second):
            seen = [page.receive() for _ in range(5)]
            for name in ("nodes", "depth"):
                values = [message[name] for message in seen]
                assert values == sorted(values)
            assert seen[0]["nodes"] < seen[-1]["nodes"]
            assert page.ask("play", game=START, level="casual")["move"]


def kept(board):
    """Return the moves of a board that keep its result, which must be close, and all legal ones."""
    with Engine(table_mib=2) as engine:
        values = {move: -engine.solve(after(board, move)).score.value for move in board.legal_moves}
    best = max(values.values())
    assert abs(best) <= 1600
    return [move for move in values if values[move] == best], list(values)


def after(board, move):
    board = board.copy()
    board.push(move)
    return board


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_an_end_game_to_practice(server, seed):
    """It has 6 to 14 empty squares, most players with the rating lose discs, and the counts are right."""
    with session(server) as page:
        exercise = page.ask("exercise", seed=seed, rating=1300)
        again = page.ask("exercise", seed=seed, rating=1300)
    board = Board()
    for move in exercise["game"]["moves"]:
        board.push(move)
    assert 6 <= board.empties <= 14
    best, legal = kept(board)
    assert (exercise["kept"], exercise["legal"]) == (len(best), len(legal))
    assert len(legal) >= 3
    assert sum(move_probabilities(board, 1300)[move] for move in best) <= 0.6
    assert again["game"] == exercise["game"]


def test_an_opening_of_the_built_in_list_drawn_by_the_seed(server):
    with session(server) as page:
        drawn = {tuple(page.ask("opening", seed=seed)["game"]["moves"]) for seed in range(5)}
    assert len(drawn) == 5
    assert {len(moves) for moves in drawn} == {8}
