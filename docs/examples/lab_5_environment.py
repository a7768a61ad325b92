"""Step 5: an environment with opponents, and a random and a greedy agent in it."""

import numpy as np

from othello import lab

random = np.random.default_rng(1)


def play_randomly(env: lab.VectorEnv) -> np.ndarray:
    """Return a legal action of each game."""
    return (random.random(env.legal_action_mask.shape) * env.legal_action_mask).argmax(axis=1)


def play_greedily(env: lab.VectorEnv) -> np.ndarray:
    """Return the action of each game that turns the most discs."""
    return lab.greedy(env.players, env.opponents)


# The new idea: agents choose moves one by one, in many games at the same time.
for opponent, num_envs in (("random", 256), (1, 16), ("casual", 2)):
    for agent in (play_randomly, play_greedily):
        env = lab.VectorEnv(num_envs, opponent=opponent, seed=1)
        results = []
        for _ in range(70):
            rewards, terminated = env.step(agent(env))
            results += rewards[terminated].tolist()
        points = np.mean(results) / 2 + 0.5
        print(f"{agent.__name__} against {opponent}: {points:.0%} of {len(results)} games")
