"""The schedule: pairings, colors and openings."""

from hypothesis import given, strategies as st

from othello.formats.transcript import parse_transcript
from othello.match.schedule import Schedule
from tests.match.scripted import OPENINGS


@given(st.integers(2, 5), st.integers(1, 6), st.integers(1, 8), st.integers())
def test_every_two_engines_meet_with_both_colors(engines, openings, rounds, seed):
    """In every round, any two engines play the opening as games 2n and 2n + 1, with colors reversed."""
    boards = OPENINGS[:openings]
    plan = Schedule(engines, boards, seed).games(2 * rounds)
    assert [game.number for game in plan] == list(range(rounds * engines * (engines - 1)))
    for first, second in zip(plan[::2], plan[1::2], strict=True):
        assert (first.black, first.white) == (second.white, second.black)
        assert first.opening == second.opening
    met = [(game.black, game.white) for game in plan]
    assert {met.count((i, j)) for i in range(engines) for j in range(engines) if i != j} == {rounds}


def test_openings_are_repeated_in_the_same_order():
    """No opening is repeated before all openings were played. Then the order is the same."""
    plan = Schedule(2, OPENINGS, 5).games(12)
    order = [game.opening.transcript() for game in plan[::2]]
    assert len(set(order[:3])) == 3
    assert order[3:] == order[:3]


def test_the_seed_decides_the_order():
    """The same seed gives the same order, and a longer match begins with the games of a shorter match."""
    boards = [parse_transcript("f5d6c3d3c4"[: 2 * plies]) for plies in range(1, 6)]

    def plan(count, seed):
        return [game.opening.transcript() for game in Schedule(2, boards, seed).games(count)]

    assert plan(count=10, seed=1) == plan(count=10, seed=1)
    assert plan(count=10, seed=1) != plan(count=10, seed=2)
    assert plan(count=10, seed=1) == plan(count=20, seed=1)[:10]
