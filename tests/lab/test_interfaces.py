"""The interfaces of Gymnasium and PettingZoo, by their own checkers."""

import numpy as np
import pytest

from othello.errors import IllegalMoveError

gymnasium = pytest.importorskip("gymnasium")
pettingzoo = pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from othello.lab.gymnasium import NAME  # noqa: E402
from othello.lab.pettingzoo import AGENTS, OthelloAEC  # noqa: E402
from tests.cases import cases  # noqa: E402


@cases("opponent", ["random", "greedy", None])
def test_gymnasiums_checker_of_environments_accepts_one_game(opponent):
    check_env(gymnasium.make(NAME, opponent=opponent).unwrapped, skip_render_check=True)


def test_whole_games_of_gymnasium():
    """A game in Gymnasium ends with a full last board, and a reward that tells who has won."""
    env, random = gymnasium.make(NAME), np.random.default_rng(1)
    for seed in range(4):
        observation, info = env.reset(seed=seed)
        is_over = False
        while not is_over:
            (legal,) = info["action_mask"].nonzero()
            observation, reward, is_over, _, info = env.step(random.choice(legal))
            assert env.observation_space.contains(observation)
        black, white = observation.sum(axis=(0, 1)).tolist()
        assert abs(reward) == (black != white)
        assert black + white > 20


def test_gymnasium_makes_many_games():
    """Gymnasium's vector environment has its spaces, restarts games in the same step, and records
    episodes."""
    plain = gymnasium.make_vec(NAME, num_envs=8, vectorization_mode="vector_entry_point")
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(plain)
    observation, info = env.reset(seed=1)
    random, ended = np.random.default_rng(1), 0
    for _ in range(70):
        assert env.observation_space.contains(observation)
        actions = (random.random(info["action_mask"].shape) * info["action_mask"]).argmax(axis=1)
        assert env.action_space.contains(actions)
        observation, rewards, terminated, truncated, info = env.step(actions)
        assert not truncated.any()
        assert not rewards[~terminated].any()
        if terminated.any():
            assert (info["_final_obs"] == terminated).all()
            assert all(planes.sum() > 10 for planes in info["final_obs"][terminated])
            assert (info["episode"]["l"][terminated] > 20).all()
            assert (observation[terminated].sum(axis=(1, 2, 3)) <= 5).all()
            ended += int(terminated.sum())
    assert ended >= 8


@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_tests_of_the_interface_and_of_seeds_accept_the_game():
    api_test(OthelloAEC(), num_cycles=300)
    seed_test(OthelloAEC, num_cycles=20)


def test_a_game_of_two_agents():
    """Agents take turns. The winner gets 1, the loser gets -1, and each sees its own discs first."""
    env, random = OthelloAEC(), np.random.default_rng(4)
    env.reset()
    black, white = (env.observe(agent)["observation"] for agent in AGENTS)
    assert (black == white[..., ::-1]).all()
    assert black[3, 4].tolist() == [1, 0]
    rewards = dict.fromkeys(AGENTS, 0.0)
    for agent in env.agent_iter():
        observation, reward, is_over, _, _ = env.last()
        rewards[agent] += reward
        own, other = observation["observation"].sum(axis=(0, 1)).tolist()
        if is_over:
            assert rewards[agent] == (own > other) - (own < other)
        (legal,) = observation["action_mask"].nonzero()
        env.step(None if is_over else random.choice(legal))
    assert sum(rewards.values()) == 0


def test_an_illegal_action_raises_and_pettingzoos_wrapper_lets_it_lose():
    env = OthelloAEC()
    env.reset()
    with pytest.raises(IllegalMoveError, match="action 0, a1, of game 0 is illegal"):
        env.step(0)
    wrapped = pettingzoo.utils.TerminateIllegalWrapper(env, illegal_reward=-1)
    wrapped.reset()
    wrapped.step(0)
    assert wrapped.terminations["black_0"]
