"""Call every public function that reaches machine code with random boards and arguments.

    python -m tests.checked.fuzz COUNT [SEED]

Boards may be impossible, and arguments may have a wrong type or be out of range. A function may refuse them,
but machine code must not see them, so no refusal may come from `othello.native`.
"""

import random
import sys
import traceback
from collections import Counter

import numpy as np

from othello import Board, Color, Engine, OthelloError, Position, arrays, lab, perft
from othello.book import keys
from othello.players import human_model
from othello.players.human_player import HumanPlayer
from othello.players.rating import rate
from othello.review import features
from othello.rules import mobility
from othello.solving import checker
from tests import positions

FULL = 2**64 - 1
EXTREME = [(0, 0), (FULL, 0), (0, FULL), (1, 0), (0, 1 << 63), (1, 2), (1 << 63, 1 << 62), positions.CROWDED]
ODD = (
    -1,
    -(1 << 40),
    1 << 62,
    1 << 63,
    1 << 64,
    2.5,
    float("nan"),
    "3",
    None,
    (),
    np.uint8(2),
    np.float32(1),
)
SMALL_ODD = (-1, -(1 << 40), 2.5, "3", None, np.int64(2), False)
"""Numbers for functions whose time grows with the number."""
ALLOWED = (OthelloError, ValueError, TypeError, OverflowError)


class Arguments:
    """Random arguments, most of them valid."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.engines = [Engine(table_mib=1), Engine(table_mib=1, threads=2)]
        self.human = HumanPlayer(seed=seed)

    def words(self):
        """Two words for a board. It need not be possible in a game, but no square has two discs."""
        pick = self.random.randrange(8)
        if pick == 0:
            return self.random.choice(EXTREME)
        if pick < 4:
            return positions.random_position(self.random.randrange(40), self.random.randrange(61))
        filled, own = self.random.getrandbits(64), self.random.getrandbits(64)
        for _ in range(pick - 4):  # fuller boards
            filled |= self.random.getrandbits(64)
        return filled & own, filled & ~own

    def position(self):
        return Position(*self.words(), self.random.choice(list(Color)))

    def number(self, low, high, odd=ODD):
        return self.random.choice(odd) if self.random.random() < 0.1 else self.random.randint(low, high)

    def move(self):
        return self.number(0, 64)

    def limits(self):
        kinds = {"depth": (1, 8), "level": (0, 60), "multipv": (1, 40), "percent": (1, 100)}
        chosen = self.random.sample(list(kinds), self.random.randrange(3))
        limits = {name: self.number(*kinds[name]) for name in chosen}
        return {"nodes": self.random.randrange(1, 5000), **limits}

    def odd(self, array):
        """The array, or in one of five calls the array in another form."""
        bits = bytearray(array.nbytes + 1)
        unaligned = np.frombuffer(bits, np.uint8)[1:].view(array.dtype).reshape(array.shape)
        unaligned[...] = array
        read_only = array.copy()
        read_only.flags.writeable = False
        forms = [
            unaligned, read_only, array.astype(array.dtype.newbyteorder()), array.tolist(), array[..., None],
            array[:0], array[::-1], np.repeat(array, 2, axis=-1)[..., ::2], np.asfortranarray(array),
            np.ma.array(array), np.broadcast_to(array, (2, *array.shape)), array.astype(float),
            array.astype(object), array.astype(np.int64), array.astype("V8"), array[..., :3], None, "text",
        ]  # fmt: skip
        return self.random.choice(forms) if self.random.random() < 0.2 else array

    def boards(self):
        """Two arrays of boards."""
        pairs = [self.words() for _ in range(self.random.choice([0, 1, 2, 6]))]
        array = np.array(pairs, np.uint64).reshape(-1, 2).T.copy()
        return self.odd(array[0]), self.odd(array[1])

    def array(self):
        """Positions as `arrays.words` returns them."""
        return arrays.words([self.position(), self.position()])

    def rows(self):
        """Games, some with moves that are illegal."""
        moves = np.array(lab.random_games(self.random.randrange(5), seed=self.random.getrandbits(40)).moves)
        for row in moves[: self.random.randrange(3)]:
            row[self.random.randrange(60)] = self.random.randrange(256)
        return self.odd(moves)

    def squares(self, count):
        return self.odd(np.array([self.random.randrange(66) for _ in range(count)], np.int64))


def environment(some):
    """Steps of games, with wild actions. Without an opponent, the caller also writes into the arrays."""
    opponent = some.random.choice([None, None, "random", "greedy"])
    env = lab.VectorEnv(
        some.number(1, 9, SMALL_ODD), opponent=opponent, seed=some.number(0, 99), illegal="lose"
    )
    for _ in range(some.random.randrange(80)):
        legal = [int(some.random.choice(np.flatnonzero(mask))) for mask in env.legal_action_mask]
        env.step(some.squares(len(legal)) if some.random.random() < 0.05 else np.array(legal))
    if opponent is None:
        array = some.random.choice([env.players, env.opponents, env.legal, env.current_player])
        array[:] = some.random.getrandbits(8 * array.itemsize)
        env.step(np.full(len(env.players), some.move()))


def proof(some):
    boards = np.array([some.words() for _ in range(4)], np.uint64)
    moves = np.array([some.random.randrange(64) for _ in range(4)], np.int64)
    bound, leaves = some.random.randint(-64, 64), some.random.randrange(9)
    checker.check_block(checker.Block(1, boards, moves, bound, leaves))


def human_policy(some):
    model = human_model.shipped()
    prediction = model.predict(some.position(), some.move())
    prediction.probabilities(some.number(0, 3000))
    model.log_probabilities([1500], some.number(0, 36), prediction._inputs, prediction._sums)


def library_of_words(some):
    """Functions of words, which need not be boards."""
    key = 0, some.random.getrandbits(64), some.random.getrandbits(64)
    keys.children(key), keys.order(key), keys.key_of_words(*key[1:])


def orders(some):
    board = Board()
    for _ in range(some.random.randrange(6)):
        board.push(some.random.choice(board.legal_moves))
    lab.orders(board), lab.reached(board.move_stack), lab.reached([some.move()], most=some.number(1, 99))
    rate([(board, some.random.choice(list(Color)))])


def searches(some):
    engine, position = some.random.choice(some.engines), some.position()
    engine.play(position, root_moves=[some.move()], **some.limits())
    engine.analyze(position, **some.limits())
    engine.solve(position, nodes=some.number(1, 5000), wld=some.number(0, 1))
    engine.evaluate(position)


def rules(some):
    position, color = some.position(), some.random.choice([*Color, 2, "X"])
    position.canonical()[0].transformed(some.number(0, 7))
    position.flips(some.move()), position.legal_moves, position.is_over, position.key
    keys.parents(keys.key_of(position)[0])
    features.safe_moves(position), features.new_corners(position, some.move())
    mobility.mobility_bits(position, color), mobility.stable_bits(position, color)
    Position(*(some.random.choice(ODD) for _ in range(3)))


CALLS = {
    "rules": rules,
    "words": library_of_words,
    "searches": searches,
    "play": lambda some: some.position().play(some.move()),
    "play_unchecked": lambda some: some.position().play_unchecked(some.move()),
    "push": lambda some: Board(some.position()).push(some.move(), some.random.choice([None, *Color, 2])),
    "perft": lambda some: perft(
        some.position(), some.number(0, 3, SMALL_ODD), table_mib=some.number(0, 1, SMALL_ODD)
    ),
    "evaluate_many": lambda some: some.engines[0].evaluate_many(some.odd(some.array())),
    "HumanPlayer": lambda some: some.human.choose(Board(some.position())),
    "HumanPolicy": human_policy,
    "replayed": lambda some: arrays.replayed(some.rows()),
    "boards": lambda some: arrays.boards(some.rows(), some.odd(some.array()[0])),
    "planes": lambda some: arrays.planes(some.odd(some.array())),
    "legal": lambda some: lab.legal(*some.boards()),
    "must_pass": lambda some: lab.must_pass(*some.boards()),
    "masks": lambda some: lab.masks(*some.boards()),
    "lab.planes": lambda some: lab.planes(*some.boards()),
    "bits": lambda some: lab.bits(some.boards()[0], some.random.choice([(8, 8), (64,), (-8, -8), ()])),
    "flips": lambda some: lab.flips(*some.boards(), some.squares(some.random.choice([1, 2, 6]))),
    "lab.play": lambda some: lab.play(*some.boards(), some.squares(some.random.choice([1, 2, 6]))),
    "greedy": lambda some: lab.greedy(*some.boards()),
    "replay": lambda some: lab.replay(some.rows(), start=some.position(), threads=some.number(1, 2)),
    "random_games": lambda some: lab.random_games(
        some.number(0, 9, SMALL_ODD), some.number(0, 99), first=some.number(0, 99), start=some.position(),
        boards=some.number(0, 1), threads=some.number(1, 2),
    ),
    "selfplay_games": lambda some: lab.selfplay_games(
        some.number(0, 2, SMALL_ODD), some.number(1, 2), some.number(0, 99), opening=some.number(50, 60)
    ),
    "values": lambda some: lab.values(
        *some.boards(), some.number(1, 5), some.number(0, 9), threads=some.number(1, 2)
    ),
    "losses": lambda some: lab.losses(some.rows(), some.number(1, 2), some.number(0, 4)),
    "tokens": lambda some: lab.tokens(some.rows(), width=some.number(1, 99)),
    "probes": lambda some: lab.probes(some.rows()),
    "legal_rate": lambda some: lab.legal_rate(some.rows(), some.rows()),
    "orders": orders,
    "VectorEnv": environment,
    "proof": proof,
}  # fmt: skip
"""Calls of public functions with random arguments."""


def run(count, seed):
    """Call random functions. Return how often each was called, and what went wrong."""
    some, calls, errors = Arguments(seed), Counter(), {}
    for name in some.random.choices(list(CALLS), k=count):
        calls[name] += 1
        try:
            CALLS[name](some)
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            if not isinstance(error, ALLOWED) or "othello/native" in last.filename.replace("\\", "/"):
                errors.setdefault(f"{name}: {error!r}", traceback.format_exc())
    for engine in some.engines:
        engine.close()
    return calls, errors


def main(count, seed="1"):
    calls, errors = run(int(count), int(seed))
    print(*errors.values(), dict(calls), sep="\n")
    sys.exit(bool(errors))


if __name__ == "__main__":
    main(*sys.argv[1:])
