"""Whole games over GTP, with passes that are omitted, sent, or sent to both sides."""

import re

from othello import Color, Position
from othello.gtp.commands.all_commands import REGISTRY
from othello.rules.square import SQUARE_NAMES, parse_move
from tests.gtp.doubles import carry_out, request

OPENING = (
    "c4c3e6b4a4a5b2a3d2c2a2e1f4c1d6a1e7a6f6f5c5b5f7g6d7f8g8d8f3b3h5h8c6e3c7g2d3d1e2g5f2b8e8b1h1b7h4h2g4b6a7f1"
)
"""Both sides have to pass on the way."""
LEVEL = 1
CONVENTIONS = ["implied", "explicit", "battle_gtp"]
"""What a controller does for a forced pass. implied: nothing, as Quarry. explicit: it asks the side that must
pass and sends the pass to the other one, as gogui-twogtp. battle_gtp: it sends the pass to both, also once
after the end, as Egaroucid's battle_gtp.py."""


class Controller:
    """Leads a game of two engines in one of the conventions."""

    def __init__(self, engines, convention):
        self.engines = engines
        self.convention = convention
        self.position = Position.start()
        self.passes = []
        self.both("clear_board")

    def both(self, line):
        return [self.engines[color](line) for color in Color]

    def play(self, move):
        """Make a given move in both engines."""
        self.both(f"play {self.position.turn} {SQUARE_NAMES[move]}")
        self.position = self.position.play(move)

    def go_on(self):
        """Make the move of the engine whose turn it is, or pass."""
        color = self.position.turn
        if self.position.must_pass:
            self.skip()
            self.passes.append(color)
            self.position = self.position.pass_turn()
        else:
            answer = self.engines[color](f"genmove {color}")
            self.engines[color.other](f"play {color} {answer}")
            self.position = self.position.play(parse_move(answer))

    def skip(self):
        """Follow the convention for a forced pass."""
        color = self.position.turn
        if self.convention == "explicit":
            assert self.engines[color](f"genmove {color}") == "pass"
            self.engines[color.other](f"play {color} PASS")
        elif self.convention == "battle_gtp":
            self.both(f"play {color} pass")

    def finish(self):
        """End the game, and return the board of both engines, without the side to move, and the score."""
        assert self.position.is_over
        self.skip()
        if self.convention == "explicit":
            color = self.position.turn.other
            assert self.engines[color](f"genmove {color}") == "pass"
            self.engines[color.other](f"play {color} PASS")
        boards = {board.rpartition("\n")[0] for board in self.both("showboard")}
        scores = set(self.both("final_score"))
        assert len(boards) == len(scores) == 1, "both engines have the same game"
        assert scores == {str(self.position.result)}
        return boards.pop(), scores.pop()


def asker(state):
    """Return what carries out the commands of a session, and returns the texts of its replies."""
    return lambda line: carry_out(REGISTRY, state, request(line))


def test_however_a_controller_sends_passes_the_same_opening_gives_the_same_game(make_state):
    pair, ends = {color: asker(make_state()) for color in Color}, set()
    for ask in pair.values():
        ask(f"othello-level {LEVEL}")
    for convention in CONVENTIONS:
        controller = Controller(pair, convention)
        for move in re.findall("..", OPENING):
            if controller.position.must_pass:
                controller.go_on()
            controller.play(parse_move(move))
        while not controller.position.is_over:
            controller.go_on()
        assert set(controller.passes) == set(Color), "choose an opening with passes of both sides"
        ends.add(controller.finish())
    assert len(ends) == 1
