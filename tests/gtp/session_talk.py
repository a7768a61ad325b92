"""Test client for a session in this process: the common part for NBoard and UGI."""

import queue
import re
import threading

from tests.gtp.talk import TIMEOUT


class SessionTalk:
    """A session in its own thread."""

    def __init__(self, session, state):
        """*session* is a class of sessions, and *state* its first argument."""
        self.input, self.output = queue.SimpleQueue(), queue.SimpleQueue()
        self.state = state
        conversation = session(state, self.input.get, lambda data: self.output.put(data.decode()))
        self.thread = threading.Thread(target=conversation.run)
        self.thread.start()

    def send(self, *lines):
        """Send lines, all at once."""
        self.input.put("".join(f"{line}\n" for line in lines).encode())

    def until(self, pattern):
        """Return the lines up to the next one that begins with a pattern."""
        found = []
        while not found or not re.match(pattern, found[-1]):
            text = self.output.get(timeout=TIMEOUT)
            assert text.endswith("\n")
            assert text.count("\n") == 1
            found.append(text[:-1])
        return found

    def end(self):
        """End the input, and return the lines that are still written."""
        self.input.put(b"")
        self.thread.join(TIMEOUT)
        assert not self.thread.is_alive()
        return [self.output.get()[:-1] for _ in range(self.output.qsize())]
