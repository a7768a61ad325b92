"""Many simultaneous games, for reinforcement learning.

    env = VectorEnv(1024, opponent="casual")
    while True:
        rewards, terminated = env.step(choose(env.observation, env.legal_action_mask))

The environment writes each step into the same arrays, so copy an array if you want to keep it. When a game
ends, the next game begins in the same step. `othello.lab.gymnasium` provides the Gymnasium interfaces, and
`othello.lab.pettingzoo` provides the PettingZoo interface.
"""

from collections.abc import Callable
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

import othello.lab.checks as checks
from othello.errors import IllegalMoveError, OthelloError
from othello.kernels import batch_boards as kernels
from othello.kernels import vector_env
from othello.kernels.batch_boards import ACTIONS, PASS
from othello.kernels.vector_env import SKIP
from othello.lab.boards import Bits, planes
from othello.lab.checks import Bytes, Words
from othello.lab.games import LARGEST_SEED
from othello.lab.opponents import Opponent, opponent_of
from othello.rules.board import BoardLike
from othello.rules.square import format_move

MOST: Final = 2**24


class VectorEnv:
    """Many simultaneous games. An action is a square, 0 to 63, or 64 for a pass.

    Without an opponent, you make the moves of both sides. With an opponent, you begin as black in every
    second of the simultaneous games, and you change sides whenever a new game begins. A step ends when it is
    your turn again.

    >>> env = VectorEnv(2)
    >>> rewards, terminated = env.step([37, 19])
    >>> env.legal_action_mask.nonzero()[1].tolist(), env.current_player.tolist()
    ([29, 43, 45, 18, 20, 34], [1, 1])
    """

    num_actions: Final = ACTIONS

    def __init__(
        self,
        num_envs: int,
        *,
        opponent: "Opponent | str | int | None" = None,
        seed: int = 0,
        illegal: Literal["raise", "lose"] = "raise",
        start: BoardLike | None = None,
    ) -> None:
        """Begin *num_envs* games.

        opponent -- None, "random", "greedy", a level (0 to 60 or a human-like level), or an `Opponent`
        seed     -- seed for opponents that make random moves. If it is odd, you play white in the first game.
        illegal  -- what an illegal action does: "raise" raises IllegalMoveError, and "lose" loses the game
        start    -- the first board, by default the usual start. Its side to move is called black.

        Raises OthelloError if the opponent is unknown, a number is out of range, or the first board has no
        legal square.
        """
        if illegal not in ("raise", "lose"):
            raise OthelloError(f"illegal must be 'raise' or 'lose', not {illegal!r}")
        self.num_envs = checks.number(num_envs, "the number of games", 1, MOST)
        self.illegal = illegal
        self._start = checks.first_board(start)
        first = np.empty(1, np.uint64)
        kernels.legal_all(self._start[:1], self._start[1:], first)
        if not first[0]:
            raise OthelloError("the side to move on the first board has no legal move")
        self._opponent, self._next_seed = opponent_of(opponent), seed
        self.players: Words = np.empty(num_envs, np.uint64)
        """uint64 (n,): the discs of the side to move."""
        self.opponents: Words = np.empty(num_envs, np.uint64)
        """uint64 (n,): the discs of the other side."""
        self.current_player: Bytes = np.empty(num_envs, np.uint8)
        """uint8 (n,): 0 if black is to move, 1 if white is to move."""
        self.legal: Words = np.empty(num_envs, np.uint64)
        """uint64 (n,): the legal squares. 0 means that the side to move must pass."""
        self.legal_action_mask: Bits = np.empty((num_envs, ACTIONS), np.bool_)
        """bool (n, 65): whether each action is legal."""
        self.rewards: NDArray[np.float32] = np.zeros(num_envs, np.float32)
        """float32 (n,): 1 for a win, -1 for a loss or 0 for a draw if the game ended in this step, or else 0.

        With an opponent, this is your reward. Without an opponent, it is the reward of the side that moved
        last.
        """
        self.terminated: Bits = np.zeros(num_envs, np.bool_)
        """bool (n,): whether the game ended in this step."""
        self.final_black: Words = np.zeros(num_envs, np.uint64)
        """uint64 (n,): black's discs at the end of the most recently finished game."""
        self.final_white: Words = np.zeros(num_envs, np.uint64)
        """uint64 (n,): white's discs at the end of the most recently finished game."""
        self.agent: Bytes = np.empty(num_envs, np.uint8)
        """uint8 (n,): the color you play if there is an opponent."""
        self._actions = np.zeros(num_envs, np.int64)
        for name, array in vars(self).items():
            if isinstance(array, np.ndarray):
                # Compiled code keeps the address of the array, so it must not be resized. A view cannot be
                # resized.
                setattr(self, name, array[...])
        self._step_own = self._prepared(may_skip=False, may_lose=illegal == "lose")
        self._step_other = self._prepared(may_skip=True, may_lose=False)
        self.reset()

    @property
    def observation(self) -> Bits:
        """A new bool array (n, 8, 8, 2): the discs of the side to move and the other side's discs."""
        return planes(self.players, self.opponents, "last")

    @property
    def final_observation(self) -> Bits:
        """The final board of the last game that ended, bool (n, 8, 8, 2): black's and white's discs."""
        return planes(self.final_black, self.final_white, "last")

    def reset(self, seed: int | None = None) -> None:
        """Restart all games. By default, the new seed is the lowest number that no game has used yet."""
        seed = checks.number(self._next_seed if seed is None else seed, "the seed", 0, LARGEST_SEED)
        self._next_seed = (seed + self.num_envs) % (LARGEST_SEED + 1)
        self.players[:], self.opponents[:] = self._start
        self.current_player[:] = 0
        self.rewards[:], self.terminated[:] = 0, False
        kernels.legal_all(self.players, self.opponents, self.legal)
        kernels.unpack_all(self.legal, self.legal_action_mask.ctypes.data, ACTIONS)
        self.legal_action_mask[:, PASS] = False
        self.agent[:] = (np.arange(self.num_envs) + seed % 2) % 2
        if self._opponent is not None:
            self._opponent.begin(self.num_envs, seed, self._start)
            self._let_opponent_move()

    def step(self, actions: Any) -> tuple[NDArray[np.float32], Bits]:
        """Take an action in each game. Return `rewards` and `terminated`.

        *actions* are integers (n,), 0 to 64. A pass (64) is legal if no square is legal. An illegal action
        changes nothing and raises IllegalMoveError. The message contains the index of the game. With
        `illegal="lose"`, it loses the game.
        """
        numbers = np.asarray(actions)
        if numbers.dtype.kind not in "iu" or numbers.shape != (self.num_envs,):
            raise OthelloError(
                f"the actions must be integers of shape ({self.num_envs},),"
                f" not {numbers.dtype} of shape {numbers.shape}"
            )
        self._actions[:] = numbers
        self._move(self._step_own)
        if self._opponent is not None:
            self._let_opponent_move()
        return self.rewards, self.terminated

    def _prepared(self, *, may_skip: bool, may_lose: bool) -> Callable[[], int]:
        """Return a function that calls the kernel with this environment's arrays."""
        return vector_env.step_all.prepared(
            self._actions,
            self._start,
            self.players,
            self.opponents,
            self.current_player,
            self.legal,
            self.legal_action_mask.ctypes.data,
            self.rewards,
            self.terminated.view(np.uint8),
            self.final_black,
            self.final_white,
            may_skip,
            may_lose,
        )

    def _move(self, step: Callable[[], int]) -> None:
        """Make the moves in `_actions`. Raises IllegalMoveError if any of them is illegal (see `step`)."""
        game = step()
        if game < self.num_envs:
            number = int(self._actions[game])
            name = f", {format_move(number)}," if 0 <= number < ACTIONS else ""
            raise IllegalMoveError(f"action {number}{name} of game {game} is illegal")
        if self._opponent is not None:
            self._opponent.see(self._actions, self.terminated)
            self.agent[self.terminated] ^= 1

    def _let_opponent_move(self) -> None:
        """Let the opponent move until it is the caller's turn in all games."""
        rewards, terminated = self.rewards.copy(), self.terminated.copy()
        assert self._opponent is not None, "there is one"
        while len(games := np.flatnonzero(self.current_player != self.agent)):
            self._actions[:] = SKIP
            self._actions[games] = self._opponent.choose(
                self.players[games], self.opponents[games], self.legal_action_mask[games], games
            )
            self._move(self._step_other)
            rewards -= self.rewards
            terminated |= self.terminated
        self.rewards[:], self.terminated[:] = rewards, terminated
