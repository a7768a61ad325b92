"""GTP sessions, byte by byte: replies, their framing and order, and bugs on either side."""

import threading

import pytest

from othello import Clock, Color, Limits, StopSignal
from othello.gtp import session
from othello.gtp.gtp_session import GtpSession
from othello.gtp.lazy_engine import LazyEngine
from othello.gtp.protocol import GtpError
from othello.gtp.registry import Entry
from othello.gtp.session_state import GtpState
from tests.gtp import conversation_files


@pytest.mark.parametrize("path", conversation_files.ALL, ids=lambda path: path.stem)
def test_conversations(talk, path):
    """All commands of a file, sent together, get the replies in the file, in order."""
    exchanges = conversation_files.read(path)
    conversation_files.check(exchanges, talk(conversation_files.sent(exchanges)))


def test_a_line_of_bytes_that_are_not_text_gets_a_reply(talk):
    text = bytes(set(range(256)) - set(b"\n#")) + b"\n5 protocol_version\n"
    assert talk(text) == "? unknown command\n\n=5 2\n\n"


def test_without_input_there_is_no_output(talk):
    assert talk(b"") == ""


def test_the_last_command_is_carried_out_even_if_its_line_has_no_end(talk):
    assert talk(b"1 protocol_version\n2 protocol_version") == "=1 2\n\n=2 2\n\n"


def test_a_quit_with_arguments_is_an_error_and_the_session_continues(talk):
    assert talk(b"quit now\n1 protocol_version\n") == "? syntax error\n\n=1 2\n\n"


def test_a_reply_is_delivered_before_the_next_command_comes_in(state):
    is_answered = threading.Semaphore(0)
    replies = []
    commands = [b"1 protocol_version\n", b"2 protocol_version\n", b"quit\n", b""]

    def read():
        if len(commands) < 4:
            assert is_answered.acquire(timeout=30)
        return commands.pop(0)

    def write(reply):
        replies.append(reply)
        is_answered.release()

    GtpSession(state, read, write).run()
    assert replies == [b"=1 2\n\n", b"=2 2\n\n", b"=\n\n"]


def test_replies_line_by_line(talk, monkeypatch, capsys):
    """A reply that has begun has one mark, and ends with an empty line even if the handler fails."""

    def count(state, request):
        request.write_line("one")
        request.write_line("two\n")

    def trip(state, request):
        request.write_line("one")
        raise RuntimeError("too early")

    for handler in (count, trip):
        entry = Entry(handler.__name__, {}, handler)
        monkeypatch.setitem(GtpSession.registry.entries, entry.name, entry)
    assert talk(b"7 count\ntrip\ncount x\n") == "=7\none\ntwo\n\n=\none\n\n? syntax error\n\n"
    assert capsys.readouterr().err.count("Traceback") == 1


def test_end_of_input_leaves_time_for_short_searches(talk, monkeypatch):
    """Commands from a file get the same moves as commands from a controller that sends quit.

    The moves at this level do not depend on table entries from other tests.
    """
    monkeypatch.setattr(session, "GRACE", 1e6)
    commands = b"othello-level 8\nreg_genmove b\nreg_genmove w\nreg_genmove b\n"
    assert talk(commands) == talk(commands + b"quit\n").removesuffix("=\n\n")


def failing():
    raise RuntimeError("no memory")


def test_the_first_commands_of_a_controller_are_answered_without_an_engine(talk):
    late = LazyEngine(failing)
    exchanges = conversation_files.read(conversation_files.FOLDER / "handshake.gtp")
    conversation_files.check(exchanges, talk(conversation_files.sent(exchanges), GtpState(late)))
    assert late.ready is None
    with pytest.raises(GtpError, match="no memory"):
        late.get()


def test_starting_a_new_game_does_not_clear_or_load_anything_large(talk):
    play = b"clear_board\nplay b f5\nplay w f6\nplay b e6\nplay w f4\nundo\nshowboard\n"
    rules = b"gogui-rules_board\ngogui-rules_side_to_move\ngogui-rules_legal_moves\n"
    engine = None
    replies = conversation_files.replies_in(talk(play + rules, GtpState(LazyEngine(lambda: engine))))
    assert len(replies) == 10
    assert all(reply.startswith("=") for reply in replies)


def test_a_search_has_the_level_of_the_player_and_depth_and_clock_of_the_session(fed):
    state = GtpState(LazyEngine(lambda: fed), depth=5)
    state.player.set_level("7")
    cancel = StopSignal()
    cancel.set()
    state.choose_for(Color.WHITE, Clock(60), cancel)
    position, limits = fed.next()
    assert (position.turn, limits) == (Color.WHITE, Limits(level=7, depth=5, clock=Clock(60)))
