"""Many games that are played at the same time, a ply of each in a step.

A step takes a move of each game: a square, a pass, or SKIP to leave the game alone. A game that is over
begins again at once.
"""

from typing import Annotated, Any, Final

from othello.kernels.bits import ZERO, Bytes, Numbers, Word, Words, bit
from othello.kernels.boards import ACTIONS, PASS
from othello.kernels.kernel import inlined_kernel, kernel
from othello.kernels.last_empties import final_score
from othello.kernels.memory import Address, store_bits, store_byte
from othello.kernels.moves import after, flips, legal_moves

SKIP: Final = -1

Floats = Annotated[Any, "float32[::1]"]


@kernel
def first_illegal(actions: Numbers, legal: Words) -> int:
    """The first game whose move is illegal, where *legal* has its squares; the number of games if none.

    In a game that is being played no legal square means that the mover must pass.
    """
    for game in range(len(legal)):
        if not is_action(actions[game], legal[game]):
            return game
    return len(legal)


@inlined_kernel
def is_action(action: int, squares: Word) -> bool:
    """Whether a move is SKIP, or a legal one."""
    if action < 0 or action >= PASS:
        return action == SKIP or (action == PASS and squares == ZERO)
    return squares & bit(action) != ZERO


@inlined_kernel
def sign(score: int) -> int:
    """1, 0 or -1."""
    return 1 if score > 0 else (-1 if score < 0 else 0)


@kernel
def step_all(
    actions: Numbers, start: Words, players: Words, opponents: Words, turns: Bytes, legal: Words,
    mask: Address, rewards: Floats, done: Bytes, last_players: Words, last_opponents: Words,
) -> None:  # fmt: skip
    """Make a move in each game, in place.

    *mask* has ACTIONS bytes for each game, 1 for each legal move. *rewards* is 1, 0 or -1 for the side
    that has moved if this ends the game, *done* says so, and the last arrays then get the discs of the
    first mover and of the other side. An illegal move loses the game. SKIP gives 0.
    """
    for game in range(len(players)):
        action, squares = actions[game], legal[game]
        rewards[game], done[game] = 0.0, 0
        if action == SKIP:
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


@inlined_kernel
def show_moves(mask: Address, squares: Word) -> None:
    """Write the ACTIONS bytes of the legal moves of a game."""
    store_bits(mask, squares)
    store_byte(mask + PASS, 1 if squares == ZERO else 0)
