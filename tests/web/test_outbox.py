"""Outbox: a session's replies, sent one after another."""

import asyncio
import contextlib

from othello.web.outbox import Outbox


def test_a_connection_that_ends_between_two_replies_is_noticed():
    """Replies that were waiting went on to a lost connection, and asyncio complained in the terminal."""
    sent = []

    async def lose_after_one_reply():
        async def send(message):
            sent.append(message)
            asyncio.get_running_loop().call_soon(sending.cancel)  # as the end of a session does

        outbox = Outbox(send)
        sending = asyncio.create_task(outbox.send_replies())
        for number in range(5):
            outbox.put({"id": number})
        with contextlib.suppress(asyncio.CancelledError):
            await sending

    asyncio.run(lose_after_one_reply())
    assert sent == [{"id": 0}]
