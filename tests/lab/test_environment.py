"""Many games at the same time, compared with the slow model, and their opponents."""

import numpy as np
import pytest

from othello import IllegalMoveError, OthelloError, lab
from tests import model
from tests.cases import cases


def draw(env, random):
    """A legal action of each game."""
    return (random.random(env.legal_action_mask.shape) * env.legal_action_mask).argmax(axis=1)


def actions_of(board):
    return model.legal_moves(board) or [model.PASS]


def sign(number):
    return (number > 0) - (number < 0)


def test_games_of_both_sides():
    """Boards, masks, passes, ends and rewards of simultaneous games equal the slow model's."""
    env, random = lab.VectorEnv(16), np.random.default_rng(1)
    boards, turns = [model.start() for _ in range(16)], [0] * 16
    ended = passed = 0
    for _ in range(150):
        actions = draw(env, random)
        rewards, terminated = env.step(actions)
        for game, action in enumerate(actions.tolist()):
            assert action in actions_of(boards[game])
            passed += action == model.PASS
            boards[game], turns[game] = model.play(boards[game], action), 1 - turns[game]
            over = model.is_over(boards[game])
            assert bool(terminated[game]) == over
            assert rewards[game] == (-sign(model.final_score(boards[game])) if over else 0)
            if over:
                ended += 1
                sides = model.to_words(boards[game])
                last = int(env.final_black[game]), int(env.final_white[game])
                assert last == (sides if turns[game] == 0 else sides[::-1])
                boards[game], turns[game] = model.start(), 0
            assert (int(env.players[game]), int(env.opponents[game])) == model.to_words(boards[game])
            assert env.current_player[game] == turns[game]
            assert env.legal_action_mask[game].nonzero()[0].tolist() == actions_of(boards[game])
    assert ended > 20
    assert passed > 5


def test_observations():
    """An observation contains the discs of the side to move, and then the other side's discs."""
    env = lab.VectorEnv(3)
    env.step([37, 19, 26])
    assert env.observation.shape == (3, 8, 8, 2)
    assert (env.observation[..., 0] == lab.bits(env.players)).all()
    assert (env.observation[..., 1] == lab.bits(env.opponents)).all()


def test_an_illegal_action_raises_with_its_game_and_no_game_has_moved():
    env = lab.VectorEnv(3)
    before = env.players.copy()
    for wrong in (0, 27, 64, 65, -1, -2, 10**9):
        with pytest.raises(IllegalMoveError, match=rf"action {wrong}.* of game 1 is illegal"):
            env.step([37, wrong, 19])
    assert (env.players == before).all()


def test_an_illegal_action_loses():
    """If illegal actions lose, the game ends with -1 for its side, and the other games continue."""
    env = lab.VectorEnv(7, illegal="lose")
    rewards, terminated = env.step([37, 0, 64, -1, 65, 10**9, 19])
    assert rewards.tolist() == [0, -1, -1, -1, -1, -1, 0]
    assert terminated.tolist() == [False, True, True, True, True, True, False]
    assert env.current_player.tolist() == [1, 0, 0, 0, 0, 0, 1]
    start = model.to_words(model.start())
    assert (int(env.final_black[1]), int(env.final_white[1])) == start


@cases("actions", [[37], [[37, 19]], [1.0, 2.0], ["f5", "d3"]])
def test_actions_of_another_type_or_shape_raise_with_what_would_be_right(actions):
    with pytest.raises(OthelloError, match=r"must be integers of shape \(2,\)"):
        lab.VectorEnv(2).step(actions)


@cases(("opponent", "count"), [("random", 6), ("greedy", 6), (1, 6), ("newcomer", 2)])
def test_opponents(opponent, count):
    """Against an opponent, the caller is always to move, in both colors, and gets the results of games."""
    env, random = lab.VectorEnv(count, opponent=opponent, seed=3), np.random.default_rng(2)
    results, colors = [], set()
    for _ in range(80):
        assert (env.current_player == env.agent).all()
        colors.update(enumerate(env.agent.tolist()))
        before = env.agent.copy()
        rewards, terminated = env.step(draw(env, random))
        assert not rewards[~terminated].any()
        for game in np.flatnonzero(terminated).tolist():
            black, white = int(env.final_black[game]), int(env.final_white[game])
            board = model.from_words(black, white)
            assert model.is_over(board)
            result = sign(model.final_score(board))
            assert rewards[game] == (result if before[game] == 0 else -result)
            assert env.agent[game] == 1 - before[game]
            results.append(float(rewards[game]))
    assert len(results) > count
    assert colors == {(game, color) for game in range(count) for color in (0, 1)}
    if opponent == 1:
        assert np.mean(results) < 0


def test_a_seed_repeats_the_games():
    """The same seed gives the same moves of a random opponent, even after a reset. Another seed does not."""
    runs = []
    for seed in (5, 5, 6):
        env, random = lab.VectorEnv(8, opponent="random", seed=seed), np.random.default_rng(1)
        for _ in range(20):
            env.step(draw(env, random))
        runs.append(env.players.copy())
    assert (runs[0] == runs[1]).all()
    assert not (runs[0] == runs[2]).all()
    env.reset(seed=5)
    random = np.random.default_rng(1)
    for _ in range(20):
        env.step(draw(env, random))
    assert (env.players == runs[0]).all()


def test_a_reset_without_a_seed_begins_other_games_in_the_other_color():
    """A reset without a seed takes the next seed. With one game, the caller's color alternates."""
    env, colors, boards = lab.VectorEnv(1, opponent="random"), [], set()
    for _ in range(4):
        colors.append(int(env.agent[0]))
        random = np.random.default_rng(1)
        for _ in range(8):
            env.step(draw(env, random))
        boards.add(int(env.players[0]))
        env.reset()
    assert colors == [0, 1, 0, 1]
    assert len(boards) == 4
    lab.VectorEnv(5, opponent="random", seed=2**63 - 1).reset()  # the largest seed has a next one, too


def test_an_opponent_of_ones_own():
    """Any object with the methods of an opponent can play. Its illegal move raises an error."""

    class Lowest:
        def begin(self, count, seed, start):
            self.seen = np.zeros(count, int)

        def choose(self, players, opponents, masks, games):
            return masks.argmax(axis=1)

        def see(self, actions, terminated):
            self.seen += actions >= 0

    own = Lowest()
    env = lab.VectorEnv(2, opponent=own)
    assert own.seen.tolist() == [0, 1]
    assert int(env.players[1] | env.opponents[1]).bit_count() == 5
    own.choose = lambda players, opponents, masks, games: [0] * len(games)
    with pytest.raises(IllegalMoveError, match="action 0, a1, of game 0 is illegal"):
        env.step(env.legal_action_mask.argmax(axis=1))


def test_the_greedy_move_turns_the_most_discs_by_the_lowest_square_of_several():
    games = lab.random_games(20, 3, boards=True)
    players, opponents = games.players[:, 20], games.opponents[:, 20]
    for player, opponent, move in zip(players, opponents, lab.greedy(players, opponents), strict=True):
        board = model.from_words(int(player), int(opponent))
        counts = [len(model.flips(board, square)) for square in range(64)]
        assert move == counts.index(max(counts))
    assert lab.greedy(np.array([7], np.uint64), np.array([0], np.uint64)).tolist() == [64]


@cases(
    ("message", "options"),
    [
        ("the number of games must be from 1 to .*, not 0", {"num_envs": 0}),
        ("'expert' is not an opponent: use 'random', 'greedy', or a level", {"opponent": "expert"}),
        ("61 is not an opponent", {"opponent": 61}),
        ("illegal must be 'raise' or 'lose', not 'pass'", {"illegal": "pass"}),
        ("the seed must be from 0 to .*, not -1", {"seed": -1}),
        ("the side to move on the first board has no legal move", {"start": "-" * 64 + " X"}),
    ],
)
def test_an_option_that_there_is_not_raises_with_what_would_be_right(message, options):
    with pytest.raises(OthelloError, match=message):
        lab.VectorEnv(**({"num_envs": 1} | options))
