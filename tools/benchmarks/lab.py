"""Measure the speed of `othello.lab` and other installed environments, in processor time.

    python -m tools.benchmarks.lab

The benchmark measures random games with their boards and legal moves, and steps of environments with masks of
65 booleans. It times only the steps, not the choice of random actions. The other environments are OpenSpiel,
EnvPool and pgx. Each is used in the fast way that its documentation describes: `pyspiel` states,
`envpool.make_gymnasium`, and `jax.jit` of `jax.vmap`. Processor time includes all threads of the process, so
the comparison is fair even on a busy computer.
"""

import importlib.util
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from othello import lab

ENVS: Final = 1024
GAMES: Final = 20_000
STEPS: Final = 300


def main() -> None:
    """Print the speeds, one line each."""
    for name, boards in (("random games", False), ("with boards", True)):
        games = best(lambda boards=boards: lab.random_games(GAMES, 1, boards=boards))
        print(f"{name:28}{GAMES / games:14,.0f} games/s")
    moves = lab.random_games(GAMES, 1).moves
    print(f"{'replay':28}{GAMES / best(lambda: lab.replay(moves)):14,.0f} games/s")
    ours = steps_of_ours()
    print(f"{'steps':28}{ours:14,.0f} steps/s")
    for module, steps in (
        ("pyspiel", steps_of_openspiel),
        ("envpool", steps_of_envpool),
        ("pgx", steps_of_pgx),
    ):
        if importlib.util.find_spec(module) is None:
            print(f"{module:28}  is not installed")
            continue
        rate = steps()
        print(f"{module:28}{rate:14,.0f} steps/s{ours / rate:10.1f}x")


def best(work: Callable[[], object]) -> float:
    """Return the fastest of five runs, in processor seconds."""
    return min(seconds(work) for _ in range(5))


def seconds(work: Callable[[], object]) -> float:
    """Return the time of one run, in processor seconds."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def drawn(masks: Any, random: np.random.Generator) -> Any:
    """Return a random legal action for each row."""
    return (random.random(masks.shape, np.float32) * masks).argmax(axis=1)


def rate_of(step: Callable[[Any], Any], masks: Any, steps: int = STEPS) -> float:
    """Return the steps per processor second. *step* takes actions and returns the next masks."""
    random, spent = np.random.default_rng(1), 0.0
    for number in range(steps):
        actions = drawn(np.asarray(masks), random)
        begin = time.process_time()
        masks = step(actions)
        if number >= steps // 10:  # the first steps compile or fill caches
            spent += time.process_time() - begin
    return len(actions) * (steps - steps // 10) / spent


def steps_of_ours() -> float:
    """Return the steps per processor second of `VectorEnv`."""
    env = lab.VectorEnv(ENVS)

    def step(actions: Any) -> Any:
        env.step(actions)
        return env.legal_action_mask

    return rate_of(step, env.legal_action_mask, 10 * STEPS)


def steps_of_openspiel() -> float:
    """Return the steps per processor second of OpenSpiel's states."""
    import pyspiel  # an optional peer

    game = pyspiel.load_game("othello")
    states = [game.new_initial_state() for _ in range(ENVS)]

    def step(actions: Any) -> Any:
        for place, action in enumerate(actions.tolist()):
            states[place].apply_action(action)
            if states[place].is_terminal():
                states[place] = game.new_initial_state()
        return [state.legal_actions_mask() for state in states]

    return rate_of(step, [state.legal_actions_mask() for state in states], 70)


def steps_of_envpool() -> float:
    """Return the steps per processor second of EnvPool with one thread."""
    import envpool  # an optional peer

    env = envpool.make_gymnasium("Othello-v1", num_envs=ENVS, num_threads=1)
    _, info = env.reset()

    def step(actions: Any) -> Any:
        return env.step(actions.astype(np.int32))[4]["legal_action_mask"]

    return rate_of(step, info["legal_action_mask"])


def steps_of_pgx() -> float:
    """Return the steps per processor second of pgx on the CPU."""
    import jax  # an optional peer
    import pgx

    env = pgx.make("othello")
    keys = jax.random.split(jax.random.PRNGKey(0), ENVS)
    start = jax.jit(jax.vmap(env.init))
    step_all = jax.jit(jax.vmap(pgx.experimental.auto_reset(env.step, env.init)))
    state = start(keys)

    def step(actions: Any) -> Any:
        nonlocal state
        state = step_all(state, actions, keys)
        return jax.block_until_ready(state.legal_action_mask)

    return rate_of(step, state.legal_action_mask)


if __name__ == "__main__":
    main()
