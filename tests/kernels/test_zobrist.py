"""Zobrist keys: the scheme, its values, and that incremental keys equal keys from scratch."""

import functools
import hashlib
import itertools

from hypothesis import given, strategies as st

from othello import Color, Position
from othello.kernels import zobrist
from othello.kernels.constants import BLACK, WHITE
from othello.kernels.zobrist import SWAP, after_move, after_pass, position_key
from tests import model, positions
from tests.cases import cases
from tests.positions import squares, words

SQUARES = range(64)
SWAP_KEY = int(SWAP)
DIGEST = "59f5422113ce4174978fd94cbf6655014a50fbf18f3bf29f29277319700d878c"
"""SHA-256 of the 128 keys of discs in hexadecimal, black's first."""


def split_mix(seed):
    """SplitMix64, after S. Vigna's splitmix64.c."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % 2**64
        yield z ^ (z >> 31)


def random_words():
    return list(itertools.islice(split_mix(zobrist.SEED), 129))


def disc_key(color, square):
    """The key of a board with one disc, black to move."""
    return position_key(1 << square, 0, BLACK) if color == BLACK else position_key(0, 1 << square, BLACK)


def test_source():
    """The keys are the first words of SplitMix64: 64 for Black, 64 for White, and one for the side to
    move."""
    discs = [disc_key(color, square) for color in (BLACK, WHITE) for square in SQUARES]
    assert [*discs, SWAP_KEY] == random_words()


def test_scheme():
    """The key of a move is disc ^ SWAP, of a flipped disc black ^ white, and of a pass SWAP, on all
    squares."""
    for square in SQUARES:
        black, white = disc_key(BLACK, square), disc_key(WHITE, square)
        assert after_move(0, BLACK, square, 0) == black ^ SWAP_KEY
        assert after_move(0, WHITE, square, 0) == white ^ SWAP_KEY
        other = (square + 1) % 64
        for color in (BLACK, WHITE):
            turned = after_move(0, color, other, 1 << square) ^ after_move(0, color, other, 0)
            assert turned == black ^ white
    assert after_pass(0) == SWAP_KEY


def test_pinned_values():
    """The keys are part of file formats, so these values never change."""
    assert SWAP_KEY == 0xBBD5_E94C_AFF0_0D0F
    assert disc_key(BLACK, 0) == 0x6870_D580_C15D_330A
    assert disc_key(WHITE, 63) == 0xF802_FE38_2A3F_0060
    assert Position.start().key == 0x89FA_61F9_CBB5_1763
    text = "".join(f"{disc_key(color, square):016x}" for color in (BLACK, WHITE) for square in SQUARES)
    assert hashlib.sha256(text.encode()).hexdigest() == DIGEST


@given(positions.disjoint_words(), st.sampled_from([BLACK, WHITE]))
def test_a_key_is_the_xor_of_its_discs_keys_and_of_swap_when_white_is_to_move(pair, color):
    key = SWAP_KEY if color == WHITE else 0
    for discs, owner in zip(pair, (color, 1 - color), strict=True):
        for square in squares(discs):
            key ^= disc_key(owner, square)
    assert position_key(*pair, color) == key


@given(positions.disjoint_words())
def test_colors(pair):
    """Another side to move changes a key by SWAP alone. Exchanging the discs also changes it."""
    mine, theirs = pair
    assert position_key(mine, theirs, BLACK) ^ position_key(theirs, mine, WHITE) == SWAP_KEY
    assert position_key(mine, theirs, BLACK) != position_key(mine, theirs, WHITE)


def games():
    """Random games and lopsided ones, which have more passes."""
    for seed in range(25):
        yield positions.random_game(seed)
        yield positions.lopsided_game(seed)


def test_incremental():
    """A key that is updated through moves and passes equals the key from scratch. The same XOR undoes a
    move."""
    passes = 0
    for game in games():
        boards = list(game)
        color, key = BLACK, position_key(*model.to_words(boards[0]), BLACK)
        for before, after, move in zip(boards, boards[1:], positions.moves_of(boards), strict=False):
            old = key
            if move == model.PASS:
                passes += 1
                key = after_pass(old)
                assert after_pass(key) == old
            else:
                turned = model.word(model.flips(before, move))
                key = after_move(old, color, move, turned)
                assert after_move(key, color, move, turned) == old
            color = 1 - color
            assert key == position_key(*model.to_words(after), color)
    assert passes > 20


def test_transpositions():
    """Up to ply 6, equal positions have the same key in any order of moves. Other positions have other
    keys."""
    keys, paths = {}, 0

    def walk(position, key, depth):
        nonlocal paths
        paths += 1
        assert keys.setdefault(position, key) == key
        if depth:
            for square in position.legal_moves:
                turned = position.flips_bits(square)
                walk(position.play(square), after_move(key, position.turn.value, square, turned), depth - 1)

    walk(Position.start(), Position.start().key, 6)
    assert paths == 1 + 4 + 12 + 56 + 244 + 1396 + 8200
    assert len(keys) < paths
    assert len(set(keys.values())) == len(keys)


@cases("color", Color)
def test_a_position_has_the_key_of_its_words_and_of_the_color_to_move(color):
    pair = positions.random_position(3, 40)
    assert Position(*pair, color).key == position_key(*pair, color.value)


@given(words, positions.disjoint_words(), st.integers(0, 62), st.sampled_from([BLACK, WHITE]))
def test_moves_and_passes_change_a_key_by_the_same_amount_in_any_order(key, turned, square, color):
    steps = [
        lambda k: after_move(k, color, square, turned[0]),
        lambda k: after_move(k, 1 - color, square + 1, turned[1]),
        after_pass,
    ]
    results = {
        functools.reduce(lambda k, step: step(k), order, key) for order in itertools.permutations(steps)
    }
    assert len(results) == 1
