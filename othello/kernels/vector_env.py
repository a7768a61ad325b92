"""Plays many games at the same time.

Each step plays one ply in every game. A step needs an action for each game: a square, a pass, or SKIP, which
leaves the game unchanged. When a game ends, a new game begins in the same step.
"""

from typing import Annotated, Any, Final

from othello.kernels.batch_boards import ACTIONS, PASS
from othello.kernels.bits import ZERO, Bytes, Numbers, Word, Words, bit
from othello.kernels.last_empties import final_score
from othello.kernels.moves import after, flips, legal_moves
from othello.native.kernel import inlined_kernel, kernel
from othello.native.memory import Address, store_bits, store_byte

SKIP: Final = -1

Floats = Annotated[Any, "float32[::1]"]


@inlined_kernel
def is_action(action: int, squares: Word) -> bool:
    """Return whether an action is legal: one of *squares*, or a pass if there are no squares.

    The game must not be over.
    """
    if action < 0 or action >= PASS:
        return action == PASS and squares == ZERO
    return squares & bit(action) != ZERO


@kernel
def first_illegal(actions: Numbers, legal: Words, may_skip: bool) -> int:
    """Return the first game with an illegal action, or the number of games. *legal* lists legal squares."""
    for game in range(len(legal)):
        if not (is_action(actions[game], legal[game]) or (may_skip and actions[game] == SKIP)):
            return game
    return len(legal)


@inlined_kernel
def sign(score: int) -> int:
    """Return the sign of *score*: 1, 0 or -1."""
    return 1 if score > 0 else (-1 if score < 0 else 0)


@kernel
def step_all(
    actions: Numbers, start: Words, players: Words, opponents: Words, turns: Bytes, legal: Words,
    mask: Address, rewards: Floats, done: Bytes, last_players: Words, last_opponents: Words,
    may_skip: bool, may_lose: bool,
) -> int:  # fmt: skip
    """Play one ply in each game, in place, and return the number of games.

    If an action is illegal, change nothing and return the index of its game. With *may_lose*, the mover loses
    that game instead.

    start        -- the first board: the discs of the side to move and of the other side
    mask         -- address of ACTIONS bytes for each game, 1 for each legal action
    rewards      -- 1, 0 or -1 for the side that moved if the game has ended, else 0
    done         -- 1 if the game has ended, else 0
    last_players -- the discs of the first mover on the last board of a game that has ended
    may_skip     -- whether SKIP is allowed
    """
    if not may_lose:
        wrong = first_illegal(actions, legal, may_skip)
        if wrong < len(players):
            return wrong
    for game in range(len(players)):
        action, squares = actions[game], legal[game]
        rewards[game], done[game] = 0.0, 0
        if may_skip and action == SKIP:
            continue
        player, opponent = players[game], opponents[game]
        reward, is_over = 0, False
        if not is_action(action, squares):
            player, opponent = opponent, player
            reward, is_over = -1, True
        elif action == PASS:
            player, opponent = opponent, player
            squares = legal_moves(player, opponent)
        else:
            player, opponent = after(player, opponent, action, flips(action, player, opponent))
            squares = legal_moves(player, opponent)
            if squares == ZERO and legal_moves(opponent, player) == ZERO:
                reward, is_over = -sign(final_score(player, opponent)), True
        turn = 1 - turns[game]
        if is_over:
            if turn == 1:
                player, opponent = opponent, player
            last_players[game], last_opponents[game] = player, opponent
            rewards[game], done[game] = reward, 1
            player, opponent, turn = start[0], start[1], 0
            squares = legal_moves(player, opponent)
        players[game], opponents[game], turns[game], legal[game] = player, opponent, turn, squares
        show_moves(mask + ACTIONS * game, squares)
    return len(players)


@inlined_kernel
def show_moves(mask: Address, squares: Word) -> None:
    """Write the ACTIONS bytes that show which actions are legal in a game."""
    store_bits(mask, squares)
    store_byte(mask + PASS, 1 if squares == ZERO else 0)
