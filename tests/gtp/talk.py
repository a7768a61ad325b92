"""A GTP session that gets its lines one by one."""

import threading
from queue import SimpleQueue

from othello.gtp.session import GtpSession

TIMEOUT = 30.0
"""Seconds after which a test fails; long enough for a busy machine."""


class Talk:
    """A session in this process, in its own thread."""

    def __init__(self, state):
        self.state = state
        self.input, self.output = SimpleQueue(), SimpleQueue()
        session = GtpSession(state, self.input.get, lambda data: self.output.put(data.decode()))
        self.thread = threading.Thread(target=session.run, daemon=True)
        self.thread.start()

    def send(self, text):
        """Send a line, or several."""
        self.input.put(f"{text}\n".encode())

    def next(self):
        """Return what is written next: a reply, or a line of one."""
        return self.output.get(timeout=TIMEOUT)

    def ask(self, line):
        """Send a command and return its reply."""
        self.send(line)
        return self.next()

    def end(self):
        """End the input, and wait for the end of the session."""
        self.input.put(b"")
        self.thread.join(TIMEOUT)
        assert not self.thread.is_alive()
