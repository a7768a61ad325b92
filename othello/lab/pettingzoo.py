"""PettingZoo's AEC interface for a game between two agents, black_0 and white_0, which take turns.

This module needs `pip install 'othello[lab]'`. An observation is a dictionary. `observation` is uint8 (8, 8,
2): the agent's discs and the other agent's discs. `action_mask` is int8 (65,): 1 for each legal action. If
the agent is not to move, all elements are 0. An illegal action raises IllegalMoveError. With PettingZoo's
`TerminateIllegalWrapper`, the agent loses the game instead.
"""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from othello.kernels.batch_boards import ACTIONS
from othello.lab.boards import planes
from othello.lab.environment import VectorEnv

AGENTS = ("black_0", "white_0")


class OthelloAEC(AECEnv):
    """A game between two agents. Each ply is a step, including passes."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "othello_v0",
        "render_modes": [],
        "is_parallelizable": False,
    }

    def __init__(self) -> None:
        """Create the environment. Call `reset` to begin a game."""
        self._env = VectorEnv(1)
        self.render_mode = None
        self.possible_agents = list(AGENTS)
        self.action_spaces = dict.fromkeys(AGENTS, spaces.Discrete(ACTIONS))
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (8, 8, 2), np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, observation)

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The seed has no effect."""
        self._env.reset()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation, a dictionary with `observation` and `action_mask`."""
        env, index = self._env, AGENTS.index(agent)
        is_over = self.terminations[agent]
        if is_over:
            sides = env.final_black, env.final_white
        else:
            sides = env.players, env.opponents
            index ^= int(env.current_player[0])
        mine, theirs = sides[index], sides[1 - index]
        is_mover = not is_over and agent == self.agent_selection
        mask = env.legal_action_mask[0] if is_mover else np.zeros(ACTIONS, np.bool_)
        return {
            "observation": planes(mine, theirs, "last")[0].astype(np.uint8),
            "action_mask": mask.astype(np.int8),
        }

    def step(self, action: Any) -> None:
        """Take an action for the agent that is to move."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        mover, other = self.agent_selection, AGENTS[1 - AGENTS.index(self.agent_selection)]
        rewards, terminated = self._env.step(np.array([action]))
        self._cumulative_rewards[mover] = 0.0
        self.rewards = {mover: float(rewards[0]), other: -float(rewards[0])}
        if terminated[0]:
            self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = other
        self._accumulate_rewards()

    def render(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
