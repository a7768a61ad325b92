"""Environments for `gymnasium.make("Othello-v0")` and `gymnasium.make_vec("Othello-v0", num_envs=64)`.

They are registered when you import this module, which needs `pip install 'othello[lab]'`. An observation is
uint8 (8, 8, 2): the discs of the side to move and the other side's discs. `info["action_mask"]` shows which
actions are legal. You can pass the options of `VectorEnv` to `make` as keyword arguments. By default, the
opponent plays at random, and an illegal action loses the game, because agents written for Gymnasium may
ignore the mask.
"""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from othello.kernels.batch_boards import ACTIONS
from othello.lab.boards import planes
from othello.lab.environment import VectorEnv

NAME = "Othello-v0"
OBSERVATION = spaces.Box(0, 1, (8, 8, 2), np.uint8)
ACTION = spaces.Discrete(ACTIONS)


class OthelloEnv(gymnasium.Env):
    """An environment with one game."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}
    observation_space, action_space = OBSERVATION, ACTION

    def __init__(self, **options: Any) -> None:
        """Create the environment. *options* are passed to `othello.lab.VectorEnv`."""
        self._env = VectorEnv(1, **_with_defaults(options))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Begin a new game. Return the observation and the info."""
        super().reset(seed=seed)
        self._env.reset(seed)
        return self._env.observation[0].astype(np.uint8), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, Any]:
        """Take an action. If the game ends, the observation is black's and white's discs at its end.

        The next game then begins immediately, and the action mask is for its first board.
        """
        rewards, terminated = self._env.step(np.array([action]))
        is_over = bool(terminated[0])
        observation = self._env.final_observation if is_over else self._env.observation
        return observation[0].astype(np.uint8), float(rewards[0]), is_over, False, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._env.legal_action_mask[0].astype(np.int8)}


class OthelloVectorEnv(gymnasium.vector.VectorEnv):
    """An environment with many games. When a game ends, the next game begins in the same step."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, num_envs: int = 1, **options: Any) -> None:
        """Create an environment with *num_envs* games. *options* are passed to `othello.lab.VectorEnv`."""
        self.env = VectorEnv(num_envs, **_with_defaults(options))
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = OBSERVATION, ACTION
        self.observation_space = batch_space(OBSERVATION, num_envs)
        self.action_space = batch_space(ACTION, num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Restart all games. *seed* is a number or a list of numbers, of which only the first is used."""
        first = seed if seed is None or isinstance(seed, int) else seed[0]
        super().reset(seed=first)
        self.env.reset(first)
        return self._observation(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Any]:
        """Take an action in each game. If a game ends, `info["final_obs"]` contains its final board."""
        rewards, terminated = self.env.step(actions)
        info = self._info()
        if terminated.any():
            last = np.full(self.num_envs, None, object)
            black, white = self.env.final_black[terminated], self.env.final_white[terminated]
            for game, board in zip(np.flatnonzero(terminated), planes(black, white, "last"), strict=True):
                last[game] = board.astype(np.uint8)
            info |= {"final_obs": last, "_final_obs": terminated.copy()}
        return (
            self._observation(),
            rewards.astype(np.float64),
            terminated.copy(),
            np.zeros(self.num_envs, np.bool_),
            info,
        )

    def _observation(self) -> Any:
        return self.env.observation.view(np.uint8)

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.env.legal_action_mask.astype(np.int8),
            "_action_mask": np.ones(self.num_envs, np.bool_),
        }


def _with_defaults(options: dict[str, Any]) -> dict[str, Any]:
    return {"opponent": "random", "illegal": "lose"} | options


gymnasium.register(
    NAME, f"{__name__}:{OthelloEnv.__name__}", vector_entry_point=f"{__name__}:{OthelloVectorEnv.__name__}"
)
