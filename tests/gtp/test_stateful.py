"""Random requests, valid and not, in random order: GTP and NBoard's protocol answer them in order.

Rules send requests, and note what the answers must be by the slow model of the rules. Some rules wait for
the answers to all requests so far, so many requests come in while others are carried out.
"""

import re

from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from othello.gtp.commands.all_commands import REGISTRY
from tests import model
from tests.fuzz.sessions import ENGINE
from tests.gtp.model_game import BLACK, WHITE, ModelGame, random_game
from tests.gtp.talk import GtpTalk, NBoardTalk, ggf
from tests.model import NAMES

COLORS = st.sampled_from((BLACK, WHITE))
SQUARES = st.integers(0, 63)
CHOICES = st.integers(0, 10**6)
TEXTS = st.text(max_size=20).filter(lambda text: "\n" not in text)


class Requests(RuleBasedStateMachine):
    """What the machines of all protocols share: a session, and the answers that it must still give."""

    def __init__(self):
        super().__init__()
        self.game, self.expected, self.number = ModelGame(), [], 0

    def next_number(self):
        self.number += 1
        return self.number

    @rule()
    def wait_for_answers(self):
        self.settle()
        assert not self.expected

    def teardown(self):
        try:
            self.settle()
        finally:
            self.talk.end()
        assert self.talk.output.empty()


# GTP: one reply for each command, with its id.


class GtpRequests(Requests):
    @initialize(ponders=st.booleans())
    def begin(self, ponders):
        self.talk, self.past = GtpTalk(ENGINE, ponders=ponders), []

    def ask(self, line, check=None):
        """Send a command. `settle` calls *check* with whether it succeeded and with its text."""
        number = self.next_number()
        self.talk.send(f"{number} {line}")
        self.expected.append((number, line, check or (lambda is_success, text: is_success)))

    def settle(self):
        """Read the replies to all commands so far. The board and the turn must equal the model's."""
        self.ask("gogui-rules_side_to_move", lambda _, text: text == self.name_of(self.game.turn))
        self.ask("gogui-rules_board", self.is_board)
        while self.expected:
            number, line, check = self.expected.pop(0)
            reply = self.talk.next()
            while not reply.endswith("\n\n"):
                reply += self.talk.next()
            mark, text = re.fullmatch(rf"([=?]){number}[ \n](.*)\n+", reply, re.DOTALL).groups()
            assert check(mark == "=", text.strip()), (line, reply)

    def name_of(self, color):
        return "black" if color == BLACK else "white"

    def is_board(self, is_success, text):
        rows = [row.replace(" ", "") for row in reversed(text.splitlines())]
        return is_success and "".join(rows) == self.game.cells("X", "O", ".")

    def begin_at(self, game):
        self.game, self.past = game, []
        return True

    def make(self, color, name):
        """Make a move in the model, and return whether it is legal there."""
        after = self.game.of(color).after(name)
        if after is not None:
            self.past.append(self.game)
            self.game = after
        return after is not None

    @rule(color=COLORS, name=st.sampled_from((*NAMES, "pass")))
    def play_anything(self, color, name):
        self.ask(
            f"play {self.name_of(color)} {name}", lambda is_success, _: self.make(color, name) == is_success
        )

    @rule(numbers=st.lists(CHOICES, max_size=30))
    def play_sequence(self, numbers):
        self.settle()
        _, names = random_game(numbers, self.game.board, self.game.turn)
        turns = [(1, -1)[number % 2] * self.game.turn for number in range(len(names))]
        moves = list(zip(turns, names, strict=True))
        words = " ".join(f"{self.name_of(turn)} {name}" for turn, name in moves)
        self.ask(
            f"gogui-play_sequence {words}",
            lambda is_success, _: is_success and all(self.make(*move) for move in moves),
        )

    @rule(color=COLORS)
    def genmove(self, color):
        self.ask(f"genmove {self.name_of(color)}", lambda _, text: self.make(color, text.lower()))

    @rule(color=COLORS)
    def reg_genmove(self, color):
        self.ask(
            f"reg_genmove {self.name_of(color)}",
            lambda _, text: self.game.of(color).after(text.lower()) is not None,
        )

    @rule(color=COLORS)
    def values(self, color):
        self.ask(
            f"othello-values {self.name_of(color)}",
            lambda _, text: sorted(text.lower().split()[::2]) == sorted(self.game.of(color).squares),
        )

    @rule()
    def legal_moves(self):
        def check(_, text):
            forced = ["pass"] if model.must_pass(self.game.board) else []
            return text.lower().split() == (self.game.squares or forced)

        self.ask("gogui-rules_legal_moves", check)

    @rule()
    def final_score(self):
        def check(is_success, text):
            score = model.final_score(self.game.of(BLACK).board)
            result = f"{'B' if score > 0 else 'W'}+{abs(score)}" if score else "0"
            return (text == result) if self.game.is_over else not is_success

        self.ask("final_score", check)

    @rule(count=st.integers(0, 3))
    def take_back(self, count):
        def check(is_success, _):
            if count > len(self.past):
                return not is_success
            for _ in range(count):
                self.game = self.past.pop()
            return is_success

        self.ask(f"gg-undo {count}", check)

    @rule()
    def clear_board(self):
        self.ask("clear_board", lambda is_success, _: is_success and self.begin_at(ModelGame()))

    @rule(discs=st.dictionaries(SQUARES, COLORS))
    def set_up(self, discs):
        words = " ".join(f"{self.name_of(color)} {NAMES[square]}" for square, color in discs.items())
        board = [discs.get(square, 0) for square in range(64)]
        self.ask(f"gogui-setup {words}", lambda is_success, _: is_success and self.begin_at(ModelGame(board)))

    @rule(color=COLORS)
    def set_turn(self, color):
        def check(is_success, _):
            self.game = self.game.of(color)
            return is_success

        self.ask(f"gogui-setup_player {self.name_of(color)}", check)

    @rule(color=COLORS)
    def analyze(self, color):
        def check(is_success, text):
            moves = {word.lower() for word in re.findall(r"info move (\S+)", text)}
            return is_success != self.game.is_over and moves <= {"pass", *self.game.of(color).squares}

        self.ask(f"othello-analyze {self.name_of(color)} 1", check)

    @rule(
        line=st.sampled_from(
            (
                "time_settings 60 5 1",
                "time_settings 0 1 0",
                "time_left b 0 1",
                "othello-level casual",
                "othello-level 3",
                "othello-seed 7",
                "othello-depth 2",
                "othello-mobility w",
                "othello-pv b",
                "othello-stable",
                "clear_cache",
                "showboard",
            )
        )
    )
    def settings_and_questions(self, line):
        self.ask(line)

    @rule(name=st.sampled_from(sorted(REGISTRY.entries)))
    def too_many_arguments(self, name):
        """No command takes these words: there are too many, or they are neither colors nor moves."""
        self.ask(f"{name} zz zz zz zz zz", lambda is_success, text: not is_success and "internal" not in text)

    @rule(text=TEXTS)
    def unknown_command(self, text):
        self.ask(f"zz{text}", lambda is_success, text: not is_success and text == "unknown command")

    @rule(text=TEXTS)
    def noise(self, text):
        """A comment, an empty line, or the request to stop a search is not a command."""
        self.talk.send(f" #{text}")
        self.talk.send("# interrupt")


STATUS = r"status (?!Thinking|Analyzing)\S"
"""A status with an error message."""


# NBoard: answers have no ids, and a `ping` silences the searches before it.


class NBoardRequests(Requests):
    @initialize(ponders=st.booleans())
    def begin(self, ponders):
        self.talk = NBoardTalk(ENGINE, ponders=ponders)

    def ask(self, line, pattern=None, *, moves=None, is_search=False):
        """Send a line. One line that matches *pattern* must follow, with one of *moves* as its group.

        An answer of a search may be missing if a `ping` came before its end.
        """
        self.talk.send(line)
        if pattern is not None:
            self.expected.append((line, pattern, moves, is_search))

    def fail(self, line):
        """Send a line that gets a status."""
        self.ask(line, STATUS)

    def settle(self):
        """Wait for the answers, which must be in order, then compare the board by a hint of all moves."""
        lines = []
        pings = [
            number for number, expectation in enumerate(self.expected) if expectation[0].startswith("ping")
        ]
        for number, (line, pattern, moves, is_search) in enumerate(self.expected):
            may_be_missing = is_search and bool(pings) and number < pings[-1]
            if not lines:
                lines = self.talk.until(rf"===|pong|set myname|{STATUS}")[-1:]
            match = re.match(pattern, lines[0])
            if match is None:
                assert may_be_missing, (line, lines[0])
                continue
            assert moves is None or match[1].lower() in moves, (line, lines[0])
            lines = []
        assert not lines
        self.expected.clear()
        if self.game is not None and not self.game.is_over:
            self.talk.send(f"ping {self.next_number()}")
            self.talk.until(f"pong {self.number}$")
            self.talk.send("hint 60")
            self.talk.until("status Thinking")
            squares = {
                line.split()[1][:2].lower()
                for line in self.talk.until("status$")
                if line.startswith("search")
            }
            assert squares == {name[:2] for name in self.game.squares or ["pass"]}
        self.talk.send(f"ping {self.next_number()}")
        assert self.talk.until(f"pong {self.number}$")[:-1] in ([], ["status"])

    def push(self, line, name):
        """Send a line that makes a move. An illegal move leaves no game."""
        is_legal = self.game is not None and not self.game.is_over
        after = self.game.after(name) if is_legal else None
        if after is None:
            self.fail(line)
        else:
            self.ask(line)
        self.game = after

    @rule(name=st.sampled_from((*NAMES, "pass")), is_bare=st.booleans())
    def move_anything(self, name, is_bare):
        self.push(("" if is_bare else "move ") + name[:2].upper(), name)

    @precondition(lambda self: self.game is not None and not self.game.is_over)
    @rule(number=CHOICES)
    def move(self, number):
        name = self.game.random_move(number)
        self.push(f"move {name[:2].upper()}/1.5/2", name)

    @rule(numbers=st.lists(CHOICES, max_size=60))
    def set_game(self, numbers):
        self.game, names = random_game(numbers)
        moves = "".join(f"{'BW'[number % 2]}[{name[:2]}]" for number, name in enumerate(names))
        self.ask(f"set game {ggf(moves=moves)}")

    @rule(text=TEXTS)
    def set_nonsense(self, text):
        self.fail(f"set game zz{text}")
        self.game = None

    @precondition(lambda self: self.game is not None)
    @rule(name=st.sampled_from(("hint 3", "analyze")))
    def search(self, name):
        self.ask(name)

    @precondition(lambda self: self.game is not None)
    @rule()
    def go(self):
        moves = {name[:2] for name in self.game.squares} or {"pa"}
        self.ask("go", "=== ([A-H][1-8]|PA)/", moves=moves, is_search=True)

    @rule()
    def ping(self):
        number = self.next_number()
        self.ask(f"ping {number}", f"pong {number}$")

    @rule(depth=st.integers(1, 60))
    def set_depth(self, depth):
        self.ask(f"set depth {depth}", f"set myname Othello{depth}$")

    @rule(line=st.sampled_from(("set depth 61", "set depth zz", "set contempt", "learn")))
    def mistakes(self, line):
        self.fail(line)

    @rule(text=TEXTS)
    def ignored(self, text):
        self.ask(f"zz{text}")
        self.ask("")
        self.ask("set contempt 10")


TestGtp, TestNBoard = GtpRequests.TestCase, NBoardRequests.TestCase
TestGtp.settings = TestNBoard.settings = settings(
    max_examples=settings.default.max_examples // 2, stateful_step_count=30, deadline=None
)
