"""The evaluation: what must hold for any weights."""

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from othello.kernels.evaluate import LIMIT, evaluate
from othello.square import SYMMETRIES, transform_bits
from tests import model, positions
from tests.kernels.records import Memory

memory = Memory()
reached = positions.reached_words() | positions.pass_words


def value(pair):
    return evaluate(memory.record, *pair)


@settings(max_examples=300, phases=(Phase.reuse, Phase.generate))
@given(positions.any_words, st.sampled_from(SYMMETRIES))
def test_symmetries(pair, symmetry):
    """A turned board has the same value."""
    image = tuple(transform_bits(each, symmetry) for each in pair)
    assert value(image) == value(pair)


@settings(max_examples=300)
@given(positions.any_words)
def test_limits(pair):
    """The value lies within the limits, on any board: no evaluation is as good as a wipe-out."""
    assert -LIMIT <= value(pair) <= LIMIT < 6400


@given(reached)
def test_same_again(pair):
    """The value depends on nothing but the board."""
    first = value(pair)
    memory.reset()
    assert value(pair) == first
    assert evaluate(Memory().record, *pair) == first


@given(st.integers(0, 60).flatmap(lambda n: st.tuples(*[positions.reached_words(st.just(n))] * 2)))
def test_sides(pairs):
    """Swapping the sides negates the value, but for a part that depends on the number of empty squares."""
    sums = {
        value(pair) + value(pair[::-1]) for pair in pairs if abs(value(pair)) < LIMIT > abs(value(pair[::-1]))
    }
    assert len(sums) <= 1


def test_it_tells_good_from_bad():
    """Of random games, most are won by the side that the evaluation prefers twelve plies before the end."""
    right = wrong = 0
    for seed in range(100):
        boards = list(positions.random_game(seed))
        outcome = model.final_score(boards[-1])
        found = value(model.to_words(boards[-13]))
        right += found * outcome > 0
        wrong += found * outcome < 0
    assert right > 2 * wrong
