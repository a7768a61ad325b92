"""Recorded conversations of Quarry, of GoGui's twogtp and of gomill's ringmaster with the engine."""

import pytest

from tests.gtp import conversation_files

LOGS = ("gogui_twogtp_engine", "gomill_engine", "quarry_black_engine", "quarry_white_engine")
VARIABLE = ("name", "version", "list_commands", "cputime")
"""Commands whose replies depend on the version of the engine or on the computer."""


def sessions(name):
    """Return the sessions of a file: for each command its reply, without its last empty line."""
    lines, conversations = conversation_files.recorded(f"{name}.log"), [[]]
    commands = [text for mark, text in lines if mark == ">"]
    replies = "\n".join(text for mark, text in lines if mark == "<").split("\n\n")
    for command, reply in zip(commands, replies, strict=False):
        conversations[-1].append((command, reply.strip()))
        if command == "quit":
            conversations.append([])
    return [session for session in conversations if session]


SESSIONS = [
    pytest.param(session, id=f"{name}-{at}") for name in LOGS for at, session in enumerate(sessions(name))
]


@pytest.mark.parametrize("session", SESSIONS)
def test_every_reply(talk, session):
    """Every command of a match gets the recorded reply.

    The engine's own moves are taken back and replaced by the recorded moves.
    """
    lines, expected = ["othello-level 1"], [None]
    for command, reply in session:
        name, _, color = command.partition(" ")
        lines.append(command)
        expected.append(None if name in VARIABLE or (name == "genmove" and reply != "= pass") else reply)
        if name == "genmove":
            lines += ["undo", f"play {color} {reply.removeprefix('= ')}"]
            expected += ["=", "="]
    replies = conversation_files.replies_in(talk("".join(f"{line}\n" for line in lines).encode()))
    assert len(replies) == len(lines)
    for line, text, reply in zip(lines, expected, replies, strict=True):
        assert reply.startswith("="), line
        assert text is None or reply == f"{text}\n\n", line
